package companion

import (
	"encoding/json"

	"astragal/engine"
	"astragal/vision"
)

// Message is what the table sends to a screen. docs/api.md describes it.
type Message struct {
	// Type is "view" (the table as it is now), "game" (a game as it is now), "beat" (nothing is new), "done"
	// or "refused" (what became of an act).
	Type string `json:"type"`
	// ID is the act's own, sent back.
	ID string `json:"id,omitempty"`
	// Run changes with each start of the program, which then knows no marks of acts from before.
	Run string `json:"run,omitempty"`
	// MayAnswer says whether this screen may answer or only looks on.
	MayAnswer bool `json:"may_answer"`
	// Version is the view that holds what was done.
	Version int `json:"version,omitempty"`
	// View is a View; with a refusal only when the act came too late.
	View json.RawMessage `json:"view,omitempty" js:"View"`
	// Game is a GameView, for a screen that shows a game.
	Game json.RawMessage `json:"game,omitempty" js:"GameView"`
	// Code and Why say why something was refused: a word for programs, a sentence for people.
	Code Code   `json:"code,omitempty"`
	Why  string `json:"why,omitempty"`
}

// Code is why something was refused, for programs.
type Code string

// The codes of refusal.
const (
	CodeMalformed  Code = "malformed"
	CodeNotAllowed Code = "not allowed"
	CodeStale      Code = "stale"
	CodeIllegal    Code = "illegal"
	CodeFull       Code = "disk full"
	CodeBusy       Code = "busy"
	CodeEye        Code = "eye"
	CodeBroken     Code = "broken"
	CodeWithdrawn  Code = "withdrawn"
)

// Refusal is an act that was not done, and changed nothing.
type Refusal struct {
	Code Code
	Why  string
}

func (r *Refusal) Error() string { return r.Why }

// View is everything that a screen shows, whole.
type View struct {
	// Version grows with every change, also across restarts of the program.
	Version int `json:"version"`
	// Page is the content hash of the pages; a screen that runs another one loads itself again.
	Page string `json:"page"`
	// Network says whether other devices can reach the table, so that a QR code is of use.
	Network bool `json:"network"`
	// Trouble is a sentence about something that was lost or can't be kept; empty when all is well.
	Trouble string    `json:"trouble"`
	Eye     EyeView   `json:"eye"`
	Count   CountView `json:"count"`
	// Tray is the throw that lies on the tray, or was the last to lie there; null before the first.
	Tray *ThrowView `json:"tray"`
	// Waiting are the throws that nobody has answered for, oldest first.
	Waiting []ThrowView `json:"waiting"`
	// Asks are the rules' own questions.
	Asks []engine.Question `json:"asks"`
	// Rolls are the newest counted rolls, newest first; Older of them are not in it.
	Rolls []RollView `json:"rolls"`
	Older int        `json:"older"`
	// Play is the game that the dice on the tray are for; null while they are counted.
	Play *GameInfo `json:"play"`
	// Request is the roll that another program asks for and that has the tray, or the one that the last
	// throw was for; null where there is none.
	Request *RequestView `json:"request"`
	// Link is how the table stands with its event; null where it is at none.
	Link *EventLink `json:"link"`
}

// EyeView is what is known of the camera.
type EyeView struct {
	State   vision.State   `json:"state"`
	Source  string         `json:"source"`
	Problem string         `json:"problem"`
	Quality vision.Quality `json:"quality"`
	// Virtual: the dice are thrown by the program, so there is something to press.
	Virtual bool `json:"virtual"`
	// Locked: exposure and white balance are held.
	Locked bool `json:"locked"`
	// Why says, where nobody chose the source, why it is looked at, until somebody closes that; else empty.
	Why string `json:"why"`
	// File is the photo, the clip or the picture of a folder that is looked at; null where none is.
	File *vision.File `json:"file"`
	// Blind says why this program can't see at all, and how to get one that can; empty where it can.
	Blind string `json:"blind"`
	// Teaching: a studio page has the tray, and what is thrown doesn't count.
	Teaching bool `json:"teaching"`
	// Offered says why dice that lie there don't count by themselves; empty where none are offered. The tray shows them.
	Offered Offered `json:"offered"`
}

