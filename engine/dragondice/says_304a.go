package dragondice

// says304a are the sentences of 3.04a.
func says304a() map[string]string {
	return says(saysIcons(), saysSteps(), saysDragonSteps(), says304aSteps(), says304aRules(), says304aRaces(), says304aPlaces(), says304aDragons(),
		saysSAIs(), says304aSAIs(), saysSpells(), says304aSpells())
}

func says304aSteps() map[string]string {
	return map[string]string{
		"step/expire":             "Spells and effects that last until the beginning of this player's turn end.",
		"step/racial-abilities":   "The marching player uses the abilities that belong to this step: Feralization, Mutate, Sacrifice Dragonkin.",
		"step/eighth-face":        "The marching player uses the city, temple, dragon's lair and grove that the player holds.",
		"step/royalty":            "With a Kings' Die the player recruits a small unit to the reserves, promotes a unit there, or rolls the die and recruits or promotes up to four health-worth of the race that shows.",
		"step/expire-end":         "What lasts until the end of this turn ends, and so does what an earlier turn of this player made to last until the end of the next.",
		"step/minor-terrain":      "A minor terrain that the army has is rolled as the march begins and does what it shows. In place of a maneuver, the army may bring one from the pool that shares a color with the terrain.",
		"step/magic":              "The army rolls for magic and buys spells of its colors and races. All spells are announced with their targets, then resolved in any order. Unused magic is lost.",
		"step/dragon-targets":     "Dragons of different colors at the terrain attack each other, all others the army. Ivory and ivory hybrid dragons always attack the army. Who tamed a dragon says what it attacks.",
		"step/dragon-defense":     "Units of the army that can banish, control, slay or tame a dragon are rolled: their logo does it.",
		"step/dragon-designation": "Owners of dragons that fight dragons name in secret which one each attacks.",
		"step/dragon-breath":      "Breaths on the army take place: first what they do to the whole army, then to five health-worth of units each. Breath on a dragon takes its automatic saves until the end of the marching player's next turn.",
		"roll/again":              "Dice whose SAI says so are rolled again, and the new result counts as well.",
		"magic/reduced-ids":       "What takes magic away does so before results of IDs are doubled. Whether it takes those of icons or of IDs first, the book doesn't say.",
		"end/spells":              "When a player is out of the game, that player's spells end at once.",
		"roll/sais":               "SAIs that have an effect in this roll are applied in the order that the roller chooses. X is what a face is worth: one for each icon on a unit, three on a large item, four on monsters, artifacts and medallions. Equal ones may be added up.",
		"roll/multiply":           "Then what multiplies is done.",
		"roll/add-sais":           "Now results that SAIs generate are added: nothing before this step has changed them.",
		"roll/terrain":            "Then come the terrain's effects: captured terrains and minor terrains.",
		"roll/racial":             "Then what the races' abilities do to the results of their units.",
		"roll/count-as":           "Then results that count as another type are changed over.",
		"roll/add":                "Last, what adds is added, and the sum stands.",
	}
}

