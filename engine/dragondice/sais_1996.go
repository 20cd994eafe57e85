package dragondice

// sais1996 are the special action icons of rare units. Monsters have others, which the book doesn't
// know: they came with the dice.
func sais1996() []SAI {
	row := func(icon, name string, modes ...Mode) SAI {
		return SAI{Rule: Rule{ID: "sai/" + icon, Name: name, Page: "Special Action Icons, " + name}, Icon: icon, Modes: modes}
	}
	bullseye := row("bullseye", "Bullseye",
		Mode{On: on(attacking(ForMissile)), Do: wounds(0, true, false)},
		Mode{On: on(againstDragons), Gives: x(Missile)})
	bullseye.Single = true
	counter := row("counter", "Counter",
		Mode{On: on(savingFrom(ForMelee), savingFrom(ForCharge)), Gives: x(Save), Do: strikesBack},
		Mode{On: on(saving), Gives: x(Save)},
		Mode{On: on(attacking(ForMelee, ForCharge)), Gives: x(Melee)},
		Mode{On: on(againstDragons), Gives: x(Save, Melee)})
	counter.Uncertain = "whether saves that spells give an army count against the hits of a Counter, for which it may not roll saves"
	return []SAI{
		bullseye,
		row("cantrip", "Cantrip",
			Mode{On: on(acting(ForMagic)), Gives: x(Magic)},
			Mode{On: on(noManeuverRoll), Do: cantrips, Whole: true}),
		counter,
		row("fly", "Fly", Mode{On: on(anyRoll), Gives: oneOf(Maneuver, Save)}),
		row("rend", "Rend",
			Mode{On: on(attacking(ForMelee, ForCharge), savingFrom(ForCharge), againstDragons), Gives: x(Melee), Again: true},
			Mode{On: on(maneuverRoll), Gives: x(Maneuver)}),
		row("smite", "Smite",
			Mode{On: on(attacking(ForMelee)), Do: harms, Whole: true},
			Mode{On: on(attacking(ForCharge), savingFrom(ForCharge), againstDragons), Gives: x(Melee)}),
		row("trample", "Trample", Mode{On: on(anyRoll), Gives: x(Maneuver, Melee)}),
	}
}

// maneuverRoll fits a roll for maneuvers. noManeuverRoll fits all others, except the roll for the
// order of play.
func maneuverRoll(r *roll) bool   { return r.purpose == ForManeuver }
func noManeuverRoll(r *roll) bool { return r.purpose != ForManeuver && !r.bare }

// strikesBack deals X damage to the attacker, which rolls no saves. If spells give the attacker saves,
// the table rules whether these reduce the damage.
func strikesBack(r *roll, u use) {
	shielded := r.attack != nil && r.g.magicalSaves(r.attack.army) > 0
	if shielded && r.g.ruling(u.row.Rule, "Do saves that spells give an army count against the hits of a Counter?", yesNo()) == "no" {
		c := u.cause()
		c.wide = true
		r.g.damage(r.attack.army, u.x, c)
		return
	}
	back(r, u)
}
