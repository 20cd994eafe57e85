package dragondice

// deadlandOpen says what is not known of abilities that count the dead.
const deadlandOpen = "for how many dead units a Deadland in play counts"

// sheet makes the rule of an ability. It stands on its species' reference sheet.
func sheet(id, name, whose string) Rule {
	return Rule{ID: "species/" + id, Name: name, Page: "reference sheets, " + whose + "; p. 21"}
}

// species401d are the species' abilities (reference sheets).
func species401d() []Ability {
	var out []Ability
	for _, list := range [][]Ability{countingAbilities401d(), fightingAbilities401d(), movingAbilities401d(), magicAbilities401d(), kinAbilities401d()} {
		out = append(out, list...)
	}
	return out
}

// countingAbilities401d are the abilities by which results count as another type at
// terrains with certain elements.
func countingAbilities401d() []Ability {
	counts := func(rule Rule, race string, at []string, from, to Result, fits When) Ability {
		return Ability{Rule: rule, Species: race, Modify: countsWhere(rule, race, at, from, to, fits)}
	}
	return []Ability{
		counts(sheet("coastal-dodge", "Coastal Dodge", "Coral Elves"), "coral_elf", []string{"water"}, Maneuver, Save, anyRoll),
		counts(sheet("mountain-mastery", "Mountain Mastery", "Dwarves"), "dwarf", []string{"earth"}, Melee, Maneuver, anyRoll),
		counts(sheet("dwarven-might", "Dwarven Might", "Dwarves"), "dwarf", []string{"fire"}, Save, Melee, counterAttacking),
		counts(sheet("stampede", "Stampede", "Feral"), "feral", []string{"earth", "air"}, Maneuver, Melee, counterAttacking),
		counts(sheet("flaming-shields", "Flaming Shields", "Firewalkers"), "firewalker", []string{"fire"}, Save, Melee, notCountering),
		counts(sheet("swamp-mastery", "Swamp Mastery", "Goblins"), "goblin", []string{"earth"}, Melee, Maneuver, anyRoll),
		counts(sheet("volcanic-adaptation", "Volcanic Adaptation", "Lava Elves"), "lava_elf", []string{"fire"}, Maneuver, Save, anyRoll),
		counts(sheet("intangibility", "Intangibility", "Scalders"), "scalder", []string{"water"}, Maneuver, Save, savingFrom(ForMissile)),
		counts(sheet("born-of-the-swamp", "Born of the Swamp", "Swamp Stalkers"), "swamp_stalker", []string{"water"}, Maneuver, Save, anyRoll),
	}
}

// counterAttacking fits the roll of a counter-attack.
func counterAttacking(r *roll) bool { return r.counter && r.purpose == ForMelee }

// notCountering fits all other rolls.
func notCountering(r *roll) bool { return !counterAttacking(r) }

// fightingAbilities401d are the abilities that change attacks.
func fightingAbilities401d() []Ability {
	volley := sheet("defensive-volley", "Defensive Volley", "Coral Elves")
	volley.Uncertain = "whether all of the army's units roll in the missile counter-attack, or its Coral Elves only"
	stench := sheet("foul-stench", "Foul Stench", "Goblins")
	bullets := sheet("cursed-bullets", "Cursed Bullets", "Lava Elves")
	touch := sheet("scorching-touch", "Scorching Touch", "Scalders")
	stepped := sheet("stepped-damage", "Stepped Damage", "Undead")
	replanting := sheet("replanting", "Replanting", "Treefolk")
	return []Ability{
		{Rule: volley, Species: "coral_elf", Attacked: shootsBack(volley)},
		{Rule: stench, Species: "goblin", Struck: stinks(stench)},
		{Rule: bullets, Species: "lava_elf", Pierces: curses(bullets)},
		{Rule: touch, Species: "scalder", Struck: scorches(touch)},
		{Rule: stepped, Species: "undead", Killed: stepsDown(stepped)},
		{Rule: replanting, Species: "treefolk", Killed: replants(replanting)},
	}
}

// movingAbilities401d are the abilities that have their time in a turn: moves, growth,
// maneuvers.
func movingAbilities401d() []Ability {
	javelin := sheet("javelin-charge", "Javelin Charge", "Amazons")
	kukri := sheet("kukri-charge", "Kukri Charge", "Amazons")
	feralization := sheet("feralization", "Feralization", "Feral")
	flight := sheet("air-flight", "Air Flight", "Firewalkers")
	fortitude := sheet("winters-fortitude", "Winter's Fortitude", "Frostwings")
	mutate := sheet("mutate", "Mutate", "Swamp Stalkers")
	growth := sheet("rapid-growth", "Rapid Growth", "Treefolk")
	return []Ability{
		{Rule: javelin, Species: "amazon", Instead: chargesFromMinor(javelin, ForMissile, Missile)},
		{Rule: kukri, Species: "amazon", Instead: chargesFromMinor(kukri, ForMelee, Melee)},
		{Rule: feralization, Species: "feral", Phase: feralizes(feralization)},
		{Rule: flight, Species: "firewalker", Retreat: flies(flight)},
		{Rule: fortitude, Species: "frostwing", Phase: thaws(fortitude)},
		{Rule: mutate, Species: "swamp_stalker", Phase: mutates(mutate)},
		{Rule: growth, Species: "treefolk", Reroll: growsRapidly(growth)},
	}
}

// magicAbilities401d are the abilities that change magic.
func magicAbilities401d() []Ability {
	harmony := sheet("terrain-harmony", "Terrain Harmony", "Amazons")
	negation := sheet("magic-negation", "Magic Negation", "Frostwings")
	negation.Uncertain = "whether the Frostwings' ID results count"
	bone := sheet("bone-magic", "Bone Magic", "Undead")
	bronze := sheet("bronze", "Bronze", "Dracolem")
	return []Ability{
		{Rule: harmony, Species: "amazon", Sources: harmonizes(harmony)},
		{Rule: negation, Species: "frostwing", Reroll: negates(negation)},
		{Rule: bone, Species: "undead", Modify: bones(bone), Sources: boneSources},
		{Rule: bronze, Species: "dracolem", Sources: reflects(bronze)},
	}
}

// kinAbilities401d are the abilities of Dragonkin, of the Eldarim who lead them, and of
// Dracolem.
func kinAbilities401d() []Ability {
	saves := sheet("automatic-saves", "Automatic saves", "Dragonkin")
	limits := sheet("dragonkin-limits", "Dragonkin's limits", "Dragonkin")
	limits.Uncertain = "whether Dragonkin roll where several dragons attack of which they may face only some"
	fear := sheet("resist-fear", "Resist Fear", "Eldarim")
	handlers := sheet("dragonkin-handlers", "Dragonkin Handlers", "Eldarim")
	skin := sheet("metal-skin", "Metal skin", "Dracolem")
	repair := sheet("repair-only", "Repair only", "Dracolem")
	return []Ability{
		{Rule: saves, Species: "dragonkin", Modify: saveThemselves(saves, dragonkin)},
		{Rule: limits, Species: "dragonkin", MayRoll: mayFace(limits)},
		{Rule: fear, Species: "eldarim", Brave: resists(fear)},
		{Rule: handlers, Species: "eldarim", Phase: handles(handlers)},
		{Rule: skin, Species: "dracolem", Modify: saveThemselves(skin, species("dracolem"))},
		{Rule: repair, Species: "dracolem", Lost: species("dracolem")},
	}
}
