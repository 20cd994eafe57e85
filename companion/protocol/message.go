package protocol

import "encoding/json"

// Message is what the table sends to a screen. docs/api.md describes it.
type Message struct {
	// Type is "view" (the table as it is now), "game" (a game as it is now), "lobby" (one that is about to begin), "beat" (nothing is new), "done"
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
	// Lobby is a LobbyView, for a screen that shows a game that is about to begin.
	Lobby json.RawMessage `json:"lobby,omitempty" js:"LobbyView"`
	// Code and Why say why something was refused: a word for programs, a sentence for people.
	Code Code   `json:"code,omitempty"`
	Why  string `json:"why,omitempty"`
}
