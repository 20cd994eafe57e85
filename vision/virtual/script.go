package virtual

// Do is what a step of a script does.
type Do string

// The steps of a script.
const (
	// DoWait lets Seconds pass.
	DoWait Do = "wait"
	// DoThrow throws Dice from beyond the picture's edge and waits until they lie.
	DoThrow Do = "throw"
	// DoPour pours Dice out of a cup.
	DoPour Do = "pour"
	// DoHand lets a hand reach in for Seconds without touching anything.
	DoHand Do = "hand"
	// DoPickUp takes Count dice away, one by one (all when 0).
	DoPickUp Do = "pick up"
	// DoNudge pushes one die aside; it keeps its face. Seconds 0: by the table, no hand is seen.
	DoNudge Do = "nudge"
	// DoLamp dims or brightens the lamps to Level over Seconds.
	DoLamp Do = "lamp"
	// DoBump knocks the camera: the picture moves and stays moved.
	DoBump Do = "bump"
	// DoClear sweeps all dice up with one hand.
	DoClear Do = "clear"
	// DoLay puts Dice down at once, in the place of those that lie there: their faces are those of Up, and they lie At some spots. Without these chance decides.
	DoLay Do = "lay"
)

// Step is one step of a script; Do says which of the other fields count.
type Step struct {
	Do      Do       `json:"do"`
	Seconds float64  `json:"seconds,omitempty"`
	Dice    []string `json:"dice,omitempty"`
	Count   int      `json:"count,omitempty"`
	Level   float64  `json:"level,omitempty"`
	Up      []int    `json:"up,omitempty"`
	At      []Spot   `json:"at,omitempty"`
}

// Wait lets time pass.
func Wait(seconds float64) Step { return Step{Do: DoWait, Seconds: seconds} }

// Throw throws dice, by id ("d6", "d20", "d%", …).
func Throw(dice ...string) Step { return Step{Do: DoThrow, Dice: dice} }

// Pour pours dice out of a cup.
func Pour(dice ...string) Step { return Step{Do: DoPour, Dice: dice} }

// Hand lets a hand hover over the tray.
func Hand(seconds float64) Step { return Step{Do: DoHand, Seconds: seconds} }

// PickUp takes dice away one by one, all of them when n is 0.
func PickUp(n int) Step { return Step{Do: DoPickUp, Count: n} }

// Nudge lets a finger push a die aside.
func Nudge() Step { return Step{Do: DoNudge, Seconds: 0.5} }

// Knock moves a die a little without anybody in the picture.
func Knock() Step { return Step{Do: DoNudge} }

// LampTo changes the lamps to a level (1 is on, 0 off).
func LampTo(level, seconds float64) Step { return Step{Do: DoLamp, Level: level, Seconds: seconds} }

// Bump knocks the camera.
func Bump() Step { return Step{Do: DoBump} }

// Lay puts dice down with some faces up, at some spots, in the place of those that lie there.
func Lay(dice []string, up []int, at []Spot) Step {
	return Step{Do: DoLay, Dice: dice, Up: up, At: at}
}

// Clear sweeps the dice up.
func Clear() Step { return Step{Do: DoClear} }

// Event is something that happens on a table: from frame Start until before
// frame End. A throw ends with the first frame in which all its dice lie still.
type Event struct {
	What  Do  `json:"what"`
	Start int `json:"start"`
	End   int `json:"end"`
	// Dice is how many dice it moves.
	Dice int `json:"dice,omitempty"`
}

// Roll is one throw that should be read once.
type Roll struct {
	// Start is the first frame in which its dice move, Rest the first in which all lie still.
	Start int `json:"start"`
	Rest  int `json:"rest"`
	// Clear is the first frame from Rest on without a hand, a cup, a changing lamp or a moving camera.
	Clear int `json:"clear"`
	// Until is the frame in which the next throw or the first pick-up begins, -1 if none does.
	Until int `json:"until"`
	// Dice is the number of dice on the tray, those of earlier throws included.
	Dice int `json:"dice"`
}
