package veradiscordia

// says holds what rule items do, in our own words. The rulebook's section stands with the item.
func says() map[string]string {
	out := map[string]string{
		itemDrawing:    "Each player draws orders from their own deck until the hand has one for each of their units: eight at the beginning of a battle.",
		itemIssuing:    "Each player lays one order face down on each of their units, as they like. An order from the hand stays unseen until it is executed or examined.",
		itemKeeping:    "Once all orders lie, each player may take one of their own back into the hand for the next round; that unit has none then.",
		itemInitiative: "Each player rolls a die and adds how many units they have lost so far; the higher total has the first turn. On a tie the marker changes hands.",
		itemTurn:       "In turns, each player executes orders of prepared units. Who has the initiative begins.",

		itemAttack:   "The unit attacks: directly, indirectly or from the air, as its place and dice allow. The order is discarded then. A face-down Attack also lets a unit that is attacked strike back.",
		itemManeuver: "The unit moves, changes places with another (castling), or captures the terrain of its column. The order is discarded then.",
		itemDefense:  "The unit can strike back, and checks at each attack whether it closes ranks: while the order lies face down, and for the rest of the round once it is face up.",
		itemSupport:  "The order stays face up. Later in the round it can be discarded to help a direct attack of a unit beside it, if it stands in the vanguard.",
		itemTactic:   "The only one in a deck. When it is first seen in a round, its player says which of the other four orders it is; that holds for the round. A general's strategy with a star is used with it.",

		itemMove:    "A unit goes to an opening beside it. Units that fly or glide need not be beside it.",
		itemCastle:  "Two units beside each other change places. The second must have a Maneuver of its own to discard, or Mobility.",
		itemCapture: "A unit of the vanguard takes the terrain of its column and has what that gives, for as long as it stays there.",

		itemDirect:   "The terrain of the attacker's column counts, also for the blow that comes back.",
		itemIndirect: "With blue and yellow dice, at a target in the attacker's own column. The terrain of that column counts.",
		itemAerial:   "For units with Flying. The terrain of the target's column counts, and not for the blow that comes back.",

		itemHit:    "A die hits if it shows at least the target's shield of its color.",
		itemImmune: "A shield with X lets no die of its color hit.",
		itemOrange: "Red and yellow dice both meet the orange shield.",

		itemCheck:       "One die: 3 or more passes. Some abilities change what is rolled, but a 6 always passes and a 1 always fails.",
		itemCloseRanks:  "A unit that is busy with Defense checks its morale each time it is attacked; if it passes, the attack has one die less.",
		itemDisorganise: "A unit with a Maneuver or Support that is attacked checks its morale; if it fails, it loses the order.",
		itemRouting:     "A unit that becomes decimated checks whether it stays; if it fails, it is destroyed.",
		itemTerrorCheck: "Whoever attacks a unit with Terror directly, from the air or in a counterattack checks first; if the check fails, the attack has two dice less.",
		itemDecimated:   "A unit with one or two life points left rolls one die less. With three or more again it is not decimated any more.",

		itemPlains:       "Nothing: they hinder no attack, and capturing them gives nothing.",
		itemRiver:        "Direct attacks from its column have one die less, and so has the blow that comes back. Capturing it gives nothing.",
		itemForest:       "Indirect attacks from its column and aerial attacks on its column have one die less. Who captures it has Reflexes for as long as that lasts.",
		itemMountain:     "Direct and indirect attacks from its column have one die less, and so has the blow that comes back. Who captures it isn't hindered by it for as long as that lasts.",
		itemForestHeld:   "The unit that has captured a forest strikes back before the attack on it: it has Reflexes.",
		itemMountainHeld: "The unit that has captured a mountain isn't hindered by that mountain.",

		itemHeroism:    "What the general gives to the unit that leads: its abilities, and its dice to the right of the unit's own.",
		itemRedundant:  "An ability that a unit has already isn't had twice.",
		itemLeadership: "What the general changes of the army, and of deploying and fighting, as the card says.",
		itemStar:       "A strategy with a star is used each time the Tactic is executed.",
		itemDiamond:    "A strategy with a diamond is used once in a game, when its card says.",
		itemGrounded:   "A unit with the general doesn't attack from the air: its Flying works as Glide.",

		itemWinGeneral:    "Who destroys the unit that has the enemy's general wins at once.",
		itemWinMotivation: "Each unit that is destroyed costs its player two points of Motivation, as long as no ability says otherwise. Who has none left has lost.",
	}
	for a, text := range abilitySays() {
		out[a.item()] = text
	}
	return out
}

