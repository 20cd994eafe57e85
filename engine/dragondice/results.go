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

// kindsOfResult is how many there are.
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

// The purposes of a roll. An individual roll (of a targeted unit) has one of the first five,
// ForID or ForBoth.
const (
	ForMelee    Purpose = "melee"
	ForMissile  Purpose = "missile"
	ForMagic    Purpose = "magic"
	ForManeuver Purpose = "maneuver"
	ForSave     Purpose = "save"
	// ForCharge is for a charging army's roll: a combination of melee and maneuvers, which are
	// both damage.
	ForCharge Purpose = "charge"
	// ForDragon is for the army's response to a dragon attack: a combination of melee, missiles
	// and saves.
	ForDragon Purpose = "dragon"
	// ForID is for a roll that looks for an ID icon and counts nothing else.
	ForID Purpose = "id"
	// ForBoth is for combination rolls of other results.
	ForBoth Purpose = "combination"
)

// purposeOf returns the purpose of a roll that counts only r.
func purposeOf(r Result) Purpose { return Purpose(r.String()) }

// tally counts each result.
type tally [kindsOfResult]int
