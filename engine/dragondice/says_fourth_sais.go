package dragondice

// saysFourthSAIs are the sentences of SAIs that differ in the fourth edition, starter rules
// included.
func saysFourthSAIs() map[string]string {
	return map[string]string{
		"sai/bullseye":      "Shooting: units of the army shot at, X health-worth, must save or die, and the unit is rolled again; that counts too. Against a dragon: X missiles.",
		"sai/cantrip":       "For magic: X magic. In any other roll but for maneuvers: X magic casts spells that are marked for Cantrip, at once.",
		"sai/double_strike": "In melee: units of the army attacked, four health-worth, must save or die, and the unit is rolled again; that counts too. Against a dragon: four melee.",
		"sai/galeforce":     "In an action at a terrain: an opponent's army at any terrain loses four saves and four maneuvers from each roll until the roller's next turn begins.",
		"sai/sleep":         "In melee: one unit of the army attacked can't be rolled and can't leave its terrain until the roller's next turn begins.",
	}
}

func says401dSAIs() map[string]string {
	const unknown = "What this Dracolem icon does is not known here. The table says whether it does nothing, or makes X results of whatever is rolled for."
	return map[string]string{
		"sai/frost_breath":      "In melee and shooting: an opponent's army at the same terrain halves all that it rolls until the roller's next turn begins.",
		"sai/gore":              "In melee: one unit of the army attacked takes two damage, and is buried if it dies. Against a dragon: four melee.",
		"sai/hypnotic_glare":    "In melee: units that show their ID in the save roll don't count and can't be rolled until the roller's next turn begins. That ends when the glaring unit leaves, dies or is rolled; it may be left out of rolls.",
		"sai/logo_champion":     "Eldarim: in the army's answer to dragons a slayer or hunter slays one, a lord or master tames one, a crusader or zealot controls one; those of one element only a dragon with it. Four saves in a save roll of the unit alone. On masters, hunters and zealots an ID worth two in other rolls. Dragonkin: in melee it may move a summoned dragon of its element.",
		"sai/logo_medallion":    "Bronze: magic of any element; else a Cantrip free of species and element. Silver: recovers an item, a Dragonkin or a minor terrain, or strengthens Dragonkin there. Gold: up to four health-worth of the dead return to the army.",
		"sai/logo_relic":        "Earthfang: shooting and in magic, every army's rolls at the terrain lose two until it is turned; in melee one unit that saved with its ID dies; it kills a dragon that shows jaws, or counts four melee. Elemental Relic: it matches every element.",
		"sai/elemental_relic":   "X points are spent on rolling again, recruiting or promoting units of the element shown. Two relics that show the same element do nothing.",
		"sai/net":               "In melee and shooting: units of the army attacked, X health-worth, must make a maneuver or can't be rolled and can't leave until the roller's next turn begins. Saving alone: X saves.",
		"sai/stone":             "In melee and shooting: X damage to the army attacked, and no save helps. Against a dragon: X missiles.",
		"sai/stun":              "In melee: units of the army attacked, X health-worth, must make a maneuver or aren't rolled with their army until the roller's next turn begins or they leave. The unit that stuns is rolled again; that counts too.",
		"sai/summon_dragon":     "In a magic action at a terrain: a dragon of the item's element, or an ivory one, no white one, comes to any terrain, and the item is rolled again; that counts too. In the reserves: X magic.",
		"sai/trumpet":           "In melee, in save rolls and against dragons: every Feral unit of the army counts its melee and saves twice.",
		"sai/web":               "In melee and shooting: units of the army attacked, X health-worth, must make a melee result or can't be rolled and can't leave until the roller's next turn begins.",
		"sai/fabricate":         unknown,
		"sai/gate":              unknown,
		"sai/magic_suppression": unknown,
		"sai/spell_disruption":  unknown,
	}
}
