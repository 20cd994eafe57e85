package dragondice

import "slices"

// edition1996 is the Revised edition of 1996. It has the four races of the basic set and the rares of
// its six sizes of dice, coastland, flatland, highland and swampland, and dragons of one colour. Rules
// are cited by section. Page numbers are those that the book itself refers to.
func edition1996() Edition {
	return Edition{
		ID: "1996", Title: "Dragon Dice Revised 1996", Book: "Dragon Dice Revised Rules (1996)", Revision: 3,
		Species: []string{"coral_elf", "dwarf", "goblin", "lava_elf"}, Lacks: lacks1996(),
		Words: words1996(), Says: says1996,
		Force:    ForceRules{Sizes: []int{23, 24, 35}, Default: 24, FirstDragons: 1, PointsPerDragon: 25, LackingDragon: 3, Crowd: 3, Sevens: true, MinPlayers: 2, MaxPlayers: 6},
		Dragon:   DragonRules{AutomaticSaves: 5, Fight: true, BreathBares: true, OneEach: true},
		AllScale: true, Captured: []Result{Save, Maneuver},
		Setup: []Step{
			{Rule{ID: "step/options", Name: "Agree on optional rules", Page: "Option: Routing"}, agreeOnOptions},
			{Rule{ID: "step/assemble", Name: "Assemble armies", Page: "Playing the Game, Assemble Armies"}, assemble},
			{Rule{ID: "step/order", Name: "Order of play", Page: "Playing the Game, Determine Order of Play"}, rankByHorde},
			{Rule{ID: "step/frontier", Name: "Frontier terrain", Page: "Playing the Game, Determine Order of Play"}, chooseFrontier},
			{Rule{ID: "step/place", Name: "Place armies", Page: "Playing the Game, Place Armies"}, placeArmies},
			{Rule{ID: "step/distance", Name: "Starting distances", Page: "Playing the Game, Determine Starting Distances"}, rollDistances},
		},
		Phases: []Step{
			{Rule{ID: "step/expire", Name: "Spells expire", Page: "Dragon Rules, p. 34"}, expire},
			{Rule{ID: "step/eighth-face", Name: "City and temple", Page: "Special Icons"}, eighthFaces},
			{Rule{ID: "step/dragon-attack", Name: "Dragon attacks", Page: "Dragon Rules, p. 34"}, dragonAttacks},
			{Rule{ID: "step/first-march", Name: "First March", Page: "Turn Sequence, First March"}, march},
			{Rule{ID: "step/second-march", Name: "Second March", Page: "Turn Sequence, Second March"}, march},
			{Rule{ID: "step/reinforce", Name: "Reinforce", Page: "Reserves, p. 21"}, reinforce},
			{Rule{ID: "step/retreat", Name: "Retreat", Page: "Reserves, p. 21"}, retreat},
		},
		March: []MarchStep{
			{Rule{ID: "step/maneuver", Name: "Maneuver", Page: "First March, Maneuver"}, maneuver},
			{Rule{ID: "step/action", Name: "Action", Page: "First March, Actions, p. 15"}, act},
		},
		Actions: []Action{
			{Rule{ID: "step/skirmish", Name: "Skirmish", Page: "Actions, Melee, p. 15"}, "melee", canMelee, melee},
			{Rule{ID: "step/charge", Name: "Charge", Page: "Actions, Melee, p. 15"}, "melee", canMelee, charge},
			{Rule{ID: "step/missile", Name: "Missile", Page: "Actions, Missile, p. 15"}, "missile", canMissile, missile},
			{Rule{ID: "step/magic", Name: "Magic", Page: "Actions, Magic, p. 17"}, "magic", canMagic, magicByColor},
		},
		RollSteps:   rollSteps1996(),
		DragonSteps: dragonSteps1996(),
		Rules:       rules1996(),
		Icons:       iconRules("Basic Terms, Icon"),
		SAIs:        sais1996(),
		Spells:      spells1996(),
		Abilities:   species1996(),
		Eighths:     eighths1996(),
		Breaths:     breaths1996(),
		DragonKinds: []DragonKind{{Rule: Rule{ID: "dragon/single-color", Name: "Dragon", Page: "Basic Terms, Dragon; Dragon vs. Dragon, p. 36"}, Class: "elemental", Counts: 1,
			Attacks: func(this, other *Kind) bool { return !slices.Equal(this.Elements, other.Elements) }}},
		DragonIcons: dragonIcons1996(),
	}
}

// words1996 are the book's own names for things.
func words1996() map[string]string {
	return map[string]string{"species": "race", "earth": "gold", "air": "blue", "fire": "red", "water": "green", "death": "black", "element": "color",
		"small": "common", "medium": "uncommon", "large": "rare", "points": "health points", "pool": "dragons in the dead unit area"}
}

// lacks1996 are dice of known races and elements that the book has no rules for.
func lacks1996() []Lack {
	return []Lack{
		{Of: func(k *Kind) bool { return k.Kind == "unit" && k.Size == "monster" }, Why: "what a monster's icons are worth and do stands in the Kicker Packs, not in the book"},
		{Of: func(k *Kind) bool {
			return k.isTerrain() && !slices.Contains([]string{"coastland", "flatland", "highland", "swampland"}, k.TerrainType)
		}, Why: "of terrains it knows coastland, flatland, highland and swampland"},
		{Of: func(k *Kind) bool { return k.isTerrain() && k.Class == "major_advanced" }, Why: "of eighth faces it knows city, standing stones, temple and tower"},
	}
}

