package companion

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"astragal/companion/gather"
	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/engine"
)

// enterGame takes in a throw that was made while the tray is a game's.
func (s *Session) enterGame(ctx context.Context, g *game, t throw.Throw, n throwNote, crops []Crop) error {
	q, ok := g.rolling()
	t.Game, n.Game = g.id, g.id
	if !ok || g.showing != nil {
		t.Status = protocol.ThrowDiscarded
		g.told = saying{text: "Dice were thrown, but no roll is asked for: they don't count."}
		if g.showing != nil {
			g.told, g.shown = saying{}, t.ID
		}
		return s.keep(ctx, t, []Note{s.note(noteThrow, n)}, crops)
	}
	g.told = saying{}
	t.Question, n.Question = q.ID, q.ID
	if err := s.keep(ctx, t, []Note{s.note(noteThrow, n)}, crops); err != nil {
		return err
	}
	return s.roll(ctx, g, q, false)
}

// roll counts a roll when it is whole, or when a person said that these are its dice and it can be counted. A roll that the rules
// refuse stays open and says why.
func (s *Session) roll(ctx context.Context, g *game, q engine.Question, said bool) error {
	r := s.gather(g, q)
	s.identify(r)
	if !r.Whole() && !(said && r.Countable()) || g.playing() != nil {
		return nil //nolint:nilerr // it waits until it is whole and the game goes on
	}
	seat := engine.Everyone
	if len(q.Seats) > 0 {
		seat = q.Seats[0]
	}
	a, from := r.Answer(seat)
	err := s.reply(ctx, g, a, from)
	var no *protocol.Refusal
	if errors.Is(err, engine.ErrIllegal) {
		g.told = g.refused(q, err)
		return nil
	}
	if errors.As(err, &no) {
		return no
	}
	return err
}

// refused is what the rules said against a roll: for its seats alone where it is a secret one.
func (g *game) refused(q engine.Question, err error) saying {
	if q.Secret {
		return saying{text: protocol.Sentence(err), only: q.Seats}
	}
	return saying{text: protocol.Sentence(err)}
}

// identify remembers for the dice on the tray which dice of the game they were taken for.
func (s *Session) identify(r gather.Roll) {
	for _, d := range r.Dice {
		if d.At.Throw > 0 {
			s.setIs(d.At, d.Die.ID)
		}
	}
}

func (s *Session) setIs(at throw.Place, id string) {
	t := &s.throws[at.Throw-1]
	i := slices.IndexFunc(t.Dice, func(d throw.Die) bool { return d.N == at.Die })
	if i >= 0 && t.Dice[i].Is != id {
		t.Dice = slices.Clone(t.Dice)
		t.Dice[i].Is = id
	}
}

// reply gives an answer to the rules and writes down what came of it. The throws made for the
// question count from then on.
func (s *Session) reply(ctx context.Context, g *game, a engine.Answer, from map[string]throw.Place) error {
	if err := g.playing(); err != nil {
		return err
	}
	if err := g.game.Answer(a); err != nil {
		return err
	}
	var throws []int
	for _, t := range s.throws {
		if t.Game == g.id && t.Question == a.To && t.Status == protocol.ThrowAsking {
			throws = append(throws, t.ID)
		}
	}
	entry := len(g.game.Log()) - 1
	note := gameNote{Game: g.id, Throws: throws, Seen: from}
	if err := s.writeGame(ctx, g, note, nil); err != nil {
		return err
	}
	s.countThrows(g, entry, throws, from)
	delete(g.typed, a.To)
	g.told = saying{}
	s.afterRequest(ctx, g)
	return nil
}

// countThrows ties throws to the entry that they became.
func (s *Session) countThrows(g *game, entry int, throws []int, from map[string]throw.Place) {
	for _, id := range throws {
		t := &s.throws[id-1]
		t.Status, t.Entry, t.Blocked = protocol.ThrowCounted, entry, ""
	}
	for id, at := range from {
		s.setIs(at, id)
	}
	g.seen[entry] = maps.Clone(from)
}

// writeGame puts the game's new entries on disk, the first with what is in n, or takes them back.
func (s *Session) writeGame(ctx context.Context, g *game, n gameNote, others []Note) error {
	notes := others
	var at []time.Time
	for i, e := range g.fresh() {
		m := gameNote{Game: g.id, Entry: e}
		if i == 0 {
			m.Throws, m.Seen = n.Throws, n.Seen
		}
		note := s.note(noteGame, m)
		notes, at = append(notes, note), append(at, note.At)
	}
	if err := s.write(ctx, notes, nil); err != nil {
		return errors.Join(err, g.restore())
	}
	g.kept(at)
	return nil
}

