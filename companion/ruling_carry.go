package companion

import (
	"context"
	"fmt"
	"slices"

	"astragal/companion/event"
	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/engine"
)

func (s *Session) carryOut(ctx context.Context, r event.Ruling) error {
	if r.Do != event.Correct && r.Do != event.Annul && r.Do != event.Restore {
		return protocol.Malformed("this program doesn't know the ruling %.20q: update it", r.Do)
	}
	if r.Do == event.Restore && s.rollStands(r.Roll) {
		return nil // its annulment never came here
	}
	if r.Do == event.Restore && s.events.rulings[r.Roll].Do != event.Annul {
		return protocol.Stale("no judge has annulled this roll: its players took it out themselves")
	}
	if g, entry, ok := s.gameRollOf(r.Roll); ok {
		return s.ruleGame(ctx, g, entry, r)
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
		t := s.throws[at.Throw-1]
		if err := s.doThrow(ctx, protocol.Act{Do: protocol.DoFix, Throw: t.ID, Rev: t.Rev, Die: at.Die, Value: d.Value}); err != nil {
			return err
		}
	}
	return nil
}

// rollStands says whether a roll counts at this table now.
func (s *Session) rollStands(roll string) bool {
	if g, entry, ok := s.gameRollOf(roll); ok {
		_, _, there := g.game.Question(entry)
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
	for _, i := range slices.Backward(s.throwsWith(t)) {
		if err := s.doThrow(ctx, protocol.Act{Do: protocol.DoAnnul, Throw: s.throws[i].ID, Rev: s.throws[i].Rev}); err != nil {
			return err
		}
	}
	return nil
}

// restore puts a roll that was annulled back, and the dice that were rolled again.
func (s *Session) restore(ctx context.Context, t throw.Throw) error {
	at := slices.Index(s.counted, t.ID-1)
	if !t.Annulled || at < 0 {
		return protocol.Stale("this roll was annulled by an older version of this program, which doesn't know how to take that back: roll or type it again")
	}
	for _, i := range s.counted[at:] {
		was := s.throws[i]
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
		if err := s.recount(ctx, next, []Note{s.note(noteAct, a)}); err != nil {
			return err
		}
	}
	return nil
}

// restoreGame takes the step back that annulled a roll. What was played since is taken back by that: the
// game stands where it stood before.
func (s *Session) restoreGame(ctx context.Context, g *game, entry int, r event.Ruling) error {
	if err := g.playing(); err != nil {
		return err
	}
	log := g.game.Log()
	in := stands(log)
	for n := len(log) - 1; n > entry; n-- {
		if log[n].Kind != engine.EntryUndo || log[n].Of != entry || !in[n] {
			continue
		}
		if err := g.game.Undo(n); err != nil {
			return err
		}
		if err := s.writeGame(ctx, g, gameNote{}, nil); err != nil {
			return err
		}
		g.told = saying{text: fmt.Sprintf("%s brought a roll back, and with it what had been played after it: %s", r.Judge, r.Reason)}
		return nil
	}
	return protocol.Stale("the game has gone back further since: there is nothing that this roll could be put back into")
}

// ruleGame changes a roll of a game, or goes back to before it. The judge's word needs nobody's consent.
func (s *Session) ruleGame(ctx context.Context, g *game, entry int, r event.Ruling) error {
	if r.Do == event.Restore {
		return s.restoreGame(ctx, g, entry, r)
	}
	q, was, ok := g.game.Question(entry)
	if !ok {
		return protocol.Stale("the game has gone back past this roll")
	}
	if r.Do == event.Annul {
		if err := g.playing(); err != nil {
			return err
		}
		if err := g.game.Undo(entry); err != nil {
			return err
		}
		if err := s.writeGame(ctx, g, gameNote{}, nil); err != nil {
			return err
		}
		g.told = saying{text: fmt.Sprintf("%s took this roll back: %s", r.Judge, r.Reason)}
		return nil
	}
	var shown []protocol.ShownDie
	for _, d := range r.Dice {
		up := d.Face
		if up == nil {
			up = d.Value
		}
		if up == nil {
			return protocol.Illegal("the die %.20q needs a face or a value", d.ID)
		}
		shown = append(shown, protocol.ShownDie{Die: d.ID, Face: *up})
	}
	now, err := amended(protocol.Act{Shown: shown}, q, was)
	if err != nil {
		return err
	}
	now.By = "judge " + r.Judge
	return s.amend(ctx, g, entry, now, nil)
}
