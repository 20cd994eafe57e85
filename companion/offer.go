package companion

import (
	"context"
	"encoding/json"

	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/tray"
)

// keepOffer writes down what is offered. If that can't be, it is offered as long as the program runs.
func (s *Session) keepOffer(ctx context.Context, o *tray.Offer) {
	n := o.Kept(s.journal.KeepsCrops())
	if err := s.write(ctx, []journal.Note{s.note(tray.KindOffer, n)}, nil); err != nil {
		s.log.Warn("write down a throw that is offered", "err", err)
	}
}

func (s *Session) recallOffer(n journal.Note) error {
	var b tray.Note
	if err := json.Unmarshal(n.Body, &b); err != nil {
		return err
	}
	s.tray.Apply(b, n.At)
	return nil
}

// doTake makes a roll of what is offered, for whatever waits for one now.
func (s *Session) doTake(ctx context.Context) error {
	o := s.tray.Offer
	if o == nil {
		return tray.ErrGone
	}
	if s.hall.Play > 0 {
		if _, ok := s.hall.Games[s.hall.Play-1].Rolling(); !ok {
			return protocol.Illegal("No roll is asked for now: these dice can't count")
		}
	}
	s.tray.Offer = nil
	if err := s.takeIn(ctx, o.Source, o.Scene, s.read(o.Scene)); err != nil {
		s.tray.Offer = o
		return err
	}
	return nil
}

// doPass says that what is offered is no roll.
func (s *Session) doPass(ctx context.Context) error {
	n, err := s.tray.Pass()
	if err != nil {
		return err
	}
	if err := s.write(ctx, []journal.Note{s.note(tray.KindOffer, n)}, nil); err != nil {
		return err
	}
	s.tray.Passed()
	return nil
}
