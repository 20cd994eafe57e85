package dragondice

// sais401d are the SAIs of 4.01d (reference sheets; rules on p. 27 and 28).
func sais401d() []SAI {
	const page = "reference sheets; p. 27"
	return []SAI{
		{Rule: Rule{ID: "sai/rend", Name: "Rend", Page: page}, Icon: "rend", Modes: []Mode{
			{On: []When{rolling(ForMelee), againstDragons}, Gives: x(Melee), Again: true},
			{On: []When{rolling(ForManeuver)}, Gives: x(Maneuver)}}},
		{Rule: Rule{ID: "sai/smite", Name: "Smite", Page: page}, Icon: "smite", Modes: []Mode{
			{On: []When{attacking(ForMelee)}, Do: strikeUnsaved},
			{On: []When{againstDragons}, Gives: x(Melee)}}},
		{Rule: Rule{ID: "sai/firecloud", Name: "Firecloud", Page: page}, Icon: "firecloud", Modes: []Mode{
			{On: []When{attacking(ForMelee, ForMissile)}, Do: targetsMust(0, Maneuver, killed)}}},
	}
}
