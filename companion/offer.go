package companion

import (
	"context"
	"encoding/json"

	"astragal/companion/count"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/tray"
)

// keepOffer writes down what is offered. If that fails, the offer lasts only as long as the program runs.
func (l *lying) keepOffer(ctx context.Context, o *tray.Offer) {
	n := o.Kept(l.book.journal.KeepsCrops())
	if err := l.book.write(ctx, []journal.Note{l.book.note(tray.KindOffer, n)}, nil); err != nil {
		l.log.Warn("write down a throw that is offered", "err", err)
	}
}

func (l *lying) recallOffer(n journal.Note) error {
	var b tray.Note
	if err := json.Unmarshal(n.Body, &b); err != nil {
		return err
	}
	l.tray.Apply(b, n.At)
	return nil
}

// doTake makes a roll of what is offered, for the game or count that waits for one.
func (l *lying) doTake(ctx context.Context) error {
	o := l.tray.Offer
	if o == nil {
		return tray.ErrGone
	}
	if l.hall.Play > 0 {
		if _, ok := l.hall.Games[l.hall.Play-1].Rolling(); !ok {
			return protocol.Illegal("No roll is asked for now: these dice can't count")
		}
	} else if l.book.over() {
		return protocol.Illegal("%v", count.ErrOver)
	}
	l.tray.Offer = nil
	if err := l.takeIn(ctx, o.Source, o.Scene, l.read(o.Scene), nil); err != nil {
		l.tray.Offer = o
		return err
	}
	return nil
}

// doPass says that what is offered is no roll.
func (l *lying) doPass(ctx context.Context) error {
	n, err := l.tray.Pass()
	if err != nil {
		return err
	}
	if err := l.book.write(ctx, []journal.Note{l.book.note(tray.KindOffer, n)}, nil); err != nil {
		return err
	}
	l.tray.Passed()
	return nil
}
