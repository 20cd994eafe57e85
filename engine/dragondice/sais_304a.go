package dragondice

// sais304a are the special action icons of 3.04a.
func sais304a() []SAI {
	return nil
}