// SourceView is one thing that can be looked at.
type SourceView struct {
	// ID is what to order, Name what to show.
	ID   string `json:"id"`
	Name string `json:"name"`
}

// ThrowStatus says what has become of a throw.
type ThrowStatus string

// What becomes of a throw.
const (
	ThrowAsking    ThrowStatus = "asking"
	ThrowCounted   ThrowStatus = "counted"
	ThrowDiscarded ThrowStatus = "discarded"
	ThrowOffered   ThrowStatus = "offered" // it lies there, and is a roll when somebody says so
)

// ThrowView is one throw with what the program makes of it.
type ThrowView struct {
	ID int `json:"id"`
	// Rev grows with every change to the throw. An act on another revision is stale.
	Rev int `json:"rev"`
	// At is when it came to rest, RFC 3339.
	At     string      `json:"at"`
	By     string      `json:"by"`
	Status ThrowStatus `json:"status"`
	// Width and Height are the picture's, px; 0 for a throw that no camera saw.
	Width  int       `json:"width"`
	Height int       `json:"height"`
	Dice   []DieView `json:"dice"`
	// Problems are sentences; a throw with one is counted only when a person says that all dice are marked.
	Problems []string `json:"problems"`
	// Blocked says why a throw that is read is not counted yet; empty when nothing else is in its way.
	Blocked string `json:"blocked"`
}

// DieView is one die of a throw.
type DieView struct {
	// N is the die's number in its throw; it never changes.
	N     int    `json:"n"`
	Shape string `json:"shape"`
	// Value is what it counts as; null while that is not known.
	Value *int `json:"value"`
	// Asks: somebody must say what it shows.
	Asks bool   `json:"asks"`
	Why  string `json:"why"`
	// Strange: it asks, and shows neither pips nor a number as far as the camera can tell.
	Strange bool       `json:"strange"`
	How     engine.How `json:"how"`
	// Confidence is the camera's for what it read, 0 to 1.
	Confidence float64 `json:"confidence"`
	// Choices are what it may show, likeliest first; at least every value of its shape.
	Choices []ChoiceView `json:"choices"`
	// Outline and Box are px of the throw's picture; empty for dice that no camera saw.
	Outline []vision.Point `json:"outline"`
	Box     vision.Box     `json:"box"`
	Colors  []string       `json:"colors"`
	// Crop is the address of its picture; empty where none is kept.
	Crop string `json:"crop"`
	// Lying: it was there when the tray was last looked at.
	Lying bool `json:"lying"`
	// As is the die of the game that it was taken for, Shows what it shows as that; both are empty at
	// a table that only counts.
	As    string `json:"as"`
	Shows string `json:"shows"`
}

// ChoiceView is one value that a die may show.
type ChoiceView struct {
	Value int `json:"value"`
	// Confidence is 0 for values that the camera did not think of.
	Confidence float64 `json:"confidence"`
}

// RollView is a counted roll.
type RollView struct {
	// N counts the rolls of the evening from 1.
	N int `json:"n"`
	// Throw is the throw to correct it by.
	Throw ThrowView `json:"throw"`
	Seat  string    `json:"seat"`
	// Again are the throws in which dice of it were rolled again.
	Again []ThrowView `json:"again"`
	// Dice are what it came to, after rolling again.
	Dice []engine.Thrown `json:"dice"`
	// Total is what it counts; null where faces are counted, and while something is open.
	Total *int `json:"total"`
	// Text is the result with its sum, Lines how it came about step by step.
	Text  string        `json:"text"`
	Lines []engine.Line `json:"lines"`
	// Corrected: a person has changed it after it was counted.
	Corrected bool `json:"corrected"`
}
