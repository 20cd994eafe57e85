package hall

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"astragal/companion/gather"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/engine"
)

// Enter takes in a throw that was made while the tray is a game's. keep writes the throw to disk, with the game and the roll that it is for.
func (h *Hall) Enter(ctx context.Context, t throw.Throw, keep func(throw.Throw) error) error {
	g := h.Games[h.Play-1]
	q, ok := g.Rolling()
	t.Game = g.ID
	if !ok || g.showing != nil {
		t.Status = protocol.ThrowDiscarded
		g.told = saying{text: "Dice were thrown, but no roll is asked for: they don't count."}
		if g.showing != nil {
			g.told, g.shown = saying{}, t.ID
		}
		return keep(t)
	}
	g.told = saying{}
	t.Question = q.ID
	if err := keep(t); err != nil {
		return err
	}
	return h.roll(ctx, g, q, false)
}

// roll counts a roll if all its dice are known. If said is true, a person said that these are its dice, and the roll is counted if that is possible at
// all. If the rules refuse the roll, it stays open and its game says why.
func (h *Hall) roll(ctx context.Context, g *Game, q engine.Question, said bool) error {
	r := h.Gather(g, q)
	h.identify(r)
	if !r.Whole() && !(said && r.Countable()) || g.playing() != nil {
		return nil //nolint:nilerr // it waits until it is whole and the game goes on
	}
	seat := engine.Everyone
	if len(q.Seats) > 0 {
		seat = q.Seats[0]
	}
	a, from := r.Answer(seat)
	err := h.reply(ctx, g, a, from)
	var no *protocol.Refusal
	if errors.Is(err, engine.ErrIllegal) {
		g.told = about(q, protocol.Sentence(err))
		return nil
	}
	if errors.As(err, &no) {
		return no
	}
	return err
}

// about is a sentence about a roll. If the roll is secret, only its own seats read it.
func about(q engine.Question, text string) saying {
	if q.Secret {
		return saying{text: text, only: q.Seats}
	}
	return saying{text: text}
}

// identify remembers for the dice on the tray which dice of the game they were taken for.
func (s *State) identify(r gather.Roll) {
	for _, d := range r.Dice {
		if d.At.Throw > 0 {
			s.throws.Identify(d.At, d.Die.ID)
		}
	}
}

// reply gives an answer to the rules and writes down what came of it. The throws that were made for the question then belong to its entry.
func (h *Hall) reply(ctx context.Context, g *Game, a engine.Answer, from map[string]throw.Place) error {
	if err := g.playing(); err != nil {
		return err
	}
	if err := g.Engine.Answer(a); err != nil {
		return err
	}
	var throws []int
	for _, t := range h.throws.Asking(g.ID, a.To) {
		throws = append(throws, t.ID)
	}
	entry := g.Engine.Entries() - 1
	note := gameNote{Game: g.ID, Throws: throws, Seen: from}
	if err := h.writeGame(ctx, g, note, nil); err != nil {
		return err
	}
	h.countThrows(g, entry, throws, from)
	delete(g.typed, a.To)
	g.told = saying{}
	h.afterRequest(ctx, g)
	return nil
}

// countThrows ties throws to the entry that they became.
func (s *State) countThrows(g *Game, entry int, throws []int, from map[string]throw.Place) {
	s.throws.Counted(throws, entry)
	for id, at := range from {
		s.throws.Identify(at, id)
	}
	g.Seen[entry] = maps.Clone(from)
}

// writeGame writes the game's new entries to disk, or takes them back if that fails. The first of them carries what is in n.
func (d desk) writeGame(ctx context.Context, g *Game, n gameNote, others []journal.Note) error {
	notes := others
	var at []time.Time
	for i, e := range g.fresh() {
		m := gameNote{Game: g.ID, Entry: e}
		if i == 0 {
			m.Throws, m.Seen = n.Throws, n.Seen
		}
		note := d.note(noteGame, m)
		notes, at = append(notes, note), append(at, note.At)
	}
	if err := d.Write(ctx, notes); err != nil {
		return errors.Join(err, g.restore())
	}
	g.kept(at)
	return nil
}

// DoThrow takes in what a person says of a throw that was made for a game.
func (h *Hall) DoThrow(ctx context.Context, a protocol.Act, t throw.Throw) error {
	g, err := h.Games.Of(t.Game)
	if err != nil {
		return err
	}
	next, err := t.With(a)
	if err != nil {
		return protocol.Illegal("%v", err)
	}
	if t.Status == protocol.ThrowCounted {
		return h.correctGame(ctx, g, a, t, next)
	}
	q, open := g.asked(t.Question)
	if a.Do == protocol.DoShow && open {
		if err := fits(q.Roll.Dice, a.As, *a.Face); err != nil {
			return err
		}
		next = next.Alone(a)
	}
	if err := h.desk.Write(ctx, []journal.Note{h.note(NoteAct, a)}); err != nil {
		return err
	}
	h.throws.Put(next)
	h.follow(g, a, next)
	if !open {
		return nil
	}
	g.told = saying{}
	h.teach(a, t, q.Roll.Dice)
	return h.roll(ctx, g, q, a.Do == protocol.DoConfirm)
}

