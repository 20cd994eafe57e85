package hall

import (
	"astragal/companion/gather"
	"astragal/models"
)

// Expects are the dice that a game waits for: the name of each, and what each kind of them looks like. False where it waits
// for none, or for plain dice.
func (h *Hall) Expects() (names []string, dice []models.Die, ok bool) {
	if h.Play == 0 {
		return nil, nil, false
	}
	g := h.Games[h.Play-1]
	q, ok := g.Rolling()
	if !ok || !gather.HasFaces(q) {
		return nil, nil, false
	}
	names, dice = h.Gather(g, q).Expected()
	return names, dice, true
}
