package dragondice

// What 3.04a leaves open: scentOpen for Scent of Fear, resurrectOpen for Resurrect Dead.
const (
	scentOpen     = "whether the caster or their owner names the units that flee"
	resurrectOpen = "whether mixed colours are to be multiples of three each, or in all"
)

// spells304a are the spells of 3.04a (spell list, p. 30). If the book multiplies a cost by X, the cost
// here is that of one casting, and castings add up. Bonuses and penalties always add up, except those
// of spells that forbid it.
func spells304a() []Spell {
	var out []Spell
	for _, list := range [][]Spell{deathSpells304a(), airSpells304a(), earthSpells304a(), waterSpells304a(), fireSpells304a(), elementalSpells304a()} {
		for _, s := range list {
			s.Page = "spell list, p. 30"
			out = append(out, s)
		}
	}
	return out
}

func deathSpells304a() []Spell {
	const e = "death"
	return []Spell{
		{Rule: spellRule("decay", "Decay", ""), Element: e, Cost: 2, Species: "goblin", Cumulative: true,
			Aim: opposingArmy, Cast: lasting(subtract, 1, Melee)},
		{Rule: spellRule("evil_eye", "Evil Eye", ""), Element: e, Cost: 2, Species: "undead", Cumulative: true,
			Aim: opposingArmy, Cast: late(lasting(subtract, 1, Save))},
		{Rule: spellRule("swamp_fever", "Swamp Fever", ""), Element: e, Cost: 3, Species: "swamp_stalker", Cumulative: true, Units: true,
			Aim: opposingArmy, Choose: picks(3, false), Cast: fevers},
		{Rule: spellRule("magic_drain", "Magic Drain", ""), Element: e, Cost: 3, Species: "frostwing", Cumulative: true, OnTerrain: true,
			Aim: anyTerrain, Cast: lasting(subtract, 2, Magic)},
		{Rule: spellRule("palsy", "Palsy", ""), Element: e, Cost: 3, Cumulative: true,
			Aim: opposingArmy, Cast: lasting(subtract, 1, anyResult()...)},
		{Rule: spellRule("finger_of_death", "Finger of Death", ""), Element: e, Cost: 4, Cumulative: true,
			Aim: opposingUnit, Cast: withers},
		{Rule: spellRule("necromantic_wave", "Necromantic Wave", ""), Element: e, Cost: 4, Species: "lava_elf", Reserves: true,
			Aim: anyArmy, Cast: channels(nil, Melee)},
		{Rule: spellRule("restless_dead", "Restless Dead", ""), Element: e, Cost: 4, Species: "undead", Reserves: true, Cumulative: true,
			Aim: anyArmy, Cast: lasting(add, 4, Maneuver)},
		{Rule: spellRule("exhume", "Exhume", ""), Element: e, Cost: 6, Species: "undead", Units: true,
			Aim: opposingDead, Choose: picksDead(3), Cast: exhumes},
		{Rule: spellRule("open_grave", "Open Grave", ""), Element: e, Cost: 6, Species: "undead", Reserves: true,
			Aim: anyArmy, Cast: opensGrave(false)},
		{Rule: spellRule("soiled_ground", "Soiled Ground", ""), Element: e, Cost: 6, OnTerrain: true,
			Aim: anyTerrain, Cast: soils},
	}
}

