package companion

import (
	"context"
	"slices"

	"astragal/companion/event"
	"astragal/companion/hall"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/throw"
)

func (s *Session) carryOut(ctx context.Context, r event.Ruling) error {
	if r.Do != event.Correct && r.Do != event.Annul && r.Do != event.Restore {
		return protocol.Malformed("this program doesn't know the ruling %.20q: update it", r.Do)
	}
	if err := s.reachRoll(ctx, r.Roll); err != nil {
		return err
	}
	if r.Do == event.Restore && s.rollStands(r.Roll) {
		return nil // its annulment never came here
	}
	if r.Do == event.Restore && s.events.rulings[r.Roll].Do != event.Annul {
		return protocol.Stale("no judge has annulled this roll: its players took it out themselves")
	}
	if g, entry, ok := s.gameRollOf(r.Roll); ok {
		return s.hall.RuleGame(ctx, g, entry, r)
	}
	t, ok := s.throwOf(r.Roll)
	if !ok {
		return protocol.Stale("there is no such roll at this table")
	}
	switch r.Do {
	case event.Annul:
		return s.annul(ctx, t)
	case event.Restore:
		return s.restore(ctx, t)
	default: // a correction
	}
	throws := s.throwsWith(t)
	for _, d := range r.Dice {
		at := s.dieOf(throws, d.ID)
		if at.Throw == 0 || d.Value == nil {
			return protocol.Illegal("the roll has no die %.20q with a number", d.ID)
		}
		t := s.throws.Get(at.Throw)
		if err := s.doThrow(ctx, protocol.Act{Do: protocol.DoFix, Throw: t.ID, Rev: t.Rev, Die: at.Die, Value: d.Value}); err != nil {
			return err
		}
	}
	return nil
}

// rollStands says whether a roll counts at this table now.
func (s *Session) rollStands(roll string) bool {
	if g, entry, ok := s.gameRollOf(roll); ok {
		_, _, there := g.Engine.Question(entry)
		return there
	}
	t, ok := s.throwOf(roll)
	return ok && t.Status == protocol.ThrowCounted
}

// annul takes a roll out, the dice that were rolled again first.
func (s *Session) annul(ctx context.Context, t throw.Throw) error {
	if t.Status == protocol.ThrowDiscarded {
		return nil
	}
	for _, id := range slices.Backward(s.throwsWith(t)) {
		if err := s.doThrow(ctx, protocol.Act{Do: protocol.DoAnnul, Throw: id, Rev: s.throws.Get(id).Rev}); err != nil {
			return err
		}
	}
	return nil
}

// restore puts a roll that was annulled back, and the dice that were rolled again.
func (s *Session) restore(ctx context.Context, t throw.Throw) error {
	counted := s.counts[t.Count].counted
	at := slices.Index(counted, t.ID)
	if !t.Annulled || at < 0 {
		return protocol.Stale("this roll was annulled by an older version of this program, which doesn't know how to take that back: roll or type it again")
	}
	for _, id := range counted[at:] {
		was := s.throws.Get(id)
		if was.ID != t.ID && was.As == nil {
			return nil // the next roll
		}
		if !was.Annulled {
			continue // somebody had taken it out before
		}
		a := protocol.Act{Do: protocol.DoRestore, Throw: was.ID, Rev: was.Rev}
		next, err := was.With(a)
		if err != nil {
			return protocol.Illegal("%v", err)
		}
		next.Corrected, next.Changed = true, s.now()
		if err := s.recount(ctx, next, []journal.Note{s.note(hall.NoteAct, a)}); err != nil {
			return err
		}
	}
	return nil
}
