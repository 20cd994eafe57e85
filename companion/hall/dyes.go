package hall

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"astragal/companion/gather"
	"astragal/companion/journal"
	"astragal/companion/protocol"
)

// dyesNote are the table's dice as they were shown: the dice of a throw, each with the name that games give its colour. They replace all dice that were
// shown before.
type dyesNote struct {
	Throw int                `json:"throw"`
	Dyes  []protocol.DyedDie `json:"dyes"`
}

// doShowing makes the next throw one that shows the table's dice to the camera. It is no roll.
func (h *Hall) doShowing(ctx context.Context, g *Game, who protocol.Who, a protocol.Act) error {
	if !who.May {
		return protocol.NotAllowed(protocol.LooksOn)
	}
	if err := g.playing(); err != nil {
		return err
	}
	if err := gather.CheckColors(a.Colors); err != nil {
		return protocol.Malformed("%v", err)
	}
	return h.giveTray(ctx, trayNote{Game: g.ID, Showing: slices.Clone(a.Colors), Back: g.back})
}

// doDyes keeps what the dice of a throw look like, each as the colour that a person says it is.
func (h *Hall) doDyes(ctx context.Context, g *Game, who protocol.Who, a protocol.Act) error {
	if !who.May {
		return protocol.NotAllowed(protocol.LooksOn)
	}
	if !h.throws.Has(a.Throw) || h.throws.Get(a.Throw).Game != g.ID {
		return protocol.Stale("there is no throw %d of this game", a.Throw)
	}
	body := dyesNote{Throw: a.Throw, Dyes: a.Dyes}
	next, err := gather.DyesOf(h.throws.Get(a.Throw), a.Dyes)
	if err != nil {
		return protocol.Illegal("%v", err)
	}
	if two, alike := next.Confusable(); alike {
		return protocol.Illegal("The %s and %s dice look the same to the camera: take other dice, give more light, or roll by type", two[0], two[1])
	}
	if err := h.desk.Write(ctx, []journal.Note{h.note(noteDyes, body)}); err != nil {
		return err
	}
	h.applyDyes(body, next)
	return nil
}

func (r Reading) recallDyes(n journal.Note) error {
	var body dyesNote
	if err := json.Unmarshal(n.Body, &body); err != nil {
		return err
	}
	if !r.throws.Has(body.Throw) {
		return fmt.Errorf("there is no throw %d", body.Throw)
	}
	next, err := gather.DyesOf(r.throws.Get(body.Throw), body.Dyes)
	if err != nil {
		return err
	}
	r.applyDyes(body, next)
	return nil
}

// applyDyes takes in what the table's dice look like. The game that asked to see them asks no more.
func (s *State) applyDyes(n dyesNote, next gather.Dyes) {
	s.dyes = next
	if g := s.find(s.throws.Get(n.Throw).Game); g != nil {
		g.showing, g.shown = nil, 0
	}
}
