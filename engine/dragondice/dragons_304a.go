package dragondice

// dragonKinds304a are the kinds of dragon and whom they attack (section Types of Dragons).
func dragonKinds304a() []DragonKind {
	const page = "Types of Dragons"
	return []DragonKind{
		{Rule: Rule{ID: "dragon/elemental", Name: "Elemental dragon", Page: page}, Class: "elemental", Counts: 1, Attacks: elementalAttacks},
		{Rule: Rule{ID: "dragon/hybrid", Name: "Hybrid dragon", Page: page}, Class: "hybrid", Counts: 1, Attacks: hybridAttacks},
		{Rule: Rule{ID: "dragon/ivory", Name: "Ivory dragon", Page: page}, Class: "ivory", Counts: 1},
		{Rule: Rule{ID: "dragon/ivory-hybrid", Name: "Ivory hybrid dragon", Page: page}, Class: "ivory_hybrid", Counts: 1},
		{Rule: Rule{ID: "dragon/white", Name: "White dragon", Page: page}, Class: "white", Counts: 2, Double: true,
			Attacks: func(_, o *Kind) bool { return o.Class != "ivory" && o.Class != "white" }},
	}
}

// dragonIcons304a are the icons of dragons (section Dragon Symbols).
func dragonIcons304a() []DragonIcon { return dragonIcons("Dragon Symbols") }

// breaths304a are the breaths of dragons by their colour (section Dragon Breath).
func breaths304a() []Breath { return nil }
