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
	// DoHand makes a hand reach in for Seconds without touching anything.
	DoHand Do = "hand"
	// DoPickUp takes Count dice away, one by one. If Count is 0, it takes all.
	DoPickUp Do = "pick up"
	// DoNudge pushes one die aside. The die keeps its face. If Seconds is 0, the table does it and no hand is seen.
	DoNudge Do = "nudge"
	// DoLamp dims or brightens the lamps to Level over Seconds.
	DoLamp Do = "lamp"
	// DoBump bumps the camera. The picture moves and stays moved.
	DoBump Do = "bump"
	// DoClear sweeps all dice up with one hand.
	DoClear Do = "clear"
	// DoLay puts Dice down at once, instead of those that lie there. Their faces are those of Up, and their places
	// those of At. If these are empty, chance decides.
	DoLay Do = "lay"
)

// Step is one step of a script. Do says which of the other fields count.
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

// Hand makes a hand hover over the tray.
func Hand(seconds float64) Step { return Step{Do: DoHand, Seconds: seconds} }

// PickUp takes n dice away, one by one. If n is 0, it takes all of them.
func PickUp(n int) Step { return Step{Do: DoPickUp, Count: n} }

// Nudge makes a finger push a die aside.
func Nudge() Step { return Step{Do: DoNudge, Seconds: 0.5} }

// Knock moves a die a little with nobody in the picture.
func Knock() Step { return Step{Do: DoNudge} }

// LampTo changes the lamps to a level (1 is on, 0 off).
func LampTo(level, seconds float64) Step { return Step{Do: DoLamp, Level: level, Seconds: seconds} }

// Bump bumps the camera.
func Bump() Step { return Step{Do: DoBump} }

// Lay puts dice down with given faces up, at given spots, instead of those that lie there.
func Lay(dice []string, up []int, at []Spot) Step {
	return Step{Do: DoLay, Dice: dice, Up: up, At: at}
}

// Clear sweeps the dice up.
func Clear() Step { return Step{Do: DoClear} }

// Event is something that happens on a table, from frame Start until before frame End. A throw ends with the first
// frame in which all its dice lie still.
type Event struct {
	What  Do  `json:"what"`
	Start int `json:"start"`
	End   int `json:"end"`
	// Dice is how many dice it moves.
	Dice int `json:"dice,omitempty"`
}

// Roll is one throw that should be read once.
type Roll struct {
	// Start is the first frame in which its dice move. Rest is the first in which all lie still.
	Start int `json:"start"`
	Rest  int `json:"rest"`
	// Clear is the first frame from Rest on without a hand, a cup, a changing lamp or a moving camera.
	Clear int `json:"clear"`
	// Until is the frame in which the next throw or the first pick-up begins. It is -1 if there is none.
	Until int `json:"until"`
	// Dice is how many dice lie on the tray, with those of earlier throws.
	Dice int `json:"dice"`
}
