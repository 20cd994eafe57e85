package engine

import "slices"

// Sight is what one seat may see of a game as it stands. It alone decides that: whoever says
// something of a game to somebody (a view, the log, a sentence about an entry) asks it.
type Sight struct {
	game *Game
	seat Seat
}

// As returns what seat may see (Everyone: what somebody without a seat may). It holds until the
// game goes on.
func (g *Game) As(seat Seat) Sight { return Sight{game: g, seat: seat} }

// opened says whether the rules have opened entry n's answer to all.
func (s Sight) opened(n int) bool {
	i, ok := s.game.run.stepAt(s.game.log[n].Key)
	return ok && s.game.run.table.steps[i].entry == n && s.game.run.table.steps[i].open
}

// Fact reports whether the seat may know it.
func (s Sight) Fact(f Fact) bool { return len(f.Only) == 0 || slices.Contains(f.Only, s.seat) }

// Facts are those that the seat may know.
func (s Sight) Facts(list []Fact) []Fact {
	var may []Fact
	for _, f := range list {
		if s.Fact(f) {
			may = append(may, f)
		}
	}
	return may
}

// latest are the last n facts that the seat may know, oldest first: a long game is not gone through
// for each view.
func (s Sight) latest(list []Fact, n int) []Fact {
	from, met := len(list), 0
	for ; from > 0 && met < n; from-- {
		if s.Fact(list[from-1]) {
			met++
		}
	}
	return s.Facts(list[from:])
}

// told says how many of the facts told so far the seat may know.
func (s Sight) told() int {
	t := s.game.run.table
	n := len(t.facts)
	for _, i := range t.apart {
		if !s.Fact(t.facts[i]) {
			n--
		}
	}
	return n
}

// Since are the facts that the rules told since entry n's question was answered, as far as the seat may know
// them, oldest first; none where the game doesn't ask it now.
func (s Sight) Since(n int) []Fact {
	if n <= 0 || n >= len(s.game.log) || s.game.log[n].Key == "" {
		return nil
	}
	t := s.game.run.table
	i, ok := s.game.run.stepAt(s.game.log[n].Key)
	if !ok {
		return nil
	}
	return s.Facts(t.facts[t.steps[i].fact:])
}

// Answer reports whether the seat may see what entry n of the log answers: nobody but who gave it sees
// a secret answer until everybody's is in and the rules open what they hold. What was put in its place
// before that, or taken back, is never seen.
func (s Sight) Answer(n int) bool {
	if n < 0 || n >= len(s.game.log) {
		return false
	}
	e := s.game.log[n]
	return !e.Secret || e.Answer == nil || e.Answer.Seat == s.seat || s.opened(n)
}

// Entry is entry n of the log as the seat may see it: what others answered secretly is hidden until everybody's answer is in, and until
// the rules open what they hold. It has no digest of the state, which would tell secrets apart.
func (s Sight) Entry(n int) Entry {
	e := s.game.log[n]
	e.Told, e.State = s.Facts(e.Told), ""
	if !s.Answer(n) {
		e.Answer, e.Hidden = &Answer{Seat: e.Answer.Seat}, true
	}
	return e
}

// Question returns an open question, or one that was answered, as the seat may see it; false where it
// may not know yet that it is asked. Of a question that was answered, Answer decides.
func (s Sight) Question(q Question) (Question, bool) {
	if len(q.Seats) == 0 || slices.Contains(q.Seats, s.seat) {
		return q, true
	}
	q.Aside = ""
	if h, _ := s.game.run.table.memory.at(q.Key); s.game.run.table.hidden() || h.entry > 0 && !s.Answer(h.entry) {
		q.Before, q.Kept = nil, nil // an earlier answer may never have been shown
	}
	return q, !q.Secret
}

// Open finds the open question with that id that the seat may see.
func (s Sight) Open(id string) (Question, bool) {
	for _, q := range s.game.Pending() {
		if q, ok := s.Question(q); ok && q.ID == id {
			return q, true
		}
	}
	return Question{}, false
}

// Asked returns what entry n of the log was asked and the answer in effect now, as the seat may see
// them; false where it may not, or where the game doesn't ask it any more. The answer in effect may be
// a later entry's: it may be open where entry n stays unseen.
func (s Sight) Asked(n int) (Question, Answer, bool) {
	q, a, ok := s.game.Question(n)
	if !ok || !s.Answer(s.game.run.table.memory.entry(q.Key)) {
		return Question{}, Answer{}, false
	}
	q, _ = s.Question(q)
	return q, a, true
}
