package dragondice

// minors401d are the faces of minor terrains (advanced rules).
func minors401d() []Minor { return nil }