func abilitySays() map[Ability]string {
	return map[Ability]string{
		Accuracy:          "When it shoots at an aerial attack, its yellow dice work as blue ones.",
		AffinityForests:   "Forests take no die from its aerial and indirect attacks.",
		AffinityRivers:    "Rivers take no die from its direct attacks.",
		AffinityMountains: "Mountains take no die from its direct and indirect attacks.",
		Ambush:            "If it is opened by its own attack or counterattack, it has two dice more in it that round. A target with Vision takes that away, and it is no use against flyers that are shot at.",
		Autonomy:          "A die at the beginning of each round: with 1 or 2 the next order of the deck is laid on it, and its player draws one less. With 3 or more it obeys.",
		Bravery:           "One more on all its morale checks.",
		Chaos:             "A die at the beginning of each round: with a 1 it can't have an order that round, but it strikes back at each direct and aerial attack. It can't close ranks then.",
		Charge:            "When it maneuvers from the rearguard to the vanguard, it has an Attack laid on it when the turn ends, for a direct attack or a counterattack only. Another unit's Mobility takes that away.",
		Cowardice:         "One less on all its morale checks.",
		Discord:           "The target of its attack or counterattack has one less on the morale checks that come of it.",
		Endurance:         "It loses no die when it is decimated.",
		Expendable:        "If it is destroyed, its player loses one point of Motivation instead of two.",
		Flying:            "It moves and castles to spaces that aren't beside it, and it can attack from the air.",
		Glide:             "It moves and castles to spaces that aren't beside it, but doesn't attack from the air.",
		Guards:            "The general's guard: the most life points that the unit can have are one more.",
		Link:              "Before an order is executed in a turn: change an order in hand with one that lies on a unit with Link, change those of two such units, or, with an empty hand, take one up.",
		Mastery:           "If its attack or counterattack hits nothing, it may roll all dice once more.",
		MaximumLife:       "It begins with the life points of its icon instead of six, and never has more.",
		Metamorphosis:     "The first time it attacks or is attacked, it becomes a copy of that enemy's printed card for the rest of the game, with all its life points.",
		Mobility:          "When another unit castles with it, it needs no Maneuver, and keeps the order that it has.",
		Prominent:         "If it is destroyed, its player loses four points of Motivation instead of two; if it has the general, being decimated costs them.",
		Rage:              "A die at the beginning of each round: with 5 or 6 its player may make its order another when it is executed. In the vanguard that is a direct attack or a counterattack, in the rearguard a maneuver to the vanguard.",
		Reflexes:          "It strikes back before the attack on it is rolled. If both have it, the attack comes first.",
		Regeneration:      "If life points are missing, a die at the beginning of each round: with 4 or more it gets one back.",
		Riposte:           "If it couldn't strike back because it is exhausted or has a Maneuver or Support, it does so with two dice less.",
		Stealth:           "Its army deploys one unit more closed. The army with most of it has the first initiative.",
		Tenacious:         "It always passes checks against routing and against Terror. All other morale checks are two less.",
		Terror:            "Whoever attacks it directly, from the air or in a counterattack passes a morale check first, or has two dice less.",
		Vision:            "The enemy deploys one unit more open; its army looks at one terrain more. Ambush does nothing against it.",
		Voracious:         "Each enemy unit that it destroys gives it a life point, up to what it began with.",
	}
}
