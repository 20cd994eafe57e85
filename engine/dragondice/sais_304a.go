package dragondice

// sais304a are the special action icons of 3.04a: its list on pages 22 to 28, and for logos
// the sections that the list refers to. They work in rolls of single units too, unless the
// list speaks of an army, attack or action.
func sais304a() []SAI {
	out := append(sais304aAttack(), sais304aOwn()...)
	return append(out, sais304aItems()...)
}

// The pages of the list. The book numbers only some of them.
const (
	pages304aFirst = "SAI list, pages 22–24"
	page304a25     = "SAI list, page 25"
	pages304aLast  = "SAI list, pages 26–28"
)

// sai304a makes a row. apart304a makes a row that is always resolved die by die.
func sai304a(page, icon, name string, modes ...Mode) SAI {
	return SAI{Rule: Rule{ID: "sai/" + icon, Name: name, Page: page}, Icon: icon, Modes: modes}
}

func apart304a(page, icon, name string, modes ...Mode) SAI {
	s := sai304a(page, icon, name, modes...)
	s.Single = true
	return s
}

// open304a makes a row whose rule the book leaves open in part.
func open304a(s SAI, what string) SAI {
	s.Uncertain = what
	return s
}

// sais304aAttack are the icons that do something to the army attacked.
func sais304aAttack() []SAI {
	const first, second, last = pages304aFirst, page304a25, pages304aLast
	melee, missile, both := on(attacking(ForMelee)), on(attacking(ForMissile)), on(attacking(ForMelee, ForMissile))
	dragons := on(againstDragons)
	return []SAI{
		sai304a(first, "breath", "Breath", Mode{On: melee, Do: breathesOn}),
		sai304a(first, "bullseye", "Bullseye",
			Mode{On: missile, Do: worth(0, unless(Save, killed))},
			Mode{On: dragons, Gives: x(Missile)}),
		sai304a(first, "charge", "Charge", Mode{On: on(surprising), Do: charges, Late: answersCharge, Whole: true}),
		sai304a(first, "charm", "Charm", Mode{On: melee, Do: charms}),
		sai304a(first, "choke", "Choke", Mode{On: melee, Late: withID(false, killed)}),
		open304a(apart304a(first, "coil", "Coil",
			Mode{On: melee, Do: coilsOpen},
			Mode{On: dragons, Gives: x(Melee)}), "whether the unit that coils may save against the melee of the unit that it holds"),
		sai304a(first, "confuse", "Confuse", Mode{On: both, Late: confuses}),
		sai304a(first, "convert", "Convert", Mode{On: melee, Do: converts}),
		sai304a(first, "crush", "Crush",
			Mode{On: missile, Do: worth(0, unless(Maneuver, killedThenSave))},
			Mode{On: dragons, Gives: x(Missile)}),
		apart304a(first, "decapitate", "Decapitate",
			Mode{On: melee, Late: withID(true, killed)},
			Mode{On: dragons, Do: beheads(3, Melee)}),
		sai304a(first, "entangle", "Entangle", Mode{On: melee, Do: entangles}),
		sai304a(second, "firebreath", "Firebreath", Mode{On: melee, Do: burns}),
		sai304a(second, "firecloud", "Firecloud", Mode{On: missile, Do: worth(0, unless(Maneuver, killed))}),
		sai304a(second, "flame", "Flame", Mode{On: melee, Do: worth(2, buried)}),
		sai304a(second, "flaming_arrow", "Flaming Arrow",
			Mode{On: missile, Do: worth(0, unless(Save, killedThenSave))},
			Mode{On: dragons, Gives: x(Missile)}),
		sai304a(second, "frost_breath", "Frost Breath", Mode{On: both, Do: halves, Whole: true}),
		sai304a(second, "galeforce", "Galeforce", Mode{On: on(rollingAtTerrain(ForMelee, ForMissile, ForMagic)), Do: galeAnywhere()}),
		sai304a(second, "gore", "Gore",
			Mode{On: melee, Do: wounds(2, true, true)},
			Mode{On: dragons, Gives: fixed(2, Melee)}),
		sai304a(second, "howl", "Howl", Mode{On: both, Late: lessSaves, Whole: true}),
		apart304a(second, "hug", "Hug",
			Mode{On: melee, Do: hugs},
			Mode{On: dragons, Gives: x(Melee)}),
		sai304a(last, "hypnotic_glare", "Hypnotic Glare", Mode{On: melee, Late: glaresOn, Whole: true}),
		apart304a(last, "impale", "Impale",
			Mode{On: missile, Late: withID(true, killed)},
			Mode{On: dragons, Do: beheads(3, Missile)}),
		sai304a(last, "kick", "Kick",
			Mode{On: melee, Do: wounds(0, true, false)},
			Mode{On: on(saving), Gives: x(Save)},
			Mode{On: dragons, Gives: x(Melee, Save)}),
		open304a(sai304a(last, "net", "Net",
			Mode{On: both, Do: worth(0, unless(Maneuver, immobilized))},
			Mode{On: on(savingAlone), Gives: x(Save)}), "whether a unit that is immobilized may leave its place"),
		apart304a(last, "plague", "Plague", Mode{On: melee, Do: infects}),
		sai304a(last, "poison", "Poison", Mode{On: melee, Do: worth(0, unless(Save, killedThenSave))}),
		sai304a(last, "roar", "Roar", Mode{On: melee, Do: worth(0, fled)}),
		sai304a(last, "scare", "Scare", Mode{On: melee, Do: worth(0, frightens)}),
		sai304a(last, "screech", "Screech", Mode{On: melee, Late: lessSaves, Whole: true}),
		sai304a(last, "seize", "Seize", Mode{On: missile, Do: worth(0, seizes)}),
		apart304a(last, "slay", "Slay", Mode{On: melee, Do: oneUnit(unlessID(killed))}),
		apart304a(last, "sleep", "Sleep", Mode{On: on(rolling(ForMelee)), Do: oneOfEnemies(held(hold{late: true}))}),
		sai304a(last, "smite", "Smite",
			Mode{On: melee, Do: harms},
			Mode{On: dragons, Gives: x(Melee)}),
		sai304a(last, "smother", "Smother", Mode{On: melee, Do: worth(0, unless(Maneuver, killed))}),
		sai304a(last, "sneak_attack", "Sneak Attack",
			Mode{On: on(acting(ForMissile, ForMagic)), Do: sneaks},
			Mode{On: on(rolling(ForMelee), againstDragons), Gives: x(Melee)}),
		sai304a(last, "stomp", "Stomp",
			Mode{On: melee, Do: worth(0, unless(Maneuver, killedThenSave))},
			Mode{On: dragons, Gives: x(Melee)}),
		sai304a(last, "stone", "Stone",
			Mode{On: missile, Do: harms},
			Mode{On: dragons, Gives: x(Missile)}),
		sai304a(last, "stun", "Stun", Mode{On: melee, Again: true, Do: worth(0, unless(Maneuver, held(hold{late: true, thisTurn: true})))}),
		sai304a(last, "surprise", "Surprise", Mode{On: on(surprising), Do: surprises, Whole: true}),
		apart304a(last, "swallow", "Swallow", Mode{On: melee, Do: oneUnit(unlessID(buried))}),
		sai304a(last, "wave", "Wave",
			Mode{On: melee, Late: lessSaves, Whole: true},
			Mode{On: on(maneuvering), Do: waves, Whole: true}),
		sai304a(last, "web", "Web", Mode{On: melee, Do: worth(0, unless(Melee, held(hold{})))}),
		sai304a(last, "wither", "Wither", Mode{On: on(rolling(ForMelee)), Do: hampers((*roll).enemiesAt, withered,
			func(u use) []modifier { return []modifier{{op: subtract, of: anyResult(), n: u.x}} })}),
	}
}

