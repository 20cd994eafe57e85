package dragondice

// kinAbilities304a are those of Dragonkin and of the Eldarim who lead them.
func kinAbilities304a() []Ability { return nil }
