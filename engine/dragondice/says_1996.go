package dragondice

// says1996 are the sentences of the Revised rules of 1996.
func says1996() map[string]string {
	return says(saysIcons(), saysDragonSteps(), says1996Steps(), says1996Rules(), says1996Table(), says1996SAIs(), says1996Spells())
}

func says1996Steps() map[string]string {
	return map[string]string{
		"step/options":         "Before the game the table says whether it plays the optional rule of routing.",
		"step/assemble":        "Everybody divides the force in secret into a home army, a campaign army and a horde army: at least one unit in each, and none with more than half of the force's health.",
		"step/order":           "All hordes roll maneuvers; nobody's race counts yet. Most goes first, then the others by what they rolled; ties are rolled again. Who is first also chooses the frontier.",
		"step/frontier":        "The first player takes any of the proposed terrains as the frontier. The others leave the game.",
		"step/place":           "Home armies stand at their homes. In the order of play everybody puts the horde at another player's home and the campaign army at another terrain.",
		"step/distance":        "Everybody rolls the own home terrain, and the first player the frontier. An eight is rolled again; a seven stays.",
		"step/expire":          "Spells that last until the beginning of this player's turn end, before dragons attack.",
		"step/eighth-face":     "Who holds a city or a temple uses it at the beginning of the own turn.",
		"step/dragon-attack":   "Dragons at every terrain where the acting player has an army attack, whoever owns them.",
		"step/first-march":     "One army acts: at a terrain it may maneuver, then take an action; in the reserves it may only cast magic.",
		"step/second-march":    "A second army, another one than that of the first march, may act likewise.",
		"step/reinforce":       "Units in the reserves may go to any terrains, split up as their owner likes.",
		"step/retreat":         "Units may go from any terrains to the reserves. Spells that lie on their old army or terrain don't go with them.",
		"step/maneuver":        "The army may turn its terrain by one step. If others there oppose, all roll for maneuvers, and it needs at least as many as the best of them; unopposed it succeeds without a roll.",
		"step/action":          "The army may do what its terrain's face shows. Who holds the eighth face chooses any action; others there may only fight.",
		"step/skirmish":        "Melee results are damage to an army at the same terrain, which saves and may then attack back.",
		"step/charge":          "Melee and maneuvers are damage. The army attacked rolls once: its saves reduce that, its melee hits the chargers, who have no save roll; only saves made by spells help them.",
		"step/missile":         "Missiles are damage to an army at the same terrain, or between a home and the frontier. The army shot at saves and can't shoot back.",
		"step/magic":           "The army rolls for magic and buys spells of its units' colors. All spells are announced with their targets before any is resolved. Unused magic is lost.",
		"step/counter-attack":  "What is left of an army after a skirmish attack may attack back, unless it was routed.",
		"step/dragon-targets":  "Dragons of one color together attack the army. Where colors differ, dragons attack dragons of another color instead, and each owner names which.",
		"step/dragon-breath":   "Breath takes place at once, before the army rolls: on an army it does what the dragon's color says, a dragon that is breathed on saves nothing by itself any more, up to when the player whose turn this is has had another.",
		"step/dragon-response": "The army rolls melee, missiles and saves at once. Against a dragon melee or missiles count, not both; of several dragons melee may slay one and missiles another.",
		"step/dragon-damage":   "Damage is done on both sides. A dragon dies of ten melee or ten missiles, of five where its belly shows, and goes back to its owner's dead.",
		"step/dragon-wings":    "Drakes that rolled wings and live fly back to their owners' dead.",
		"roll/dice":            "The dice of the army, or of the units that must roll, are thrown.",
		"roll/reroll":          "A unit that shows a Rend is rolled again, and both results count.",
		"roll/sais":            "Special action icons take effect before all others, but not on dice that lie already. Each icon of a face is a point.",
		"roll/count":           "Plain icons and IDs of what is rolled for are counted.",
		"roll/subtract":        "First, what subtracts is taken away, from the result that the roller likes where it may be several; results never fall below nothing.",
		"roll/count-as":        "Maneuvers of a race that count as saves change over, after what changed the maneuvers.",
		"roll/divide":          "Then what divides is done, rounded down.",
		"roll/multiply":        "Then spells multiply.",
		"roll/add-sais":        "Special action icons join the others: no spell has changed them.",
		"roll/multiply-all":    "Races' abilities and captured terrains multiply, special action icons too, one after another.",
		"roll/magic":           "In a magic roll at a terrain, each point of an ID is of a color that the roller names; some colors count twice.",
		"roll/add":             "Last, what adds is added, and the sum stands.",
	}
}

