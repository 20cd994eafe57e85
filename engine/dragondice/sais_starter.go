package dragondice

// saisStarter are the special action icons of the starter rules, pages 10 and 11. If the
// book says "attack", the icon doesn't work in individual rolls.
func saisStarter() []SAI {
	row := func(icon, name string, modes ...Mode) SAI {
		return SAI{Rule: Rule{ID: "sai/" + icon, Name: name, Page: "pages 10–11"}, Icon: icon, Modes: modes}
	}
	apart := func(s SAI) SAI { s.Single = true; return s }
	rise := row("rise_from_the_ashes", "Rise from the Ashes", Mode{On: on(saving), Gives: fixed(4, Save)})
	rise.Dying = rises("rise_from_the_ashes")
	dispel := row("dispel_magic", "Dispel Magic")
	dispel.Dispels = dispels("dispel_magic")
	return []SAI{
		row("bullseye", "Bullseye",
			Mode{On: on(attacking(ForMissile)), Again: true, Do: worth(0, unless(Save, killed))},
			Mode{On: on(againstDragons), Gives: x(Missile)}),
		row("cantrip", "Cantrip",
			Mode{On: on(acting(ForMagic)), Gives: x(Magic)},
			Mode{On: on(nonManeuver), Do: cantrips}),
		row("choke", "Choke", Mode{On: on(attacking(ForMelee)), Late: withID(false, killed)}),
		row("confuse", "Confuse", Mode{On: on(attacking(ForMelee, ForMissile)), Late: confuses}),
		row("counter", "Counter",
			Mode{On: on(savingFrom(ForMelee)), Gives: x(Save), Do: back},
			Mode{On: on(saving), Gives: x(Save)},
			Mode{On: on(attacking(ForMelee)), Gives: x(Melee)},
			Mode{On: on(againstDragons), Gives: x(Save, Melee)}),
		row("create_fireminions", "Create Fireminions", Mode{On: on(anyArmyRoll), Gives: []Given{{Of: anyResult(), N: 4}}}),
		dispel,
		row("double_strike", "Double Strike",
			Mode{On: on(attacking(ForMelee)), Again: true, Do: worth(4, unless(Save, killed))},
			Mode{On: on(againstDragons), Gives: fixed(4, Melee)}),
		row("firecloud", "Firecloud", Mode{On: on(attacking(ForMelee, ForMissile)), Do: worth(4, unless(Maneuver, killed))}),
		apart(row("firewalking", "Firewalking",
			Mode{On: on(rolling(ForManeuver)), Gives: fixed(4, Maneuver)},
			Mode{On: on(nonManeuver), Do: moves(3)})),
		row("flame", "Flame", Mode{On: on(attacking(ForMelee)), Do: worth(2, buried)}),
		row("fly", "Fly", Mode{On: on(anyRoll), Gives: oneOf(Maneuver, Save)}),
		row("galeforce", "Galeforce", Mode{On: on(attacking(ForMelee, ForMissile), magicAtTerrain), Do: gale()}),
		row("hoof", "Hoof",
			Mode{On: on(rolling(ForManeuver)), Gives: x(Maneuver)},
			Mode{On: on(saving, againstDragons), Gives: x(Save)}),
		row("rend", "Rend",
			Mode{On: on(attacking(ForMelee), againstDragons), Gives: x(Melee), Again: true},
			Mode{On: on(rolling(ForManeuver)), Gives: x(Maneuver)}),
		rise,
		row("seize", "Seize", Mode{On: on(attacking(ForMissile)), Do: worth(0, seizes)}),
		apart(row("sleep", "Sleep", Mode{On: on(attacking(ForMelee)), Do: oneUnit(stilled(true, false))})),
		row("smite", "Smite",
			Mode{On: on(attacking(ForMelee)), Do: harms},
			Mode{On: on(againstDragons), Gives: x(Melee)}),
		row("smother", "Smother", Mode{On: on(attacking(ForMelee)), Do: worth(4, unless(Maneuver, killed))}),
		row("surprise", "Surprise", Mode{On: on(surprising), Do: surprises, Whole: true}),
		apart(row("teleport", "Teleport",
			Mode{On: on(rolling(ForManeuver)), Gives: fixed(4, Maneuver)},
			Mode{On: on(nonManeuver), Do: moves(3)})),
		row("trample", "Trample", Mode{On: on(anyRoll), Gives: x(Maneuver, Melee)}),
		row("volley", "Volley",
			Mode{On: on(savingFrom(ForMissile)), Gives: x(Save), Do: back},
			Mode{On: on(saving), Gives: x(Save)},
			Mode{On: on(attacking(ForMissile)), Gives: x(Missile)},
			Mode{On: on(againstDragons), Gives: x(Save, Missile)}),
		row("wild_growth", "Wild Growth", Mode{On: on(nonManeuver), Do: wildGrows}),
	}
}
