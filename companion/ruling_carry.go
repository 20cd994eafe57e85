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

// bench carries out what judges of an event rule about the rolls of a table.
type bench struct {
	*book
	hall *hall.Hall
	// doThrow takes an act on a throw, as if a person had said it.
	doThrow func(context.Context, protocol.Act) error
}

func (s *Session) bench() bench { return bench{s.book, s.hall, s.doThrow} }

func (b bench) carryOut(ctx context.Context, r event.Ruling) error {
	if r.Do != event.Correct && r.Do != event.Annul && r.Do != event.Restore {
		return protocol.Malformed("this program doesn't know the ruling %.20q: update it", r.Do)
	}
	if err := b.reachRoll(ctx, r.Roll); err != nil {
		return err
	}
	if r.Do == event.Restore && b.rollStands(r.Roll) {
		return nil // the ruling that annulled it never came here
	}
	if r.Do == event.Restore && !b.annulled(r.Roll) {
		return protocol.Stale("no judge has annulled this roll: its players took it out themselves")
	}
	if g, entry, ok := b.events.GameRollOf(r.Roll); ok {
		return b.hall.RuleGame(ctx, g, entry, r)
	}
	t, ok := b.ThrowOf(r.Roll)
	if !ok {
		return protocol.Stale("there is no such roll at this table")
	}
	switch r.Do {
	case event.Annul:
		return b.annul(ctx, t)
	case event.Restore:
		return b.restore(ctx, t)
	default: // a correction
	}
	throws := b.ThrowsWith(t)
	for _, d := range r.Dice {
		at := b.DieOf(throws, d.ID)
		if at.Throw == 0 || d.Value == nil {
			return protocol.Illegal("the roll has no die %.20q with a number", d.ID)
		}
		t := b.Throws.Get(at.Throw)
		if err := b.doThrow(ctx, protocol.Act{Do: protocol.DoFix, Throw: t.ID, Rev: t.Rev, Die: at.Die, Value: d.Value}); err != nil {
			return err
		}
	}
	return nil
}

// annulled says whether a judge's ruling took a roll out of the count.
func (b bench) annulled(roll string) bool {
	ref := b.events.Ruling(roll)
	return ref != nil && ref.Do == event.Annul
}

// rollStands says whether a roll counts at this table.
func (b bench) rollStands(roll string) bool {
	if g, entry, ok := b.events.GameRollOf(roll); ok {
		_, _, there := g.Engine.Question(entry)
		return there
	}
	t, ok := b.ThrowOf(roll)
	return ok && t.Status == protocol.ThrowCounted
}

// annul takes a roll out. It takes out the throws in which dice were rolled again first.
func (b bench) annul(ctx context.Context, t throw.Throw) error {
	if t.Status == protocol.ThrowDiscarded {
		return nil
	}
	for _, id := range slices.Backward(b.ThrowsWith(t)) {
		if err := b.doThrow(ctx, protocol.Act{Do: protocol.DoAnnul, Throw: id, Rev: b.Throws.Get(id).Rev}); err != nil {
			return err
		}
	}
	return nil
}

// restore puts a roll back that was annulled, and the throws in which dice were rolled again.
func (b bench) restore(ctx context.Context, t throw.Throw) error {
	counted := b.Counts[t.Count].Counted
	at := slices.Index(counted, t.ID)
	if !t.Annulled || at < 0 {
		return protocol.Stale("this roll was annulled by an older version of this program, which doesn't know how to take that back: roll or type it again")
	}
	for _, id := range counted[at:] {
		was := b.Throws.Get(id)
		if was.ID != t.ID && was.As == nil {
			return nil // this is the next roll
		}
		if !was.Annulled {
			continue // somebody had taken it out before the ruling
		}
		a := protocol.Act{Do: protocol.DoRestore, Throw: was.ID, Rev: was.Rev}
		next, err := was.With(a)
		if err != nil {
			return protocol.Illegal("%v", err)
		}
		next.Corrected, next.Changed = true, b.now()
		if err := b.recount(ctx, next, []journal.Note{b.note(hall.NoteAct, a)}); err != nil {
			return err
		}
	}
	return nil
}
