package dragondice

// saisStarter are the SAIs of the starter set, as its own list puts them.
func saisStarter() []SAI {
	const page = "Special action icons"
	return []SAI{
		{Rule: Rule{ID: "sai/rend", Name: "Rend", Page: page}, Icon: "rend", Modes: []Mode{
			{On: []When{rolling(ForMelee), againstDragons}, Gives: x(Melee), Again: true},
			{On: []When{rolling(ForManeuver)}, Gives: x(Maneuver)}}},
		{Rule: Rule{ID: "sai/smite", Name: "Smite", Page: page}, Icon: "smite", Modes: []Mode{
			{On: []When{attacking(ForMelee)}, Do: strikeUnsaved},
			{On: []When{againstDragons}, Gives: x(Melee)}}},
		{Rule: Rule{ID: "sai/choke", Name: "Choke", Page: page}, Icon: "choke", Modes: []Mode{
			{On: []When{attacking(ForMelee)}, Late: killThoseWithID}}},
		{Rule: Rule{ID: "sai/firecloud", Name: "Firecloud", Page: page}, Icon: "firecloud", Modes: []Mode{
			{On: []When{attacking(ForMelee, ForMissile)}, Do: targetsMust(4, Maneuver, killed)}}},
	}
}
