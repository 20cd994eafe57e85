package dragondice

// abilities304a are the races' abilities (pages 20 and 21), and those of Dragonkin and Eldarim.
func abilities304a() []Ability { return kinAbilities304a() }
