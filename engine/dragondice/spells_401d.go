package dragondice

// What is not known of some spells of 4.01d. Its reference sheets highlight the numbers
// that castings multiply. The highlight is not known for all spells.
const (
	addsUnknown  = "whether several castings on one target add up: the highlighted numbers of the reference sheets are not known for this spell"
	addsAsBefore = "whether several castings on one target add up, as they did in 3.04a: the highlighted numbers of the reference sheets are not known for this spell"
	nameMatched  = "which of two Dracolem spells of one cost has this effect: name and text were matched by their order"
)

// spells401d are the spells of 4.01d (reference sheets; rules on p. 29 and 30).
func spells401d() []Spell {
	lists := [][]Spell{airSpells401d(), deathSpells401d(), earthSpells401d(), fireSpells401d(), waterSpells401d(), elementalSpells401d(), alloySpells401d()}
	var out []Spell
	for _, list := range lists {
		for _, s := range list {
			s.Page, s.Open = "reference sheets; p. 29", s.Uncertain == addsUnknown || s.Uncertain == addsAsBefore
			out = append(out, s)
		}
	}
	return out
}

// spellRule makes a spell's rule. open is what is not known of the spell.
func spellRule(id, name, open string) Rule {
	return Rule{ID: "spell/" + id, Name: name, Uncertain: open}
}

func airSpells401d() []Spell {
	const e = "air"
	return []Spell{
		{Rule: spellRule("hailstorm", "Hailstorm", ""), Element: e, Cost: 2, Cantrip: true, Cumulative: true,
			Aim: opposingArmy, Cast: hurts(1)},
		{Rule: spellRule("blizzard", "Blizzard", addsUnknown), Element: e, Cost: 3, Species: "coral_elf", OnTerrain: true,
			Aim: anyTerrain, Cast: lasting(subtract, 3, Melee)},
		{Rule: spellRule("wilding", "Wilding", addsUnknown), Element: e, Cost: 3, Species: "feral", Reserves: true,
			Aim: anyArmy, Cast: wilds},
		{Rule: spellRule("wind_walk", "Wind Walk", ""), Element: e, Cost: 4, Reserves: true, Cumulative: true,
			Aim: anyArmy, Cast: lasting(add, 4, Maneuver)},
		{Rule: spellRule("fields_of_ice", "Fields of Ice", addsUnknown), Element: e, Cost: 5, Species: "frostwing", OnTerrain: true,
			Aim: anyTerrain, Cast: freezes(4)},
		{Rule: spellRule("mirage", "Mirage", ""), Element: e, Cost: 5, Species: "firewalker", Cumulative: true, Units: true,
			Aim: unitsAtTerrain(anyone), Choose: picks(5, true), Cast: theSave(fled)},
		{Rule: spellRule("lightning_strike", "Lightning Strike", ""), Element: e, Cost: 6,
			Aim: opposingUnit, Cast: oneSaves(killed)},
	}
}

func deathSpells401d() []Spell {
	const e = "death"
	return []Spell{
		{Rule: spellRule("palsy", "Palsy", ""), Element: e, Cost: 2, Cantrip: true, Cumulative: true,
			Aim: opposingArmy, Cast: lastingWhen(nonManeuver, subtract, 1, Melee, Missile, Magic, Save)},
		{Rule: spellRule("decay", "Decay", addsUnknown), Element: e, Cost: 3, Species: "goblin",
			Aim: opposingArmy, Cast: lasting(subtract, 2, Melee)},
		{Rule: spellRule("evil_eye", "Evil Eye", addsUnknown), Element: e, Cost: 3, Species: "undead",
			Aim: opposingArmy, Cast: lasting(subtract, 2, Save)},
		{Rule: spellRule("magic_drain", "Magic Drain", addsUnknown), Element: e, Cost: 3, Species: "frostwing", OnTerrain: true,
			Aim: anyTerrain, Cast: lasting(subtract, 2, Magic)},
		{Rule: spellRule("restless_dead", "Restless Dead", addsUnknown), Element: e, Cost: 3, Species: "undead", Reserves: true, Cantrip: true,
			Aim: anyArmy, Cast: lasting(add, 3, Maneuver)},
		{Rule: spellRule("swamp_fever", "Swamp Fever", addsAsBefore), Element: e, Cost: 3, Species: "swamp_stalker", Units: true,
			Aim: opposingArmy, Choose: picks(3, false), Cast: fevers},
		{Rule: spellRule("finger_of_death", "Finger of Death", addsAsBefore), Element: e, Cost: 4,
			Aim: opposingUnit, Cast: withers},
		{Rule: spellRule("exhume", "Exhume", addsUnknown), Element: e, Cost: 5, Species: "undead", Units: true,
			Aim: opposingDead, Choose: picksDead(3), Cast: exhumes},
		{Rule: spellRule("necromantic_wave", "Necromantic Wave", ""), Element: e, Cost: 5, Species: "lava_elf", Reserves: true,
			Aim: anyArmy, Cast: channels(unit, Melee, Missile)},
		{Rule: spellRule("open_grave", "Open Grave", ""), Element: e, Cost: 5, Species: "undead", Reserves: true,
			Aim: anyArmy, Cast: opensGrave(true)},
		{Rule: spellRule("soiled_ground", "Soiled Ground", ""), Element: e, Cost: 6, OnTerrain: true,
			Aim: anyTerrain, Cast: soils},
	}
}

