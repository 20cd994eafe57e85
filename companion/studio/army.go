package studio

import (
	"bytes"
	"encoding/json"

	"astragal/companion/protocol"
)

// Army is an army that the table keeps.
type Army struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
	// Dice are the ids of its dice, each as often as it has it.
	Dice []string `json:"dice"`
}

// Armies are those kept, with the dice of each that can be taught.
func (t *Studio) Armies(kept []protocol.Army) []Army {
	known := map[string]bool{}
	for _, d := range t.Dice() {
		known[d.ID] = true
	}
	out := []Army{}
	for _, a := range kept {
		if dice := diceIn(a.Force, known); len(dice) > 0 {
			out = append(out, Army{ID: a.ID, Name: a.Name, Dice: dice})
		}
	}
	return out
}

// diceIn are the ids of known dice that a force names anywhere, in its order: each rulebook has a form of its own.
func diceIn(force json.RawMessage, known map[string]bool) []string {
	var out []string
	d := json.NewDecoder(bytes.NewReader(force))
	for {
		tok, err := d.Token()
		if err != nil {
			return out // its end, or no JSON, which nobody keeps
		}
		if id, ok := tok.(string); ok && known[id] {
			out = append(out, id)
		}
	}
}
