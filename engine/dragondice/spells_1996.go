package dragondice

// spells1996 are the 25 spells of the spell list. From the reserves, a spell is aimed at the
// caster's own dice. Spells that do harm and spells on terrains can't be cast from there.
func spells1996() []Spell {
	var out []Spell
	for _, list := range [][]Spell{goldSpells1996(), blueSpells1996(), redSpells1996(), greenSpells1996(), blackSpells1996()} {
		for _, s := range list {
			s.Cantrip = true
			out = append(out, s)
		}
	}
	return out
}

func spell1996(id, name, color string) Rule {
	return Rule{ID: "spell/" + id, Name: name, Page: "Spell List, " + color + ", pp. 39–43"}
}

// summons1996 makes the spell that brings a dragon of one colour to a terrain.
func summons1996(color, element string) Spell {
	comes := func(_ *casting, d *die) bool { return d.kind.Class == "elemental" && d.kind.has(element) }
	return Spell{Rule: spell1996("summon_"+lower(color)+"_dragon", "Summon "+color+" Dragon", color), Element: element, Cost: 7, Units: true,
		Aim: callsTo(comes), Cast: calls(comes)}
}

// revives1996 makes a spell that returns one health-worth of dead units to the casting army for each
// casting.
func revives1996(id, name, color, element string) Spell {
	return Spell{Rule: spell1996(id, name, color), Element: element, Cost: 3, Reserves: true, Cumulative: true,
		Aim: ownDeadWhere(anyDie), Useful: within((*casting).anyDeadOf), Choose: picksOf(1, (*casting).anyDeadOf), Cast: resurrects}
}

func goldSpells1996() []Spell {
	const e, c = "earth", "Gold"
	return []Spell{
		{Rule: spell1996("stoneskin", "Stoneskin", c), Element: e, Cost: 2, Reserves: true, Cumulative: true, Aim: anyArmy, Cast: lasting(add, 1, Save)},
		{Rule: spell1996("dust_to_dust", "Dust to Dust", c), Element: e, Cost: 3, Reserves: true, Cumulative: true,
			Aim: someDead, Choose: picksDead(1), Cast: dustToDust},
		{Rule: spell1996("path", "Path", c), Element: e, Cost: 4, Reserves: true, Aim: ownUnit(atAnyTerrain), Cast: pathAnywhere},
		{Rule: spell1996("transmute_rock_to_mud", "Transmute Rock to Mud", c), Element: e, Cost: 5, Reserves: true, Cumulative: true,
			Aim: anyArmy, Cast: lasting(subtract, 6, Maneuver)},
		summons1996(c, e),
	}
}

func blueSpells1996() []Spell {
	const e, c = "air", "Blue"
	return []Spell{
		{Rule: spell1996("hailstorm", "Hailstorm", c), Element: e, Cost: 2, Cumulative: true, Aim: opposingArmy, Cast: hails},
		revives1996("breath_of_life", "Breath of Life", c, e),
		{Rule: spell1996("wind_walk", "Wind Walk", c), Element: e, Cost: 4, Reserves: true, Cumulative: true, Aim: anyArmy, Cast: lasting(add, 6, Maneuver)},
		{Rule: spell1996("lightning_strike", "Lightning Strike", c), Element: e, Cost: 5, Aim: opposingUnit, Cast: oneSaves(killed)},
		summons1996(c, e),
	}
}

func redSpells1996() []Spell {
	const e, c = "fire", "Red"
	return []Spell{
		{Rule: spell1996("ash_storm", "Ash Storm", c), Element: e, Cost: 2, Cumulative: true, OnTerrain: true, Aim: anyTerrain, Cast: lasting(subtract, 1, anyResult()...)},
		revives1996("spark_of_life", "Spark of Life", c, e),
		{Rule: spell1996("burning_hands", "Burning Hands", c), Element: e, Cost: 4, Reserves: true, Aim: unitsWhere(anyUnit), Cast: burningHands},
		{Rule: spell1996("dancing_lights", "Dancing Lights", c), Element: e, Cost: 5, Reserves: true, Aim: anyArmy, Cast: dazzles},
		summons1996(c, e),
	}
}

func greenSpells1996() []Spell {
	const e, c = "water", "Green"
	return []Spell{
		{Rule: spell1996("watery_double", "Watery Double", c), Element: e, Cost: 2, Reserves: true, Cumulative: true, Aim: anyArmy, Cast: late(lasting(add, 1, Save))},
		{Rule: spell1996("wall_of_ice", "Wall of Ice", c), Element: e, Cost: 3, Reserves: true, Aim: anyArmy, Cast: lasting(add, 3, Save)},
		{Rule: spell1996("wall_of_fog", "Wall of Fog", c), Element: e, Cost: 4, OnTerrain: true, Aim: anyTerrain, Cast: fogsAround},
		{Rule: spell1996("flash_flood", "Flash Flood", c), Element: e, Cost: 5, Again: true, Aim: terrainsWhere(aboveOne), Cast: floods(8, allThere)},
		summons1996(c, e),
	}
}

func blackSpells1996() []Spell {
	const e, c = "death", "Black"
	return []Spell{
		{Rule: spell1996("reanimate_dead", "Reanimate Dead", c), Element: e, Cost: 2, Reserves: true, Aim: diceWhere(smallDead), Cast: reanimates},
		{Rule: spell1996("palsy", "Palsy", c), Element: e, Cost: 3, Reserves: true, Cumulative: true, Aim: anyArmy, Cast: lasting(subtract, 1, anyResult()...)},
		{Rule: spell1996("finger_of_death", "Finger of Death", c), Element: e, Cost: 4, Cumulative: true, Aim: opposingUnit, Cast: withers},
		{Rule: spell1996("open_grave", "Open Grave", c), Element: e, Cost: 6, Reserves: true, Aim: anyArmy, Cast: opensEveryGrave},
		summons1996(c, e),
	}
}
