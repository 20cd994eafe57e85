package protocol

import (
	"astragal/engine"
	"astragal/vision"
)

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

// EventLink is how a table stands with its event.
type EventLink struct {
	// Event is what the event is called, Table what the table is called there.
	Event string `json:"event"`
	Table string `json:"table"`
	// Server is where the hub is looked for, as nats://HOST:PORT or tls://HOST:PORT.
	Server string `json:"server"`
	// Connected: the hub can be reached. Behind is how many messages it has not confirmed. Heard is when
	// it was heard of last, RFC 3339, about a minute fresh while all is well; empty before the first time.
	Connected bool   `json:"connected"`
	Behind    int64  `json:"behind"`
	Heard     string `json:"heard"`
	// Problem is a sentence; empty when all is well.
	Problem string `json:"problem"`
	// Waits says what of this table waits for a judge at the event; empty where nothing does.
	Waits string `json:"waits"`
	// Call is the call for a judge that stands, or that was the last one; null before the first.
	Call *JudgeCall `json:"call"`
}

// JudgeCall is a call for a judge of the event.
type JudgeCall struct {
	// At is when it was made, RFC 3339.
	At     string `json:"at"`
	Reason string `json:"reason"`
	// Heard: the hub has it. Taker is the judge who is on the way, empty while nobody is.
	Heard bool   `json:"heard"`
	Taker string `json:"taker"`
	// Over: it was settled, and Answer is what was said; or taken back at the table, then Answer and Taker are empty.
	Over   bool   `json:"over"`
	Answer string `json:"answer"`
}

// Offered says why dice that lie on the tray are offered as a roll and don't count by themselves; empty where none are.
type Offered string

// Why dice are offered.
const (
	// OfferedStart: they lay there when the camera, or the program, began to look.
	OfferedStart Offered = "start"
	// OfferedTeaching: they were thrown while a studio page had the tray and a game waited for a roll.
	OfferedTeaching Offered = "teaching"
)
