package hall

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/engine"
)

// Do does an act on one of the table's games, if the screen may.
func (h *Hall) Do(ctx context.Context, who protocol.Who, a protocol.Act) error {
	g, err := h.Games.Of(a.Game)
	if err != nil && (a.Do != protocol.DoTray || a.Game != 0) {
		return err
	}
	switch a.Do {
	case protocol.DoReply:
		return h.doReply(ctx, g, who, a)
	case protocol.DoHand:
		return h.doHand(ctx, g, who, a)
	case protocol.DoAmend:
		return h.doAmend(ctx, g, who, a)
	case protocol.DoUndo:
		return h.doUndo(ctx, g, who, a)
	case protocol.DoAgree, protocol.DoObject:
		return h.doConsent(ctx, who, a)
	case protocol.DoSit:
		return h.doSit(ctx, who, a)
	case protocol.DoLeave:
		return h.doLeave(ctx, who, a)
	case protocol.DoAccept:
		return h.doAccept(ctx, g, who)
	case protocol.DoShowing:
		return h.doShowing(ctx, g, who, a)
	case protocol.DoDyes:
		return h.doDyes(ctx, g, who, a)
	case protocol.DoTray:
		return h.doTray(ctx, g, who, a)
	default: // DoPause, DoResume
		return h.doPause(ctx, g, who, a.Do == protocol.DoPause)
	}
}

// doReply answers a question of a game.
func (h *Hall) doReply(ctx context.Context, g *Game, who protocol.Who, a protocol.Act) error {
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
	var said []engine.Said
	if a.Way != "" {
		way, ok := q.Way(a.Way)
		if !ok {
			return protocol.Malformed("the question has no way %.40q", a.Way)
		}
		answer.Chosen, said = way.Chosen, way.Then
	}
	for ok = true; ok; answer, said, ok = engine.Follow(g.Engine.Pending(), answer, said) {
		if err := h.reply(ctx, g, answer, nil); err != nil {
			return err
		}
	}
	return nil
}

// doHand takes in what somebody typed of some dice of a roll. The roll counts once all its dice are known.
func (h *Hall) doHand(ctx context.Context, g *Game, who protocol.Who, a protocol.Act) error {
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
	if err := h.desk.Write(ctx, []journal.Note{h.note(noteHand, handNote{Game: g.ID, Question: q.ID, Shown: a.Shown})}); err != nil {
		return err
	}
	g.typed.Hand(q.ID, a.Shown, h.throws.Len())
	g.told = saying{}
	return h.roll(ctx, g, q, true)
}

// doAmend puts another answer in the place of one that was given.
func (h *Hall) doAmend(ctx context.Context, g *Game, who protocol.Who, a protocol.Act) error {
	q, was, ok := g.Engine.Question(a.Entry)
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
	return h.withConsent(ctx, g, who, wish{Do: protocol.DoAmend, Entry: a.Entry, Answer: &now})
}

