package settle

const (
	// sameTint is how far apart the colours of the middles of two dice may be that are one
	// die in two places. Pushed dice of the virtual table stay
	// under 0.3 (99 of 100: 0.47), two different dice are nearly always (95 of 100) above 0.38.
	sameTint = 0.45
	// shadeTint is the same limit for a die that is pushed out of a lamp's light, shadeAlike how alike the faces must be then. Of 10,636 pairs of two
	// different dice within five sizes of each other 585 are alike by sameTint, and 113 more by these.
	shadeTint, shadeAlike = 0.6, 0.5
	// glintAlike is how alike the faces of dice must be that only a glint of the lamp tells apart.
	glintAlike = 0.75
)

// Likeness compares two dice, or one die in two places.
type Likeness struct {
	// Face is how alike what they show is (−1 to 1), whatever their colours and however they are turned on the floor.
	Face float64
	// Tint is how far apart the colours of their middles are, in the light of one look: the sum of three logarithms (0 and more).
	Tint float64
	// Glint says that the one has the colour of the other with a glint of the lamp.
	Glint bool
}

// Alike is how alike the faces of two dice are, as Face says; −1 if their colours are too far apart to be those of one die.
func (l Likeness) Alike() float64 {
	least := -1.0
	switch {
	case l.Tint <= sameTint:
	case l.Tint <= shadeTint:
		least = shadeAlike
	case l.Glint:
		least = glintAlike
	default:
		return -1
	}
	if l.Face < least {
		return -1
	}
	return l.Face
}
