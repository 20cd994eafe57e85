package dragondice

// species401d are the species' abilities (reference sheets).
func species401d() []Ability {
	dodge := Rule{ID: "species/coastal-dodge", Name: "Coastal Dodge", Page: "reference sheets, Coral Elves; p. 23"}
	return []Ability{
		{Rule: dodge, Species: "coral_elf", Modify: countsWhere(dodge, "coral_elf", "water", Maneuver, Save, saving)},
	}
}
