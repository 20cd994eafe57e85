package engine

import (
	"fmt"
	"slices"
)

// Saved is what everybody may keep of a game.
//   - If all answers are open, it is the whole log, and whole is true.
//   - Otherwise it is the game as it stands, without the secrets of a seat: secret answers that were changed, taken
//     back or refused by the rules before they were opened. It then holds the answers that count. It holds no
//     corrections and nothing that was taken back.
//
// What was told to one seat alone is in neither.
//
// An error wraps ErrStale while an answer that counts is secret yet.
func (g *Game) Saved() (log []Entry, whole bool, err error) {
	sight := g.As(Everyone)
	if !slices.ContainsFunc(g.log, func(e Entry) bool { return !sight.Answer(e.N) }) {
		log = g.Log()
		for i := range log {
			log[i].Told = sight.Facts(log[i].Told)
		}
		return log, true, nil
	}
	counts, err := g.counting()
	if err != nil {
		return nil, false, err
	}
	fresh, err := New(g.book)
	if err != nil {
		return nil, false, err
	}
	defer fresh.Stop()
	if err := fresh.follow(counts); err != nil {
		return nil, false, err
	}
	if !sameOpenly(g, fresh) {
		return nil, false, fmt.Errorf("%w: without what is secret the game would be another one", ErrRules)
	}
	log = fresh.Log()
	for i := range log {
		log[i].Told = sight.Facts(log[i].Told)
	}
	return log, false, nil
}

// counting are the answers that somebody gave and that the game stands on, but for those that the rules
// didn't take.
func (g *Game) counting() ([]step, error) {
	secret := fmt.Errorf("%w: somebody's secret answer is not open yet", ErrStale)
	if g.diverged != nil {
		return nil, fmt.Errorf("%w from entry %d on", ErrDiverged, g.diverged.Entry)
	}
	t := g.run.table
	for _, a := range t.now {
		if a.answer != nil && !a.self && t.hidden() {
			return nil, secret
		}
	}
	var counts []step
	for i, s := range t.steps {
		switch {
		case s.entry == 0: // it answers itself again
		case s.open:
			counts = append(counts, s)
		case i >= t.revealed:
			return nil, secret
		}
	}
	return counts, nil
}

// follow gives a new game answers that another one of its rulebook got, each at its moment.
func (g *Game) follow(counts []step) error {
	for len(counts) > 0 {
		at, q := -1, Question{}
		for _, now := range g.run.table.now {
			if now.answer != nil {
				continue
			}
			i := slices.IndexFunc(counts, func(s step) bool { return s.moment == now.moment && slices.Equal(s.question.Seats, now.question.Seats) })
			if i >= 0 && (at < 0 || i < at) {
				at, q = i, now.question
			}
		}
		if at < 0 {
			return fmt.Errorf("%w: without what is secret the game isn't asked %q", ErrRules, counts[0].question.Key)
		}
		a := counts[at].answer
		a.To = q.ID
		if err := g.Answer(a); err != nil {
			return err
		}
		counts = slices.Delete(slices.Clone(counts), at, at+1)
	}
	return nil
}

// sameOpenly says whether two games have told everybody the same, but for what answered itself, and end alike.
func sameOpenly(x, y *Game) bool {
	said := func(g *Game) (out []string) {
		for _, f := range g.Trail(Everyone) {
			if f.Kind != FactSelf {
				out = append(out, f.Text)
			}
		}
		if o := g.Outcome(); o != nil {
			out = append(out, o.Text)
		}
		for _, q := range g.Pending() {
			out = append(out, fmt.Sprint(q.Seats, q.Kind))
		}
		return out
	}
	return slices.Equal(said(x), said(y))
}
