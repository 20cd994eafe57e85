package protocol

import (
	"astragal/companion/names"
	"astragal/engine"
)

// NewRequest is what another program asks for.
type NewRequest struct {
	// Dice are what to roll: "d20", "2d6", "d100", "d3", "4dF", "coin". A d100 is two ten-sided dice on the tray.
	Dice []string `json:"dice"`
	// For is what the roll is for, From the name of the program that asks, Player who should roll.
	For    string `json:"for,omitempty"`
	From   string `json:"from,omitempty"`
	Player string `json:"player,omitempty"`
	// Ref is the asker's own name for the request. If it asks twice with the same ref, that is one request.
	Ref string `json:"ref,omitempty"`
}

// RequestState says how a request stands.
type RequestState string

// How a request stands.
const (
	RequestQueued    RequestState = "queued"    // another one is rolled first
	RequestWaiting   RequestState = "waiting"   // the tray waits for its dice
	RequestAsking    RequestState = "asking"    // dice lie there, and somebody at the table must say what they show
	RequestRolled    RequestState = "rolled"    // it is rolled; a correction may come later
	RequestCancelled RequestState = "cancelled" // it will not be rolled
	RequestPaused    RequestState = "paused"    // somebody at the table laid it aside
)

// RequestView is a request and what came of it.
type RequestView struct {
	Request int    `json:"request"`
	Ref     string `json:"ref"`
	For     string `json:"for"`
	From    string `json:"from"`
	Player  string `json:"player"`
	// State says how it stands. Rev grows with every answer and every correction.
	State RequestState `json:"state"`
	Rev   int          `json:"rev"`
	// Roll is the roll's id in messages about it; empty until it is rolled.
	Roll string `json:"roll"`
	// At is when it was rolled, RFC 3339; empty until then.
	At   string       `json:"at"`
	Dice []RequestDie `json:"dice"`
	// Total is the sum of what the dice show, Text the sum with its terms. They are null and empty until it is rolled.
	Total *int   `json:"total"`
	Text  string `json:"text"`
	// Corrected says that somebody changed it after it was rolled.
	Corrected bool `json:"corrected"`
	// Doubts are sentences that say what somebody at the table must look at before it counts.
	Doubts []string `json:"doubts"`
	// Strays are dice that lie there and that nobody asked for.
	Strays []RequestDie `json:"strays"`
	// Mark changes with anything that this view says.
	Mark string `json:"mark"`
}

// RequestsView are requests that changed.
type RequestsView struct {
	Requests []RequestView `json:"requests"`
}

// AskersView says how other programs and pages elsewhere ask for rolls. Only screens that may answer get it.
type AskersView struct {
	// Addresses are where the table is reached; the first is the best one for a page elsewhere.
	Addresses []string `json:"addresses"`
	// Key is a key for asking for rolls; it allows nothing else.
	Key string `json:"key"`
	// Pages are the pages that may ask. Refused are the newest that asked and may not.
	Pages   []AskingPage `json:"pages"`
	Refused []string     `json:"refused"`
}

// AskingPage is a page elsewhere that may ask for rolls.
type AskingPage struct {
	// Origin is its scheme://host[:port].
	Origin string `json:"origin"`
	// Named says that the settings name it, so that only they can forbid it.
	Named bool `json:"named"`
}

// AskersChange allows or forbids one page. Allow is its origin, or the address that its browser shows.
type AskersChange struct {
	Allow  string `json:"allow,omitempty"`
	Forbid string `json:"forbid,omitempty"`
}

// RequestDie is a die of a request.
type RequestDie struct {
	// ID names it in its roll, Shape is what was asked for.
	ID    string `json:"id"`
	Shape string `json:"shape"`
	// Value is what it shows; null if that isn't known yet. Shows is the same as it is printed on the die: a coin's heads, a dF's plus.
	Value *int   `json:"value"`
	Shows string `json:"shows"`
	// How says how that is known. Confidence is how sure the camera was, 0 to 1; 0 if no camera saw it.
	How        engine.How `json:"how"`
	Confidence float64    `json:"confidence"`
	// Crop is the address of its picture; empty if no camera saw it.
	Crop string `json:"crop"`
	// Of are the two dice of a d100, the one with tens first; none for other dice.
	Of []RequestDie `json:"of,omitempty"`
}

// Tidy tidies the names in the request, so that a request that comes twice is known again.
func (n *NewRequest) Tidy() error {
	const mostSaid = 200
	for _, said := range []struct {
		what string
		name *string
		most int
	}{{"what the roll is for", &n.For, mostSaid}, {"the program that asks", &n.From, mostSaid}, {"the player", &n.Player, MostName}} {
		var err error
		if *said.name, err = names.Optional(said.what, *said.name, said.most); err != nil {
			return err
		}
	}
	return nil
}