func says304aRules() map[string]string {
	return map[string]string{
		"force/points":                "A force costs at most the size that was agreed: units their health, small items 1, medium ones 2 and each second one 1, large ones 2, artifacts and medallions 4.",
		"force/magic":                 "At most half of the points, rounded down, may be units and items with a magic, Cantrip or Create Fireminions icon, or the bronze medallion.",
		"force/dragons":               "Exactly one dragon for each 24 points or part of it; a white dragon counts as two.",
		"force/dragonkin":             "One health of Dragonkin may be brought for every full three points. They begin in the summoning pool.",
		"force/champions":             "For each dragon that must be brought, at most one champion of each kind; of the colored ones, one of each color.",
		"force/minors":                "Up to five minor terrains may be brought. They begin in the summoning pool.",
		"force/royalty":               "One Kings' Die may be brought, for four points. It stays in the reserves, isn't rolled with them and can't be hurt or targeted; it dies when its player has no other units.",
		"magic/terrain-advantage":     "Magic of an ID in a color of the army's terrain may be doubled. Magic from the reserves can't, and nothing is doubled twice.",
		"magic/dead-advantage":        "Black magic of IDs may be doubled, up to the health-worth of the units in the fullest dead unit area. The dead stay as they are. Nothing is doubled twice.",
		"magic/dead-advantage-part":   "Where the dead are worth less than an ID, the table says whether a part of it may be doubled.",
		"magic/items":                 "Magic of an item is of the item's color, and pays for a race's spells where a unit of that race is in the casting army.",
		"magic/cantrip":               "A Cantrip casts any spell that its magic pays for, not only some.",
		"magic/reserves":              "Spells cast from the reserves are those marked for it. They can't be aimed at terrains, summoning pools or anything of other players.",
		"eighth/capture":              "A terrain that an army maneuvers to its eighth face is captured by that army.",
		"eighth/advantage":            "An army's saves and maneuvers are doubled at a terrain that it holds. It may take any action there, and others only melee; and it uses the eighth face's icon.",
		"eighth/lost":                 "The terrain falls back to seven, and all advantages end, when its holder leaves it, is outmaneuvered there or loses the last unit that is no Dragonkin.",
		"dragon/several-attackers":    "Where several dragons attack one, the table says whether its automatic saves count once or against each.",
		"champion/ride":               "In the retreat step a unit may take a dragon that it tamed along to another terrain, and keeps it tamed.",
		"roll/counts-as-sai":          "Results of SAIs may be counted as another type too: that is done after they are added.",
		"item/carrying":               "Each unit carries one item, and must share a color with it; Amazons carry any, Undead only black ones, Dragonkin none. Medallions fit all. What nobody can carry is buried.",
		"item/moving":                 "An item goes to another place only with a unit that carries it.",
		"item/rolling":                "An item is rolled only if a unit that can carry it is rolled. Racial abilities don't touch its results.",
		"item/small-equipment":        "A small four-sided item: one point. It makes one type of result.",
		"item/medium-equipment":       "A medium four-sided item: two points for the first of a pair, one for the second.",
		"item/large-equipment":        "A large four-sided item: two points. One of its faces is a special action icon worth three.",
		"item/artifact":               "A ten-sided item: four points. Each icon counts four, and so does its ID.",
		"item/medallion":              "A four-sided item of metal: four points. Its logo does what the medallion's metal says; any race may carry it.",
		"species/automatic-saves":     "Dragonkin have as many automatic saves as health, in their own and their army's save rolls, where they are rolled.",
		"species/dragonkin-limits":    "Dragonkin don't roll for magic or missiles, nor against dragons of their color, ivory, ivory hybrid or white dragons.",
		"species/dragonkin-stay":      "Dragonkin can't leave the terrain to which they were summoned.",
		"species/dragonkin-alone":     "An army of nothing but Dragonkin dissolves; they return to the summoning pool.",
		"species/dragonkin-burial":    "Killed Dragonkin return to the summoning pool, and what then would bury the dead doesn't reach them. Those that breath or Sneak Attack kills are buried.",
		"species/resist-fear":         "Dragonkin of up to as much health as the Eldarim of their army roll against any dragon.",
		"species/sacrifice-dragonkin": "In the racial abilities step a Dragonkin may go to the pool for a dead Eldarim of equal health; and one may go there in place of an Eldarim of equal health that dies of what is aimed at single units.",
	}
}

func says304aRaces() map[string]string {
	return map[string]string{
		"species/javelin-charge":           "At flatlands Amazons may count maneuvers as missiles.",
		"species/no-elements":              "Amazons' magic is of the colors of their terrain. In the reserves it is ivory, and casts Elemental spells only.",
		"species/no-doubling":              "Amazons double magic of their IDs only at standing stones, whatever face shows.",
		"species/coastland-dodge":          "At coastlands Coral Elves may count maneuvers as saves.",
		"species/highland-mastery":         "At highlands Dwarves may double their maneuvers.",
		"species/feralization":             "In the racial abilities step each army with Feral, at any terrain but not in the reserves, may recruit one health of Feral or promote one Feral unit.",
		"species/air-flight":               "In the retreat step Firewalkers may go from a terrain with blue to any other terrain.",
		"species/flaming-shields":          "In melee rolls Firewalkers may count saves as melee, but not those of SAIs and IDs.",
		"species/anti-magic-nature":        "Frostwings double magic of their IDs only at standing stones, whatever face shows.",
		"species/magic-negation":           "When an opponent takes a magic action at their terrain, Frostwings may roll for magic: what they roll without IDs is taken from the opponent's.",
		"species/swampland-mastery":        "At swamplands Goblins may double their maneuvers.",
		"species/highland-dodge":           "At highlands Lava Elves may count maneuvers as saves.",
		"species/scorching-touch":          "In save rolls against melee each save of a Scalder that is no ID hurts the attacker by one; only magical saves help. Not against a counter-attack.",
		"species/intangibility":            "In save rolls against missiles each Scalder makes one save more; it doesn't help against damage of SAIs.",
		"species/swampland-dodge":          "At swamplands Swamp Stalkers may count maneuvers as saves.",
		"species/mutate":                   "In the racial abilities step, with Swamp Stalkers at a terrain and among the dead, up to three health-worth of units in an opponent's reserves must save or die; as much health of Swamp Stalkers is then recruited or promoted.",
		"species/double-counter-maneuvers": "Treefolk that oppose a maneuver may double their maneuvers.",
		"species/replanting":               "In the march, between maneuver and action, Treefolk of the marching army may be exchanged for dead Treefolk of equal health, as many as their owner likes.",
		"species/dead-advantage":           "For the doubling of black magic by the dead, Undead count the dead of all players.",
		"species/stepped-damage":           "An Undead unit that is killed may be exchanged for a dead Undead unit of less health instead.",
		"species/resist-burial":            "An Undead unit that is to be buried is rolled: a save that is no ID keeps it among the dead.",
		"champion/dragonlord":              "Four health, all colors. It can tame a dragon.",
		"champion/dragonmaster":            "Four health, one color. It can tame a dragon of its color. In other rolls its logo counts as an ID worth two.",
		"champion/dragonslayer":            "Four health, all colors. It can slay a dragon. No breath does anything to its army, which promotes nobody for killing a dragon.",
		"champion/dragonhunter":            "Four health, one color. It can banish a dragon of its color. Breath of that color does nothing to its army, which promotes nobody for killing such a dragon. In other rolls its logo counts as an ID worth two.",
		"champion/dragoncrusader":          "Four health, all colors. It can control a dragon. Having controlled a white one, it isn't rolled in the army's answer to it.",
		"champion/dragonzealot":            "Four health, one color. It can control a dragon of its color. In other rolls its logo counts as an ID worth two.",
		"champion/banish":                  "When dragons attack, the unit is rolled: its logo removes a dragon from the game.",
		"champion/control":                 "When dragons attack, the unit is rolled: its logo lets its player keep the dragon from rolling, have it attack the army, or another dragon even of its color. Its damage is used with the army's answer.",
		"champion/slay":                    "When dragons attack, the unit is rolled: its logo slays a dragon, which returns to its owner's pool. A white dragon is rolled first: its jaws bury both.",
		"champion/tame":                    "When dragons attack, the unit is rolled: its logo tames a dragon, which attacks the army only if the unit's player wants it. That ends when one of them leaves without the other, when the dragon is summoned, or when the one tames or is tamed anew.",
	}
}

