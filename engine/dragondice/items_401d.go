package dragondice

// items401d are the kinds of item (p. 4 and 5, advanced rules).
func items401d() []ItemKind { return nil }