// rollSteps1996 resolve a roll. Spells change what SAIs didn't make. Races and eighth faces multiply
// everything.
func rollSteps1996() []RollStep {
	const special, order = "Special Action Icons", "Applying Dice Modifiers"
	return []RollStep{
		{Rule{ID: "roll/dice", Name: "Roll the dice", Page: "Playing the Game, Determine Order of Play"}, rollDice, false},
		{Rule{ID: "roll/reroll", Name: "Dice rolled again", Page: special + ", Rend"}, reroll, false},
		{Rule{ID: "roll/sais", Name: "Special action icons take effect", Page: special}, applySAIs, false},
		{Rule{ID: "roll/count", Name: "Count results", Page: "Basic Terms, Icon"}, countIcons, true},
		{Rule{ID: "roll/subtract", Name: "Modifiers that subtract", Page: order}, subtractAll, true},
		{Rule{ID: "roll/count-as", Name: "Results that count as others", Page: "Special Abilities, p. 32"}, convertAll, false},
		{Rule{ID: "roll/divide", Name: "Modifiers that divide", Page: order}, divideAll, true},
		{Rule{ID: "roll/multiply", Name: "Spells that multiply", Page: order}, func(r *roll) { r.modify(multiply, ofEffect) }, true},
		{Rule{ID: "roll/add-sais", Name: "Special action icons, which spells leave alone", Page: special + ", note 1"}, addSAIs, true},
		{Rule{ID: "roll/multiply-all", Name: "Races and eighth faces multiply", Page: special + ", note 3; " + order}, func(r *roll) {
			r.modify(multiply, ofSpecies)
			r.modify(multiply, ofTerrain)
		}, true},
		{Rule{ID: "roll/magic", Name: "Magic of IDs by color", Page: "Terrain Advantage; Death Magic"}, doubleMagic, false},
		{Rule{ID: "roll/add", Name: "Modifiers that add", Page: order}, addAll, true},
	}
}

// rules1996 are rules that have no table of their own.
func rules1996() []Rule {
	return []Rule{
		{ID: "force/dragons", Name: "Dragons of a force", Page: "Playing the Game, Decide Battle Size"},
		{ID: "force/lacking-dragons", Name: "Points lost for a dragon not brought", Page: "Playing the Game, Decide Battle Size"},
		{ID: "setup/crowd", Name: "Three armies at a terrain", Page: "Playing the Game, Place Armies"},
		{ID: "step/counter-attack", Name: "Attack back", Page: "Actions, Melee, Skirmish"},
		{ID: "step/save-roll", Name: "Save roll", Page: "Damage, p. 23"},
		{ID: "step/count", Name: "Counting results", Page: "Basic Terms, Icon"},
		{ID: "charge/unrolled", Name: "Maneuvers in a charge that nobody rolled", Page: "Actions, Melee, Charge",
			Uncertain: "whether the maneuvers that Wind Walk gives an army without a roll are damage in its charge"},
		{ID: "rout/routing", Name: "Routing", Page: "Option: Routing"},
		{ID: "rout/pursuit", Name: "Pursuit", Page: "Option: Routing"},
		{ID: "rout/both", Name: "Both armies routed in a charge", Page: "Option: Routing"},
		{ID: "magic/terrain", Name: "Terrain advantage", Page: "Actions, Terrain Advantage"},
		{ID: "magic/burial", Name: "Death magic by burial", Page: "Actions, Death Magic"},
		{ID: "magic/owed", Name: "Magic gained by burial is spent", Page: "Actions, Death Magic"},
		{ID: "magic/reserves", Name: "Reserve magic", Page: "Actions, Reserve Magic"},
		{ID: "magic/cantrip", Name: "Cantrips buy any spell", Page: "Special Action Icons, Cantrip"},
		{ID: "magic/lost-caster", Name: "Spells of a player without units end", Page: "Actions, Magic"},
		{ID: "dragon/several-attackers", Name: "Several dragons against one", Page: "Dragon vs. Dragon, p. 36",
			Uncertain: "whether a dragon's automatic saves count once against a team of dragons, or against each of it"},
		{ID: "end/concede", Name: "Conceding", Page: "by agreement of the players"},
		{ID: "end/capture", Name: "Victory by two captured terrains", Page: "The Object of the Game"},
		{ID: "end/last-units", Name: "One player left with units", Page: "The Object of the Game",
			Uncertain: "whether a player wins at once when nobody else has a unit left; the book only speaks of two captured terrains"},
		{ID: "eighth/capture", Name: "Capturing a terrain", Page: "The Eighth Face, p. 26"},
		{ID: "eighth/advantage", Name: "Saves and maneuvers doubled on a captured terrain", Page: "The Eighth Face, p. 26"},
		{ID: "eighth/lost", Name: "Losing a captured terrain", Page: "The Eighth Face, p. 26"},
	}
}
