package dragondice

// spellsStarter are the spells of the starter set, as its own lists put them.
func spellsStarter() []Spell {
	const page = "Spells"
	return []Spell{
		{Rule: Rule{ID: "spell/hailstorm", Name: "Hailstorm", Page: page}, Element: "air", Cost: 2, Cantrip: true, Cumulative: true,
			Aim: opposingArmy, Cast: hurts(1)},
		{Rule: Rule{ID: "spell/stone_skin", Name: "Stone Skin", Page: page}, Element: "earth", Cost: 2, Reserves: true, Cantrip: true, Cumulative: true,
			Aim: anyArmy, Cast: lasting(add, 1, Save)},
	}
}
