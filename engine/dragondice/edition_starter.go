package dragondice

// starter is the rulebook of the Dragon Dice 4 starter set: Treefolk and Firewalkers,
// elemental dragons, four eighth faces. Pages are those of the starter rules. What they
// leave to the full rules is missing.
func starter() Edition {
	return Edition{
		ID: "starter", Title: "Dragon Dice 4 Starter Rules", Book: "Dragon Dice 4 Starter Rules", Revision: 3,
		Species: []string{"treefolk", "firewalker"}, Elements: []string{"air", "earth", "fire", "water"},
		Words:  map[string]string{"species": "species"},
		Says:   saysStarter,
		Force:  ForceRules{Sizes: []int{30}, Default: 30, Fixed: true, Dragons: 2, MinPlayers: 2, MaxPlayers: 2},
		Dragon: DragonRules{AutomaticSaves: 5, BreathKills: 5},
		Setup: []Step{
			{Rule{ID: "step/assemble", Name: "Divide the force into armies", Page: "Setting up the game"}, assemble},
			{Rule{ID: "step/order", Name: "Order of play", Page: "Setting up the game"}, rollForOrder},
			{Rule{ID: "step/frontier", Name: "Frontier terrain", Page: "Setting up the game"}, chooseFrontier},
			{Rule{ID: "step/place", Name: "Place the armies", Page: "Setting up the game"}, placeArmies},
			{Rule{ID: "step/distance", Name: "Starting distance", Page: "Setting up the game"}, rollDistances},
		},
		Phases: []Step{
			{Rule{ID: "step/expire", Name: "Effects expire phase", Page: "Turns, 1"}, expire},
			{Rule{ID: "step/eighth-face", Name: "Eighth face phase", Page: "Turns, 2"}, eighthFaces},
			{Rule{ID: "step/dragon-attack", Name: "Dragon attack phase", Page: "Turns, 3"}, dragonAttacks},
			{Rule{ID: "step/first-march", Name: "First march", Page: "Turns, 4"}, march},
			{Rule{ID: "step/second-march", Name: "Second march", Page: "Turns, 5"}, march},
			{Rule{ID: "step/reinforce", Name: "Reinforce step", Page: "Turns, 6"}, reinforce},
			{Rule{ID: "step/retreat", Name: "Retreat step", Page: "Turns, 6"}, retreat},
		},
		March: []MarchStep{
			{Rule{ID: "step/maneuver", Name: "Maneuver", Page: "Maneuver resolution"}, maneuver},
			{Rule{ID: "step/action", Name: "Action", Page: "Actions"}, act},
		},
		Actions: []Action{
			{Rule{ID: "step/melee", Name: "Melee action", Page: "Melee resolution"}, "melee", canMelee, melee},
			{Rule{ID: "step/missile", Name: "Missile action", Page: "Missile resolution"}, "missile", canMissile, missile},
			{Rule{ID: "step/magic", Name: "Magic action", Page: "Magic resolution"}, "magic", canMagic, magic},
		},
		RollSteps: []RollStep{
			{Rule{ID: "roll/dice", Name: "Roll the dice", Page: "Die roll resolution, 1"}, rollDice, false},
			{Rule{ID: "roll/delayed", Name: "Delayed SAIs", Page: "Die roll resolution, 2"}, applyDelayed, false},
			{Rule{ID: "roll/reroll", Name: "Re-rolls", Page: "Die roll resolution, 3"}, reroll, false},
			{Rule{ID: "roll/sais", Name: "Apply SAIs", Page: "Die roll resolution, 4"}, applySAIs, false},
			{Rule{ID: "roll/count", Name: "Count results", Page: "Die roll resolution, 5"}, countIcons, true},
			{Rule{ID: "roll/subtract", Name: "Modifiers that subtract", Page: "Die roll resolution, 6"}, subtractAll, true},
			{Rule{ID: "roll/divide", Name: "Modifiers that divide", Page: "Die roll resolution, 7"}, divideAll, true},
			{Rule{ID: "roll/add-sais", Name: "Add SAI results", Page: "Die roll resolution, 8"}, addSAIs, true},
			{Rule{ID: "roll/multiply", Name: "Modifiers that multiply", Page: "Die roll resolution, 9"}, multiplyAll, true},
			{Rule{ID: "roll/add", Name: "Modifiers that add", Page: "Die roll resolution, 10"}, addAll, true},
		},
		DragonSteps: []DragonStep{
			{Rule{ID: "step/dragon-targets", Name: "Dragons attack the marching army", Page: "Dragons"}, attackArmy},
			{Rule{ID: "step/dragon-roll", Name: "Roll the dragons", Page: "Dragon attack resolution, 1"}, rollDragons},
			{Rule{ID: "step/dragon-breath", Name: "Breath", Page: "Dragon attack resolution, 2"}, breathe},
			{Rule{ID: "step/dragon-treasure", Name: "Treasure", Page: "Dragon attack resolution, 2"}, takeTreasures},
			{Rule{ID: "step/dragon-response", Name: "The army's response", Page: "Dragon attack resolution, 3"}, respond},
			{Rule{ID: "step/dragon-damage", Name: "Damage of the dragon attack", Page: "Dragon attack resolution, 4 and 5"}, dragonDamage},
			{Rule{ID: "step/dragon-slaying", Name: "Promotion for a slain dragon", Page: "Dragon attack resolution, 6"}, promoteSlayers},
			{Rule{ID: "step/dragon-wings", Name: "Dragons fly away", Page: "Dragon attack resolution, 7"}, flyAway},
		},
		Rules: []Rule{
			{ID: "step/counter-attack", Name: "Counter-attack", Page: "Melee resolution, 6"},
			{ID: "step/save-roll", Name: "Save roll", Page: "Melee resolution, 3"},
			{ID: "step/count", Name: "Counting results", Page: "Counting results"},
			{ID: "end/concede", Name: "Conceding", Page: "by agreement of the players"},
			{ID: "end/capture", Name: "Victory by two captured terrains", Page: "Object of the game"},
			{ID: "end/last-units", Name: "Victory by elimination", Page: "Object of the game"},
			{ID: "eighth/capture", Name: "Capturing a terrain", Page: "Terrains, eighth face"},
			{ID: "eighth/advantage", Name: "IDs doubled on a captured terrain", Page: "Terrains, eighth face"},
			{ID: "eighth/lost", Name: "Losing a captured terrain", Page: "Terrains, eighth face"},
		},
		Icons:       iconRules("Counting results"),
		SAIs:        saisStarter(),
		Spells:      spellsStarter(),
		Eighths:     eighthsStarter(),
		DragonKinds: []DragonKind{{Rule: Rule{ID: "dragon/elemental", Name: "Elemental dragon", Page: "Dragons"}, Class: "elemental", Counts: 1}},
		DragonIcons: dragonIcons("Dragons"),
	}
}

