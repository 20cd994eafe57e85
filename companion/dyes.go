package companion

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"astragal/companion/gather"
	"astragal/companion/protocol"
)

// dyesNote are the table's dice as they were shown: the dice of a throw, each with the name that
// games give its colour. They take the place of all that was shown before.
type dyesNote struct {
	Throw int                `json:"throw"`
	Dyes  []protocol.DyedDie `json:"dyes"`
}

// doShowing lets the next throw show the table's dice: it is no roll.
func (s *Session) doShowing(ctx context.Context, g *game, who protocol.Who, a protocol.Act) error {
	if !who.May {
		return protocol.NotAllowed(protocol.LooksOn)
	}
	if err := g.playing(); err != nil {
		return err
	}
	if err := gather.CheckColors(a.Colors); err != nil {
		return protocol.Malformed("%v", err)
	}
	if err := s.write(ctx, []Note{s.note(noteTray, trayNote{Game: g.id, Showing: a.Colors})}, nil); err != nil {
		return err
	}
	s.takeTray(g, "")
	g.showing = slices.Clone(a.Colors)
	return nil
}

// doDyes keeps what the dice of a throw look like, each as the colour that a person says it is.
func (s *Session) doDyes(ctx context.Context, g *game, who protocol.Who, a protocol.Act) error {
	if !who.May {
		return protocol.NotAllowed(protocol.LooksOn)
	}
	if a.Throw < 1 || a.Throw > len(s.throws) || s.throws[a.Throw-1].Game != g.id {
		return protocol.Stale("there is no throw %d of this game", a.Throw)
	}
	body := dyesNote{Throw: a.Throw, Dyes: a.Dyes}
	next, err := gather.DyesOf(s.throws[a.Throw-1], a.Dyes)
	if err != nil {
		return protocol.Illegal("%v", err)
	}
	if two, alike := next.Confusable(); alike {
		return protocol.Illegal("The %s and %s dice look the same to the camera: take other dice, give more light, or roll by type", two[0], two[1])
	}
	if err := s.write(ctx, []Note{s.note(noteDyes, body)}, nil); err != nil {
		return err
	}
	s.dyes, g.showing, g.shown = next, nil, 0
	return nil
}

func (s *Session) recallDyes(n Note) error {
	var body dyesNote
	if err := json.Unmarshal(n.Body, &body); err != nil {
		return err
	}
	if body.Throw < 1 || body.Throw > len(s.throws) {
		return fmt.Errorf("there is no throw %d", body.Throw)
	}
	next, err := gather.DyesOf(s.throws[body.Throw-1], body.Dyes)
	if err != nil {
		return err
	}
	s.dyes = next
	if id := s.throws[body.Throw-1].Game; id >= 1 && id <= len(s.reading) {
		s.reading[id-1].showing, s.reading[id-1].shown = nil, 0
	}
	return nil
}
