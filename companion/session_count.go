package companion

import (
	"context"
	"errors"
	"fmt"

	"astragal/engine"
)

// begin starts to count in another way, or with other players.
func (s *Session) begin(ctx context.Context, settings CountSettings) error {
	c, err := newCount(settings)
	if err != nil {
		return &Refusal{CodeIllegal, err.Error()}
	}
	seat := s.seat
	s.counts, s.seat = append(s.counts, c), min(1, len(settings.Players))
	if err := s.write(ctx, s.entryNotes(throw{count: len(s.counts) - 1}), nil); err != nil {
		c.game.Stop()
		s.counts, s.seat = s.counts[:len(s.counts)-1], seat
		return err
	}
	c.kept()
	return nil
}

func (s *Session) count() *count { return s.counts[len(s.counts)-1] }

// doTurn says whose roll the next one is.
func (s *Session) doTurn(ctx context.Context, a Act) error {
	if n := len(s.count().settings.Players); a.Seat < 0 || a.Seat > n || n > 0 && a.Seat == 0 {
		return &Refusal{CodeIllegal, fmt.Sprintf("there is no seat %d", a.Seat)}
	}
	if s.count().seat(a.Seat) != a.Seat {
		return &Refusal{CodeIllegal, "the players roll in turn: it is not theirs yet"}
	}
	if err := s.write(ctx, []Note{s.note(noteTurn, turnNote{Seat: a.Seat})}, nil); err != nil {
		return err
	}
	s.seat = a.Seat
	return nil
}

// doAnswer answers a question of the rules themselves.
func (s *Session) doAnswer(ctx context.Context, a Act) error {
	c := s.count()
	if err := c.game.Answer(engine.Answer{To: a.Question, Seat: c.answerer(a.Question), Chosen: a.Chosen, By: byHand}); err != nil {
		return err
	}
	if err := s.write(ctx, s.entryNotes(throw{count: len(s.counts) - 1}), nil); err != nil {
		return errors.Join(err, c.restore())
	}
	c.kept()
	return nil
}