func says304aPlaces() map[string]string {
	return map[string]string{
		"eighth/castle":          "Who captures it chooses city, standing stones, temple or tower: it is that until its face is turned. Only at the frontier.",
		"eighth/city":            "In the eighth face step its holder may recruit a small unit or promote a unit there.",
		"eighth/dragons_lair":    "At the beginning of the turn its holder may summon a dragon of one of the terrain's colors to any terrain, but no white one. Only at the frontier.",
		"eighth/grove":           "At the start of the eighth face step one buried unit of any player that is no Dragonkin goes back to that player's dead, if there is one. Nobody doubles magic here. Only at the frontier.",
		"eighth/standing-stones": "Units of the holding army may turn their magic into a color of the terrain, unless they doubled it.",
		"eighth/temple":          "Opponents' black magic does nothing to the holding army and its units. In the eighth face step its holder may have another player bury a dead unit of that player's choice.",
		"eighth/tower":           "The holding army may shoot at any opponent's army. Against reserves only missiles count that are no ID's, and no racial ability.",
		"eighth/vortex":          "In each roll of the holding army that is not for maneuvers, one unit that has resolved no SAI may be rolled again. Only at the frontier.",
		"minor/id":               "Its owner picks which action it shows: magic, melee or missile.",
		"minor/magic":            "The army may take a magic action, whatever the terrain shows.",
		"minor/melee":            "The army may take a melee action, whatever the terrain shows.",
		"minor/missile":          "The army may take a missile action, whatever the terrain shows.",
		"minor/double_maneuvers": "The army's maneuvers are doubled, besides what its race does.",
		"minor/double_saves":     "The army's saves are doubled, besides what its race does.",
		"minor/dust_storm":       "The army's missiles are halved. The minor terrain leaves when the army's next march begins.",
		"minor/flanked":          "The army's saves are halved. The minor terrain leaves when the army's next march begins.",
		"minor/flood":            "The army's maneuvers are halved. The minor terrain leaves when the army's next march begins.",
		"minor/revolt":           "The army's melee is halved. The minor terrain leaves when the army's next march begins.",
	}
}

func says304aDragons() map[string]string {
	return map[string]string{
		"dragon/elemental":    "Of one color, five health, five automatic saves. It fights dragons of other colors, hybrids and white ones; ivory ones it leaves alone.",
		"dragon/hybrid":       "Of two colors. It fights all dragons that don't have just its colors. Its owner picks which color's breath works on units; both work on the army.",
		"dragon/ivory":        "Of no color. It always attacks the army, fights no dragon, and can be summoned from a pool only.",
		"dragon/ivory-hybrid": "Of one color and ivory. It always attacks the army; dragons without its color attack it. From a terrain only its color summons it.",
		"dragon/white":        "Of all colors: ten health, five automatic saves, everything that it rolls doubled. It counts as two dragons, comes only by its own spell and fights all but ivory and white ones.",
		"dragon-icon/breath":  "On an army it does what the dragon's color says. On a dragon it takes the automatic saves until the end of the marching player's next turn.",
		"breath/death":        "Black: five health-worth of units die. The army's IDs don't count until its next turn begins.",
		"breath/air":          "Blue: five health-worth of units must save or die. Until its next turn begins the army's rolls count only SAIs, except save rolls.",
		"breath/earth":        "Gold: five health-worth of units die. The army's maneuvers are halved until its next turn begins.",
		"breath/water":        "Green: five health-worth of units must save or die, and the dead save again or are buried. The army's missiles are halved until its next turn begins.",
		"breath/ivory":        "Ivory: five health-worth of units die.",
		"breath/fire":         "Red: five health-worth of units die, and save or are buried.",
		"breath/white":        "White: the breath of each color of the terrain, whole.",
	}
}
