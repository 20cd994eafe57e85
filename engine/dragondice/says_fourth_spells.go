package dragondice

// saysFourthSpells are the sentences of spells of the fourth edition, starter rules included. A spell
// that lasts ends when the caster's next turn begins.
func saysFourthSpells() map[string]string {
	return map[string]string{
		"spell/stone_skin":            "Adds one save to an army's rolls until the caster's next turn begins.",
		"spell/watery_double":         "Adds one save to an army's rolls until the caster's next turn begins.",
		"spell/wind_walk":             "Adds four maneuvers to an army's rolls until the caster's next turn begins.",
		"spell/fiery_weapon":          "Adds two melee or missiles to an army's rolls until the caster's next turn begins.",
		"spell/ash_storm":             "Takes one result from every army's rolls at a terrain until the caster's next turn begins.",
		"spell/transmute_rock_to_mud": "Takes six maneuvers from the rolls of an opponent's army until the caster's next turn begins.",
		"spell/dancing_lights":        "Takes six melee from the rolls of an opponent's army until the caster's next turn begins.",
		"spell/wall_of_fog":           "Takes six missiles from attacks on armies at a terrain until the caster's next turn begins.",
		"spell/wall_of_thorns":        "Until the caster's next turn begins, an army that maneuvers the terrain takes six damage, which its melee roll reduces instead of saves. Not at an eighth face.",
		"spell/mirage":                "Five health-worth of units at one terrain must save or flee to their reserves.",
		"spell/flash_flood":           "Turns a terrain one step down, unless an opposing army there makes six maneuvers. At most one step in a turn.",
		"spell/flashfire":             "Until the caster's next turn begins, in each of an army's rolls that is not for maneuvers one unit may be rolled again.",
		"spell/accelerated_growth":    "Until the caster's next turn begins, a Treefolk of two or more health that dies may be exchanged for a dead one of one health.",
		"spell/resurrect_dead":        "One health-worth of the caster's dead with the element of the magic returns to the casting army, for each casting.",
		"spell/summon_dragon":         "Brings a dragon that contains the element to a terrain, from any pool or terrain. Ivory and ivory hybrid dragons come for any element, but from a pool only.",
	}
}

func says401dSpells() map[string]string {
	return map[string]string{
		"spell/blizzard":            "Takes three melee from every army's rolls at a terrain until the caster's next turn begins.",
		"spell/wilding":             "Until the caster's next turn begins, after each roll of the army one unit may count its melee and saves twice.",
		"spell/fields_of_ice":       "Takes four maneuvers from every army's rolls at a terrain until the caster's next turn begins; ties go to those who oppose.",
		"spell/palsy":               "Takes one result from the rolls of an opponent's army that are not for maneuvers, until the caster's next turn begins.",
		"spell/decay":               "Takes two melee from the rolls of an opponent's army until the caster's next turn begins.",
		"spell/evil_eye":            "Takes two saves from the rolls of an opponent's army until the caster's next turn begins.",
		"spell/magic_drain":         "Takes two magic from every army's rolls at a terrain until the caster's next turn begins.",
		"spell/restless_dead":       "Adds three maneuvers to an army's rolls until the caster's next turn begins.",
		"spell/swamp_fever":         "Rolls up to three health-worth of an opponent's army: an ID kills, and a second ID buries.",
		"spell/necromantic_wave":    "An army's magic may be counted as melee or missiles until the caster's next turn begins.",
		"spell/open_grave":          "Units of an army that die after a save roll of what hits the whole army go to their reserves, until the caster's next turn begins.",
		"spell/soiled_ground":       "Until the caster's next turn begins, units killed at a terrain that come among the dead must save or are buried.",
		"spell/berserker_rage":      "Feral units of an army may count saves as melee in counter-attacks, until the caster's next turn begins.",
		"spell/higher_ground":       "Takes five melee from the rolls of an opponent's army until the caster's next turn begins.",
		"spell/scent_of_fear":       "Up to three health-worth of opponents' units at a terrain flee to their reserves.",
		"spell/deluge":              "Takes three maneuvers and three missiles from every army's rolls at a terrain until the caster's next turn begins.",
		"spell/mire":                "Until the caster's next turn begins, an army that marches at the terrain first rolls maneuvers; only so much health-worth of its units takes part in the march.",
		"spell/tidal_wave":          "Each army at a terrain takes four damage and rolls saves and maneuvers together; the terrain turns one step down unless one makes four maneuvers. At most one step in a turn.",
		"spell/esfahs_gift":         "A buried minor terrain returns to its summoning pool.",
		"spell/evolve_dragonkin":    "Promotes a Dragonkin with the element of the magic by one health.",
		"spell/resurrect_dead":      "One health-worth of the caster's dead with the element of the magic returns to the casting army, for each casting. Amazons return by any one element, or ivory.",
		"spell/summon_white_dragon": "Brings a white dragon to a terrain, from any pool or another terrain. Its points may be of any elements.",
		"spell/summon_dragonkin":    "One health-worth of Dragonkin with the element of the magic joins the casting army.",
		"spell/rally":               "Up to three Amazon units go to another terrain where the caster has Amazons.",
		"spell/rise_of_the_eldarim": "Promotes an Eldarim with the element of the magic by one health.",
		"spell/scrap_for_parts":     "Buries one health-worth of dead Dracolem to repair one health-worth into the casting army.",
		"spell/reconfigure":         "Kills one health-worth of Dracolem in the casting army to repair one health-worth of the dead into it.",
		"spell/reinforce":           "Moves one unit of the caster's to the casting army.",
		"spell/knock_out":           "Up to three health-worth of an opponent's army aren't rolled with it until the caster's next turn begins or they leave their terrain.",
		"spell/plasma_arc":          "One unit of an opponent at the terrain must save or die. What else it does is cut off in the text that is known.",
		"spell/anti_magic_surge":    "Takes four magic from every army's rolls at a terrain until the caster's next turn begins.",
		"spell/explode_item":        "Buries up to two points of items in an opponent's army.",
		"spell/escape_portal":       "Killed units of an army save once more: those that do go to the reserves; the others may still be exchanged for a smaller unit of their species.",
	}
}
