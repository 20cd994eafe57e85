package protocol

import (
	"encoding/json"

	"astragal/engine"
	"astragal/vision"
)

// OverlayView is all that a stream's overlay shows. It shows at once what goes on over the tray. It shows what was counted only after that has stood
// for as long as the overlay holds back.
type OverlayView struct {
	// Page is the content hash of the pages. An overlay that runs other pages loads itself again.
	Page string `json:"page"`
	// Table is the table's name; empty if it has none.
	Table string `json:"table"`
	// State is what goes on over the tray. Problem says why nothing can be seen; empty if all is well.
	State   vision.State `json:"state"`
	Problem string       `json:"problem"`
	// Held says that something was counted and waits for its time.
	Held bool `json:"held"`
	// Shown is what was counted; null if nothing may be shown yet.
	Shown json.RawMessage `json:"shown" js:"OverlayShown | null"`
}

// OverlayShown is what was counted, as it stood at one moment.
type OverlayShown struct {
	// Count is how things stand at a table that counts. Rolls are its newest rolls, newest first. Asks is what its rules ask.
	Count CountView         `json:"count"`
	Rolls []RollView        `json:"rolls"`
	Asks  []engine.Question `json:"asks"`
	// Game is the game that has the tray, as everybody may see it; null if dice are counted.
	Game json.RawMessage `json:"game" js:"GameView | null"`
	// Dice are the dice of the game's last roll, By says whose roll it was, Corrected that it was changed since.
	Dice      []OverlayDie `json:"dice"`
	By        string       `json:"by"`
	Corrected bool         `json:"corrected"`
	// Result is the newest number of a game to which this roll led; null if the rules have told none.
	Result *engine.Fact `json:"result"`
	// Told are sentences that the rules told since this roll, oldest first.
	Told []string `json:"told"`
	// Roll identifies the last roll: its entry in the game's log, or its throw; 0 before the first.
	Roll int `json:"roll"`
	// Throw is the throw of the last roll; 0 if no camera saw one.
	Throw int `json:"throw"`
}

// OverlayDie is a die of a game's last roll with the face that is up.
type OverlayDie struct {
	ID     string      `json:"id"`
	Kind   string      `json:"kind"`
	Shape  string      `json:"shape"`
	Colors []string    `json:"colors"`
	Face   engine.Face `json:"face"`
}

// OverlayMessage is what an overlay's socket sends.
type OverlayMessage struct {
	Type    string       `json:"type"`
	Overlay *OverlayView `json:"overlay,omitempty"`
}

// Same says whether two views show the same.
func (v OverlayView) Same(o OverlayView) bool {
	return v.Page == o.Page && v.Table == o.Table && v.State == o.State && v.Problem == o.Problem && v.Held == o.Held && string(v.Shown) == string(o.Shown)
}
