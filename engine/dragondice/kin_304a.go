package dragondice

// kinAbilities304a are the abilities of Dragonkin and of the Eldarim who lead them (sections
// Dragonkin and Racial Abilities).
func kinAbilities304a() []Ability {
	const page = "Dragonkin"
	saves := Rule{ID: "species/automatic-saves", Name: "Armored skin", Page: page}
	limits := Rule{ID: "species/dragonkin-limits", Name: "What Dragonkin don't roll for", Page: page}
	stay := Rule{ID: "species/dragonkin-stay", Name: "Dragonkin stay where they were summoned", Page: page}
	alone := Rule{ID: "species/dragonkin-alone", Name: "An army of Dragonkin alone dissolves", Page: page}
	grave := Rule{ID: "species/dragonkin-burial", Name: "Dragonkin are buried by breath and sneak attacks only", Page: page}
	fear := race304a("resist-fear", "Resist Fear", "p. 20")
	sacrifice := race304a("sacrifice-dragonkin", "Sacrifice Dragonkin", "p. 20")
	return []Ability{
		{Rule: saves, Species: "dragonkin", Modify: saveThemselves(saves, dragonkin)},
		{Rule: limits, Species: "dragonkin", MayRoll: mayFaceAll(limits)},
		{Rule: stay, Species: "dragonkin", Stays: func(d *die) bool { return dragonkin(d) && d.at.area == atTerrain }},
		{Rule: fear, Species: "eldarim", Brave: resists(fear)},
		{Rule: sacrifice, Species: "eldarim", Phase: sacrifices(sacrifice), Killed: standsIn(sacrifice)},
		{Rule: grave, Species: "dragonkin", Killed: kinBurned(grave), Buried: kinUnburied(grave)},
		{Rule: alone, Species: "dragonkin", Settled: dissolves(alone)},
	}
}

// champions304a are the Eldarim champions (p. 17).
func champions304a() []Champion {
	row := func(named, name, power string, own bool) Champion {
		return Champion{Rule: Rule{ID: "champion/" + named, Name: name, Page: "The Eldarim Champions, p. 17"}, Named: named, Power: "champion/" + power, Own: own}
	}
	slayer, hunter := row("dragonslayer", "Dragonslayer", "slay", false), row("dragonhunter", "Dragonhunter", "banish", true)
	slayer.Breathproof, slayer.NoPrize = true, true
	hunter.Breathproof, hunter.NoPrize = true, true
	hunter.Uncertain = "whether a Dragonhunter keeps off the whole breath of a dragon of its color and another"
	return []Champion{
		row("dragonlord", "Dragonlord", "tame", false),
		row("dragonmaster", "Dragonmaster", "tame", true),
		slayer, hunter,
		row("dragoncrusader", "Dragoncrusader", "control", false),
		row("dragonzealot", "Dragonzealot", "control", true),
	}
}

// powers304a are what the champions' logos do to dragons (p. 17).
func powers304a() []Power {
	rule := func(id, name, open string) Rule {
		return Rule{ID: "champion/" + id, Name: name, Page: "Eldarim Champion special abilities, p. 17", Uncertain: open}
	}
	return []Power{
		{rule("banish", "Banish a Dragon", ""), banishes},
		{rule("control", "Control a Dragon", "what the damage of a controlled dragon does together with the army's response"), controls},
		{rule("slay", "Slay a Dragon", ""), slays},
		{rule("tame", "Tame a Dragon", ""), tames},
	}
}

// rideRule304a is the rule of riding a tamed dragon.
func rideRule304a() Rule {
	return Rule{ID: "champion/ride", Name: "Riding a tamed dragon", Page: "Tame a Dragon, p. 17"}
}
