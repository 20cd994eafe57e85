package dragondice

import "slices"

// edition401d is Dragon Dice 4.01d of 23 September 2024. Pages are those of its rules.
// "reference sheets" stands for what the rules leave to those sheets.
func edition401d() Edition {
	return Edition{
		ID: "4.01d", Title: "Dragon Dice 4.01d", Book: "Dragon Dice Rules 4.01d", Revision: 3,
		Words:  map[string]string{"species": "species"},
		Says:   says401d,
		Force:  ForceRules{Sizes: []int{15, 24, 30, 36, 60}, Default: 30, PointsPerDragon: 24, MinorsOver: 1, MinPlayers: 2, MaxPlayers: 6},
		Dragon: DragonRules{AutomaticSaves: 5, BreathKills: 5, BreathDamage: 5, Fight: true},
		Setup: []Step{
			{Rule{ID: "step/assemble", Name: "Assemble forces", Page: "p. 8, step 2"}, assemble},
			{Rule{ID: "step/order", Name: "Order of play", Page: "p. 9, step 4; p. 31"}, rollForOrder},
			{Rule{ID: "step/frontier", Name: "Frontier terrain", Page: "p. 9, step 4; p. 31"}, chooseFrontier},
			{Rule{ID: "step/place", Name: "Place the armies", Page: "p. 9, step 4; p. 31"}, placeArmies},
			{Rule{ID: "step/distance", Name: "Starting distance", Page: "p. 10, step 5"}, rollDistances},
		},
		Phases: []Step{
			{Rule{ID: "step/expire", Name: "Expire effects phase", Page: "p. 11"}, expire},
			{Rule{ID: "step/eighth-face", Name: "Eighth face phase", Page: "p. 11"}, eighthFaces},
			{Rule{ID: "step/dragon-attack", Name: "Dragon attack phase", Page: "p. 11"}, dragonAttacks},
			{Rule{ID: "step/species-abilities", Name: "Species abilities phase", Page: "p. 11"}, speciesPhase},
			{Rule{ID: "step/first-march", Name: "First march", Page: "p. 11"}, march},
			{Rule{ID: "step/second-march", Name: "Second march", Page: "p. 13"}, march},
			{Rule{ID: "step/reinforce", Name: "Reinforce step", Page: "p. 14"}, reinforce},
			{Rule{ID: "step/retreat", Name: "Retreat step", Page: "p. 14"}, retreat},
		},
		March: []MarchStep{
			{Rule{ID: "step/minor-terrain", Name: "Minor terrain", Page: "advanced rules, p. 5", Uncertain: minorsOpen}, minorStep},
			{Rule{ID: "step/maneuver", Name: "Maneuver", Page: "p. 11"}, maneuver},
			{Rule{ID: "step/action", Name: "Action", Page: "p. 12"}, act},
		},
		Actions: []Action{
			{Rule{ID: "step/melee", Name: "Melee action", Page: "p. 12"}, "melee", canMelee, melee},
			{Rule{ID: "step/missile", Name: "Missile action", Page: "p. 12"}, "missile", canMissile, missile},
			{Rule{ID: "step/magic", Name: "Magic action", Page: "p. 13"}, "magic", canMagic, magic},
		},
		RollSteps: []RollStep{
			{Rule{ID: "roll/dice", Name: "Roll the dice", Page: "p. 23, 1"}, rollDice, false},
			{Rule{ID: "roll/delayed", Name: "Delayed SAIs", Page: "p. 23, 2"}, applyDelayed, false},
			{Rule{ID: "roll/reroll", Name: "Re-rolls", Page: "p. 23, 3"}, reroll, false},
			{Rule{ID: "roll/sais", Name: "Apply SAIs", Page: "p. 23, 4"}, applySAIs, false},
			{Rule{ID: "roll/count", Name: "Count results", Page: "p. 23, 5"}, countIcons, true},
			{Rule{ID: "roll/subtract", Name: "Modifiers that subtract", Page: "p. 23, 6"}, subtractAll, true},
			{Rule{ID: "roll/divide", Name: "Modifiers that divide", Page: "p. 23, 7"}, divideAll, true},
			{Rule{ID: "roll/add-sais", Name: "Add SAI results", Page: "p. 23, 8"}, addSAIs, true},
			{Rule{ID: "roll/multiply", Name: "Modifiers that multiply", Page: "p. 23, 9"}, multiplyAll, true},
			{Rule{ID: "roll/add", Name: "Modifiers that add", Page: "p. 23, 10"}, addAll, true},
		},
		DragonSteps: []DragonStep{
			{Rule{ID: "step/dragon-targets", Name: "Targets of dragon attacks", Page: "p. 18, 1 and 2"}, findTargets},
			{Rule{ID: "step/dragon-roll", Name: "Roll the dragons", Page: "p. 18, 3"}, rollDragons},
			{Rule{ID: "step/dragon-breath", Name: "Breath", Page: "p. 18, 4"}, breathe},
			{Rule{ID: "step/dragon-treasure", Name: "Treasure", Page: "p. 18, 5"}, takeTreasures},
			{Rule{ID: "step/dragon-response", Name: "The army's response", Page: "p. 18, 6"}, respond},
			{Rule{ID: "step/dragon-damage", Name: "Damage of the dragon attack", Page: "p. 18, 7"}, dragonDamage},
			{Rule{ID: "step/dragon-slaying", Name: "Promotion for a slain dragon", Page: "p. 18, 8"}, promoteSlayers},
			{Rule{ID: "step/dragon-wings", Name: "Dragons fly away", Page: "p. 18, 9"}, flyAway},
		},
		Rules: []Rule{
			{ID: "step/counter-attack", Name: "Counter-attack", Page: "p. 12"},
			{ID: "step/save-roll", Name: "Save roll", Page: "p. 12"},
			{ID: "step/count", Name: "Counting results", Page: "p. 23"},
			{ID: "roll/counts-as", Name: "Counts-as results", Page: "p. 23"},
			{ID: "roll/counts-as-sai", Name: "Counts-as of SAI results", Page: "p. 23",
				Uncertain: "whether results that an SAI generates may be counted as another type"},
			{ID: "dragon/several-attackers", Name: "Several dragons against one", Page: "p. 17",
				Uncertain: "whether a dragon's automatic saves count once or against each dragon that attacks it"},
			{ID: "item/carrying", Name: "Carrying items", Page: "advanced rules",
				Uncertain: "who may carry items, which 4.01d leaves to its advanced rules"},
			{ID: "species/deadland", Name: "Deadlands counted as dead", Page: "reference sheets; p. 21", Uncertain: deadlandOpen},
			{ID: "end/concede", Name: "Conceding", Page: "by agreement of the players"},
			{ID: "end/capture", Name: "Victory by two captured terrains", Page: "p. 2"},
			{ID: "end/last-units", Name: "Victory by the last units", Page: "p. 2"},
			{ID: "eighth/capture", Name: "Capturing a terrain", Page: "p. 15"},
			{ID: "eighth/advantage", Name: "IDs doubled on a captured terrain", Page: "p. 15"},
			{ID: "eighth/lost", Name: "Losing a captured terrain", Page: "p. 15"},
		},
		Icons:       iconRules("p. 3"),
		SAIs:        sais401d(),
		Spells:      spells401d(),
		Abilities:   species401d(),
		Eighths:     eighths401d(),
		Minors:      minors401d(),
		Breaths:     breaths401d(),
		DragonKinds: dragonKinds401d(),
		DragonIcons: dragonIcons("p. 20"),
		ItemKinds:   items401d(),
	}
}

