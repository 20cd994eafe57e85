package dragondice

// sais401d are the special action icons of 4.01d. The rulebook leaves them to its Reference
// Sheets. Page 27 says how X, targets and combining work.
func sais401d() []SAI {
	out := append(sais401dAttack(), sais401dOther()...)
	return append(out, sais401dItems()...)
}

// sai401d makes a row. apart401d makes a row that is always resolved die by die.
func sai401d(icon, name string, modes ...Mode) SAI {
	return SAI{Rule: Rule{ID: "sai/" + icon, Name: name, Page: "Reference Sheets, SAIs; general rules on pages 27–28"}, Icon: icon, Modes: modes}
}

func apart401d(icon, name string, modes ...Mode) SAI {
	s := sai401d(icon, name, modes...)
	s.Single = true
	return s
}

// sais401dAttack are the icons that do something to the army attacked.
func sais401dAttack() []SAI {
	melee, missile, both := on(attacking(ForMelee)), on(attacking(ForMissile)), on(attacking(ForMelee, ForMissile))
	dragons := on(againstDragons)
	return []SAI{
		sai401d("breath", "Breath", Mode{On: melee, Do: worth(0, killed)}),
		sai401d("bullseye", "Bullseye",
			Mode{On: missile, Again: true, Do: worth(0, unless(Save, killed))},
			Mode{On: dragons, Gives: x(Missile)}),
		sai401d("charge", "Charge", Mode{On: on(surprising), Do: charges, Late: answersCharge, Whole: true}),
		sai401d("charm", "Charm", Mode{On: melee, Do: charms}),
		sai401d("choke", "Choke", Mode{On: melee, Late: withID(false, killed)}),
		apart401d("coil", "Coil",
			Mode{On: melee, Do: coils},
			Mode{On: dragons, Gives: x(Melee)}),
		sai401d("confuse", "Confuse", Mode{On: both, Late: confuses}),
		sai401d("convert", "Convert", Mode{On: melee, Do: converts}),
		sai401d("crush", "Crush",
			Mode{On: missile, Do: worth(0, unless(Maneuver, killedThenSave))},
			Mode{On: dragons, Gives: x(Missile)}),
		apart401d("decapitate", "Decapitate",
			Mode{On: melee, Late: withID(true, killed)},
			Mode{On: dragons, Do: beheads(3, Melee)}),
		sai401d("double_strike", "Double Strike",
			Mode{On: melee, Again: true, Do: worth(4, unless(Save, killed))},
			Mode{On: dragons, Gives: fixed(4, Melee)}),
		sai401d("entangle", "Entangle", Mode{On: melee, Do: worth(0, killed)}),
		sai401d("firebreath", "Firebreath", Mode{On: melee, Do: burns}),
		sai401d("firecloud", "Firecloud", Mode{On: both, Do: worth(0, unless(Maneuver, killed))}),
		sai401d("flame", "Flame", Mode{On: melee, Do: worth(2, buried)}),
		sai401d("flaming_arrow", "Flaming Arrow",
			Mode{On: missile, Do: worth(0, unless(Save, killedThenSave))},
			Mode{On: dragons, Gives: x(Missile)}),
		apart401d("frost_breath", "Frost Breath", Mode{On: both, Do: hampers((*roll).enemiesAt, func(use) string { return "halves all that it rolls" },
			func(use) []modifier { return []modifier{{op: divide, of: anyResult(), n: 2}} })}),
		sai401d("galeforce", "Galeforce", Mode{On: on(attacking(ForMelee, ForMissile), magicAtTerrain), Do: gale()}),
		apart401d("gore", "Gore",
			Mode{On: melee, Do: wounds(2, true, true)},
			Mode{On: dragons, Gives: fixed(4, Melee)}),
		sai401d("howl", "Howl", Mode{On: both, Late: lessSaves, Whole: true}),
		apart401d("hug", "Hug",
			Mode{On: melee, Do: hugs},
			Mode{On: dragons, Gives: x(Melee)}),
		sai401d("hypnotic_glare", "Hypnotic Glare", Mode{On: melee, Late: glares, Whole: true}),
		apart401d("impale", "Impale",
			Mode{On: missile, Late: withID(true, killed)},
			Mode{On: dragons, Do: beheads(3, Missile)}),
		apart401d("kick", "Kick",
			Mode{On: melee, Do: wounds(0, true, false)},
			Mode{On: on(saving), Gives: x(Save)},
			Mode{On: dragons, Gives: x(Melee, Save)}),
		sai401d("net", "Net",
			Mode{On: both, Do: worth(0, netted(Maneuver))},
			Mode{On: on(savingAlone), Gives: x(Save)}),
		apart401d("plague", "Plague", Mode{On: melee, Do: infects}),
		sai401d("poison", "Poison", Mode{On: melee, Do: worth(0, unless(Save, killedThenSave))}),
		sai401d("roar", "Roar", Mode{On: melee, Do: worth(0, fled)}),
		sai401d("scare", "Scare", Mode{On: melee, Do: worth(0, frightens)}),
		sai401d("screech", "Screech", Mode{On: melee, Late: lessSaves, Whole: true}),
		sai401d("seize", "Seize", Mode{On: missile, Do: worth(0, seizes)}),
		apart401d("slay", "Slay", Mode{On: melee, Do: oneUnit(unlessID(killed))}),
		apart401d("sleep", "Sleep", Mode{On: melee, Do: oneUnit(stilled(true, false))}),
		sai401d("smite", "Smite",
			Mode{On: melee, Do: harms},
			Mode{On: dragons, Gives: x(Melee)}),
		sai401d("smother", "Smother", Mode{On: melee, Do: worth(0, unless(Maneuver, killed))}),
		sai401d("sneak_attack", "Sneak Attack",
			Mode{On: on(acting(ForMissile, ForMagic)), Do: sneaksBurying},
			Mode{On: on(rolling(ForMelee), againstDragons), Gives: x(Melee)}),
		sai401d("stomp", "Stomp",
			Mode{On: melee, Do: worth(0, unless(Maneuver, killedThenSave))},
			Mode{On: dragons, Gives: x(Melee)}),
		sai401d("stone", "Stone",
			Mode{On: both, Do: harms},
			Mode{On: dragons, Gives: x(Missile)}),
		sai401d("stun", "Stun", Mode{On: melee, Again: true, Do: worth(0, unless(Maneuver, held(hold{leaves: true, alone: true})))}),
		sai401d("surprise", "Surprise", Mode{On: on(surprising), Do: surprises, Whole: true}),
		apart401d("swallow", "Swallow", Mode{On: melee, Do: oneUnit(unlessID(buried))}),
		sai401d("wave", "Wave",
			Mode{On: melee, Late: lessSaves, Whole: true},
			Mode{On: on(maneuvering), Do: waves, Whole: true}),
		sai401d("web", "Web", Mode{On: both, Do: worth(0, netted(Melee))}),
		sai401d("wither", "Wither", Mode{On: melee, Do: hampers((*roll).enemiesAt, withered,
			func(u use) []modifier { return []modifier{{op: subtract, of: anyResult(), n: u.x}} })}),
	}
}

