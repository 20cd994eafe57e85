package engine

import "slices"

// Sight decides alone what one seat may see of a game as it stands. Everything that tells somebody something of a
// game (a view, the log, a sentence about an entry) asks it.
type Sight struct {
	game *Game
	seat Seat
}

// As returns what seat may see; for Everyone, what somebody without a seat may see. It is valid until the game goes
// on.
func (g *Game) As(seat Seat) Sight { return Sight{game: g, seat: seat} }

// opened says whether the rules have opened entry n's answer to all.
func (s Sight) opened(n int) bool {
	i, ok := s.game.run.stepAt(s.game.log[n].Key)
	return ok && s.game.run.table.steps[i].entry == n && s.game.run.table.steps[i].open
}

// Fact says whether the seat may know f.
func (s Sight) Fact(f Fact) bool { return len(f.Only) == 0 || slices.Contains(f.Only, s.seat) }

// Facts are the facts of list that the seat may know.
func (s Sight) Facts(list []Fact) []Fact {
	var may []Fact
	for _, f := range list {
		if s.Fact(f) {
			may = append(may, f)
		}
	}
	return may
}

// latest are the last n facts of list that the seat may know, oldest first. It doesn't go through a whole long game
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

// Since are the facts that the rules told since entry n was answered, as far as the seat may know them, oldest
// first. There are none if the game doesn't ask entry n's question now.
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

// Answer says whether the seat may see what entry n of the log answers. Only the seat that gave a secret answer sees
// it, until all answers of the batch are in and the rules open those that they hold. If a secret answer was amended
// or taken back before that, others never see it.
func (s Sight) Answer(n int) bool {
	if n < 0 || n >= len(s.game.log) {
		return false
	}
	e := s.game.log[n]
	return !e.Secret || e.Answer == nil || e.Answer.Seat == s.seat || s.opened(n)
}

// Entry is entry n of the log as the seat may see it. What Answer doesn't allow is hidden. The digest of the state
// is left out: two digests would tell secrets apart.
func (s Sight) Entry(n int) Entry {
	e := s.game.log[n]
	e.Told, e.State = s.Facts(e.Told), ""
	if !s.Answer(n) {
		e.Answer, e.Hidden = &Answer{Seat: e.Answer.Seat}, true
	}
	return e
}

// Question returns a question as the seat may see it, whether it is open or was answered. It is false if the seat
// may not know yet that it is asked. Answer decides whether the seat may see an answer.
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

// Open returns the open question with that id, if the seat may see it.
func (s Sight) Open(id string) (Question, bool) {
	for _, q := range s.game.Pending() {
		if q, ok := s.Question(q); ok && q.ID == id {
			return q, true
		}
	}
	return Question{}, false
}

// Asked returns the question of entry n and the answer in effect now, as the seat may see them. It is false if the
// seat may not see it, or if the game doesn't ask it any more. The answer in effect may be that of a later entry, so
// it may be open although entry n stays unseen.
func (s Sight) Asked(n int) (Question, Answer, bool) {
	q, a, ok := s.game.Question(n)
	if !ok || !s.Answer(s.game.run.table.memory.entry(q.Key)) {
		return Question{}, Answer{}, false
	}
	q, _ = s.Question(q)
	return q, a, true
}
