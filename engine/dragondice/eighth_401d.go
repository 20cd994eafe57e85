package dragondice

// eighths401d are the eighth faces of 4.01d (p. 15). Castle, dragon's lair, grove and
// vortex are on its reference sheets.
func eighths401d() []Eighth {
	city := Rule{ID: "eighth/city", Name: "City", Page: "p. 15"}
	temple := Rule{ID: "eighth/temple", Name: "Temple", Page: "p. 15"}
	tower := Rule{ID: "eighth/tower", Name: "Tower", Page: "p. 15"}
	const sheets = "reference sheets; p. 15"
	castle := Rule{ID: "eighth/castle", Name: "Castle", Page: sheets}
	lair := Rule{ID: "eighth/dragons_lair", Name: "Dragon's Lair", Page: sheets}
	grove := Rule{ID: "eighth/grove", Name: "Grove", Page: sheets}
	vortex := Rule{ID: "eighth/vortex", Name: "Vortex", Page: sheets}
	return []Eighth{
		{Rule: city, Icon: "city", Phase: cityGrows(city)},
		{Rule: Rule{ID: "eighth/standing-stones", Name: "Standing stones", Page: "p. 15"}, Icon: "standing_stones", Converts: true},
		{Rule: temple, Icon: "temple", Phase: templeBuries(temple), Wards: "death"},
		{Rule: tower, Icon: "tower", Aims: func(*game, army) bool { return true }, Modify: func(r *roll) {
			if r.purpose == ForMissile && r.other != nil && r.other.place.area == inReserve {
				r.mods = append(r.mods, modifier{rule: tower, op: ignoreIDs})
			}
		}},
		{Rule: castle, Icon: "castle", Captured: castleBecomes(castle), Phase: func(g *game, t *terrain) {
			castleBecomes(castle)(g, t)
			if e := g.ed.eighth(t.icon()); e.Icon != "castle" && e.Phase != nil {
				e.Phase(g, t)
			}
		}, Frontier: true},
		{Rule: lair, Icon: "dragons_lair", Phase: lairSummons(lair)},
		{Rule: grove, Icon: "grove", Phase: groveReturns(grove)},
		{Rule: vortex, Icon: "vortex", Reroll: vortexRerolls(vortex)},
	}
}
