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
			Wild: true, Untouched: true, Avenges: true, Engages: true,
			Attacks: func(_, o *Kind) bool { return o.Class != "ivory" && o.Class != "white" }},
	}
}

// dragonIcons304a are the icons of dragons (section Dragon Symbols).
func dragonIcons304a() []DragonIcon { return dragonIcons("Dragon Symbols") }

// breaths304a are the breaths of dragons by their colour (section Dragon Breath). Each has an effect on
// the army and one on five health-worth of its units.
func breaths304a() []Breath {
	rule := func(element, name, open string) Rule {
		return Rule{ID: "breath/" + element, Name: name, Page: "Dragon Breath", Uncertain: open}
	}
	row := func(element, name, open string, does func(Rule, *game, army, []*die), units fate) Breath {
		r := rule(element, name, open)
		return Breath{Rule: r, Element: element, Units: units, Army: func(g *game, a army, killed []*die) { does(r, g, a, killed) }}
	}
	return []Breath{
		row("death", "Disease", "", breathIgnoresIDs, killed),
		row("air", "Lightning", "whether what spells add to a roll is ignored like the results of its icons", breathLeavesSAIs, unless(Save, killed)),
		row("earth", "Turn to Stone", "", breathHalves(Maneuver), killed),
		row("water", "Poisonous Cloud", "", breathHalves(Missile), unless(Save, killedThenSave)),
		{Rule: rule("ivory", "Life Drain", ""), Element: "ivory", Units: killed},
		{Rule: rule("fire", "Flame", ""), Element: "fire", Units: killedThenSave},
		{Rule: rule("white", "Terrain Empathy", ""), Element: "white", OfTerrain: true},
	}
}

// breathLeavesSAIs has only SAIs count in the army's rolls until its owner's next turn begins. If a
// roll counts saves, all saves count and nothing else does.
func breathLeavesSAIs(rule Rule, g *game, a army, _ []*die) {
	g.breathLasts(rule, a, modifier{op: onlySAIs, of: anyResult()}, "makes results with SAIs only, but for saves")
}

// dragonRules304a are some of the rules that have no table of their own.
func dragonRules304a() []Rule {
	return []Rule{
		{ID: "dragon/several-attackers", Name: "Several dragons against one", Page: "Dragon Attack, steps 7 and 8",
			Uncertain: "whether a dragon's automatic saves count once or against each dragon that attacks it"},
		rideRule304a(),
		{ID: "roll/counts-as-sai", Name: "Counting results of SAIs as others", Page: "Calculate Roll Results, 4 and 7"},
	}
}
