package dragondice

import "slices"

// edition304a is Dragon Dice 3.04a of 1 January 2018. Its text has few page numbers. So rules
// are cited by section, and by page if the book gives one.
func edition304a() Edition {
	return Edition{
		ID: "3.04a", Title: "Dragon Dice 3.04a", Book: "Dragon Dice Rules 3.04a", Revision: 3,
		Species: []string{"amazon", "coral_elf", "dwarf", "eldarim", "feral", "firewalker", "frostwing", "goblin", "lava_elf",
			"scalder", "swamp_stalker", "treefolk", "undead", "dragonkin"},
		Words: words304a(), Says: says304a,
		Force: ForceRules{Sizes: []int{15, 24, 30, 36, 60}, Default: 30, PointsPerDragon: 24, PointsPerKin: 3, Minors: 5,
			MagicIcons: []string{"magic", "cantrip", "create_fireminions"}, MinPlayers: 2, MaxPlayers: 6},
		Dragon:      DragonRules{AutomaticSaves: 5, BreathKills: 5, BreathBares: true, Fight: true},
		Captured:    []Result{Save, Maneuver},
		AllScale:    true,
		Setup:       setup304a(),
		Phases:      phases304a(),
		March:       march304a(),
		Actions:     actions304a(),
		RollSteps:   rollSteps304a(),
		DragonSteps: dragonSteps304a(),
		Rules:       slices.Concat(rules304a(), dragonRules304a(), itemRules304a()),
		Icons:       iconRules("Basic Terms, icons"),
		SAIs:        sais304a(),
		Spells:      spells304a(),
		Abilities:   abilities304a(),
		Eighths:     eighths304a(),
		Minors:      minors304a(),
		Breaths:     breaths304a(),
		DragonKinds: dragonKinds304a(),
		DragonIcons: dragonIcons304a(),
		ItemKinds:   itemKinds304a(),
		Champions:   champions304a(),
		Powers:      powers304a(),
	}
}

// words304a are the book's own names for things.
func words304a() map[string]string {
	return map[string]string{"species": "race", "species abilities": "racial abilities", "earth": "gold", "air": "blue", "fire": "red", "water": "green", "death": "black", "element": "color"}
}

func setup304a() []Step {
	const page = "Starting the Game, step "
	return []Step{
		{Rule{ID: "step/assemble", Name: "Assemble armies", Page: page + "2"}, assemble},
		{Rule{ID: "step/order", Name: "Order of play", Page: page + "4"}, rollForOrder},
		{Rule{ID: "step/frontier", Name: "Frontier terrain", Page: page + "4"}, chooseFrontier},
		{Rule{ID: "step/place", Name: "Place armies", Page: page + "5"}, placeArmies},
		{Rule{ID: "step/distance", Name: "Starting distances", Page: page + "6"}, rollDistances},
	}
}

func phases304a() []Step {
	return []Step{
		{Rule{ID: "step/expire", Name: "Expire effects step", Page: "Beginning Phase"}, expire},
		{Rule{ID: "step/racial-abilities", Name: "Racial abilities step", Page: "Beginning Phase; p. 20"}, speciesPhase},
		{Rule{ID: "step/eighth-face", Name: "Eighth face step", Page: "Beginning Phase; p. 16"}, eighthFaces},
		{Rule{ID: "step/royalty", Name: "Royalty die step", Page: "Beginning Phase; p. 18"}, royalty},
		{Rule{ID: "step/dragon-attack", Name: "Dragon attack phase", Page: "Dragon Attack Phase; p. 14"}, dragonAttacks},
		{Rule{ID: "step/first-march", Name: "First march", Page: "Army Phase"}, march},
		{Rule{ID: "step/second-march", Name: "Second march", Page: "Army Phase"}, march},
		{Rule{ID: "step/reinforce", Name: "Reinforce step", Page: "End Phase"}, reinforce},
		{Rule{ID: "step/retreat", Name: "Retreat step", Page: "End Phase"}, retreat},
		{Rule{ID: "step/expire-end", Name: "Expire effects step at the turn's end", Page: "End Phase"}, expireLate},
	}
}

func march304a() []MarchStep {
	return []MarchStep{
		{Rule{ID: "step/minor-terrain", Name: "Minor terrain", Page: "Terrains - Minor"}, minorStep},
		{Rule{ID: "step/maneuver", Name: "Maneuver", Page: "Army Phase, Maneuver"}, maneuver},
		{Rule{ID: "step/action", Name: "Action", Page: "Army Phase, Actions"}, act},
	}
}

func actions304a() []Action {
	return []Action{
		{Rule{ID: "step/melee", Name: "Melee action", Page: "Actions, Melee"}, "melee", canMelee, melee},
		{Rule{ID: "step/missile", Name: "Missile action", Page: "Actions, Missile"}, "missile", canMissile, missile},
		{Rule{ID: "step/magic", Name: "Magic action", Page: "Actions, Magic"}, "magic", canMagic, magic},
	}
}