func says1996Rules() map[string]string {
	return map[string]string{
		"force/dragons":            "A force brings one dragon, and one more for each whole 25 health points.",
		"force/lacking-dragons":    "For each dragon that a force doesn't bring, it has three health points fewer.",
		"setup/crowd":              "At the start no more than three armies stand at a terrain. An army that finds no room begins in the reserves.",
		"charge/unrolled":          "Whether maneuvers of a Wind Walk, which nobody rolls, are damage in a charge is for the table to say.",
		"rout/routing":             "Optional. An army that is attacked at its own terrain, or that charges, runs if it rolls more ID icons than save icons. Saves made by spells don't count, those of special action icons and races do. Nobody runs at a first face.",
		"rout/pursuit":             "The other army may turn the terrain down by one and act again by the new face, against anybody in its reach.",
		"rout/both":                "If both armies of a charge run, the damage is done, the terrain turns down by one and the action ends.",
		"magic/terrain":            "Points of an ID count twice in a color that both the unit and its terrain have. In the reserves nothing is doubled.",
		"magic/burial":             "Black points of IDs count twice if one player, of the caster's choice, buries as much health of dead units for them; that player names the units.",
		"magic/owed":               "Black magic that was doubled by burial must be spent on black spells, as far as it can be.",
		"magic/reserves":           "From the reserves spells go only to the caster's own armies, units and dead. Spells that harm or that are aimed at terrains don't.",
		"magic/cantrip":            "In any roll but maneuvers and magic actions, Cantrips buy any spell of the unit's colors at once.",
		"magic/lost-caster":        "When a player has no unit left at terrains or in the reserves, that player's spells end.",
		"dragon/several-attackers": "Where several dragons attack one, the table says whether its automatic saves count once or against each.",
		"end/last-units":           "When only one player has units left, the table says whether that wins at once, or only two captured terrains do.",
		"eighth/capture":           "A terrain that an army maneuvers to its eighth face is captured by that army.",
		"eighth/advantage":         "The holder's saves and maneuvers are doubled there, on top of what its race does.",
		"eighth/lost":              "The terrain turns back to seven when the army that captured it leaves or dies.",
	}
}

// says1996Table are the sentences of races, eighth faces and dragons.
func says1996Table() map[string]string {
	return map[string]string{
		"species/coral-elves":    "In save rolls at coastland, maneuvers of Coral Elves count as saves. Maneuvers that a spell adds don't.",
		"species/dwarves":        "At highland, maneuvers of Dwarves count twice.",
		"species/goblins":        "At swampland, maneuvers of Goblins count twice.",
		"species/lava-elves":     "In save rolls at highland, maneuvers of Lava Elves count as saves. Maneuvers that a spell adds don't.",
		"eighth/city":            "At the beginning of the turn its holder may bring a dead common unit back to the army there, or promote a unit of it by one health.",
		"eighth/standing-stones": "The army may cast magic of the terrain's colors too. A unit without one of them doubles nothing for it.",
		"eighth/temple":          "Opponents' black magic can't touch the army. At the beginning of the turn its holder may have another player bury a dead unit of that player's choice.",
		"eighth/tower":           "Missiles of the army reach every terrain, but not the reserves.",
		"dragon/single-color":    "A dragon of one color: five health, five automatic saves. Dragons of one color stand together; of different colors they fight each other.",
		"dragon-icon/breath":     "Against a dragon it takes the automatic saves; against an army it does what the color says.",
		"dragon-icon/claws":      "Five points of damage.",
		"dragon-icon/jaws":       "Ten points of damage.",
		"dragon-icon/wing":       "No damage. If the drake lives, it flies back to its owner's dead after the attack.",
		"dragon-icon/treasure":   "After the attack one unit of the army may be promoted by one health.",
		"breath/earth":           "Five units of the army, named by their owner, are rolled one by one; who makes no save dies.",
		"breath/air":             "Until its owner's next turn the army only rolls for saves.",
		"breath/fire":            "Five health-worth of the army, named by its owner, is killed and buried.",
		"breath/water":           "All rolls of the army and of its single units are halved, rounded down, until its owner's next turn.",
		"breath/death":           "All units of the army are rolled. Those that show their ID are killed and buried.",
	}
}

