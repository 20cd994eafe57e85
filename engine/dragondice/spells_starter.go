package dragondice

// spellsStarter are the spells of the starter set, as its own lists have them. If a line has one cross,
// under the reserves or under Cantrip, 4.01d's list says which of the two it is. All else in these
// lines is the same.
func spellsStarter() []Spell {
	lists := [][]Spell{waterSpellsStarter(), airSpellsStarter(), elementalSpellsStarter(), earthSpellsStarter(), fireSpellsStarter()}
	var out []Spell
	for _, list := range lists {
		for _, s := range list {
			s.Page = "Spells"
			out = append(out, s)
		}
	}
	return out
}

func waterSpellsStarter() []Spell {
	const e = "water"
	return []Spell{
		{Rule: spellRule("watery_double", "Watery Double", ""), Element: e, Cost: 2, Reserves: true, Cantrip: true, Cumulative: true,
			Aim: anyArmy, Cast: lasting(add, 1, Save)},
		{Rule: spellRule("accelerated_growth", "Accelerated Growth", ""), Element: e, Cost: 3, Species: "treefolk", Reserves: true, Cantrip: true,
			Aim: ownDead, Cast: growsBack},
		{Rule: spellRule("flash_flood", "Flash Flood", ""), Element: e, Cost: 4, Cumulative: true,
			Aim: terrainsWhere(canDrop), Cast: floods(6, opposingThere)},
		{Rule: spellRule("wall_of_fog", "Wall of Fog", ""), Element: e, Cost: 6, Cumulative: true, OnTerrain: true,
			Aim: anyTerrain, Cast: fogs(6)},
	}
}

func airSpellsStarter() []Spell {
	const e = "air"
	return []Spell{
		{Rule: spellRule("hailstorm", "Hailstorm", ""), Element: e, Cost: 2, Cantrip: true, Cumulative: true,
			Aim: opposingArmy, Cast: hurts(1)},
		{Rule: spellRule("wind_walk", "Wind Walk", ""), Element: e, Cost: 4, Reserves: true, Cumulative: true,
			Aim: anyArmy, Cast: lasting(add, 4, Maneuver)},
		{Rule: spellRule("mirage", "Mirage", ""), Element: e, Cost: 5, Species: "firewalker", Cumulative: true, Units: true,
			Aim: unitsAtTerrain(anyone), Choose: picks(5, true), Cast: theSave(fled)},
		{Rule: spellRule("lightning_strike", "Lightning Strike", ""), Element: e, Cost: 6,
			Aim: opposingUnit, Cast: oneSaves(killed)},
	}
}

func elementalSpellsStarter() []Spell {
	const e = "elemental"
	return []Spell{
		{Rule: spellRule("resurrect_dead", "Resurrect Dead", ""), Element: e, Cost: 3, Reserves: true, Cumulative: true,
			Aim: ownDeadWhere(canResurrect), Useful: within((*casting).deadOf), Choose: picksOf(1, (*casting).deadOf), Cast: resurrects},
		{Rule: spellRule("summon_dragon", "Summon Dragon", ""), Element: e, Cost: 7,
			Aim: callsTo(anyDragon), Cast: calls(anyDragon)},
	}
}

func earthSpellsStarter() []Spell {
	const e = "earth"
	return []Spell{
		{Rule: spellRule("stone_skin", "Stone Skin", ""), Element: e, Cost: 2, Reserves: true, Cantrip: true, Cumulative: true,
			Aim: anyArmy, Cast: lasting(add, 1, Save)},
		{Rule: spellRule("path", "Path", ""), Element: e, Cost: 4, Reserves: true,
			Aim: ownUnit(canPath), Cast: path},
		{Rule: spellRule("wall_of_thorns", "Wall of Thorns", ""), Element: e, Cost: 5, Species: "treefolk", Cumulative: true, OnTerrain: true,
			Aim: terrainsWhere(belowEight), Cast: thorns(6)},
		{Rule: spellRule("transmute_rock_to_mud", "Transmute Rock to Mud", ""), Element: e, Cost: 6, Cumulative: true,
			Aim: opposingArmy, Cast: lasting(subtract, 6, Maneuver)},
	}
}

func fireSpellsStarter() []Spell {
	const e = "fire"
	return []Spell{
		{Rule: spellRule("ash_storm", "Ash Storm", ""), Element: e, Cost: 2, Cantrip: true, Cumulative: true, OnTerrain: true,
			Aim: anyTerrain, Cast: lasting(subtract, 1, anyResult()...)},
		{Rule: spellRule("flashfire", "Flashfire", ""), Element: e, Cost: 3, Species: "firewalker", Reserves: true, Cantrip: true, Cumulative: true,
			Aim: anyArmy, Cast: flashes(nil)},
		{Rule: spellRule("fiery_weapon", "Fiery Weapon", ""), Element: e, Cost: 4, Reserves: true, Cumulative: true,
			Aim: anyArmy, Cast: lasting(add, 2, Melee, Missile)},
		{Rule: spellRule("dancing_lights", "Dancing Lights", ""), Element: e, Cost: 6, Cumulative: true,
			Aim: opposingArmy, Cast: lasting(subtract, 6, Melee)},
	}
}
