package companion

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"astragal/companion/gather"
	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/engine"
)

// doGame is an act on one of the table's games.
func (s *Session) doGame(ctx context.Context, who protocol.Who, a protocol.Act) error {
	g, err := s.gameOf(a.Game)
	if err != nil && (a.Do != protocol.DoTray || a.Game != 0) {
		return err
	}
	switch a.Do {
	case protocol.DoReply:
		return s.doReply(ctx, g, who, a)
	case protocol.DoHand:
		return s.doHand(ctx, g, who, a)
	case protocol.DoAmend:
		return s.doAmend(ctx, g, who, a)
	case protocol.DoUndo:
		return s.doUndo(ctx, g, who, a)
	case protocol.DoAgree, protocol.DoObject:
		return s.doConsent(ctx, who, a)
	case protocol.DoSit:
		return s.doSit(ctx, who, a)
	case protocol.DoLeave:
		return s.doLeave(ctx, who, a)
	case protocol.DoAccept:
		return s.doAccept(ctx, g, who)
	case protocol.DoShowing:
		return s.doShowing(ctx, g, who, a)
	case protocol.DoDyes:
		return s.doDyes(ctx, g, who, a)
	case protocol.DoTray:
		return s.doTray(ctx, g, who, a)
	default: // DoPause, DoResume
		return s.doPause(ctx, g, who, a.Do == protocol.DoPause)
	}
}

// doReply answers a question of a game.
func (s *Session) doReply(ctx context.Context, g *game, who protocol.Who, a protocol.Act) error {
	if a.Answer == nil {
		return protocol.Malformed("the act \"reply\" needs an \"answer\"")
	}
	answer := *a.Answer
	q, ok := g.askedOf(who, answer.To)
	if !ok {
		return g.notAsked(who, answer.Seat)
	}
	dice := q.Kind == engine.KindRoll && !q.Secret
	if answer.Seat == engine.Everyone && len(q.Seats) > 0 {
		if seat, err := g.answersAs(who, q); err == nil || len(q.Seats) == 1 {
			answer.Seat = cmp.Or(seat, q.Seats[0])
		}
	}
	if err := g.actsFor(who, answer.Seat, dice); err != nil {
		return err
	}
	if answer.By == "" {
		answer.By = throw.ByHand
	}
	return s.reply(ctx, g, answer, nil)
}

// doHand says what some dice of a roll show. It counts when the roll is whole.
func (s *Session) doHand(ctx context.Context, g *game, who protocol.Who, a protocol.Act) error {
	if err := g.playing(); err != nil {
		return err
	}
	q, ok := g.askedOf(who, a.Question)
	if !ok || q.Kind != engine.KindRoll || len(q.Roll.Dice) == 0 {
		return protocol.Stale("This roll isn't asked for any more")
	}
	if _, err := g.answersAs(who, q); err != nil {
		return err
	}
	if len(a.Shown) == 0 {
		return protocol.Malformed("the act \"hand\" needs \"shown\": dice with their faces")
	}
	for _, d := range a.Shown {
		if err := fits(q.Roll.Dice, d.Die, d.Face); err != nil {
			return err
		}
	}
	if err := s.write(ctx, []Note{s.note(noteHand, handNote{Game: g.id, Question: q.ID, Shown: a.Shown})}, nil); err != nil {
		return err
	}
	g.hand(q.ID, a.Shown, len(s.throws))
	return s.roll(ctx, g, q, true)
}

// hand takes what was typed of a roll, after so many throws.
func (g *game) hand(question string, shown []protocol.ShownDie, after int) {
	if g.typed[question] == nil {
		g.typed[question] = map[string]gather.Typed{}
	}
	for _, d := range shown {
		g.typed[question][d.Die] = gather.Typed{Face: d.Face, After: after}
	}
}

// untype forgets what was typed of a roll since a throw came.
func (g *game) untype(question string, since int) {
	for id, t := range g.typed[question] {
		if t.After >= since {
			delete(g.typed[question], id)
		}
	}
}

// doAmend puts another answer in the place of one that was given.
func (s *Session) doAmend(ctx context.Context, g *game, who protocol.Who, a protocol.Act) error {
	q, was, ok := g.game.Question(a.Entry)
	if !ok {
		return protocol.Stale("Entry %d is no answer that the game stands on now", a.Entry)
	}
	if err := g.actsFor(who, was.Seat, q.Kind == engine.KindRoll && !q.Secret); err != nil {
		return err
	}
	now, err := amended(a, q, was)
	if err != nil {
		return err
	}
	return s.withConsent(ctx, g, who, wish{Do: protocol.DoAmend, Entry: a.Entry, Answer: &now})
}

// changing says what another answer to entry n would change, to those who may see the answer that it
// has and the one that it would have. What the rules refuse is refused here: those who agree learn
// nothing of it.
func (g *game) changing(n int, q engine.Question, now engine.Answer) (saying, error) {
	trial, err := g.kind.Reopened(g.game.Log())
	if err != nil {
		return saying{}, err
	}
	defer trial.Stop()
	now.To = ""
	if err := trial.Amend(n, now); err != nil {
		return saying{}, err
	}
	whole := saying{text: fmt.Sprintf("change “%s” to “%s”", q.Text, engine.Words(q, now))}
	if _, _, seen := g.game.As(engine.Everyone).Asked(n); !seen || !trial.As(engine.Everyone).Answer(len(trial.Log())-1) {
		whole.only, whole.instead = []engine.Seat{now.Seat}, fmt.Sprintf("change what %s answered in secret (entry %d)", g.name(now.Seat), n)
	}
	return whole, nil
}