// rollSteps304a resolve a roll: the throw, re-rolls, SAIs, then the eight steps of modifiers.
func rollSteps304a() []RollStep {
	const dice, calculate = "Die Roll Resolution, ", "Calculate Roll Results, "
	return []RollStep{
		{Rule{ID: "roll/dice", Name: "Roll the dice", Page: dice + "1"}, rollDice, false},
		{Rule{ID: "roll/delayed", Name: "SAIs of the attacker that wait for the save roll", Page: "SAI list"}, applyDelayed, false},
		{Rule{ID: "roll/reroll", Name: "Re-rolls by effects", Page: dice + "2"}, rerollByOthers, false},
		{Rule{ID: "roll/again", Name: "SAIs that roll again", Page: dice + "3 to 5"}, rerollBySAIs, false},
		{Rule{ID: "roll/sais", Name: "Apply SAIs", Page: dice + "3 to 5"}, applySAIs, false},
		{Rule{ID: "roll/count", Name: "Count results", Page: dice + "6"}, func(r *roll) { countIcons(r); countChanging(r) }, true},
		{Rule{ID: "roll/subtract", Name: "Modifiers that subtract", Page: calculate + "1"}, func(r *roll) { r.modify(subtract, ofEffect) }, true},
		{Rule{ID: "roll/divide", Name: "Modifiers that divide", Page: calculate + "2"}, func(r *roll) { r.modify(divide, ofEffect) }, true},
		{Rule{ID: "roll/multiply", Name: "Modifiers that multiply", Page: calculate + "3"}, func(r *roll) { r.modify(multiply, ofEffect) }, true},
		{Rule{ID: "roll/add-sais", Name: "Results generated by SAIs", Page: calculate + "4"}, addSAIs, true},
		{Rule{ID: "roll/terrain", Name: "Terrain effects", Page: calculate + "5"}, func(r *roll) { r.modifyAll(ofTerrain); advantages(r) }, true},
		{Rule{ID: "roll/racial", Name: "Racial abilities", Page: calculate + "6"}, func(r *roll) { r.modifyAll(ofSpecies) }, true},
		{Rule{ID: "roll/count-as", Name: "Count-as effects", Page: calculate + "7"}, countAsOthers, true},
		{Rule{ID: "roll/add", Name: "Modifiers that add", Page: calculate + "8"}, func(r *roll) { r.modify(add, ofEffect, ofSpecies) }, true},
	}
}

func dragonSteps304a() []DragonStep {
	const page = "Dragon Attack, step "
	return []DragonStep{
		{Rule{ID: "step/dragon-targets", Name: "Determine type of dragon attacks", Page: page + "1"}, findAttackers},
		{Rule{ID: "step/dragon-defense", Name: "Eldarim defend against the dragon attack", Page: page + "2"}, defend},
		{Rule{ID: "step/dragon-designation", Name: "Designate what each dragon will attack", Page: page + "3"}, designate},
		{Rule{ID: "step/dragon-roll", Name: "Roll dragons", Page: page + "4"}, rollDragons},
		{Rule{ID: "step/dragon-breath", Name: "Resolve all breaths", Page: page + "5"}, breatheEach},
		{Rule{ID: "step/dragon-treasure", Name: "Resolve all treasures", Page: page + "6"}, takeTreasures},
		{Rule{ID: "step/dragon-response", Name: "The army's response", Page: page + "7"}, respond},
		{Rule{ID: "step/dragon-damage", Name: "Resolve damage", Page: page + "8"}, dragonDamage},
		{Rule{ID: "step/dragon-slaying", Name: "Promotion", Page: page + "9"}, promoteSlayers},
		{Rule{ID: "step/dragon-wings", Name: "Resolve wings", Page: page + "10"}, flyAway},
	}
}

// rules304a are rules that have no table of their own.
func rules304a() []Rule {
	return []Rule{
		{ID: "step/counter-attack", Name: "Counter-attack", Page: "Actions, Melee"},
		{ID: "step/save-roll", Name: "Save roll", Page: "Damage"},
		{ID: "step/count", Name: "Counting results", Page: "Calculate Roll Results"},
		{ID: "force/points", Name: "Total force size", Page: "Starting the Game, step 1; Point Value"},
		{ID: "force/magic", Name: "Half of the points magic-capable", Page: "Starting the Game, step 1"},
		{ID: "force/dragons", Name: "Dragons of a force", Page: "Starting the Game, step 1"},
		{ID: "force/dragonkin", Name: "Dragonkin of a force", Page: "Dragonkin"},
		{ID: "force/champions", Name: "Eldarim champions of a force", Page: "The Eldarim Champions"},
		{ID: "force/minors", Name: "Minor terrains of a force", Page: "Terrains - Minor"},
		{ID: "force/royalty", Name: "Kings' Die", Page: "Kings' Die; p. 18"},
		{ID: "magic/terrain-advantage", Name: "Terrain advantage", Page: "Doubling Magic"},
		{ID: "magic/dead-advantage", Name: "Dead unit area advantage", Page: "Doubling Magic"},
		{ID: "magic/dead-advantage-part", Name: "Doubling a part of an ID", Page: "Doubling Magic",
			Uncertain: "whether a part of an ID may be doubled where the dead units are worth less than the whole"},
		{ID: "magic/reduced-ids", Name: "Magic reduced before IDs are doubled", Page: "Doubling Magic; Calculate Roll Results",
			Uncertain: "whether a reduction takes the results of icons or of IDs first"},
		{ID: "magic/items", Name: "Racial spells by magic of items", Page: "Items"},
		{ID: "magic/cantrip", Name: "Spells by Cantrip", Page: "SAI list, Cantrip"},
		{ID: "magic/reserves", Name: "Targets of magic from the reserves", Page: "Spells, target; p. 29"},
		{ID: "end/concede", Name: "Conceding", Page: "by agreement of the players"},
		{ID: "end/capture", Name: "Victory by two captured terrains", Page: "Object of the Game"},
		{ID: "end/last-units", Name: "Victory by the last units", Page: "Object of the Game"},
		{ID: "end/spells", Name: "Spells of a player who is out", Page: "Spells, duration; p. 29"},
		{ID: "eighth/capture", Name: "Capturing a terrain", Page: "Eighth Face"},
		{ID: "eighth/advantage", Name: "Saves and maneuvers doubled on a captured terrain", Page: "Eighth Face"},
		{ID: "eighth/lost", Name: "Losing a captured terrain", Page: "Eighth Face"},
	}
}
