package hall

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"astragal/companion/journal"
	"astragal/companion/protocol"
)

// armyNote keeps an army; without a force it is thrown away.
type armyNote struct {
	Army protocol.Army `json:"army"`
	Gone bool          `json:"gone,omitempty"`
}

// mostArmies is how many armies a table keeps.
const mostArmies = 500

// armies are those that a table keeps, by number from 1. One without a name was thrown away.
type armies []protocol.Army

// Kept are the armies that are there, by name.
func (l armies) Kept() []protocol.Army {
	out := []protocol.Army{}
	for _, a := range l {
		if a.Name != "" {
			out = append(out, a)
		}
	}
	slices.SortStableFunc(out, func(a, b protocol.Army) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// keep decides whether an army is kept: a new one with the ID 0, or in the place of the one with its ID.
func (l armies) keep(a protocol.Army) (armyNote, error) {
	switch {
	case a.ID < 0 || a.ID > len(l):
		return armyNote{}, protocol.Stale("there is no army %d at this table", a.ID)
	case a.ID == 0 && len(l) >= mostArmies:
		return armyNote{}, protocol.Illegal("this table keeps %d armies and no more", mostArmies)
	case a.ID == 0:
		a.ID = len(l) + 1
	}
	return armyNote{Army: a}, nil
}

// drop decides whether an army is thrown away.
func (l armies) drop(id int) (armyNote, error) {
	if id < 1 || id > len(l) || l[id-1].Name == "" {
		return armyNote{}, protocol.Stale("there is no army %d at this table", id)
	}
	return armyNote{Army: protocol.Army{ID: id}, Gone: true}, nil
}

// with are the armies after a note.
func (l armies) with(n armyNote) (armies, error) {
	if n.Army.ID < 1 || n.Army.ID > mostArmies {
		return l, fmt.Errorf("it is army %d, which can't be", n.Army.ID)
	}
	out := slices.Clone(l)
	for len(out) < n.Army.ID {
		out = append(out, protocol.Army{})
	}
	out[n.Army.ID-1] = n.Army
	return out, nil
}

// KeepArmy keeps an army.
func (h *Hall) KeepArmy(ctx context.Context, a protocol.Army) (protocol.Army, error) {
	n, err := h.Armies.keep(a)
	if err != nil {
		return a, err
	}
	return n.Army, h.noteArmy(ctx, n)
}

// DropArmy throws an army away.
func (h *Hall) DropArmy(ctx context.Context, id int) error {
	n, err := h.Armies.drop(id)
	if err != nil {
		return err
	}
	return h.noteArmy(ctx, n)
}

func (h *Hall) noteArmy(ctx context.Context, n armyNote) error {
	next, err := h.Armies.with(n)
	if err != nil {
		return err
	}
	if err := h.desk.Write(ctx, []journal.Note{h.note(noteArmy, n)}); err != nil {
		return err
	}
	h.Armies = next
	return nil
}

func (r Reading) recallArmy(n journal.Note) error {
	var b armyNote
	if err := json.Unmarshal(n.Body, &b); err != nil {
		return err
	}
	var err error
	r.Armies, err = r.Armies.with(b)
	return err
}
