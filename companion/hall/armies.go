package hall

import (
	"context"
	"encoding/json"

	"astragal/companion/armies"
	"astragal/companion/journal"
	"astragal/companion/protocol"
)

// KeepArmy keeps an army.
func (h *Hall) KeepArmy(ctx context.Context, a protocol.Army) (protocol.Army, error) {
	n, err := h.Armies.Keep(a)
	if err != nil {
		return a, err
	}
	return n.Army, h.noteArmy(ctx, n)
}

// DropArmy throws an army away.
func (h *Hall) DropArmy(ctx context.Context, id int) error {
	n, err := h.Armies.Drop(id)
	if err != nil {
		return err
	}
	return h.noteArmy(ctx, n)
}

func (h *Hall) noteArmy(ctx context.Context, n armies.Note) error {
	next, err := h.Armies.With(n)
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
	var b armies.Note
	if err := json.Unmarshal(n.Body, &b); err != nil {
		return err
	}
	var err error
	r.Armies, err = r.Armies.With(b)
	return err
}
