package dragondice

// says401d are the sentences of 4.01d.
func says401d() map[string]string {
	return says(saysIcons(), saysSteps(), saysDragonSteps(), saysFourth(), says401dRules(), says401dSpecies(), says401dPlaces(),
		saysSAIs(), saysFourthSAIs(), says401dSAIs(), saysSpells(), saysFourthSpells(), says401dSpells())
}

// saysFourth are the sentences of steps and dragons of the fourth edition, starter rules
// included.
func saysFourth() map[string]string {
	return map[string]string{
		"step/expire":            "Spells and effects that last until the beginning of this player's turn end.",
		"step/eighth-face":       "The marching player uses the cities and temples, and other eighth faces of this phase, that the player holds.",
		"step/magic":             "The army rolls for magic and buys spells of its elements and species. All spells are announced with their targets, then resolved in any order. Unused magic is lost.",
		"step/dragon-breath":     "Breath on the army is resolved at once: health-worth of units dies, and the dragon's elements add what they do.",
		"roll/sais":              "SAIs that have an effect in this roll are applied in the order that the roller chooses. X is what a face is worth. Equal ones may be added up, but not those that multiply, divide, move units or target one unit.",
		"roll/add-sais":          "Results that SAIs generate are added: nothing before this step has changed them.",
		"roll/multiply":          "What multiplies is done: of several multipliers of one result only one.",
		"roll/add":               "Last, what adds is added, results that count as another type with it, and the sum stands.",
		"eighth/capture":         "A terrain that an army maneuvers to its eighth face is captured by that army.",
		"eighth/advantage":       "What IDs make counts twice in all rolls of the army that holds the terrain. It may take any action there, and others only melee.",
		"eighth/lost":            "The terrain falls back to seven, and all advantages end, when its holder leaves it, is outmaneuvered there or loses all units.",
		"eighth/city":            "In the eighth face phase its holder may recruit a small unit or promote a unit there.",
		"eighth/standing-stones": "Units of the holding army may turn any of their magic into an element of the terrain.",
		"eighth/temple":          "Opponents' death magic does nothing to the holding army and its units. In the eighth face phase its holder may have another player bury a dead unit of that player's choice.",
		"dragon/elemental":       "Of one element: five health, five automatic saves.",
		"dragon-icon/breath":     "On an army it kills five health-worth of units, and the dragon's elements add what they do. On a dragon it is five points of damage, and the dragon that breathes is rolled again.",
	}
}

func says401dRules() map[string]string {
	return map[string]string{
		"step/species-abilities":   "The marching player uses species abilities that belong to this phase.",
		"step/minor-terrain":       "A minor terrain that the army has does what it shows. How one enters play the table says, as the rules for it are not known here.",
		"step/dragon-targets":      "Each dragon attacks another dragon there where its kind allows it, else the army. Owners name the dragon attacked in secret.",
		"roll/counts-as":           "Results that were rolled may be counted as another type where a rule says so; those of spells never. That is done last, with what adds.",
		"roll/counts-as-sai":       "The table says whether results of SAIs may be counted as another type.",
		"dragon/several-attackers": "Where several dragons attack one, the table says whether its automatic saves count once or against each.",
		"dragon/elemental":         "Of one element: five health, five automatic saves. It attacks dragons without its element, hybrids and white ones; ivory ones never.",
		"dragon/hybrid":            "Of two elements, whose breaths both work. It attacks all but ivory dragons, hybrids of just its elements and ivory hybrids of one of them.",
		"dragon/ivory":             "Of no element. It always attacks the army. Any one element summons it, but from a pool only.",
		"dragon/ivory-hybrid":      "Of one element and ivory. It always attacks the army. From a terrain only its element summons it.",
		"dragon/white":             "Of all elements: ten health, five automatic saves. Its damage and treasure count twice. It counts as two dragons, comes only by its own spell, and attacks all but ivory and white dragons.",
		"breath/air":               "The army's melee is halved until its next turn begins.",
		"breath/death":             "The army's IDs don't count until its next turn begins.",
		"breath/earth":             "The army's maneuvers are halved until its next turn begins.",
		"breath/fire":              "The units that the breath killed make a save or are buried.",
		"breath/ivory":             "Nothing besides what breath kills.",
		"breath/water":             "The army's missiles are halved until its next turn begins.",
		"breath/white":             "Five health-worth more die, and the breaths of both elements of the terrain work.",
		"item/carrying":            "Who carries items stands in the advanced rules: the table says whether each unit carries one that fits it, or an army with a unit carries all.",
		"item/small-equipment":     "A small four-sided item; it makes one type of result.",
		"item/medium-equipment":    "A medium four-sided item; it makes one type of result.",
		"item/large-equipment":     "A large four-sided item. One of its faces is a special action icon.",
		"item/artifact":            "A ten-sided item with an ID.",
		"item/medallion":           "A four-sided item of metal. Its logo does what the medallion's metal says.",
		"item/relic":               "A rare item with SAIs of its own.",
	}
}

