package companion

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"astragal/companion/count"
	"astragal/companion/hall"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/record"
	"astragal/companion/throw"
	"astragal/engine"
)

// doThrow does an act on one throw: an answer while the throw asks, or a correction after it was counted.
func (s *Session) doThrow(ctx context.Context, a protocol.Act) error {
	if !s.book.Throws.Has(a.Throw) {
		return protocol.Stale("there is no throw %d", a.Throw)
	}
	if err := s.book.reach(ctx, a.Throw); err != nil {
		return fmt.Errorf("look for throw %d: %w", a.Throw, err)
	}
	t := s.book.Throws.Get(a.Throw)
	if a.Rev != t.Rev {
		return protocol.Stale("somebody else changed this throw a moment ago: look at it again")
	}
	if t.Status == protocol.ThrowDiscarded {
		return protocol.Stale("this throw was taken out of the count")
	}
	if t.Game > 0 {
		return s.hall.DoThrow(ctx, a, t)
	}
	if a.Do == protocol.DoShow {
		return s.lying.showOwn(ctx, a, t)
	}
	return s.book.changeThrow(ctx, a, t)
}

// changeThrow takes a person's word on a throw that is counted, or waits to be.
func (b *book) changeThrow(ctx context.Context, a protocol.Act, t throw.Throw) error {
	next, err := t.With(a)
	if err != nil {
		return protocol.Illegal("%v", err)
	}
	if t.Status == protocol.ThrowCounted && next.Same(t) {
		return nil // that is what counts already
	}
	notes := []journal.Note{b.note(hall.NoteAct, a)}
	if t.Status == protocol.ThrowCounted {
		next.Corrected, next.Changed = true, b.now()
		return b.recount(ctx, next, notes)
	}
	return b.settle(ctx, next, notes, nil)
}

// enter takes in a new throw. It writes the throw down, and counts it if nothing about it is open.
func (l *lying) enter(ctx context.Context, t throw.Throw, n record.ThrowNote, crops []journal.Crop) error {
	if l.hall.Play > 0 {
		return l.hall.Enter(ctx, t, func(t throw.Throw) error {
			n.Game, n.Question = t.Game, t.Question
			return l.book.keep(ctx, t, []journal.Note{l.book.noteOf(t, n)}, crops)
		})
	}
	return l.book.settle(ctx, t, []journal.Note{l.book.noteOf(t, n)}, crops)
}

// noteOf is the note of a throw. It has the throw's time: a table that is opened again takes it from there.
func (b *book) noteOf(t throw.Throw, n record.ThrowNote) journal.Note {
	note := b.note(record.NoteThrow, n)
	note.At = t.At
	return note
}

// over says that the count takes no more rolls.
func (b *book) over() bool {
	_, c := b.Waits()
	_, err := c.AsksFor()
	return errors.Is(err, count.ErrOver)
}

// settle writes a throw's notes, and counts the throw if nothing about it is open.
func (b *book) settle(ctx context.Context, t throw.Throw, notes []journal.Note, crops []journal.Crop) error {
	if t.Status == protocol.ThrowDiscarded || t.Asks() || len(t.Thrown()) == 0 {
		return b.keep(ctx, t, notes, crops)
	}
	n, c := b.Waits()
	counted, d, err := c.Roll(n, t, func(q engine.Question) []throw.Die { return b.LyingFor(c, q) })
	if errors.Is(err, count.ErrOver) {
		return protocol.Illegal("%v", err)
	}
	if err != nil {
		// The throw stays with those that wait, and says why.
		t.Blocked = protocol.Sentence(err)
		return b.keep(ctx, t, notes, crops)
	}
	notes = append(notes, b.entryNotes(d)...)
	if err := b.keep(ctx, counted, notes, crops); err != nil {
		return errors.Join(err, d.Drop())
	}
	d.Taken()
	c.Counted = append(c.Counted, t.ID)
	b.CarryAnew(n)
	b.goOn(ctx)
	return nil
}

// drain counts the throws that only waited until something else was answered.
func (b *book) drain(ctx context.Context) {
	for _, t := range b.Throws.Waiting() {
		if t = b.Throws.Get(t.ID); t.Status != protocol.ThrowAsking || t.Blocked == "" || t.Asks() {
			continue
		}
		if err := b.settle(ctx, t, nil, nil); err != nil {
			return
		}
		if b.Throws.Get(t.ID).Status != protocol.ThrowCounted {
			return
		}
	}
}

// recount replaces a counted throw by its corrected state.
func (b *book) recount(ctx context.Context, t throw.Throw, notes []journal.Note) error {
	d, err := b.Counts[t.Count].Correct(t)
	if err != nil {
		return err
	}
	notes = append(notes, b.entryNotes(d)...)
	if err := b.keep(ctx, t, notes, nil); err != nil {
		return errors.Join(err, d.Drop())
	}
	d.Taken()
	return nil
}

// keep writes the notes and then takes the throw over.
func (b *book) keep(ctx context.Context, t throw.Throw, notes []journal.Note, crops []journal.Crop) error {
	if err := b.write(ctx, notes, crops); err != nil {
		return err
	}
	b.Throws.Put(t)
	if t.Game == 0 && t.Entry > 0 {
		b.Changed(t)
	}
	return nil
}

// hold keeps the pictures of disputed throws, after an act that may have made some.
func (s *Session) hold(ctx context.Context, done protocol.Deed) {
	if !slices.Contains([]protocol.Deed{protocol.DoFix, protocol.DoAdd, protocol.DoRemove, protocol.DoDiscard, protocol.DoShow, protocol.DoAmend, protocol.DoAgree}, done) {
		return
	}
	if err := s.journal.Hold(ctx, record.Disputed(&s.book.Record, s.hall.Games)...); err != nil {
		s.log.Error("keep the pictures of a disputed roll", "err", err)
	}
}