// changing says in words what another answer to entry n would change. Only seats that may see both answers read the words. If the rules refuse the
// answer, it returns their error before anybody is asked to agree.
func (g *Game) changing(n int, q engine.Question, now engine.Answer) (saying, error) {
	trial, err := g.Kind.Reopened(g.Engine.Log())
	if err != nil {
		return saying{}, err
	}
	defer trial.Stop()
	now.To = ""
	if err := trial.Amend(n, now); err != nil {
		return saying{}, err
	}
	whole := saying{text: fmt.Sprintf("change “%s” to “%s”", q.Text, engine.Words(q, now))}
	if _, _, seen := g.Engine.As(engine.Everyone).Asked(n); !seen || !trial.As(engine.Everyone).Answer(trial.Entries()-1) {
		whole.only, whole.instead = []engine.Seat{now.Seat}, fmt.Sprintf("change what %s answered in secret (entry %d)", g.Name(now.Seat), n)
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

// amend changes an entry of the log. After the change is on disk it calls then, which changes what belongs to the entry.
func (h *Hall) amend(ctx context.Context, g *Game, entry int, answer engine.Answer, then func(), others ...journal.Note) error {
	if err := g.playing(); err != nil {
		return err
	}
	answer.To = ""
	q, was, ok := g.Engine.Question(entry)
	if err := g.Engine.Amend(entry, answer); err != nil {
		return err
	}
	if err := h.writeGame(ctx, g, gameNote{}, others); err != nil {
		return err
	}
	if ok {
		h.teachAmended(g.seenIn(entry), q, was, answer)
	}
	if then != nil {
		then()
	}
	g.told = saying{}
	return nil
}

// seenIn is where the camera saw the dice of an entry that was counted. An amendment has the places of the entry that it amends.
func (g *Game) seenIn(entry int) map[string]throw.Place {
	for g.Engine.Entry(entry).Kind == engine.EntryAmend {
		entry = g.Engine.Entry(entry).Of
	}
	return g.Seen[entry]
}

// doUndo goes back to before an entry, or asks the others whether they agree.
func (h *Hall) doUndo(ctx context.Context, g *Game, who protocol.Who, a protocol.Act) error {
	if !g.AnswersIn(who) {
		return protocol.NotAllowed(protocol.LooksOn)
	}
	if err := g.playing(); err != nil {
		return err
	}
	if a.Entry < 1 || a.Entry >= g.Engine.Entries() {
		return protocol.Stale("There is no entry %d to take back", a.Entry)
	}
	return h.withConsent(ctx, g, who, wish{Do: protocol.DoUndo, Entry: a.Entry})
}

// goBack takes back an entry and all after it.
func (h *Hall) goBack(ctx context.Context, g *Game, entry int, others ...journal.Note) error {
	if err := g.playing(); err != nil {
		return err
	}
	if err := g.Engine.Undo(entry); err != nil {
		return err
	}
	if err := h.writeGame(ctx, g, gameNote{}, others); err != nil {
		return err
	}
	g.told = saying{}
	return nil
}

// doAccept goes on by this program's rules with a game whose log another version wrote and plays differently.
func (h *Hall) doAccept(ctx context.Context, g *Game, who protocol.Who) error {
	if !who.May {
		return protocol.NotAllowed(protocol.LooksOn)
	}
	if err := g.Engine.Accept(); err != nil {
		return err
	}
	return h.writeGame(ctx, g, gameNote{}, nil)
}

// doTray says which game the dice on the tray are for. Without a game they are counted.
func (h *Hall) doTray(ctx context.Context, g *Game, who protocol.Who, a protocol.Act) error {
	if !who.May {
		return protocol.NotAllowed(protocol.LooksOn)
	}
	if g != nil && a.Question != "" {
		if q, ok := g.askedOf(who, a.Question); !ok || q.Kind != engine.KindRoll {
			return protocol.Stale("This roll isn't asked for any more")
		}
	}
	n := trayNote{Game: a.Game, Question: a.Question}
	if g != nil {
		n.Back = g.back
	}
	return h.giveTray(ctx, n)
}

// giveTray writes down which game the tray is for, and gives it to that.
func (h *Hall) giveTray(ctx context.Context, n trayNote) error {
	if err := h.desk.Write(ctx, []journal.Note{h.note(noteTray, n)}); err != nil {
		return err
	}
	h.applyTray(n)
	return nil
}

// doPause lays a game aside for another evening, or goes on with it.
func (h *Hall) doPause(ctx context.Context, g *Game, who protocol.Who, paused bool) error {
	if !who.May {
		return protocol.NotAllowed(protocol.LooksOn)
	}
	if g.paused == paused {
		return nil
	}
	n := pauseNote{Game: g.ID, Paused: paused}
	if err := h.desk.Write(ctx, []journal.Note{h.note(notePause, n)}); err != nil {
		return err
	}
	h.applyPause(g, n)
	return nil
}
