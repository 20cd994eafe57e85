package tally

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"astragal/engine"
)

// Answers that may be given instead of rolling, and instead of reading a die.
const (
	optionSkip = "skip"
	optionEnd  = "end"
	optionOut  = "out"
)

// session is one playing of a book.
type session struct {
	book  *Book
	table *engine.Table
	rolls []Roll
	// open is the roll that waits until its dice are read or rolled again.
	open *Roll
	// done counts each seat's rolls, with those that were skipped. Place 0 is a table without players.
	done []int
	sums []Standing
	next []engine.Seat
	// preset is the preset in use, from 0. -1 means the settings' own notation.
	preset int
	// said is what was answered about ten-sided dice. It holds for later rolls too.
	said map[string]string
	// asked caches, by preset, the dice that a roll asks for: all rolls share them.
	asked map[int]*engine.Roll
}

func newSession(b *Book, t *engine.Table) *session {
	s := &session{book: b, table: t, done: make([]int, len(b.header.Players)+1), said: map[string]string{}, asked: map[int]*engine.Roll{}, preset: b.preset - 1}
	maps.Copy(s.said, b.said)
	for i := range s.done {
		seat := Standing{Seat: engine.Seat(i), Faces: []FaceCount{}}
		if i > 0 {
			seat.Name, seat.Team = b.header.Players[i-1].Name, b.header.Players[i-1].Team
		}
		if b.settings.Mode != Faces {
			seat.Total = new(int)
		}
		s.sums = append(s.sums, seat)
	}
	s.next = s.seats()
	return s
}

// seats are the seats that may roll now. There are none if all rounds are played.
func (s *session) seats() []engine.Seat {
	first := min(1, len(s.done)-1)
	var seats []engine.Seat
	for i := first; i < len(s.done); i++ {
		if s.book.settings.Rounds == 0 || s.done[i] < s.book.settings.Rounds {
			seats = append(seats, engine.Seat(i))
		}
	}
	if s.book.settings.Order == Turns && len(seats) > 1 {
		at := slices.IndexFunc(seats, func(x engine.Seat) bool { return s.done[x] < s.done[seats[0]] })
		return seats[max(at, 0):][:1]
	}
	return seats
}

// roll asks for roll n and counts it. It returns what was declared instead of rolling, if anything was.
func (s *session) roll(n int) string {
	s.next = s.seats()
	a := s.table.Ask(s.question(n))
	seat := a.Seat
	if len(a.Chosen) > 0 {
		s.instead(seat, a.Chosen[0])
		return a.Chosen[0]
	}
	s.done[seat]++
	s.open = &Roll{Key: key(n), N: n, Seat: seat, Dice: slices.Clone(a.Dice)}
	s.read(a.Dice)
	s.again()
	if s.book.settings.Mode == Notation {
		s.play(s.rules().formulaOf())
	}
	w := s.hundreds()
	r := *s.open
	s.open = nil
	r.Result = s.rules().countWay(r.Dice, w)
	if r.Dice = w.marked(r.Dice); reflect.DeepEqual(r.Dice, a.Dice) {
		r.Dice = a.Dice // the log's and the session's dice share their memory
	}
	r.Result.Lines = slices.Concat(r.before, r.Result.Lines)
	s.count(r)
	return ""
}

// instead carries out what was declared instead of rolling.
func (s *session) instead(seat engine.Seat, said string) {
	if said == optionSkip {
		s.done[seat]++
		s.tell(seat, engine.Fact{Kind: engine.FactEvent, Rule: ruleSkip, Text: "nothing is counted"})
	}
	for i, p := range s.book.settings.Presets {
		if said == useOf(i) {
			s.preset = i
			s.table.Tell(engine.Fact{Kind: engine.FactEvent, Rule: ruleUse, Text: fmt.Sprintf("%s: %s", p.Name, s.rules().Words())})
		}
	}
}

// useOf is the option that chooses a preset.
func useOf(i int) string { return fmt.Sprintf("use %d", i+1) }

// rules are the settings with the notation of the preset in use.
func (s *session) rules() Settings { return s.book.settings.using(s.preset) }

func key(n int) string { return fmt.Sprintf("roll %d", n) }

func (s *session) question(n int) engine.Question {
	q := engine.Question{Key: key(n), Kind: engine.KindRoll, Rule: ruleRoll, Text: "Throw the dice.", Roll: s.dice()}
	what := "the dice"
	if s.book.settings.Mode == Notation {
		what = s.rules().formulaOf().named()
		q.Text = fmt.Sprintf("Throw %s.", what)
	}
	if s.next[0] == engine.Everyone {
		return q
	}
	q.Seats = s.next
	if len(s.next) == 1 {
		q.Text = fmt.Sprintf("%s, throw %s.", s.sums[s.next[0]].Name, what)
	}
	return q
}

// dice are the dice that a roll asks for.
func (s *session) dice() *engine.Roll {
	if known := s.asked[s.preset]; known != nil {
		return known
	}
	set := s.book.settings
	r := &engine.Roll{Purpose: "count", Min: set.Min, Max: set.Max, Shapes: set.thrown(), Unread: true,
		Else: []engine.Option{{ID: optionSkip, Text: "Skip: count nothing"}, {ID: optionEnd, Text: "End the count"}}}
	if set.Mode == Notation {
		r.Min, r.Max, r.Shapes, r.Exactly = s.rules().formulaOf().asks()
		for i, p := range set.Presets {
			r.Else = append(r.Else, engine.Option{ID: useOf(i), Text: p.Name + ": " + p.Notation})
		}
	}
	s.asked[s.preset] = r
	return r
}

// count tells a roll's result and adds it to the player's total.
func (s *session) count(r Roll) {
	sum := &s.sums[r.Seat]
	sum.Rolls++
	for _, f := range countFaces(r.Dice) {
		sum.Faces = addFace(sum.Faces, f)
	}
	fact := engine.Fact{Kind: engine.FactResult, Rule: ruleRoll, Text: r.Result.Text, Value: r.Result.Total, Lines: slices.Clone(r.Result.Lines)}
	if r.Result.Total != nil {
		before, after := *sum.Total, *sum.Total+*r.Result.Total
		sum.Total = &after
		fact.Lines = append(fact.Lines, engine.Line{Rule: ruleTotal, Text: fmt.Sprintf("total %d = %d %s", after, before, sign(after-before)),
			Before: &before, After: &after})
	}
	r.Result.Lines, r.Running = fact.Lines[:len(r.Result.Lines):len(r.Result.Lines)], sum.Total
	s.rolls = append(s.rolls, r)
	s.tell(r.Seat, fact)
}

// tell tells a fact, with the player's name before it.
func (s *session) tell(seat engine.Seat, f engine.Fact) {
	f.Seat = seat
	if name := s.sums[seat].Name; name != "" {
		f.Text = name + ": " + f.Text
	}
	s.table.Tell(f)
}

// standings says everybody's total.
func (s *session) standings() string {
	var words []string
	for _, sum := range s.state().Standings {
		words = append(words, sum.Words())
	}
	return strings.Join(words, ", ")
}