func airSpells304a() []Spell {
	const e = "air"
	return []Spell{
		{Rule: spellRule("hailstorm", "Hailstorm", ""), Element: e, Cost: 2, Cumulative: true,
			Aim: opposingArmy, Cast: hurts(1)},
		{Rule: spellRule("blizzard", "Blizzard", ""), Element: e, Cost: 4, Species: "coral_elf", OnTerrain: true,
			Aim: unlessThere(anyTerrain), Cast: late(lasting(divide, 2, Melee))},
		{Rule: spellRule("wilding", "Wilding", ""), Element: e, Cost: 4, Species: "feral", Reserves: true,
			Aim: armiesWhere(own), Cast: enhances(modifier{of: []Result{Melee, Save}})},
		{Rule: spellRule("wind_walk", "Wind Walk", ""), Element: e, Cost: 4, Reserves: true, Cumulative: true,
			Aim: anyArmy, Cast: lasting(add, 4, Maneuver)},
		{Rule: spellRule("fields_of_ice", "Fields of Ice", ""), Element: e, Cost: 5, Species: "frostwing", OnTerrain: true,
			Aim: unlessThere(anyTerrain), Cast: freezes(6)},
		{Rule: spellRule("mirage", "Mirage", ""), Element: e, Cost: 5, Species: "firewalker", Cumulative: true,
			Aim: anyTerrain, Cast: mirage},
		{Rule: spellRule("lightning_strike", "Lightning Strike", ""), Element: e, Cost: 6,
			Aim: opposingUnit, Cast: oneSaves(killed)},
	}
}

func earthSpells304a() []Spell {
	const e = "earth"
	return []Spell{
		{Rule: spellRule("scent_of_fear", "Scent of Fear", scentOpen), Element: e, Cost: 2, Species: "goblin", Cumulative: true,
			Aim: opposingArmyAtTerrain, Cast: driven},
		{Rule: spellRule("stoneskin", "Stoneskin", ""), Element: e, Cost: 2, Reserves: true, Cumulative: true,
			Aim: anyArmy, Cast: lasting(add, 1, Save)},
		{Rule: spellRule("sprout", "Sprout", ""), Element: e, Cost: 3, Species: "treefolk", Reserves: true,
			Aim: unlessThere(ownDead), Cast: sprouts},
		{Rule: spellRule("honor_the_dead", "Honor the Dead", ""), Element: e, Cost: 4, Species: "feral", Reserves: true,
			Aim: anyDead, Cast: honors},
		{Rule: spellRule("path", "Path", ""), Element: e, Cost: 4, Reserves: true,
			Aim: ownUnit(canPath), Cast: path},
		{Rule: spellRule("higher_ground", "Higher Ground", ""), Element: e, Cost: 5, Species: "dwarf",
			Aim: unlessThere(opposingArmy), Cast: lasting(subtract, 5, Melee)},
		{Rule: spellRule("transmute_rock_to_mud", "Transmute Rock to Mud", ""), Element: e, Cost: 5, Cumulative: true,
			Aim: opposingArmy, Cast: lasting(subtract, 6, Maneuver)},
	}
}

func waterSpells304a() []Spell {
	const e = "water"
	return []Spell{
		{Rule: spellRule("watery_double", "Watery Double", ""), Element: e, Cost: 2, Reserves: true, Cumulative: true,
			Aim: anyArmy, Cast: late(lasting(add, 1, Save))},
		{Rule: spellRule("flash_flood", "Flash Flood", ""), Element: e, Cost: 5, Again: true,
			Aim: terrainsWhere(aboveOne), Cast: floods(8, allThere)},
		{Rule: spellRule("deluge", "Deluge", ""), Element: e, Cost: 6, Species: "coral_elf", Cumulative: true, OnTerrain: true,
			Aim: anyTerrain, Cast: pours(4, Maneuver, Missile)},
		{Rule: spellRule("mire", "Mire", ""), Element: e, Cost: 6, Species: "swamp_stalker", OnTerrain: true,
			Aim: unlessThere(terrainsWhere(belowEight)), Cast: late(bogsDown)},
		{Rule: spellRule("tidal_wave", "Tidal Wave", ""), Element: e, Cost: 6, Species: "scalder", Again: true,
			Aim: wetAndContested, Cast: sweeps(8)},
		{Rule: spellRule("wall_of_fog", "Wall of Fog", ""), Element: e, Cost: 6, OnTerrain: true,
			Aim: unlessThere(anyTerrain), Cast: fogsOver},
		{Rule: spellRule("wall_of_thorns", "Wall of Thorns", ""), Element: e, Cost: 8, Species: "treefolk", OnTerrain: true,
			Aim: unlessThere(terrainsWhere(belowEight)), Cast: late(thornsAll)},
	}
}

