package companion

import (
	"context"
	"errors"

	"astragal/companion/protocol"
)

// doThrow is an act on one throw: while it asks, or as a correction after it was counted.
func (s *Session) doThrow(ctx context.Context, a protocol.Act) error {
	if a.Throw < 1 || a.Throw > len(s.throws) {
		return protocol.Stale("there is no throw %d", a.Throw)
	}
	t := s.throws[a.Throw-1]
	if a.Rev != t.rev {
		return protocol.Stale("somebody else changed this throw a moment ago: look at it again")
	}
	if t.status == protocol.ThrowDiscarded {
		return protocol.Stale("this throw was taken out of the count")
	}
	if t.game > 0 {
		return s.doGameThrow(ctx, a, t)
	}
	if a.Do == protocol.DoShow {
		return protocol.Illegal("This throw belongs to no game: say what the die shows")
	}
	next, err := t.with(a)
	if err != nil {
		return protocol.Illegal("%v", err)
	}
	if t.status == protocol.ThrowCounted && next.same(t) {
		return nil // that is what counts already
	}
	notes := []Note{s.note(noteAct, a)}
	if t.status == protocol.ThrowCounted {
		next.corrected, next.changed = true, s.now()
		return s.recount(ctx, next, notes)
	}
	return s.settle(ctx, next, notes, nil)
}

// enter takes a new throw in: written down, and counted when nothing is open about it.
func (s *Session) enter(ctx context.Context, t throw, n throwNote, crops []Crop) error {
	s.remember(t.id, n.Scene, crops)
	if s.play > 0 {
		return s.enterGame(ctx, s.games[s.play-1], t, n, crops)
	}
	return s.settle(ctx, t, []Note{s.note(noteThrow, n)}, crops)
}

// settle writes a throw's notes and counts it when nothing is open about it.
func (s *Session) settle(ctx context.Context, t throw, notes []Note, crops []Crop) error {
	if t.status == protocol.ThrowDiscarded || t.asks() || len(t.thrown()) == 0 {
		return s.keep(ctx, t, notes, crops)
	}
	c := s.count()
	counted, err := s.answer(c, t)
	if errors.Is(err, errOver) {
		return protocol.Illegal("%v", err)
	}
	if err != nil {
		// It stays with the throws that wait, and says why.
		t.blocked = protocol.Sentence(err)
		return s.keep(ctx, t, notes, crops)
	}
	counted.count = len(s.counts) - 1
	notes = append(notes, s.entryNotes(counted)...)
	if err := s.keep(ctx, counted, notes, crops); err != nil {
		return errors.Join(err, c.restore())
	}
	c.kept()
	s.counted = append(s.counted, t.id-1)
	return nil
}

// answer hands a throw to the rules as what they wait for.
func (s *Session) answer(c *count, t throw) (throw, error) {
	q, err := c.asksFor()
	if err != nil {
		return t, err
	}
	if len(q.Roll.Dice) > 0 {
		if t, err = t.again(q, s.lyingFor(q)); err != nil {
			return t, err
		}
	}
	return c.roll(t, q)
}

// drain counts the throws that only waited for something else to be answered.
func (s *Session) drain(ctx context.Context) {
	for i := range s.throws {
		t := s.throws[i]
		if t.game > 0 || t.status != protocol.ThrowAsking || t.blocked == "" || t.asks() {
			continue
		}
		if err := s.settle(ctx, t, nil, nil); err != nil {
			return
		}
		if s.throws[i].status != protocol.ThrowCounted {
			return
		}
	}
}

// recount puts a corrected throw in the place of the one that was counted.
func (s *Session) recount(ctx context.Context, t throw, notes []Note) error {
	c := s.counts[t.count]
	if err := c.correct(t); err != nil {
		return err
	}
	notes = append(notes, s.entryNotes(t)...)
	if err := s.keep(ctx, t, notes, nil); err != nil {
		return errors.Join(err, c.restore())
	}
	c.kept()
	return nil
}

// keep writes the notes and then takes the throw over.
func (s *Session) keep(ctx context.Context, t throw, notes []Note, crops []Crop) error {
	if err := s.write(ctx, notes, crops); err != nil {
		return err
	}
	if t.id > len(s.throws) {
		s.throws = append(s.throws, t)
	} else {
		s.throws[t.id-1] = t
	}
	return nil
}