func earthSpells401d() []Spell {
	const e = "earth"
	return []Spell{
		{Rule: spellRule("stone_skin", "Stone Skin", ""), Element: e, Cost: 2, Reserves: true, Cantrip: true, Cumulative: true,
			Aim: anyArmy, Cast: lasting(add, 1, Save)},
		{Rule: spellRule("path", "Path", ""), Element: e, Cost: 4, Reserves: true,
			Aim: ownUnit(canPath), Cast: path},
		{Rule: spellRule("berserker_rage", "Berserker Rage", ""), Element: e, Cost: 5, Species: "feral", Reserves: true,
			Aim: armiesWhere(withFeral), Cast: rages},
		{Rule: spellRule("higher_ground", "Higher Ground", addsUnknown), Element: e, Cost: 5, Species: "dwarf",
			Aim: opposingArmy, Cast: lasting(subtract, 5, Melee)},
		{Rule: spellRule("scent_of_fear", "Scent of Fear", addsAsBefore), Element: e, Cost: 5, Species: "goblin", Units: true,
			Aim: unitsAtTerrain(opponents), Choose: picks(3, false), Cast: scentOfFear},
		{Rule: spellRule("wall_of_thorns", "Wall of Thorns", ""), Element: e, Cost: 5, Species: "treefolk", Cumulative: true, OnTerrain: true,
			Aim: terrainsWhere(belowEight), Cast: thorns(6)},
		{Rule: spellRule("transmute_rock_to_mud", "Transmute Rock to Mud", ""), Element: e, Cost: 6, Cumulative: true,
			Aim: opposingArmy, Cast: lasting(subtract, 6, Maneuver)},
	}
}

func fireSpells401d() []Spell {
	const e = "fire"
	return []Spell{
		{Rule: spellRule("ash_storm", "Ash Storm", ""), Element: e, Cost: 2, Cantrip: true, Cumulative: true, OnTerrain: true,
			Aim: anyTerrain, Cast: lasting(subtract, 1, anyResult()...)},
		{Rule: spellRule("fearful_flames", "Fearful Flames", addsAsBefore), Element: e, Cost: 3, Species: "lava_elf",
			Aim: opposingUnit, Cast: scares},
		{Rule: spellRule("firebolt", "Firebolt", addsAsBefore), Element: e, Cost: 3, Species: "dwarf",
			Aim: opposingUnit, Cast: bolts},
		{Rule: spellRule("firestorm", "Firestorm", addsAsBefore), Element: e, Cost: 3, Species: "scalder",
			Aim: anyTerrain, Cast: storms(2)},
		{Rule: spellRule("flashfire", "Flashfire", ""), Element: e, Cost: 3, Species: "firewalker", Reserves: true, Cantrip: true, Cumulative: true,
			Aim: anyArmy, Cast: flashes(nil)},
		{Rule: spellRule("fiery_weapon", "Fiery Weapon", ""), Element: e, Cost: 4, Reserves: true, Cumulative: true,
			Aim: anyArmy, Cast: lasting(add, 2, Melee, Missile)},
		{Rule: spellRule("dancing_lights", "Dancing Lights", ""), Element: e, Cost: 6, Cumulative: true,
			Aim: opposingArmy, Cast: lasting(subtract, 6, Melee)},
	}
}

func waterSpells401d() []Spell {
	const e = "water"
	return []Spell{
		{Rule: spellRule("watery_double", "Watery Double", ""), Element: e, Cost: 2, Reserves: true, Cantrip: true, Cumulative: true,
			Aim: anyArmy, Cast: lasting(add, 1, Save)},
		{Rule: spellRule("accelerated_growth", "Accelerated Growth", ""), Element: e, Cost: 3, Species: "treefolk", Reserves: true, Cantrip: true,
			Aim: ownDead, Cast: growsBack},
		{Rule: spellRule("flash_flood", "Flash Flood", ""), Element: e, Cost: 4, Cumulative: true,
			Aim: terrainsWhere(canDrop), Cast: floods(6, opposingThere)},
		{Rule: spellRule("deluge", "Deluge", addsUnknown), Element: e, Cost: 5, Species: "coral_elf", OnTerrain: true,
			Aim: anyTerrain, Cast: pours(3, Maneuver, Missile)},
		{Rule: spellRule("mire", "Mire", ""), Element: e, Cost: 5, Species: "swamp_stalker", OnTerrain: true,
			Aim: anyTerrain, Cast: mires},
		{Rule: spellRule("tidal_wave", "Tidal Wave", addsUnknown), Element: e, Cost: 5, Species: "scalder",
			Aim: anyTerrain, Cast: sweeps(4)},
		{Rule: spellRule("wall_of_fog", "Wall of Fog", ""), Element: e, Cost: 6, Cumulative: true, OnTerrain: true,
			Aim: anyTerrain, Cast: fogs(6)},
	}
}