// iconRules are the rules of the plain icons. Each counts for one type of result, an ID for
// any.
func iconRules(page string) []Icon {
	return []Icon{
		{Rule{ID: "icon/melee", Name: "Melee icon", Page: page}, "melee"},
		{Rule{ID: "icon/missile", Name: "Missile icon", Page: page}, "missile"},
		{Rule{ID: "icon/magic", Name: "Magic icon", Page: page}, "magic"},
		{Rule{ID: "icon/maneuver", Name: "Maneuver icon", Page: page}, "maneuver"},
		{Rule{ID: "icon/save", Name: "Save icon", Page: page}, "save"},
		{Rule{ID: "icon/id", Name: "ID icon", Page: page}, idIcon},
	}
}

// dragonIcons are the icons of dragons in the fourth edition, starter and full.
func dragonIcons(page string) []DragonIcon {
	return []DragonIcon{
		{Rule: Rule{ID: "dragon-icon/belly", Name: "Belly", Page: page}, Icon: "dragon_belly", Bare: true},
		{Rule: Rule{ID: "dragon-icon/breath", Name: "Dragon breath", Page: page}, Icon: "dragon_breath", Breath: true},
		{Rule: Rule{ID: "dragon-icon/claws", Name: "Claws", Page: page}, Icon: "dragon_claw", Damage: 6},
		{Rule: Rule{ID: "dragon-icon/jaws", Name: "Jaws", Page: page}, Icon: "dragon_jaws", Damage: 12},
		{Rule: Rule{ID: "dragon-icon/tail", Name: "Tail", Page: page}, Icon: "dragon_tail", Damage: 3, Again: true},
		{Rule: Rule{ID: "dragon-icon/treasure", Name: "Treasure", Page: page}, Icon: "dragon_treasure", Treasure: true},
		{Rule: Rule{ID: "dragon-icon/wing", Name: "Wing", Page: page}, Icon: "dragon_wing", Damage: 5, Leaves: true},
	}
}

// eighthsStarter are the starter's eighth faces.
func eighthsStarter() []Eighth {
	city := Rule{ID: "eighth/city", Name: "City", Page: "Eighth face icons"}
	temple := Rule{ID: "eighth/temple", Name: "Temple", Page: "Eighth face icons"}
	return []Eighth{
		{Rule: city, Icon: "city", Phase: cityGrows(city)},
		{Rule: temple, Icon: "temple", Phase: templeBuries(temple)},
		{Rule: Rule{ID: "eighth/standing-stones", Name: "Standing stones", Page: "Eighth face icons"}, Icon: "standing_stones", Converts: true},
		{Rule: Rule{ID: "eighth/tower", Name: "Tower", Page: "Eighth face icons"}, Icon: "tower",
			Aims: func(g *game, b army) bool { return b.place.area == atTerrain }},
	}
}
