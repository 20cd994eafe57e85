package engine

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Chance is where random answers come from: a bot's seeded generator
// (*rand.Rand of math/rand/v2). Rules never see one.
type Chance interface {
	// IntN returns a number from 0 to n-1.
	IntN(n int) int
	// Float64 returns a number from 0 up to but not 1.
	Float64() float64
}

// form is what each kind of question knows about its answers.
type form interface {
	// check says whether the question makes sense and can be answered at all.
	check() error
	// legal says why a isn't a legal answer. It doesn't look at To and Seat.
	legal(a Answer) error
	// random returns a legal answer.
	random(c Chance) Answer
	// only returns the answer if there is just one.
	only() (Answer, bool)
	// plain puts a legal answer into the one form that the rules see.
	plain(a Answer) Answer
	// digest writes what the question offers.
	digest(d *digest)
}

// form returns the part of q that its kind names; nil if there is no such kind.
func (q Question) form() form {
	switch {
	case q.Kind == KindRoll && q.Roll != nil:
		return q.Roll
	case q.Kind == KindPick && q.Pick != nil:
		return q.Pick
	case q.Kind == KindAllot && q.Allot != nil:
		return q.Allot
	case q.Kind == KindArrange && q.Arrange != nil:
		return q.Arrange
	case q.Kind == KindDeclare && q.Declare != nil:
		return q.Declare
	}
	return nil
}

func (q Question) check() error {
	f := q.form()
	if f == nil {
		return fmt.Errorf("the question %q is of kind %q but doesn't say what it asks", q.Key, q.Kind)
	}
	if err := f.check(); err != nil {
		return fmt.Errorf("the question %q: %w", q.Key, err)
	}
	return q.checkWays()
}

// Legal says whether a may be given to q. It returns nil, or an error that says why not and by which rule; the error
// wraps ErrStale or ErrIllegal. Dice that stay rolled may be left out of a.
func Legal(q Question, a Answer) error {
	if a.To != q.ID {
		return fmt.Errorf("%w: the answer is to question %q, the one asked is %q (%s)", ErrStale, a.To, q.ID, q.Text)
	}
	f := q.form()
	if f == nil {
		return refuse(q, fmt.Errorf("a question of kind %q can't be answered", q.Kind))
	}
	if len(q.Seats) > 0 && !slices.Contains(q.Seats, a.Seat) {
		return refuse(q, fmt.Errorf("seat %d is not asked, but %s", a.Seat, seatWords(q.Seats)))
	}
	if err := honours(q, a); err != nil {
		return refuse(q, err)
	}
	if err := f.legal(withKept(q, a)); err != nil {
		return refuse(q, err)
	}
	return nil
}

// Random returns a legal answer to q, drawn with c.
func Random(q Question, c Chance) Answer {
	f := q.form()
	if f == nil {
		return Answer{To: q.ID}
	}
	a := f.random(c)
	a.To, a.By = q.ID, "bot"
	if len(q.Seats) > 0 {
		a.Seat = q.Seats[c.IntN(len(q.Seats))]
	}
	a.Dice = slices.DeleteFunc(a.Dice, func(t Thrown) bool {
		return slices.ContainsFunc(q.Kept, func(k Thrown) bool { return k.ID == t.ID })
	})
	return withKept(q, a)
}

// Only returns the answer to q if there is just one. Dice always have to be rolled.
func Only(q Question) (Answer, bool) {
	if q.form() == nil || len(q.Seats) > 1 {
		return Answer{}, false
	}
	a, one := q.form().only()
	a.To = q.ID
	if len(q.Seats) == 1 {
		a.Seat = q.Seats[0]
	}
	return a, one
}

// plain returns a in the form that the rules and the log see.
func plain(q Question, a Answer) Answer {
	p := q.form().plain(a)
	p.To, p.Seat, p.By = a.To, a.Seat, a.By
	return p
}

// none refuses an answer that fills a field of another kind of question.
func none(a Answer, dice, chosen, points bool) error {
	switch {
	case !dice && len(a.Dice) > 0:
		return errors.New("dice are no answer to it")
	case !chosen && len(a.Chosen) > 0:
		return errors.New("a choice is no answer to it")
	case !points && len(a.Points) > 0:
		return errors.New("points are no answer to it")
	}
	return nil
}

func checkOptions(list []Option) error {
	seen := make(map[string]bool, len(list))
	for _, o := range list {
		switch {
		case o.ID == "":
			return fmt.Errorf("the option %q has no id", o.Text)
		case seen[o.ID]:
			return fmt.Errorf("the option %q is there twice", o.ID)
		case o.Weight < 0:
			return fmt.Errorf("the option %q weighs %d, less than nothing", o.ID, o.Weight)
		}
		seen[o.ID] = true
	}
	return nil
}

// find returns the place of the option with that id, or -1.
func find(list []Option, id string) int {
	return slices.IndexFunc(list, func(o Option) bool { return o.ID == id })
}

// distinct refuses chosen if it holds an id that isn't in list, or one twice.
func distinct(list []Option, chosen []string) error {
	seen := make([]bool, len(list))
	for _, id := range chosen {
		i := find(list, id)
		if i < 0 {
			return fmt.Errorf("%q is not among the options (%s)", clip(id), ids(list))
		}
		if seen[i] {
			return fmt.Errorf("%q is chosen twice", list[i].ID)
		}
		seen[i] = true
	}
	return nil
}

// ids lists the first few option ids, for an error.
func ids(list []Option) string {
	const few = 8
	text := ""
	for i, o := range list {
		if i == few {
			return fmt.Sprintf("%s and %d more", text, len(list)-few)
		}
		if i > 0 {
			text += ", "
		}
		text += o.ID
	}
	return text
}

// clip shortens what a stranger sent, so that it can't fill an error.
func clip(s string) string {
	const most = 40
	if len(s) > most {
		return s[:most] + "…"
	}
	return s
}

// seatWords lists seats: "seat 1", "seats 1, 2".
func seatWords(list []Seat) string {
	words := make([]string, len(list))
	for i, s := range list {
		words[i] = strconv.Itoa(int(s))
	}
	if len(words) == 1 {
		return "seat " + words[0]
	}
	return "seats " + strings.Join(words, ", ")
}
