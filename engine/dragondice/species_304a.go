package dragondice

// race304a is the rule of a race's ability (section Racial Abilities).
func race304a(id, name, page string) Rule {
	return Rule{ID: "species/" + id, Name: name, Page: "Racial Abilities, " + page}
}

// abilities304a are the abilities of the races (pages 20 and 21), and those of Dragonkin and
// Eldarim.
func abilities304a() []Ability {
	var out []Ability
	for _, list := range [][]Ability{countingAbilities304a(), fightingAbilities304a(), turnAbilities304a(), magicAbilities304a(), kinAbilities304a()} {
		out = append(out, list...)
	}
	return out
}

// countingAbilities304a are the abilities by which results count double or as another type.
// Most of them work at terrains of one type.
func countingAbilities304a() []Ability {
	counts := func(rule Rule, race, at string, from, to Result) Ability {
		return Ability{Rule: rule, Species: race, Modify: countsAt(rule, race, at, from, to)}
	}
	doubles := func(rule Rule, race string, fits When) Ability {
		return Ability{Rule: rule, Species: race, Modify: maneuversDouble(rule, race, fits)}
	}
	shields := race304a("flaming-shields", "Flaming Shields", "p. 20")
	return []Ability{
		counts(race304a("javelin-charge", "Javelin Charge", "p. 20"), "amazon", "flatland", Maneuver, Missile),
		counts(race304a("coastland-dodge", "Coastland Dodge", "p. 20"), "coral_elf", "coastland", Maneuver, Save),
		doubles(race304a("highland-mastery", "Highland Mastery", "p. 20"), "dwarf", atType("highland")),
		{Rule: shields, Species: "firewalker", Modify: shieldsBurn(shields)},
		doubles(race304a("swampland-mastery", "Swampland Mastery", "p. 21"), "goblin", atType("swampland")),
		counts(race304a("highland-dodge", "Highland Dodge", "p. 21"), "lava_elf", "highland", Maneuver, Save),
		counts(race304a("swampland-dodge", "Swampland Dodge", "p. 21"), "swamp_stalker", "swampland", Maneuver, Save),
		doubles(race304a("double-counter-maneuvers", "Double Counter-Maneuvers", "p. 21"), "treefolk", counterManeuvering),
	}
}

// fightingAbilities304a are the abilities that change attacks, and what happens to the dying.
func fightingAbilities304a() []Ability {
	touch := race304a("scorching-touch", "Scorching Touch", "p. 21")
	intangible := race304a("intangibility", "Intangibility", "p. 21")
	stepped := race304a("stepped-damage", "Stepped Damage", "p. 21")
	resist := race304a("resist-burial", "Resist Burial", "p. 21")
	return []Ability{
		{Rule: touch, Species: "scalder", Struck: scorchesAnywhere(touch)},
		{Rule: intangible, Species: "scalder", Modify: intangibly(intangible)},
		{Rule: stepped, Species: "undead", Killed: stepsDown(stepped)},
		{Rule: resist, Species: "undead", Buried: resistsBurial(resist)},
	}
}

// turnAbilities304a are the abilities that have their time in a turn.
func turnAbilities304a() []Ability {
	feralization := race304a("feralization", "Feralization", "p. 20")
	flight := race304a("air-flight", "Air Flight", "p. 20")
	mutate := race304a("mutate", "Mutate", "p. 21")
	replanting := race304a("replanting", "Replanting", "p. 21")
	return []Ability{
		{Rule: feralization, Species: "feral", Phase: feralizesAnywhere(feralization)},
		{Rule: flight, Species: "firewalker", Retreat: fliesAnywhere(flight)},
		{Rule: mutate, Species: "swamp_stalker", Phase: mutatesThree(mutate)},
		{Rule: replanting, Species: "treefolk", Between: replantsInMarch(replanting)},
	}
}

// magicAbilities304a are the abilities that change magic.
func magicAbilities304a() []Ability {
	elements := race304a("no-elements", "No Elements", "p. 20")
	own := race304a("no-doubling", "Magic doubled at standing stones only", "p. 20")
	anti := race304a("anti-magic-nature", "Anti-Magic Nature", "p. 21")
	negation := race304a("magic-negation", "Magic Negation", "p. 21")
	improved := race304a("dead-advantage", "Improved Dead Unit Area Advantage", "p. 21")
	return []Ability{
		{Rule: elements, Species: "amazon", Sources: harmonizes(elements)},
		{Rule: own, Species: "amazon", Undoubled: butAtStones},
		{Rule: anti, Species: "frostwing", Undoubled: butAtStones},
		{Rule: negation, Species: "frostwing", Negates: negatesWithoutIDs(negation)},
		{Rule: improved, Species: "undead", Channels: true},
	}
}