// Reread takes in a throw with other readings of some of its dice, and counts its roll if all of its dice are known now. note says so in the journal; read is
// how many dice more are read.
func (h *Hall) Reread(ctx context.Context, t throw.Throw, note journal.Note, read int) error {
	g, err := h.Games.Of(t.Game)
	if err != nil {
		return err
	}
	if err := h.desk.Write(ctx, []journal.Note{note}); err != nil {
		return err
	}
	h.throws.Put(t)
	q, open := g.asked(t.Question)
	if !open {
		return nil
	}
	if err := h.roll(ctx, g, q, false); err != nil {
		return err
	}
	switch {
	case g.told.text != "" || read == 0:
	case read == 1:
		g.told = about(q, "What was learned just now reads 1 die more of this roll.")
	default:
		g.told = about(q, fmt.Sprintf("What was learned just now reads %d dice more of this roll.", read))
	}
	return nil
}

// follow changes the rest of a roll after an act on one of its throws.
func (s *State) follow(g *Game, a protocol.Act, t throw.Throw) {
	switch a.Do {
	case protocol.DoConfirm:
		s.throws.Confirm(t.Game, t.Question)
	case protocol.DoDiscard:
		g.typed.Forget(t.Question, t.ID)
	case protocol.DoShow:
		delete(g.typed[t.Question], a.As)
	default: // other acts change the throw alone
	}
}

// fits says whether a die of the roll has that face.
func fits(dice []engine.Die, id string, face int) error {
	i := slices.IndexFunc(dice, func(d engine.Die) bool { return d.ID == id })
	if i < 0 {
		return protocol.Illegal("the die %.40q is not part of this roll", id)
	}
	if _, err := throw.Showing(dice[i], face, engine.Typed); err != nil {
		return protocol.Illegal("%v", err)
	}
	return nil
}

// correctGame replaces a counted die that was misread. The engine plays everything after it again.
func (h *Hall) correctGame(ctx context.Context, g *Game, a protocol.Act, was, next throw.Throw) error {
	if a.Do != protocol.DoFix && a.Do != protocol.DoShow {
		return protocol.Illegal("This roll is counted: change what its dice show, or take the roll back in the log")
	}
	q, answer, ok := g.Engine.Question(was.Entry)
	if !ok {
		return protocol.Stale("A later change has made this throw count for nothing")
	}
	i := slices.IndexFunc(next.Dice, func(d throw.Die) bool { return d.N == a.Die })
	d := next.Dice[i]
	id := d.Is
	if a.Do == protocol.DoShow {
		id = a.As
	}
	k := slices.IndexFunc(answer.Dice, func(x engine.Thrown) bool { return x.ID == id })
	if k < 0 {
		return protocol.Illegal("This die is no part of the roll that was counted")
	}
	now, err := gather.Changed(q, answer.Dice[k], d)
	if err != nil {
		return protocol.Illegal("%s", protocol.Sentence(err))
	}
	if was := answer.Dice[k]; now.Icon == was.Icon && now.Count == was.Count && throw.SameNumber(now.Face, was.Face) && throw.SameNumber(now.Value, was.Value) && now.Shape == was.Shape {
		return nil // that is what counts already
	}
	answer.Dice = slices.Clone(answer.Dice)
	answer.Dice[k] = now
	answer.By = throw.ByHand
	next.Corrected = true
	return h.amend(ctx, g, was.Entry, answer, func() { h.throws.Put(next) }, h.note(NoteAct, a))
}

// Gather puts the roll together that a game waits for.
func (s *State) Gather(g *Game, q engine.Question) gather.Roll {
	throws := s.dyes.Looks(s.throws.Asking(g.ID, q.ID), q.Roll.Dice)
	return gather.Of(q, throws, g.typed[q.ID], s.throws.LyingBefore)
}

// teach hands on what a person said of one die of a throw that isn't counted yet.
func (d desk) teach(a protocol.Act, was throw.Throw, dice []engine.Die) {
	if a.Do != protocol.DoShow || a.Face == nil {
		return
	}
	if i := slices.IndexFunc(dice, func(d engine.Die) bool { return d.ID == a.As }); i >= 0 {
		d.Learn(throw.Place{Throw: was.ID, Die: a.Die}, dice[i], *a.Face)
	}
}

// teachAmended hands on what a person corrected of a roll that was counted, for those of its dice that the camera had seen.
func (d desk) teachAmended(seen map[string]throw.Place, q engine.Question, was, now engine.Answer) {
	if q.Kind != engine.KindRoll {
		return
	}
	for _, x := range now.Dice {
		i := slices.IndexFunc(was.Dice, func(o engine.Thrown) bool { return o.ID == x.ID })
		k := slices.IndexFunc(q.Roll.Dice, func(o engine.Die) bool { return o.ID == x.ID })
		at, lay := seen[x.ID]
		if i < 0 || k < 0 || !lay || x.Face == nil || was.Dice[i].Face != nil && *was.Dice[i].Face == *x.Face {
			continue
		}
		d.Learn(at, q.Roll.Dice[k], *x.Face)
	}
}
