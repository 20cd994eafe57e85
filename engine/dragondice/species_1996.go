package dragondice

// species1996 are the special abilities of the four races.
func species1996() []Ability {
	rule := func(id, name string) Rule {
		return Rule{ID: "species/" + id, Name: name, Page: "Special Abilities, p. 32"}
	}
	elves, dwarves := rule("coral-elves", "Coral Elves at coastland"), rule("dwarves", "Dwarves at highland")
	goblins, lava := rule("goblins", "Goblins at swampland"), rule("lava-elves", "Lava Elves at highland")
	return []Ability{
		{Rule: elves, Species: "coral_elf", Converts: convertsAt(elves, "coral_elf", "coastland", Maneuver, Save)},
		{Rule: dwarves, Species: "dwarf", Modify: doublesAt(dwarves, "dwarf", "highland", Maneuver)},
		{Rule: goblins, Species: "goblin", Modify: doublesAt(goblins, "goblin", "swampland", Maneuver)},
		{Rule: lava, Species: "lava_elf", Converts: convertsAt(lava, "lava_elf", "highland", Maneuver, Save)},
	}
}