// amended is the answer that an act wants: a whole one, or the old one with some dice changed.
func amended(a protocol.Act, q engine.Question, was engine.Answer) (engine.Answer, error) {
	switch {
	case a.Answer != nil:
		now := *a.Answer
		now.To, now.Seat, now.By = q.ID, was.Seat, throw.ByHand
		return now, nil
	case len(a.Shown) == 0 || len(was.Dice) == 0:
		return was, protocol.Malformed("the act \"amend\" needs an \"answer\", or \"shown\": dice with their faces")
	}
	was.Dice, was.By = slices.Clone(was.Dice), throw.ByHand
	for _, d := range a.Shown {
		k := slices.IndexFunc(was.Dice, func(t engine.Thrown) bool { return t.ID == d.Die })
		if k < 0 {
			return was, protocol.Illegal("the die %.40q is no part of this roll", d.Die)
		}
		i := slices.IndexFunc(q.Roll.Dice, func(w engine.Die) bool { return w.ID == d.Die })
		own := engine.Die{ID: d.Die, Shape: was.Dice[k].Shape}
		if i >= 0 {
			own = q.Roll.Dice[i]
		}
		now, err := throw.Showing(own, d.Face, engine.Typed)
		if err != nil {
			return was, protocol.Illegal("%v", err)
		}
		now.Throw = was.Dice[k].Throw
		was.Dice[k] = now
	}
	return was, nil
}

// amend changes an entry; then also takes over what else changes with it.
func (s *Session) amend(ctx context.Context, g *game, entry int, answer engine.Answer, then func(), others ...Note) error {
	if err := g.playing(); err != nil {
		return err
	}
	answer.To = ""
	q, was, ok := g.game.Question(entry)
	if err := g.game.Amend(entry, answer); err != nil {
		return err
	}
	if err := s.writeGame(ctx, g, gameNote{}, others); err != nil {
		return err
	}
	if ok {
		s.teachAmended(g.seenIn(entry), q, was, answer)
	}
	if then != nil {
		then()
	}
	g.told = saying{}
	return nil
}

// seenIn is where the camera saw the dice of a roll that was counted, perhaps changed since.
func (g *game) seenIn(entry int) map[string]throw.Place {
	for log := g.game.Log(); log[entry].Kind == engine.EntryAmend; {
		entry = log[entry].Of
	}
	return g.seen[entry]
}

// doUndo goes back to before an entry, where the others needn't agree.
func (s *Session) doUndo(ctx context.Context, g *game, who protocol.Who, a protocol.Act) error {
	if !g.answersIn(who) {
		return protocol.NotAllowed(protocol.LooksOn)
	}
	if err := g.playing(); err != nil {
		return err
	}
	log := g.game.Log()
	if a.Entry < 1 || a.Entry >= len(log) {
		return protocol.Stale("There is no entry %d to take back", a.Entry)
	}
	return s.withConsent(ctx, g, who, wish{Do: protocol.DoUndo, Entry: a.Entry})
}

// goBack takes back an entry and all after it.
func (s *Session) goBack(ctx context.Context, g *game, entry int, others ...Note) error {
	if err := g.playing(); err != nil {
		return err
	}
	if err := g.game.Undo(entry); err != nil {
		return err
	}
	if err := s.writeGame(ctx, g, gameNote{}, others); err != nil {
		return err
	}
	g.told = saying{}
	return nil
}

// doAccept goes on with what this program makes of a log that it plays differently.
func (s *Session) doAccept(ctx context.Context, g *game, who protocol.Who) error {
	if !who.May {
		return protocol.NotAllowed(protocol.LooksOn)
	}
	if err := g.game.Accept(); err != nil {
		return err
	}
	return s.writeGame(ctx, g, gameNote{}, nil)
}

// doTray says which game the dice on the tray are for: none counts them.
func (s *Session) doTray(ctx context.Context, g *game, who protocol.Who, a protocol.Act) error {
	if !who.May {
		return protocol.NotAllowed(protocol.LooksOn)
	}
	if g != nil && a.Question != "" {
		if q, ok := g.askedOf(who, a.Question); !ok || q.Kind != engine.KindRoll {
			return protocol.Stale("This roll isn't asked for any more")
		}
	}
	if err := s.write(ctx, []Note{s.note(noteTray, trayNote{Game: a.Game, Question: a.Question})}, nil); err != nil {
		return err
	}
	s.takeTray(g, a.Question)
	return nil
}

func (s *Session) takeTray(g *game, question string) {
	s.play = 0
	if g != nil {
		s.play, g.wanted, g.showing, g.shown = g.id, question, nil, 0
	}
}

// doPause lays a game aside for another evening, or goes on with it.
func (s *Session) doPause(ctx context.Context, g *game, who protocol.Who, paused bool) error {
	if !who.May {
		return protocol.NotAllowed(protocol.LooksOn)
	}
	if g.paused == paused {
		return nil
	}
	if err := s.write(ctx, []Note{s.note(notePause, pauseNote{Game: g.id, Paused: paused})}, nil); err != nil {
		return err
	}
	g.paused = paused
	if paused && s.play == g.id {
		s.play = 0
	} else if !paused {
		s.takeTray(g, "")
	}
	return nil
}
