package companion

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"astragal/companion/count"
	"astragal/companion/hall"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/engine"
)

// doThrow is an act on one throw: while it asks, or as a correction after it was counted.
func (s *Session) doThrow(ctx context.Context, a protocol.Act) error {
	if !s.book.throws.Has(a.Throw) {
		return protocol.Stale("there is no throw %d", a.Throw)
	}
	if err := s.book.reach(ctx, a.Throw); err != nil {
		return fmt.Errorf("look for throw %d: %w", a.Throw, err)
	}
	t := s.book.throws.Get(a.Throw)
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

// enter takes a new throw in: written down, and counted when nothing is open about it.
func (l *lying) enter(ctx context.Context, t throw.Throw, n throwNote, crops []journal.Crop) error {
	if l.hall.Play > 0 {
		return l.hall.Enter(ctx, t, func(t throw.Throw) error {
			n.Game, n.Question = t.Game, t.Question
			return l.book.keep(ctx, t, []journal.Note{l.book.note(noteThrow, n)}, crops)
		})
	}
	return l.book.settle(ctx, t, []journal.Note{l.book.note(noteThrow, n)}, crops)
}

// settle writes a throw's notes and counts it when nothing is open about it.
func (b *book) settle(ctx context.Context, t throw.Throw, notes []journal.Note, crops []journal.Crop) error {
	if t.Status == protocol.ThrowDiscarded || t.Asks() || len(t.Thrown()) == 0 {
		return b.keep(ctx, t, notes, crops)
	}
	n, c := b.waits()
	counted, d, err := c.Roll(n, t, func(q engine.Question) []throw.Die { return b.lyingFor(c, q) })
	if errors.Is(err, count.ErrOver) {
		return protocol.Illegal("%v", err)
	}
	if err != nil {
		// It stays with the throws that wait, and says why.
		t.Blocked = protocol.Sentence(err)
		return b.keep(ctx, t, notes, crops)
	}
	notes = append(notes, b.entryNotes(d)...)
	if err := b.keep(ctx, counted, notes, crops); err != nil {
		return errors.Join(err, d.Drop())
	}
	d.Taken()
	c.counted = append(c.counted, t.ID)
	b.carryAnew(n)
	b.goOn(ctx)
	return nil
}

// drain counts the throws that only waited for something else to be answered.
func (b *book) drain(ctx context.Context) {
	for _, t := range b.throws.Waiting() {
		if t = b.throws.Get(t.ID); t.Status != protocol.ThrowAsking || t.Blocked == "" || t.Asks() {
			continue
		}
		if err := b.settle(ctx, t, nil, nil); err != nil {
			return
		}
		if b.throws.Get(t.ID).Status != protocol.ThrowCounted {
			return
		}
	}
}

// recount puts a corrected throw in the place of the one that was counted.
func (b *book) recount(ctx context.Context, t throw.Throw, notes []journal.Note) error {
	d, err := b.counts[t.Count].Correct(t)
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
	b.throws.Put(t)
	if t.Game == 0 && t.Entry > 0 {
		c := b.counts[t.Count]
		if n := slices.Index(c.counted, t.ID); n >= 0 {
			c.restand()
			c.kept.back(n)
			b.carryAnew(t.Count)
		}
	}
	return nil
}

// lyingFor are the dice of the roll that q belongs to as they lay when they were last seen there, each with its id in the roll.
func (r *record) lyingFor(c *tallied, q engine.Question) []throw.Die {
	last := map[string]throw.Die{}
	for _, id := range c.counted {
		t := r.throws.Get(id)
		if count.RollKey(t.Key) != count.RollKey(q.Key) {
			continue
		}
		for _, d := range t.Dice {
			d.Is = "d" + strconv.Itoa(d.N)
			if t.As != nil {
				d.Is = t.As[d.N]
			}
			if d.Is != "" && !d.Gone {
				last[d.Is] = d
			}
		}
	}
	var before []throw.Die
	for _, id := range slices.Sorted(maps.Keys(last)) {
		if d := last[id]; d.Lying && d.Box[2] > 0 {
			before = append(before, d)
		}
	}
	return before
}