// doGameThrow is what a person says of a throw that was made for a game.
func (s *Session) doGameThrow(ctx context.Context, a protocol.Act, t throw.Throw) error {
	g, err := s.gameOf(t.Game)
	if err != nil {
		return err
	}
	next, err := t.With(a)
	if err != nil {
		return protocol.Illegal("%v", err)
	}
	if t.Status == protocol.ThrowCounted {
		return s.correctGame(ctx, g, a, t, next)
	}
	q, open := g.asked(t.Question)
	if a.Do == protocol.DoShow && open {
		if err := fits(q.Roll.Dice, a.As, *a.Face); err != nil {
			return err
		}
		next = next.Alone(a)
	}
	if err := s.keep(ctx, next, []Note{s.note(noteAct, a)}, nil); err != nil {
		return err
	}
	s.follow(g, a, next)
	if !open {
		return nil
	}
	s.teach(a, t, q.Roll.Dice)
	return s.roll(ctx, g, q, a.Do == protocol.DoConfirm)
}

// follow does what an act on a throw of a roll means for the rest of the roll.
func (s *Session) follow(g *game, a protocol.Act, t throw.Throw) {
	switch a.Do {
	case protocol.DoConfirm:
		for i, o := range s.throws {
			if o.Game == t.Game && o.Question == t.Question && o.Status == protocol.ThrowAsking {
				s.throws[i].Confirmed = true
			}
		}
	case protocol.DoDiscard:
		g.untype(t.Question, t.ID)
	case protocol.DoShow:
		delete(g.typed[t.Question], a.As)
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

// correctGame puts a die that was misread in the place of the one that was counted: everything
// after it is computed again.
func (s *Session) correctGame(ctx context.Context, g *game, a protocol.Act, was, next throw.Throw) error {
	if a.Do != protocol.DoFix && a.Do != protocol.DoShow {
		return protocol.Illegal("This roll is counted: change what its dice show, or take the roll back in the log")
	}
	q, answer, ok := g.game.Question(was.Entry)
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
	now, err := changed(q, answer.Dice[k], d)
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
	return s.amend(ctx, g, was.Entry, answer, func() { s.throws[next.ID-1] = next }, s.note(noteAct, a))
}

// changed is a counted die with what a person says that it shows.
func changed(q engine.Question, was engine.Thrown, d throw.Die) (engine.Thrown, error) {
	i := slices.IndexFunc(q.Roll.Dice, func(w engine.Die) bool { return w.ID == was.ID })
	if i < 0 {
		was.Value, was.How, was.Shape = d.Value, d.How, d.Shape
		return was, nil
	}
	face, how, why := d.FaceOn(q.Roll.Dice[i])
	if face < 0 || why != "" {
		return was, fmt.Errorf("say which of its faces is up: %s", why)
	}
	now, err := throw.Showing(q.Roll.Dice[i], face, how)
	now.Throw = was.Throw
	return now, err
}

// gather puts the roll together that a game waits for.
func (s *Session) gather(g *game, q engine.Question) gather.Roll {
	throws := s.dyes.Looks(s.throwsFor(g, q), q.Roll.Dice)
	return gather.Of(q, throws, g.typed[q.ID], s.lyingBefore)
}

// throwsFor are the throws for a roll that is not counted yet, oldest first.
func (s *Session) throwsFor(g *game, q engine.Question) []throw.Throw {
	var out []throw.Throw
	for _, t := range s.throws {
		if t.Game == g.id && t.Question == q.ID && t.Status == protocol.ThrowAsking {
			out = append(out, t)
		}
	}
	return out
}

// lyingBefore are the dice that lay on the tray before a throw, with the dice of the game that they were.
func (s *Session) lyingBefore(t throw.Throw) []throw.Die {
	if t.ID < 2 {
		return nil
	}
	var before []throw.Die
	for _, d := range s.throws[t.ID-2].Dice {
		if d.Gone {
			d.Is = "" // what is no part of a roll is none of the next while it lies there
		}
		if d.Lying && d.Box[2] > 0 {
			before = append(before, d)
		}
	}
	return before
}