func says401dSpecies() map[string]string {
	return map[string]string{
		"species/coastal-dodge":       "At terrains with water Coral Elves may count maneuvers as saves.",
		"species/defensive-volley":    "At a terrain with air, an army with Coral Elves that was shot at may shoot back in a missile counter-attack.",
		"species/mountain-mastery":    "At terrains with earth Dwarves may count melee as maneuvers.",
		"species/dwarven-might":       "At terrains with fire Dwarves may count saves as melee in a counter-attack.",
		"species/stampede":            "At terrains with earth and air Feral may count maneuvers as melee in a counter-attack.",
		"species/feralization":        "Each army with Feral at a terrain with earth or air may recruit a small Feral unit or promote a Feral unit.",
		"species/flaming-shields":     "At terrains with fire Firewalkers may count saves as melee, but not in a counter-attack.",
		"species/air-flight":          "In the retreat step Firewalkers may fly between terrains with air, to where another Firewalker of their player stands.",
		"species/swamp-mastery":       "At terrains with earth Goblins may count melee as maneuvers.",
		"species/foul-stench":         "After the save roll against Goblins the opponent names units that don't counter-attack: as many as Goblin units are dead, at most three for each 24 points.",
		"species/volcanic-adaptation": "At terrains with fire Lava Elves may count maneuvers as saves.",
		"species/cursed-bullets":      "Of Lava Elves' missiles, as many as Lava Elf units are dead can only be saved by spells; at most three for each 24 points.",
		"species/scorching-touch":     "At a terrain with fire, in save rolls against melee, each save that a Scalder rolls hurts the attacker by one; only saves of spells help. Not against a counter-attack.",
		"species/intangibility":       "At terrains with water Scalders may count maneuvers as saves against missiles.",
		"species/born-of-the-swamp":   "At terrains with water Swamp Stalkers may count maneuvers as saves.",
		"species/mutate":              "Units in an opponent's reserves must save or die: one for each dead Swamp Stalker unit, at most one for each 24 points. As much health of Swamp Stalkers is recruited or promoted.",
		"species/rapid-growth":        "At a terrain with earth, when their army opposes a maneuver, Treefolk that show no SAI may be rolled again once, all together.",
		"species/replanting":          "Treefolk that die at a terrain with water are rolled: an ID sends them to the reserves.",
		"species/stepped-damage":      "An Undead unit that is killed may be exchanged for a dead Undead unit of less health.",
		"species/bone-magic":          "Each Undead that makes magic without its ID adds one magic, as far as Undead units are dead; at most four for each 24 points.",
		"species/javelin-charge":      "Instead of maneuvering, Amazons may have their maneuvers count as missiles in that march's missile action.",
		"species/kukri-charge":        "Instead of maneuvering, Amazons may have their maneuvers count as melee in that march's melee action.",
		"species/terrain-harmony":     "Amazons' magic is of the elements of their terrain. In the reserves it is ivory, and casts Elemental spells only.",
		"species/winters-fortitude":   "While a Frostwing of the marching player stands at a terrain with air, one buried Frostwing may return to the dead.",
		"species/magic-negation":      "When an opponent takes a magic action at their terrain, Frostwings may roll for magic, which is taken from the opponent's: as much as Frostwing units are dead, at most five for each 24 points.",
		"species/automatic-saves":     "Dragonkin have as many automatic saves as health, where they are rolled.",
		"species/dragonkin-limits":    "Dragonkin don't roll for magic or missiles, nor against dragons of their element, ivory, ivory hybrid or white dragons. Killed ones return to the summoning pool.",
		"species/dragonkin-handlers":  "An army with Eldarim may add a small Dragonkin from the pool or promote one, of an element of the terrain. Dragonkin there may have no more health than the Eldarim.",
		"species/resist-fear":         "Dragonkin of up to as much health as the Eldarim of their army roll against any dragon.",
		"species/bronze":              "Bronze Dracolem may count their magic as of an element of another unit in the army.",
		"species/metal-skin":          "Dracolem have as many automatic saves as health, where they are rolled.",
		"species/repair-only":         "Dracolem are not recruited, promoted or brought back but by what repairs them. They carry no items and cast no Elemental spells.",
		"species/deadland":            "Deadlands in play count as dead units for abilities that count them: for how many the table says.",
	}
}

func says401dPlaces() map[string]string {
	return map[string]string{
		"eighth/tower":           "The holding army may shoot at any opponent's army. Against reserves only missiles count that are no ID's.",
		"eighth/castle":          "Who captures it chooses city, standing stones, temple or tower: it is that until its face is turned.",
		"eighth/dragons_lair":    "In the eighth face phase its holder may summon a dragon of one of the terrain's elements, or an ivory or ivory hybrid one, but no white one.",
		"eighth/grove":           "In the eighth face phase a buried unit goes back to its owner's dead; or its holder's buried Dragonkin or minor terrain to the pool, or buried item to the army here.",
		"eighth/vortex":          "In each roll of the holding army that is not for maneuvers, one unit that has resolved no SAI may be rolled again.",
		"minor/id":               "Its owner picks which action it shows: magic, melee or missile.",
		"minor/magic":            "The army may take a magic action, whatever the terrain shows.",
		"minor/melee":            "The army may take a melee action, whatever the terrain shows.",
		"minor/missile":          "The army may take a missile action, whatever the terrain shows.",
		"minor/double_maneuvers": "What the army's IDs make counts twice in maneuver rolls.",
		"minor/double_saves":     "What the army's IDs make counts twice in save rolls.",
		"minor/dust_storm":       "The army's missiles are halved. The minor terrain is buried at the army's next march.",
		"minor/flanked":          "The army's saves are halved. The minor terrain is buried at the army's next march.",
		"minor/flood":            "The army's maneuvers are halved. The minor terrain is buried at the army's next march.",
		"minor/revolt":           "The army's melee is halved. The minor terrain is buried at the army's next march.",
	}
}
