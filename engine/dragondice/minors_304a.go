package dragondice

// minors304a are the faces of minor terrains.
func minors304a() []Minor { return minors401d() }