// dragonKinds401d are the kinds of dragon and whom they attack (p. 16 and 17).
func dragonKinds401d() []DragonKind {
	return []DragonKind{
		{Rule: Rule{ID: "dragon/elemental", Name: "Elemental dragon", Page: "p. 16"}, Class: "elemental", Counts: 1, Attacks: elementalAttacks},
		{Rule: Rule{ID: "dragon/hybrid", Name: "Hybrid dragon", Page: "p. 16"}, Class: "hybrid", Counts: 1, Attacks: hybridAttacks},
		{Rule: Rule{ID: "dragon/ivory", Name: "Ivory dragon", Page: "p. 16"}, Class: "ivory", Counts: 1},
		{Rule: Rule{ID: "dragon/ivory-hybrid", Name: "Ivory hybrid dragon", Page: "p. 16"}, Class: "ivory_hybrid", Counts: 1},
		{Rule: Rule{ID: "dragon/white", Name: "White dragon", Page: "p. 16"}, Class: "white", Counts: 2, Double: true,
			Attacks: func(_, o *Kind) bool { return o.Class != "ivory" && o.Class != "white" }},
	}
}

func elementalAttacks(this, o *Kind) bool {
	switch o.Class {
	case "elemental", "ivory_hybrid":
		return !o.has(this.Elements[0])
	case "hybrid", "white":
		return true
	}
	return false
}

func hybridAttacks(this, o *Kind) bool {
	shared := slices.ContainsFunc(this.Elements, o.has)
	switch o.Class {
	case "elemental", "white":
		return true
	case "hybrid":
		return !this.has(o.Elements[0]) || !this.has(o.Elements[1])
	case "ivory_hybrid":
		return !shared
	}
	return false
}