// sais304aOwn are the icons that work on the roller's own army.
func sais304aOwn() []SAI {
	const first, second, last = pages304aFirst, page304a25, pages304aLast
	rise := sai304a(last, "rise_from_the_ashes", "Rise from the Ashes", Mode{On: on(saving), Gives: x(Save)})
	rise.Dying = rises("rise_from_the_ashes")
	dispel := sai304a(first, "dispel_magic", "Dispel Magic")
	dispel.Dispels = dispels("dispel_magic")
	strikes := on(rolling(ForMelee), againstDragons)
	return []SAI{
		sai304a(first, "belly", "Belly", Mode{On: on(anyRoll), Do: bares, Whole: true}),
		apart304a(first, "cantrip", "Cantrip",
			Mode{On: on(rolling(ForMagic)), Gives: x(Magic)},
			Mode{On: on(nonManeuver), Do: cantrips}),
		sai304a(first, "cloak", "Cloak",
			Mode{On: on(alone), Gives: oneOf(anyResult()...)},
			Mode{On: on(saving, againstDragons), Do: cloaksByMagic, Whole: true},
			Mode{On: on(acting(ForMelee, ForMissile, ForMagic)), Gives: x(Magic)}),
		sai304a(first, "counter", "Counter",
			Mode{On: on(savingFrom(ForMelee)), Gives: x(Save), Do: back},
			Mode{On: on(saving), Gives: x(Save)},
			Mode{On: on(rolling(ForMelee)), Gives: x(Melee)},
			Mode{On: on(againstDragons), Gives: x(Save, Melee)}),
		sai304a(first, "create_fireminions", "Create Fireminions", Mode{On: on(anyArmyRoll), Gives: oneOf(anyResult()...)}),
		dispel,
		sai304a(first, "double_strike", "Double Strike",
			Mode{On: strikes, For: named("tiger_folk"), Gives: fixed(4, Melee), Again: true},
			Mode{On: strikes, Gives: x(Melee), Again: true}),
		apart304a(first, "ferry", "Ferry", Mode{On: on(nonManeuver), Do: moves(4)}),
		apart304a(second, "firewalking", "Firewalking",
			Mode{On: on(rolling(ForManeuver)), Gives: x(Maneuver)},
			Mode{On: on(nonManeuver), Do: moves(3)}),
		sai304a(second, "fly", "Fly", Mode{On: on(anyRoll), Gives: oneOf(Maneuver, Save)}),
		sai304a(second, "hoof", "Hoof",
			Mode{On: on(rolling(ForManeuver)), Gives: x(Maneuver)},
			Mode{On: on(saving, againstDragons), Gives: x(Save)}),
		apart304a(last, "illusion", "Illusion", Mode{On: on(rolling(ForMelee, ForMissile, ForMagic)), Do: veils}),
		sai304a(last, "regenerate", "Regenerate", Mode{On: on(nonManeuver), Do: regrows}),
		sai304a(last, "rend", "Rend",
			Mode{On: on(rolling(ForManeuver)), Gives: x(Maneuver)},
			Mode{On: strikes, Gives: x(Melee), Again: true}),
		rise,
		sai304a(last, "tail", "Tail", Mode{On: strikes, Gives: fixed(2, Melee), Again: true}),
		apart304a(last, "teleport", "Teleport",
			Mode{On: on(rolling(ForManeuver)), Gives: x(Maneuver)},
			Mode{On: on(nonManeuver), Do: moves(3)}),
		sai304a(last, "trample", "Trample", Mode{On: on(anyRoll), Gives: x(Maneuver, Melee)}),
		sai304a(last, "trumpet", "Trumpet", Mode{On: on(rolling(ForMelee, ForSave)), Do: trumpets("feral", Melee, Save), Whole: true}),
		apart304a(last, "vanish", "Vanish", Mode{On: on(saving), Gives: x(Save), Do: vanishes}),
		sai304a(last, "volley", "Volley",
			Mode{On: on(savingFrom(ForMissile)), Gives: x(Save), Do: back},
			Mode{On: on(saving), Gives: x(Save)},
			Mode{On: on(rolling(ForMissile)), Gives: x(Missile)},
			Mode{On: on(againstDragons), Gives: x(Save, Missile)}),
		sai304a(last, "wild_growth", "Wild Growth", Mode{On: on(nonManeuver), Do: wildGrows}),
	}
}

