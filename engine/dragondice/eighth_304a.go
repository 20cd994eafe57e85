package dragondice

// eighths304a are the eighth faces (p. 16).
func eighths304a() []Eighth { return eighths401d() }