// sais401dOther are the icons that work on the roller's own army.
func sais401dOther() []SAI {
	rise := sai401d("rise_from_the_ashes", "Rise from the Ashes", Mode{On: on(saving), Gives: x(Save)})
	rise.Dying = rises("rise_from_the_ashes")
	dispel := sai401d("dispel_magic", "Dispel Magic")
	dispel.Dispels = dispels("dispel_magic")
	return []SAI{
		sai401d("belly", "Belly", Mode{On: on(anyRoll), Do: bares, Whole: true}),
		sai401d("cantrip", "Cantrip",
			Mode{On: on(rolling(ForMagic)), Gives: x(Magic)},
			Mode{On: on(nonManeuver), Do: cantrips}),
		sai401d("cloak", "Cloak",
			Mode{On: on(alone), Gives: oneOf(anyResult()...)},
			Mode{On: on(saving, againstDragons), Do: cloaks, Whole: true},
			Mode{On: on(rolling(ForMagic)), Gives: x(Magic)}),
		sai401d("counter", "Counter",
			Mode{On: on(savingFrom(ForMelee)), Gives: x(Save), Do: back},
			Mode{On: on(saving), Gives: x(Save)},
			Mode{On: on(rolling(ForMelee)), Gives: x(Melee)},
			Mode{On: on(againstDragons), Gives: x(Save, Melee)}),
		sai401d("create_fireminions", "Create Fireminions", Mode{On: on(anyArmyRoll), Gives: oneOf(anyResult()...)}),
		dispel,
		apart401d("elevate", "Elevate",
			Mode{On: on(rolling(ForManeuver)), Gives: x(Maneuver)},
			Mode{On: on(acting(ForMissile)), Do: doubles(Missile)},
			Mode{On: on(savingFrom(ForMelee)), Do: doubles(Save)},
			Mode{On: on(againstDragons), Do: doubles(Missile, Save)}),
		apart401d("ferry", "Ferry", Mode{On: on(nonManeuver), Do: moves(4)}),
		apart401d("firewalking", "Firewalking",
			Mode{On: on(rolling(ForManeuver)), Gives: x(Maneuver)},
			Mode{On: on(nonManeuver), Do: moves(3)}),
		sai401d("fly", "Fly", Mode{On: on(anyRoll), Gives: oneOf(Maneuver, Save)}),
		sai401d("hoof", "Hoof",
			Mode{On: on(rolling(ForManeuver)), Gives: x(Maneuver)},
			Mode{On: on(saving, againstDragons), Gives: x(Save)}),
		sai401d("illusion", "Illusion", Mode{On: on(acting(ForMelee, ForMissile, ForMagic)), Do: veils}),
		sai401d("regenerate", "Regenerate", Mode{On: on(nonManeuver), Do: regrows}),
		sai401d("rend", "Rend",
			Mode{On: on(rolling(ForManeuver)), Gives: x(Maneuver)},
			Mode{On: on(rolling(ForMelee), againstDragons), Gives: x(Melee), Again: true}),
		rise,
		sai401d("tail", "Tail", Mode{On: on(rolling(ForMelee), againstDragons), Gives: fixed(2, Melee), Again: true}),
		apart401d("teleport", "Teleport",
			Mode{On: on(rolling(ForManeuver)), Gives: x(Maneuver)},
			Mode{On: on(nonManeuver), Do: moves(3)}),
		sai401d("trample", "Trample", Mode{On: on(anyRoll), Gives: x(Maneuver, Melee)}),
		sai401d("trumpet", "Trumpet", Mode{On: on(rolling(ForMelee, ForSave), againstDragons), Do: trumpets("feral", Melee, Save), Whole: true}),
		apart401d("vanish", "Vanish", Mode{On: on(saving), Gives: x(Save), Do: vanishes}),
		sai401d("volley", "Volley",
			Mode{On: on(savingFrom(ForMissile)), Gives: x(Save), Do: back},
			Mode{On: on(saving), Gives: x(Save)},
			Mode{On: on(rolling(ForMissile)), Gives: x(Missile)},
			Mode{On: on(againstDragons), Gives: x(Save, Missile)}),
		sai401d("wild_growth", "Wild Growth", Mode{On: on(nonManeuver), Do: wildGrows}),
	}
}

