package dragondice

// Result is one of the five things that dice make.
type Result int

// The results.
const (
	Melee Result = iota
	Missile
	Magic
	Maneuver
	Save
)

// kinds is how many there are.
const kindsOfResult = 5

var resultNames = [kindsOfResult]string{"melee", "missile", "magic", "maneuver", "save"}

func (r Result) String() string { return resultNames[r] }

// plural is the word for n of them.
func (r Result) plural() string {
	switch r {
	case Missile, Maneuver, Save:
		return resultNames[r] + "s"
	default:
		return resultNames[r]
	}
}

// resultOf returns the result that a plain icon makes.
func resultOf(icon string) (Result, bool) {
	for r, name := range resultNames {
		if name == icon {
			return Result(r), true
		}
	}
	return 0, false
}

// Purpose is what a roll is made for.
type Purpose string

// The purposes of a roll. An individual roll (of targeted units) has one of
// the first five too.
const (
	ForMelee    Purpose = "melee"
	ForMissile  Purpose = "missile"
	ForMagic    Purpose = "magic"
	ForManeuver Purpose = "maneuver"
	ForSave     Purpose = "save"
	// ForCharge is a charging army's: a combination of melee and maneuvers, both damage.
	ForCharge Purpose = "charge"
	// ForDragon is the army's response to a dragon attack: a combination of melee, missiles and saves.
	ForDragon Purpose = "dragon"
	// ForID looks for an ID icon and counts nothing else.
	ForID Purpose = "id"
	// ForBoth and the like are combination rolls of other results.
	ForBoth Purpose = "combination"
)

// purposeOf is the roll that counts only r.
func purposeOf(r Result) Purpose { return Purpose(r.String()) }

// tally counts each result.
type tally [kindsOfResult]int
