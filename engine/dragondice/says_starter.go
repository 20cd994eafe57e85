package dragondice

// saysStarter are the sentences of the starter rules.
func saysStarter() map[string]string {
	return says(saysIcons(), saysSteps(), saysDragonSteps(), saysFourth(), saysSAIs(), saysFourthSAIs(), saysSpells(), saysFourthSpells(), map[string]string{
		"step/dragon-targets":     "Every dragon at a terrain attacks the marching player's army there.",
		"dragon/elemental":        "Of one element: five health, five automatic saves. Dragons don't fight each other in these rules.",
		"dragon-icon/breath":      "Five health-worth of units of the army die, and no save helps.",
		"step/dragon-breath":      "Breath is resolved at once: five health-worth of units of the army die.",
		"eighth/temple":           "In the eighth face phase its holder may have another player bury a dead unit of that player's choice.",
		"eighth/tower":            "The holding army may shoot at any opponent's army at a terrain, but never at reserves.",
		"sai/create_fireminions":  "In any roll of an army: four results of whatever is rolled for.",
		"sai/firecloud":           "In melee and shooting: units of the army attacked, four health-worth, must make a maneuver or die.",
		"sai/firewalking":         "In a maneuver roll: four maneuvers. In any other: the unit and up to three health-worth of others may go to any terrain.",
		"sai/rise_from_the_ashes": "In a save roll: four saves. When the unit is killed or buried it is rolled: if this icon shows, it goes to the reserves instead.",
		"sai/smother":             "In melee: units of the army attacked, four health-worth, must make a maneuver or die.",
		"sai/teleport":            "In a maneuver roll: four maneuvers. In any other: the unit and up to three health-worth of others may go to any terrain.",
		"spell/summon_dragon":     "Brings any dragon to a terrain, from any pool or terrain; the element doesn't matter.",
	})
}