// sais304aItems are the icons of items and champions.
func sais304aItems() []SAI {
	const first, second, last = pages304aFirst, page304a25, pages304aLast
	return []SAI{
		sai304a(first, "attune", "Attune", Mode{On: on(rolling(ForMagic)), Gives: x(Magic), Do: attunes}),
		apart304a(first, "bash", "Bash",
			Mode{On: on(savingFrom(ForMelee)), Do: bash},
			Mode{On: on(saving), Gives: x(Save)},
			Mode{On: on(againstDragons), Do: bashesDragon}),
		apart304a(first, "elevate", "Elevate",
			Mode{On: on(rolling(ForManeuver)), Gives: x(Maneuver)},
			Mode{On: on(acting(ForMissile)), Do: doubles(Missile)},
			Mode{On: on(savingFrom(ForMelee)), Do: doubles(Save)},
			Mode{On: on(againstDragons), Do: doubles(Missile, Save)}),
		sai304a(second, "flurry", "Flurry",
			Mode{On: on(rolling(ForMelee)), Gives: x(Melee), Again: true},
			Mode{On: on(savingFrom(ForMelee)), Gives: x(Save)},
			Mode{On: on(againstDragons), Early: flurries, Do: counted}),
		apart304a(last+"; pages 15 and 17", "logo_champion", "SFR/TSR Logo (Eldarim/Dragonkin Champion)",
			Mode{On: on(savingAlone), Gives: fixed(4, Save)},
			Mode{On: on(anyRoll), For: named("dragonmaster", "dragonhunter", "dragonzealot"), Do: countsAsID(2), ID: true},
			Mode{On: on(attacking(ForMelee)), For: dragonkin, Do: herds}),
		apart304a(last+"; page 20", "logo_medallion", "SFR/TSR Logo (Medallion)",
			Mode{On: on(rolling(ForMagic)), For: named("bronze"), Do: bronzeMagic},
			Mode{On: on(nonManeuver), For: named("bronze"), Do: bronzeCantrip},
			Mode{On: on(nonManeuver), For: named("silver"), Do: digsUp},
			Mode{On: on(nonManeuver), For: named("gold"), Do: raises(4)}),
		sai304a(last, "sortie", "Sortie",
			Mode{On: on(rolling(ForMelee)), Gives: x(Melee)},
			Mode{On: on(saving), Gives: x(Save)},
			Mode{On: on(againstDragons), Gives: x(Save, Melee)}),
		open304a(sai304a(last, "summon_dragon", "Summon Dragon",
			Mode{On: on(magicAtTerrain), Again: true, Do: summonsOpen},
			Mode{On: on(rolling(ForMagic)), Again: true}), "whether an ivory dragon matches the color of the item"),
		apart304a(last, "wayfare", "Wayfare",
			Mode{On: on(orderOfPlay), Gives: x(Maneuver)},
			Mode{On: on(rolling(ForManeuver)), Do: wayfares},
			Mode{On: on(againstDragons), Do: wayfares}),
	}
}
