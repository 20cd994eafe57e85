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
	// Dice are the ids of its dice; an id is there once for each such die.
	Dice []string `json:"dice"`
}

// Armies are the kept armies, each with its dice that can be taught.
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

// diceIn are the ids of known dice that a force names anywhere, in its order. It looks everywhere, because each rulebook has its own form of a force.
func diceIn(force json.RawMessage, known map[string]bool) []string {
	var out []string
	d := json.NewDecoder(bytes.NewReader(force))
	for {
		tok, err := d.Token()
		if err != nil {
			return out // the end, or no JSON; nobody keeps a force that is no JSON
		}
		if id, ok := tok.(string); ok && known[id] {
			out = append(out, id)
		}
	}
}
