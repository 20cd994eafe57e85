package event

import "time"

// Hello is what a table says when it comes to the hub.
type Hello struct {
	V      int    `json:"v"`
	Table  string `json:"table"`
	Source string `json:"source"`
	// Run is random for every start of the table's program.
	Run string `json:"run"`
	// First is the oldest message that the table still has, Next the one that it will write next.
	First int64 `json:"first"`
	Next  int64 `json:"next"`
	// At is the table's clock, Program its version.
	At      time.Time `json:"at"`
	Program string    `json:"program,omitempty"`
}

// Welcome is the hub's answer to a Hello.
type Welcome struct {
	V int `json:"v"`
	// Refused says why the table may not send; empty when it may.
	Refused string `json:"refused,omitempty"`
	// Have is the last message of this source that the hub has on disk: the table goes on after it.
	Have int64 `json:"have"`
	// At is the hub's clock.
	At time.Time `json:"at"`
	// Event is what the event is called.
	Event string `json:"event,omitempty"`
	// Rulings are those that the table has not answered yet.
	Rulings []Ruling `json:"rulings,omitempty"`
	// Waits says what of the table waits for a judge at the hub, in words; empty where nothing does.
	Waits string `json:"waits,omitempty"`
}

// Word is what the hub tells a table.
type Word struct {
	// Source is whom it is for.
	Source string `json:"source"`
	// Have: everything up to that message is on the hub's disk.
	Have int64 `json:"have"`
	// Again: send what comes after Have once more.
	Again bool `json:"again,omitempty"`
	// Beat: it answers the table's health.
	Beat bool `json:"beat,omitempty"`
	// Rulings are to be carried out.
	Rulings []Ruling `json:"rulings,omitempty"`
	// Waits says what of the table waits for a judge at the hub, in words; empty where nothing does.
	Waits string `json:"waits,omitempty"`
	// Call is what became of the table's newest call for a judge that the hub has; null where it has none.
	Call *CallState `json:"call,omitempty"`
}

// ReasonRunes is how many letters the reason of a ruling or a call may have.
const ReasonRunes = 200

// Call is a call for a judge that stands at a table.
type Call struct {
	// ID is random: whoever hears of it twice has heard of one call.
	ID     string `json:"id"`
	Reason string `json:"reason"`
	// At is when it was made, by the table's clock.
	At time.Time `json:"at"`
}

// CallState is what became of a call at the hub.
type CallState struct {
	ID string `json:"id"`
	// Taker is the judge who is on the way, or who has settled it; Done: it is settled, and Answer is what was said.
	Taker  string `json:"taker,omitempty"`
	Done   bool   `json:"done,omitempty"`
	Answer string `json:"answer,omitempty"`
}

// Deed is what a judge does with a roll.
type Deed string

// What a judge may do. Hold, release, count and leave stay at the hub; the others are sent to the table.
// Restore takes an annulment back. Count and leave are about what waits for a judge.
const (
	Hold    Deed = "hold"
	Release Deed = "release"
	Correct Deed = "correct"
	Annul   Deed = "annul"
	Restore Deed = "restore"
	Count   Deed = "count"
	Leave   Deed = "leave"
)

// Ruling is a judge's ruling about one roll.
type Ruling struct {
	ID   string `json:"id"`
	Do   Deed   `json:"do"`
	Roll string `json:"roll"`
	// Dice are what the dice show indeed; those that aren't named stay as they are.
	Dice []RuledDie `json:"dice,omitempty"`
	// Total is the judge's own sum for as long as the table has not worked it out; null where the roll
	// waits for the table.
	Total  *int   `json:"total,omitempty"`
	Judge  string `json:"judge"`
	Reason string `json:"reason"`
}

// RuledDie is what a judge says of one die: its value, or its face where it has faces of its own.
type RuledDie struct {
	ID    string `json:"id"`
	Value *int   `json:"value,omitempty"`
	Face  *int   `json:"face,omitempty"`
}

// RulingRef is a ruling as a roll names it.
type RulingRef struct {
	ID     string `json:"id"`
	Do     Deed   `json:"do"`
	Judge  string `json:"judge"`
	Reason string `json:"reason"`
}

// Ref is the ruling's name and reason.
func (r Ruling) Ref() RulingRef {
	return RulingRef{ID: r.ID, Do: r.Do, Judge: r.Judge, Reason: r.Reason}
}

// Health is how a table does. It is told every few seconds and not kept.
type Health struct {
	V      int    `json:"v"`
	Table  string `json:"table"`
	Source string `json:"source"`
	Run    string `json:"run"`
	// At is the table's clock.
	At time.Time `json:"at"`
	// Camera is the eye's state ("settled", "no camera"), Source what it looks at.
	Camera string `json:"camera"`
	Looks  string `json:"looks,omitempty"`
	// Problem is a sentence; empty where there is none. Light is what spoils the picture, in words.
	Problem string   `json:"problem,omitempty"`
	Light   []string `json:"light,omitempty"`
	Good    bool     `json:"good"`
	// Dice are how many dice the camera saw, Doubts how many of them a person had to look at.
	Dice   int `json:"dice"`
	Doubts int `json:"doubts"`
	// Waiting are the throws that nobody has answered for.
	Waiting int `json:"waiting"`
	// Behind is how many messages the hub has not confirmed.
	Behind int64 `json:"behind"`
	// Playing is what is played.
	Playing string `json:"playing,omitempty"`
	Program string `json:"program,omitempty"`
	// Call is the call for a judge that stands; null where none does. It is said until it is over.
	Call *Call `json:"call,omitempty"`
}

// Ask is what the hub asks a table, by request and reply.
type Ask struct {
	// Run asks whether that run of the program is there; the answer's Run says so.
	Run string `json:"run,omitempty"`
	// Roll and Die ask for the picture of a die.
	Roll string `json:"roll,omitempty"`
	Die  string `json:"die,omitempty"`
	// Log asks for the log of the game that Roll is of: the entries before that number, 0 for the newest.
	Log *int `json:"log,omitempty"`
}

// Told is a table's answer to an Ask.
type Told struct {
	Source string `json:"source"`
	Run    string `json:"run"`
	// JPEG is the picture; Why says why there is none.
	JPEG []byte `json:"jpeg,omitempty"`
	Why  string `json:"why,omitempty"`
	// Log is the game's log that was asked for; null where none was, and from programs that know no such question.
	Log *GameLog `json:"log,omitempty"`
}

// GameLog is a part of a game's log as everybody at its table may see it.
type GameLog struct {
	Title string `json:"title"`
	// Lines are entries, newest first. Older is how many lie before the last of them.
	Lines []GameLine `json:"lines"`
	Older int        `json:"older"`
}

// GameLine is an entry of a game's log, in words.
type GameLine struct {
	N int `json:"n"`
	// At is when it was answered, RFC 3339; empty where that isn't known. Who answered, By says with what.
	At  string `json:"at"`
	Who string `json:"who"`
	By  string `json:"by"`
	// Part names the part of the game, the widest first.
	Part []string `json:"part"`
	// Asked and Answer are question and answer; Was is, for a correction, the answer before.
	Asked  string `json:"asked"`
	Answer string `json:"answer"`
	Was    string `json:"was"`
	// Told is what came of it, Changed what a correction changed.
	Told    []string `json:"told"`
	Changed []string `json:"changed"`
	// Stands: it is in effect. Amended: another entry took its place.
	Stands  bool `json:"stands"`
	Amended bool `json:"amended"`
}
