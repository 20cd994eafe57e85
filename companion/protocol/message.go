package protocol

import "encoding/json"

// Message is what the table sends to a screen. docs/api.md describes it.
type Message struct {
	// Type says what the message is. "view", "game" and "lobby" are the table, a game, or a game that is about to begin. "beat" says that nothing is
	// new. "done" and "refused" say what became of an act.
	Type string `json:"type"`
	// ID is the act's own, sent back.
	ID string `json:"id,omitempty"`
	// Run changes with each start of the program. The program knows no marks of acts from before its start.
	Run string `json:"run,omitempty"`
	// Now is the table's clock, RFC 3339 with milliseconds. Beats have it. The first beat comes right after the first view.
	Now string `json:"now,omitempty"`
	// MayAnswer says whether this screen may answer or only looks on.
	MayAnswer bool `json:"may_answer"`
	// Version is the version of the view that shows what was done.
	Version int `json:"version,omitempty"`
	// View is a View. A refusal has it only if the act came too late.
	View json.RawMessage `json:"view,omitempty" js:"View"`
	// Game is a GameView, for a screen that shows a game.
	Game json.RawMessage `json:"game,omitempty" js:"GameView"`
	// Lobby is a LobbyView, for a screen that shows a game that is about to begin.
	Lobby json.RawMessage `json:"lobby,omitempty" js:"LobbyView"`
	// Code and Why say why something was refused: a word for programs, a sentence for people.
	Code Code   `json:"code,omitempty"`
	Why  string `json:"why,omitempty"`
}
