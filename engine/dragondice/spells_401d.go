package dragondice

// spells401d are the spells of 4.01d (reference sheets; rules on p. 29 and 30).
func spells401d() []Spell {
	const page = "reference sheets; p. 29"
	return []Spell{
		{Rule: Rule{ID: "spell/hailstorm", Name: "Hailstorm", Page: page}, Element: "air", Cost: 2, Cantrip: true, Cumulative: true,
			Aim: opposingArmy, Cast: hurts(1)},
		{Rule: Rule{ID: "spell/stone_skin", Name: "Stone Skin", Page: page}, Element: "earth", Cost: 2, Reserves: true, Cantrip: true, Cumulative: true,
			Aim: anyArmy, Cast: lasting(add, 1, Save)},
	}
}