func elementalSpells401d() []Spell {
	const e = "elemental"
	return []Spell{
		{Rule: spellRule("esfahs_gift", "Esfah's Gift", ""), Element: e, Cost: 3, Species: "amazon", Reserves: true, Cantrip: true,
			Aim: diceWhere(buriedMinor), Cast: returnsToPool},
		{Rule: spellRule("evolve_dragonkin", "Evolve Dragonkin", addsUnknown), Element: e, Cost: 3, Species: "eldarim", Reserves: true,
			Aim: ownUnit(canEvolve(dragonkin)), Useful: growsBy, Cast: evolves},
		{Rule: spellRule("resurrect_dead", "Resurrect Dead", ""), Element: e, Cost: 3, Reserves: true, Cumulative: true,
			Aim: ownDeadWhere(canResurrect), Useful: within((*casting).deadOf), Choose: picksOf(1, (*casting).deadOf), Cast: resurrects},
		{Rule: spellRule("summon_dragonkin", "Summon Dragonkin", addsAsBefore), Element: e, Cost: 3, Units: true,
			Aim: ownPool, Useful: within((*casting).poolKin), Choose: picksOf(1, (*casting).poolKin), Cast: summonsKin},
		{Rule: spellRule("rally", "Rally", ""), Element: e, Cost: 5, Species: "amazon", Reserves: true, Units: true,
			Aim: amazonsToRally, Choose: musters, Cast: rallies},
		{Rule: spellRule("rise_of_the_eldarim", "Rise of the Eldarim", addsAsBefore), Element: e, Cost: 5, Species: "eldarim", Reserves: true,
			Aim: ownUnit(canEvolve(eldarim)), Useful: growsBy, Cast: evolves},
		{Rule: spellRule("summon_dragon", "Summon Dragon", ""), Element: e, Cost: 7,
			Aim: callsTo(answering), Cast: calls(answering)},
		{Rule: spellRule("summon_white_dragon", "Summon White Dragon", ""), Element: e, Cost: 14, Mixed: true,
			Aim: callsTo(whiteDragon), Cast: calls(whiteDragon)},
	}
}

func alloySpells401d() []Spell {
	const d = "dracolem"
	return []Spell{
		{Rule: spellRule("scrap_for_parts", "Scrap for Parts", addsUnknown), Element: "alloy", Cost: 2, Species: d, Reserves: true, Units: true,
			Aim: ownDeadWhere(wreck), Useful: within((*casting).wrecks), Choose: picksOf(1, (*casting).wrecks), Cast: scraps},
		{Rule: spellRule("reconfigure", "Reconfigure", nameMatched), Element: "alloy", Cost: 3, Species: d, Reserves: true, Units: true,
			Aim: ownDeadWhere(wreck), Useful: within((*casting).ownDracolem), Choose: picksOf(1, (*casting).ownDracolem), Cast: asFarAsKnown(reconfigures)},
		{Rule: spellRule("reinforce", "Reinforce", nameMatched), Element: "alloy", Cost: 3, Species: d, Reserves: true,
			Aim: ownUnit(away), Cast: asFarAsKnown(reinforces)},
		{Rule: spellRule("knock_out", "Knock Out", addsUnknown), Element: "alloy", Cost: 5, Species: d, Units: true,
			Aim: opposingArmyAtTerrain, Choose: picks(3, false), Cast: knocksOut},
		{Rule: spellRule("plasma_arc", "Plasma Arc", "what follows after the save roll: the text is not known to its end"), Element: "alloy", Cost: 7, Species: d,
			Aim: unitsWhere(nearby), Cast: asFarAsKnown(oneSaves(killed))},
		{Rule: spellRule("anti_magic_surge", "Anti-Magic Surge", addsUnknown), Element: "bronze", Cost: 5, Species: d, OnTerrain: true,
			Aim: anyTerrain, Cast: lasting(subtract, 4, Magic)},
		{Rule: spellRule("explode_item", "Explode Item", addsUnknown), Element: "silver", Cost: 5, Species: d,
			Aim: armiesWhere(withItems), Cast: explodes(2)},
		{Rule: spellRule("escape_portal", "Escape Portal", ""), Element: "gold", Cost: 5, Species: d,
			Aim: anyArmy, Cast: opensPortal},
	}
}