// sais401dItems are the icons of items, champions and Dracolem.
func sais401dItems() []SAI {
	open := func(icon, name string) SAI {
		s := sai401d(icon, name, Mode{On: on(anyArmyRoll), Do: ruled})
		s.Uncertain = "no text of this Dracolem SAI was found"
		return s
	}
	champion := apart401d("logo_champion", "Champion's logo",
		Mode{On: on(againstDragons), For: eldarim, Do: championAgainstDragons},
		Mode{On: on(savingAlone), Gives: fixed(4, Save)},
		Mode{On: on(anyRoll), For: named("dragonmaster", "dragonhunter", "dragonzealot"), Do: countsAsID(2), ID: true},
		Mode{On: on(attacking(ForMelee)), For: dragonkin, Do: herds})
	champion.Uncertain = "what becomes of a dragon that is tamed or controlled"
	return []SAI{
		sai401d("attune", "Attune", Mode{On: on(rolling(ForMagic)), Gives: x(Magic), Do: attunes}),
		apart401d("bash", "Bash",
			Mode{On: on(savingFrom(ForMelee)), Do: bash},
			Mode{On: on(saving), Gives: x(Save)},
			Mode{On: on(againstDragons), Do: bashesDragon}),
		apart401d("elemental_relic", "Elemental Relic", Mode{On: on(nonManeuver), Early: relicRerolls, Do: relicGrows}),
		sai401d("flurry", "Flurry",
			Mode{On: on(rolling(ForMelee)), Gives: x(Melee), Again: true},
			Mode{On: on(savingFrom(ForMelee)), Gives: x(Save)},
			Mode{On: on(againstDragons), Early: flurries, Do: counted}),
		champion,
		apart401d("logo_medallion", "Medallion's logo",
			Mode{On: on(rolling(ForMagic)), For: named("bronze"), Do: bronzeMagic},
			Mode{On: on(nonManeuver), For: named("bronze"), Do: bronzeCantrip},
			Mode{On: on(nonManeuver), For: named("silver"), Do: recovers},
			Mode{On: on(nonManeuver), For: named("gold"), Do: revives(4)}),
		apart401d("logo_relic", "Relic's logo",
			Mode{On: on(acting(ForMagic, ForMissile)), For: named("earthfang"), Do: chills},
			Mode{On: on(attacking(ForMelee)), For: named("earthfang"), Late: withID(true, killed)},
			Mode{On: on(againstDragons), For: named("earthfang"), Do: beheads(4, Melee)},
			Mode{On: on(nonManeuver), For: named("elemental"), Early: relicRerolls, Do: relicGrows}),
		sai401d("sortie", "Sortie",
			Mode{On: on(rolling(ForMelee)), Gives: x(Melee)},
			Mode{On: on(saving), Gives: x(Save)},
			Mode{On: on(againstDragons), Gives: x(Save, Melee)}),
		sai401d("summon_dragon", "Summon Dragon",
			Mode{On: on(magicAtTerrain), Again: true, Do: summons},
			Mode{On: on(rolling(ForMagic)), Gives: x(Magic)}),
		apart401d("wayfare", "Wayfare",
			Mode{On: on(orderOfPlay), Gives: x(Maneuver)},
			Mode{On: on(rolling(ForManeuver)), Do: wayfares},
			Mode{On: on(againstDragons), Do: wayfares}),
		open("fabricate", "Fabricate"),
		open("gate", "Gate"),
		open("magic_suppression", "Magic Suppression"),
		open("spell_disruption", "Spell Disruption"),
	}
}
