package event

import "time"

// Hello is what a table says when it comes to the hub.
type Hello struct {
	V      int    `json:"v"`
	Table  string `json:"table"`
	Source string `json:"source"`
	// Run is random for every start of the table's program.
	Run string `json:"run"`
	// First is the oldest message that the table still has, Next the number of the one that it will write next.
	First int64 `json:"first"`
	Next  int64 `json:"next"`
	// At is the table's clock, Program its version.
	At      time.Time `json:"at"`
	Program string    `json:"program,omitempty"`
}

// Welcome is the hub's answer to a Hello.
type Welcome struct {
	V int `json:"v"`
	// Refused says why the table may not send; empty if it may.
	Refused string `json:"refused,omitempty"`
	// Have is the number of the last message of this source that the hub has on disk. The table goes on after it.
	Have int64 `json:"have"`
	// At is the hub's clock.
	At time.Time `json:"at"`
	// Event is what the event is called.
	Event string `json:"event,omitempty"`
	// Rulings are the rulings that the table has not answered yet.
	Rulings []Ruling `json:"rulings,omitempty"`
	// Waits says what of the table waits for a judge at the hub, in words; empty if nothing does.
	Waits string `json:"waits,omitempty"`
}

// Word is what the hub tells a table.
type Word struct {
	// Source is the source for which it is.
	Source string `json:"source"`
	// Have says that everything up to that message is on the hub's disk.
	Have int64 `json:"have"`
	// Again asks to send what comes after Have once more.
	Again bool `json:"again,omitempty"`
	// Beat says that it answers the table's health.
	Beat bool `json:"beat,omitempty"`
	// Rulings are the rulings to carry out.
	Rulings []Ruling `json:"rulings,omitempty"`
	// Waits says what of the table waits for a judge at the hub, in words; empty if nothing does.
	Waits string `json:"waits,omitempty"`
	// Call is what became of the table's newest call for a judge that the hub has; null if it has none.
	Call *CallState `json:"call,omitempty"`
	// Players are who is sent to this table now, by the pairings or the check-in.
	Players []string `json:"players,omitempty"`
}

// ReasonRunes is the most letters of the reason of a ruling or a call.
const ReasonRunes = 200

// Call is a call for a judge that stands at a table.
type Call struct {
	// ID is random. A hub that hears an ID twice has heard of one call.
	ID     string `json:"id"`
	Reason string `json:"reason"`
	// At is when it was made, by the table's clock.
	At time.Time `json:"at"`
}

// CallState is what became of a call at the hub.
type CallState struct {
	ID string `json:"id"`
	// Taker is the judge who is on the way, or who has settled it. Done says that it is settled; Answer is what the judge said.
	Taker  string `json:"taker,omitempty"`
	Done   bool   `json:"done,omitempty"`
	Answer string `json:"answer,omitempty"`
}

// Deed is what a judge does with a roll.
type Deed string

// What a judge may do. Hold, release, count and leave stay at the hub; the others are sent to the table. Restore takes an annulment back. Count and
// leave are for rolls that wait for a judge.
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
	// Dice are what the dice really show. Dice that aren't named stay as they are.
	Dice []RuledDie `json:"dice,omitempty"`
	// Total is the judge's own sum, until the table has worked it out; null if the roll waits for the table.
	Total  *int   `json:"total,omitempty"`
	Judge  string `json:"judge"`
	Reason string `json:"reason"`
}

// RuledDie is what a judge says of one die: its value, or its face if it has faces of its own.
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

// Health is how a table is. It is sent every few seconds and not kept.
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
	// Problem is a sentence; empty if there is none. Light is what spoils the picture, in words.
	Problem string   `json:"problem,omitempty"`
	Light   []string `json:"light,omitempty"`
	Good    bool     `json:"good"`
	// Dice is how many dice the camera saw. Doubts is how many of them a person had to look at.
	Dice   int `json:"dice"`
	Doubts int `json:"doubts"`
	// Waiting is how many throws nobody has answered for.
	Waiting int `json:"waiting"`
	// Behind is how many messages the hub has not confirmed.
	Behind int64 `json:"behind"`
	// Playing is what is being played.
	Playing string `json:"playing,omitempty"`
	Program string `json:"program,omitempty"`
	// Call is the call for a judge that stands; null if there is none. It is sent until it is over.
	Call *Call `json:"call,omitempty"`
}

// Ask is what the hub asks a table, by request and reply.
type Ask struct {
	// Run asks whether that run of the program is there. The answer's Run says so.
	Run string `json:"run,omitempty"`
	// Roll and Die ask for the picture of a die.
	Roll string `json:"roll,omitempty"`
	Die  string `json:"die,omitempty"`
	// Log asks for the log of the game to which Roll belongs: the entries before that number, 0 for the newest.
	Log *int `json:"log,omitempty"`
}

// Told is a table's answer to an Ask.
type Told struct {
	Source string `json:"source"`
	Run    string `json:"run"`
	// JPEG is the picture. If there is none, Why says why.
	JPEG []byte `json:"jpeg,omitempty"`
	Why  string `json:"why,omitempty"`
	// Log is the game's log that was asked for. It is null if none was, and from programs that don't know this question.
	Log *GameLog `json:"log,omitempty"`
}

// GameLog is a part of a game's log as everybody at its table may see it.
type GameLog struct {
	Title string `json:"title"`
	// Lines are entries, newest first. Older is how many come before the last of them.
	Lines []GameLine `json:"lines"`
	Older int        `json:"older"`
}

// GameLine is an entry of a game's log, in words.
type GameLine struct {
	N int `json:"n"`
	// At is when it was answered, RFC 3339; empty if that isn't known. Who is who answered. By says how: by the camera or by typing.
	At  string `json:"at"`
	Who string `json:"who"`
	By  string `json:"by"`
	// Part names the part of the game, the widest first.
	Part []string `json:"part"`
	// Asked and Answer are the question and the answer. For a correction, Was is the answer before.
	Asked  string `json:"asked"`
	Answer string `json:"answer"`
	Was    string `json:"was"`
	// Told is what came of it. Changed is what a correction changed.
	Told    []string `json:"told"`
	Changed []string `json:"changed"`
	// Stands says that it is in effect. Amended says that another entry replaced it.
	Stands  bool `json:"stands"`
	Amended bool `json:"amended"`
}
