package protocol

import (
	"astragal/engine"
	"astragal/vision"
)

// View is all that a screen shows.
type View struct {
	// Version grows with every change, also across restarts of the program.
	Version int `json:"version"`
	// Page is the content hash of the pages. A screen that runs other pages loads itself again.
	Page string `json:"page"`
	// Network says whether other devices can reach the table, so that a QR code is useful.
	Network bool `json:"network"`
	// Trouble is a sentence about something that was lost or can't be kept; empty if all is well.
	Trouble string    `json:"trouble"`
	Eye     EyeView   `json:"eye"`
	Count   CountView `json:"count"`
	// Tray is the throw that lies on the tray, or was the last to lie there; null before the first.
	Tray *ThrowView `json:"tray"`
	// Waiting are the throws that nobody has answered for, oldest first.
	Waiting []ThrowView `json:"waiting"`
	// Asks are the rules' own questions.
	Asks []engine.Question `json:"asks"`
	// Rolls are the newest counted rolls, newest first. Older is how many rolls are not in it.
	Rolls []RollView `json:"rolls"`
	Older int        `json:"older"`
	// Play is the game that the dice on the tray are for; null if they are counted.
	Play *GameInfo `json:"play"`
	// Request is the roll that another program asks for and that has the tray, or the one that the last throw was for; null if there is none.
	Request *RequestView `json:"request"`
	// Link is how the table stands with its event; null if it is at none.
	Link *EventLink `json:"link"`
}

// EyeView is what is known of the camera.
type EyeView struct {
	State   vision.State   `json:"state"`
	Source  string         `json:"source"`
	Problem string         `json:"problem"`
	Quality vision.Quality `json:"quality"`
	// Virtual says that the program throws the dice, so that the page has a button for it.
	Virtual bool `json:"virtual"`
	// Locked says that exposure and white balance are held.
	Locked bool `json:"locked"`
	// Why says why this source is looked at, if nobody chose it. It is empty once somebody has closed the sentence.
	Why string `json:"why"`
	// File is the photo, the clip or the picture of a folder that is looked at; null if there is none.
	File *vision.File `json:"file"`
	// Blind says why this program can't see at all, and how to get one that can; empty if it can.
	Blind string `json:"blind"`
	// Teaching says that a studio page has the tray, so that throws don't count.
	Teaching bool `json:"teaching"`
	// Offered says why the dice on the tray don't count by themselves; empty if none are offered.
	Offered Offered `json:"offered"`
}

// SourceView is one thing that the eye can look at.
type SourceView struct {
	// ID is what an order names, Name what a page shows.
	ID   string `json:"id"`
	Name string `json:"name"`
}

// EventLink is how a table stands with its event.
type EventLink struct {
	// Event is what the event is called, Table what the table is called there.
	Event string `json:"event"`
	Table string `json:"table"`
	// Server is where the hub is looked for, as nats://HOST:PORT or tls://HOST:PORT.
	Server string `json:"server"`
	// Connected says that the hub can be reached. Behind is how many messages the hub has not confirmed. Heard is when the table last heard of it, RFC
	// 3339, at most about a minute ago if all is well; empty before the first time.
	Connected bool   `json:"connected"`
	Behind    int64  `json:"behind"`
	Heard     string `json:"heard"`
	// Problem is a sentence; empty if all is well.
	Problem string `json:"problem"`
	// Waits says what of this table waits for a judge at the event; empty if nothing does.
	Waits string `json:"waits"`
	// Players are who the event sends to this table now.
	Players []string `json:"players"`
	// Call is the call for a judge that stands, or else the last one; null before the first.
	Call *JudgeCall `json:"call"`
	// Rulings are the last rulings that judges made on rolls of this table and that it carried out, newest first.
	Rulings []JudgeRuling `json:"rulings"`
}

// JudgeRuling is what a judge of the event ruled on a roll of the table.
type JudgeRuling struct {
	// At is when the table carried it out, RFC 3339.
	At string `json:"at"`
	// Throw is the throw that the roll began with; 0 for a roll of a game. Game is the game's title; empty for a roll of none.
	Throw int    `json:"throw"`
	Game  string `json:"game"`
	// Rolled is when it was rolled, RFC 3339; empty if that isn't known any more.
	Rolled string `json:"rolled"`
	// Do is "correct", "annul" or "restore".
	Do     string `json:"do"`
	Judge  string `json:"judge"`
	Reason string `json:"reason"`
}

// JudgeCall is a call for a judge of the event.
type JudgeCall struct {
	// At is when it was made, RFC 3339.
	At     string `json:"at"`
	Reason string `json:"reason"`
	// Heard says that the hub has it. Taker is the judge who is on the way, empty if nobody is.
	Heard bool   `json:"heard"`
	Taker string `json:"taker"`
	// Over says that the call has ended. If a judge settled it, Answer is what the judge said. If the table took it back, Answer and Taker are empty.
	Over   bool   `json:"over"`
	Answer string `json:"answer"`
}

// Offered says why dice that lie on the tray are offered as a roll and don't count by themselves; empty if none are offered.
type Offered string

// Why dice are offered.
const (
	// OfferedStart says that they lay there when the camera, or the program, began to look.
	OfferedStart Offered = "start"
	// OfferedTeaching says that they were thrown while a studio page had the tray and a game waited for a roll.
	OfferedTeaching Offered = "teaching"
	// OfferedOver says that they were thrown after the count was over.
	OfferedOver Offered = "over"
)
