package companion

import (
	"context"
	"errors"
	"slices"

	"astragal/companion/gather"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/engine"
	"astragal/engine/tally"
)

// begin starts to count in another way, or with other players.
func (s *Session) begin(ctx context.Context, settings protocol.CountSettings) error {
	c, err := newCount(settings)
	if err != nil {
		return protocol.Illegal("%v", err)
	}
	seat := s.seat
	s.counts, s.seat = append(s.counts, c), min(1, len(settings.Players))
	if err := s.write(ctx, s.entryNotes(throw.Throw{Count: len(s.counts) - 1}), nil); err != nil {
		c.game.Stop()
		s.counts, s.seat = s.counts[:len(s.counts)-1], seat
		return err
	}
	c.written()
	return nil
}

// renew begins the count anew where an older program began it, so that new rolls are counted by what this
// program knows. What was counted stays as it is, and totals go on. A count of so many rounds, or one that
// waits for an answer, is played to its end as it was begun; so is one that can't be begun anew.
func (s *Session) renew(ctx context.Context) {
	c := s.count()
	rules := c.settings.Rules
	if q, err := c.asksFor(); err != nil || !c.old || len(q.Roll.Dice) > 0 || rules.Rounds > 0 || rules.Order == tally.Turns {
		return
	}
	seat := s.seat
	settings := c.settings
	settings.Zero = false
	err := s.begin(ctx, settings)
	if err == nil && seat != s.seat {
		err = s.doTurn(ctx, protocol.Act{Seat: seat})
	}
	if err != nil {
		s.log.Warn("begin the count of an older program anew", "err", err)
	}
}

// goOn has a count that has grown long go on in a log of its own, as soon as it waits for a new roll: what is done then costs as much as
// in a fresh one, however much was counted before. Totals go on.
func (s *Session) goOn(ctx context.Context) {
	n, c := s.waits()
	if len(c.counted) < s.chapter || n < len(s.counts)-1 {
		return
	}
	next, ok := c.next()
	if !ok {
		return
	}
	s.counts = append(s.counts, next)
	notes := s.entryNotes(throw.Throw{Count: len(s.counts) - 1})
	if s.seat != min(1, len(next.settings.Players)) {
		notes = append(notes, s.note(noteTurn, turnNote{Seat: s.seat}))
	}
	if err := s.write(ctx, notes, nil); err != nil { // the next roll tries again
		next.game.Stop()
		s.counts = s.counts[:len(s.counts)-1]
		return
	}
	next.written()
}

// waits is the count that waits for an answer or a roll, and which it is: the newest, unless a correction made one ask again that had
// gone on in another log.
func (r *record) waits() (int, *count) {
	last := len(r.counts) - 1
	for n, c := range r.counts[:last] {
		if c.closed == nil && r.counts[n+1].goesOnWith && len(c.asks()) > 0 {
			return n, c
		}
	}
	return last, r.counts[last]
}

func (s *Session) count() *count { return s.counts[len(s.counts)-1] }

// doTurn says whose roll the next one is.
func (s *Session) doTurn(ctx context.Context, a protocol.Act) error {
	if n := len(s.count().settings.Players); a.Seat < 0 || a.Seat > n || n > 0 && a.Seat == 0 {
		return protocol.Illegal("there is no seat %d", a.Seat)
	}
	if s.count().seat(a.Seat) != a.Seat {
		return protocol.Illegal("the players roll in turn: it is not theirs yet")
	}
	if err := s.write(ctx, []journal.Note{s.note(noteTurn, turnNote{Seat: a.Seat})}, nil); err != nil {
		return err
	}
	s.seat = a.Seat
	return nil
}

// doAnswer answers a question of the rules themselves.
func (s *Session) doAnswer(ctx context.Context, a protocol.Act) error {
	n, c := s.waits()
	if err := c.game.Answer(engine.Answer{To: a.Question, Seat: c.answerer(a.Question), Chosen: a.Chosen, By: throw.ByHand}); err != nil {
		return err
	}
	if err := s.write(ctx, s.entryNotes(throw.Throw{Count: n}), nil); err != nil {
		return errors.Join(err, c.restore())
	}
	c.written()
	s.carryAnew(n)
	s.goOn(ctx)
	return nil
}

// toThrowAgain are the dice of the count's roll that are to be rolled again; none where a new roll is waited for.
func (s *Session) toThrowAgain() []string {
	_, c := s.waits()
	q, err := c.asksFor()
	if err != nil {
		return nil
	}
	var dice []string
	for _, d := range q.Roll.Dice {
		if !slices.ContainsFunc(q.Kept, func(k engine.Thrown) bool { return k.ID == d.ID }) {
			dice = append(dice, gather.OnVirtual(d))
		}
	}
	for _, a := range q.Roll.Exactly {
		dice = append(dice, slices.Repeat(gather.OfShape(a.Shape), a.N)...)
	}
	return dice
}