func says1996SAIs() map[string]string {
	return map[string]string{
		"sai/bullseye": "In a missile action X damage to one unit that the roller names. Only it rolls saves, and if it dies it is gone before the army saves from the rest. Against dragons X missiles.",
		"sai/cantrip":  "In a magic action X magic. In a maneuver roll nothing. In any other roll X magic that buys spells at once.",
		"sai/counter":  "X melee in attacks and charges, X saves in save rolls. In a save roll against melee it is X damage to the attackers too, who roll no saves. Against dragons both.",
		"sai/fly":      "X maneuvers or X saves, as the roll needs.",
		"sai/rend":     "X melee in melee and against dragons, and the unit is rolled again. In maneuver rolls X maneuvers, not rolled again.",
		"sai/smite":    "In a skirmish X damage that nothing saves from; the dead go before the save roll. In a charge and against dragons X melee.",
		"sai/trample":  "X maneuvers or X melee, as the roll needs; in a charge both.",
	}
}

func says1996Spells() map[string]string {
	const until = " until the caster's next turn."
	out := map[string]string{
		"spell/stoneskin":             "An army has a save more" + until,
		"spell/dust_to_dust":          "One health-worth of anybody's dead, of the caster's choice, is buried.",
		"spell/path":                  "A unit of the caster's goes from one terrain to another.",
		"spell/transmute_rock_to_mud": "An army has six maneuvers fewer" + until + " That touches charges and maneuvers that would save, too.",
		"spell/hailstorm":             "One hit on an opponent's army, which saves once for all hailstones.",
		"spell/breath_of_life":        "One health-worth of the caster's dead returns to the casting army.",
		"spell/wind_walk":             "An army has six maneuvers more" + until,
		"spell/lightning_strike":      "A unit dies unless it rolls a save or its ID.",
		"spell/ash_storm":             "Every army at a terrain has one result fewer in each roll" + until,
		"spell/spark_of_life":         "One health-worth of the caster's dead returns to the casting army.",
		"spell/burning_hands":         "One unit's melee counts twice" + until + " It goes where the unit goes.",
		"spell/dancing_lights":        "An army's missiles and magic are halved" + until,
		"spell/watery_double":         "An army has a save more until the end of the caster's next turn.",
		"spell/wall_of_ice":           "An army has three saves more" + until,
		"spell/wall_of_fog":           "Maneuvers at a terrain, and missiles in it, into it and out of it, are halved" + until,
		"spell/flash_flood":           "A terrain turns down by one, unless an army there rolls eight maneuvers at once.",
		"spell/reanimate_dead":        "A dead common unit of the caster's returns to the casting army.",
		"spell/palsy":                 "An army has one result fewer in each roll" + until,
		"spell/finger_of_death":       "One hit on a unit; nothing saves from it.",
		"spell/open_grave":            "Units of the army that are killed go to the reserves instead of the dead" + until,
	}
	for _, color := range []string{"gold", "blue", "red", "green", "black"} {
		out["spell/summon_"+color+"_dragon"] = "A " + color + " dragon, whoever owns it and wherever it lies, comes to a terrain."
	}
	return out
}
