package dragondice

// breaths401d are what the elements add to a dragon's breath (p. 19).
func breaths401d() []Breath { return nil }
