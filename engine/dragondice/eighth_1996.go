package dragondice

// eighths1996 are the eighth faces of the Revised rules.
func eighths1996() []Eighth {
	rule := func(id, name string) Rule { return Rule{ID: "eighth/" + id, Name: name, Page: "Special Icons"} }
	city, temple := rule("city", "City"), rule("temple", "Temple")
	return []Eighth{
		{Rule: city, Icon: "city", Phase: cityGrows(city)},
		{Rule: rule("standing-stones", "Standing stones"), Icon: "standing_stones", Converts: true},
		{Rule: temple, Icon: "temple", Phase: templeBuries(temple), Wards: "death"},
		{Rule: rule("tower", "Tower"), Icon: "tower", Aims: func(_ *game, b army) bool { return b.place.area == atTerrain }},
	}
}