func fireSpells304a() []Spell {
	const e = "fire"
	return []Spell{
		{Rule: spellRule("ash_storm", "Ash Storm", ""), Element: e, Cost: 2, Cumulative: true, OnTerrain: true,
			Aim: anyTerrain, Cast: lasting(subtract, 1, anyResult()...)},
		{Rule: spellRule("fearful_flames", "Fearful Flames", ""), Element: e, Cost: 3, Species: "lava_elf", Cumulative: true,
			Aim: opposingUnit, Cast: scares},
		{Rule: spellRule("flashfire", "Flashfire", ""), Element: e, Cost: 3, Species: "firewalker", Reserves: true,
			Aim: anyArmy, Cast: flashes(unresolved)},
		{Rule: spellRule("firebolt", "Firebolt", ""), Element: e, Cost: 3, Species: "dwarf", Cumulative: true,
			Aim: opposingUnit, Cast: bolts},
		{Rule: spellRule("firestorm", "Firestorm", ""), Element: e, Cost: 3, Species: "scalder", Cumulative: true,
			Aim: contested, Cast: storms(2)},
		{Rule: spellRule("fiery_weapon", "Fiery Weapon", ""), Element: e, Cost: 4, Reserves: true, Cumulative: true,
			Aim: anyArmy, Cast: lasting(add, 2, Melee, Missile)},
		{Rule: spellRule("dancing_lights", "Dancing Lights", ""), Element: e, Cost: 6,
			Aim: unlessThere(opposingArmy), Cast: dazzles},
	}
}

func elementalSpells304a() []Spell {
	const e = "elemental"
	return []Spell{
		{Rule: spellRule("enhanced_defense", "Enhanced Defense", ""), Element: e, Cost: 3, Species: "amazon", Reserves: true,
			Aim: armiesWhere(own), Cast: enhances(modifier{of: []Result{Save}}, modifier{of: []Result{Magic}, noID: true})},
		{Rule: spellRule("enhanced_offense", "Enhanced Offense", ""), Element: e, Cost: 3, Species: "amazon", Reserves: true,
			Aim: armiesWhere(own), Cast: enhances(modifier{of: []Result{Melee}}, modifier{of: []Result{Missile}})},
		{Rule: spellRule("promote_dragonkin", "Promote Dragonkin", ""), Element: e, Cost: 3, Species: "eldarim", Reserves: true,
			Aim: ownUnit(canEvolve(dragonkin)), Useful: growsBy, Cast: evolves},
		{Rule: spellRule("resurrect_dead", "Resurrect Dead", resurrectOpen), Element: e, Cost: 3, Reserves: true, Cumulative: true, Mixed: true, Apart: true,
			Aim: ownDead, Useful: within((*casting).anyDeadOf), Choose: picksOf(1, (*casting).anyDeadOf), Cast: resurrects},
		{Rule: spellRule("rise_of_the_eldarim", "Rise of the Eldarim", ""), Element: e, Cost: 3, Species: "eldarim", Reserves: true, Cumulative: true,
			Aim: ownUnit(canRise), Useful: growsBy, Cast: evolves},
		{Rule: spellRule("summon_dragonkin", "Summon Dragonkin", ""), Element: e, Cost: 3, Cumulative: true,
			Aim: ownPool, Useful: within((*casting).poolKin), Choose: picksOf(1, (*casting).poolKin), Cast: summonsKin},
		{Rule: spellRule("summon_dragon", "Summon Dragon", ""), Element: e, Cost: 7,
			Aim: callsTo(answering), Cast: calls(answering)},
		{Rule: spellRule("summon_white_dragon", "Summon White Dragon", ""), Element: e, Cost: 14,
			Aim: callsTo(whiteDragon), Cast: calls(whiteDragon)},
	}
}
