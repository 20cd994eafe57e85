package tally

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"astragal/engine"
)

// formula is dice notation that has been read: which dice to throw and how they count.
//
//	2d20kh1+5     the higher of two d20, and 5
//	4d6dl1        four d6 without the lowest
//	4d6r1         each 1 is rolled again, once; rr1: until it shows something else
//	5d10>=8!      how many of five d10 show 8 or more; each 10 brings a further d10
//	6d6!>=5       the sum of six d6; each 5 and 6 brings a further d6
//	8d10>=7f1     successes; each 1 takes one away
//	d100, 4dF     a d100 (two ten-sided dice), four Fate dice
//	10d6>=3 then >=4 then not>=5
//	              those that hit are rolled again, then those that wound; the ones that don't reach 5 then count
type formula struct {
	terms []term
	plus  int
	// then are further throws of the dice that succeeded, each with its own condition.
	then []test
}

// term is the dice of one shape in a formula.
type term struct {
	n     int
	shape string
	minus bool
	// keep is how many dice count, drop how many don't. Both take the highest, or the lowest if low is set. If both
	// are 0, all dice count.
	keep, drop int
	low        bool
	// again are the faces that are rolled again: once, or if until is set, as often as they show.
	again test
	until bool
	// bursts are the faces that bring a further die.
	bursts test
	// hit makes the term count successes. Each die that meets miss takes one away.
	hit, miss test
}

// test is a condition on a face: it is within low and high. If set is false there is no condition. If not is set,
// the face must be outside.
type test struct {
	set, not  bool
	low, high int
}

const (
	mostNotation = 200   // letters
	mostPlus     = 10000 // the fixed number of a notation
	farthest     = 1000  // no face of a die has a number beyond this
)

func (t test) holds(v int) bool { return t.set && (v >= t.low && v <= t.high) != t.not }

// words says the condition: "8 or more".
func (t test) words() string {
	var text string
	switch {
	case t.low == t.high:
		text = fmt.Sprintf("a %d", t.low)
	case t.high >= farthest:
		text = fmt.Sprintf("%d or more", t.low)
	case t.low <= -farthest:
		text = fmt.Sprintf("%d or less", t.high)
	default:
		text = fmt.Sprintf("%d to %d", t.low, t.high)
	}
	if t.not {
		return "not " + text
	}
	return text
}

// parseNotation reads dice as people write what they want to throw. The error says where reading stopped and what
// may stand there.
func parseNotation(text string) (formula, error) {
	if len(text) > mostNotation {
		return formula{}, fmt.Errorf("notation: %d letters are more than %d", len(text), mostNotation)
	}
	words := strings.Fields(text)
	for i := 1; i < len(words); i++ {
		if before, after := words[i-1], words[i]; isDigit(before[len(before)-1]) && isDigit(after[0]) {
			return formula{}, fmt.Errorf("notation %q: %q stands after %q: write + or - between them", text, after, before)
		}
	}
	plain := strings.ToLower(strings.NewReplacer("−", "-", "–", "-", "≥", ">=", "≤", "<=", "→", "then").Replace(strings.Join(words, "")))
	parts := strings.Split(plain, "then")
	p := &notationReader{rest: parts[0]}
	f, err := p.sum()
	if err != nil {
		return formula{}, fmt.Errorf("notation %q: %w", text, err)
	}
	for _, step := range parts[1:] {
		t, err := readStep(step)
		if err != nil {
			return formula{}, fmt.Errorf("notation %q: %w", text, err)
		}
		f.then = append(f.then, t)
	}
	f = f.merged()
	if err := f.check(); err != nil {
		return formula{}, fmt.Errorf("notation %q: %w", text, err)
	}
	return f, nil
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// notationReader takes a notation apart from its beginning.
type notationReader struct{ rest string }

var errNoTerm = errors.New(`write dice like "2d20kh1+5", "4d6r1", "5d10>=8!" or "d100"`)

var (
	errEnds      = errors.New("after the last + or - dice or a number are missing")
	errNoSides   = errors.New("the number of sides is missing: write 2d6, or 2d20")
	errLowest    = errors.New("write without the lowest as dl1, without the highest as dh1")
	errAdvantage = errors.New("write advantage as 2d20kh1, disadvantage as 2d20kl1")

	errThen = errors.New("after then a condition is missing: write >=4, or not>=5 for the dice that don't reach 5")

	errBurstsTwice = errors.New("what brings a further die is said twice")
	errAgainTwice  = errors.New("what is rolled again is said twice")
	errMissTwice   = errors.New("what takes a success away is said twice")
	errHitTwice    = errors.New("what a success is is said twice")
)

// once returns the error if the condition was read already.
func once(before test, twice error) error {
	if before.set {
		return twice
	}
	return nil
}

func (p *notationReader) sum() (formula, error) {
	var f formula
	if p.takes("adv") || p.takes("dis") {
		return f, errAdvantage
	}
	for first := true; first || p.rest != ""; first = false {
		minus := p.takes("-")
		if plus := !minus && p.takes("+"); !first && !minus && !plus {
			return f, fmt.Errorf("%q isn't understood: %w", p.rest, errNoTerm)
		}
		if p.rest == "" && !first {
			return f, errEnds
		}
		n, said, err := p.number()
		if err != nil {
			return f, err
		}
		if !p.die() {
			if !said {
				return f, fmt.Errorf("%q isn't understood: %w", p.rest, errNoTerm)
			}
			if minus {
				n = -n
			}
			f.plus += n
			continue
		}
		if !said {
			n = 1
		}
		t, err := p.dice(n)
		if err != nil {
			return f, err
		}
		t.minus = minus
		f.terms = append(f.terms, t)
	}
	return f, nil
}

// takes takes a word off the front, if it stands there.
func (p *notationReader) takes(word string) bool {
	rest, there := strings.CutPrefix(p.rest, word)
	p.rest = rest
	return there
}

// die takes the letter of a die: d, in German w (Würfel), in Polish k (kość).
func (p *notationReader) die() bool { return p.takes("d") || p.takes("w") || p.takes("k") }

func (p *notationReader) number() (n int, said bool, err error) {
	rest := strings.TrimLeft(p.rest, "0123456789")
	digits := p.rest[:len(p.rest)-len(rest)]
	p.rest = rest
	if digits == "" {
		return 0, false, nil
	}
	n, err = strconv.Atoi(digits)
	if err != nil || n > mostPlus {
		return 0, false, fmt.Errorf("the number %.20s is too large", digits)
	}
	return n, true, nil
}

// dice reads what follows the "d": the shape and what is done with these dice.
func (p *notationReader) dice(n int) (term, error) {
	t := term{n: n}
	switch sides, said, err := p.number(); {
	case err != nil:
		return t, err
	case said:
		t.shape = fmt.Sprintf("d%d", sides)
	case p.takes("%"):
		t.shape = "d100"
	case p.takes("f"):
		t.shape = "dF"
	}
	if t.shape == "" {
		return t, errNoSides
	}
	if engine.Sides(t.shape) == 0 {
		return t, fmt.Errorf("%q is no die that can be thrown here: there are %s", t.shape, strings.Join(engine.AllShapes(), ", "))
	}
	if n < 1 || n > engine.MostDice {
		return t, fmt.Errorf("%d dice can't be thrown: 1 to %d can", n, engine.MostDice)
	}
	for p.rest != "" && !strings.ContainsRune("+-", rune(p.rest[0])) {
		if err := p.suffix(&t); err != nil {
			return t, err
		}
	}
	return t, nil
}

// suffix reads one thing that is done with the dice.
func (p *notationReader) suffix(t *term) (err error) {
	switch {
	case p.takes("drop"):
		err = errLowest
	case p.takes("adv"), p.takes("dis"):
		err = errAdvantage
	case p.takes("!!"), p.takes("!p"):
		return errors.New("dice that add up on one die (!!) or lose one (!p) aren't known: write ! for further dice")
	case p.takes("xo"):
		return errors.New("dice that bring one further die and no more (xo) aren't known: write ! for further dice")
	case p.takes("!"), p.takes("x"):
		err = once(t.bursts, errBurstsTwice)
		_, high := engine.Bounds(t.shape)
		t.bursts = exactly(high)
		if c, said, e := p.condition(true); e != nil || said {
			t.bursts, err = c, cmp.Or(err, e)
		}
	case p.takes("rr"):
		err = cmp.Or(once(t.again, errAgainTwice), p.must(&t.again, "rr1"))
		t.until = true
	case p.takes("ro"), p.takes("r"):
		err = cmp.Or(once(t.again, errAgainTwice), p.must(&t.again, "r1"))
	case p.takes("f"):
		err = cmp.Or(once(t.miss, errMissTwice), p.must(&t.miss, "f1"))
	case p.takes("kl"):
		err = p.few(t, &t.keep, true)
	case p.takes("kh"), p.takes("k"):
		err = p.few(t, &t.keep, false)
	case p.takes("dh"):
		err = p.few(t, &t.drop, false)
	case p.takes("dl"), p.takes("d"):
		err = p.few(t, &t.drop, true)
	default:
		c, said, e := p.condition(false)
		if !said && e == nil {
			e = fmt.Errorf("%q isn't understood after %s: there is kh1, kl1, dh1, dl1, r1, rr1, !, >=8, <=3, f1", p.rest, t.shape)
		}
		if said && e == nil {
			e = once(t.hit, errHitTwice)
		}
		t.hit, err = c, e
	}
	return err
}

// few reads how many dice are kept or left out. It is one if no number follows.
func (p *notationReader) few(t *term, into *int, low bool) error {
	if t.keep > 0 || t.drop > 0 {
		return errors.New("which dice are kept is said twice")
	}
	n, said, err := p.number()
	if !said {
		n = 1
	}
	if n == 0 {
		return errors.New("none can't be kept or left out: write a number from 1 on")
	}
	*into, t.low = n, low
	return err
}

// must reads a condition that has to be there.
func (p *notationReader) must(into *test, like string) error {
	c, said, err := p.condition(true)
	if err == nil && !said {
		err = fmt.Errorf("which faces? write %s or %s", like, strings.TrimRight(like, "1")+"<=2")
	}
	*into = c
	return err
}

// condition reads ">=8", "<3", "=6"; with bare also "8".
func (p *notationReader) condition(bare bool) (test, bool, error) {
	for _, op := range []string{">=", "<=", "=", ">", "<"} {
		if !p.takes(op) {
			continue
		}
		minus := p.takes("-")
		n, said, err := p.number()
		if err == nil && !said {
			err = fmt.Errorf("a number is missing after %q", op)
		}
		if minus {
			n = -n
		}
		t := test{set: true, low: -farthest, high: farthest}
		switch op {
		case ">=":
			t.low = n
		case ">":
			t.low = n + 1
		case "<=":
			t.high = n
		case "<":
			t.high = n - 1
		default:
			t = exactly(n)
		}
		return t, true, err
	}
	if !bare {
		return test{}, false, nil
	}
	n, said, err := p.number()
	if !said {
		return test{}, false, err
	}
	return exactly(n), true, err
}

func exactly(n int) test { return test{set: true, low: n, high: n} }

// readStep reads ">=4" or "not>=5".
func readStep(text string) (test, error) {
	p := &notationReader{rest: text}
	not := p.takes("not")
	t, said, err := p.condition(false)
	switch {
	case err != nil:
		return t, err
	case text == "":
		return t, errThen
	case !said || p.rest != "":
		return t, fmt.Errorf("%q isn't understood after then: write >=4, or not>=5 for the dice that don't reach 5", text)
	}
	t.not = not
	return t, nil
}

// merged has parts that treat the same dice alike as one part: 1d20+1d20 is 2d20. Parts that keep or leave out dice
// stay apart: it matters which dice belong to which.
func (f formula) merged() formula {
	var terms []term
	for _, t := range f.terms {
		i := slices.IndexFunc(terms, func(o term) bool {
			o.n = t.n
			return o == t && t.keep == 0 && t.drop == 0
		})
		if i < 0 {
			terms = append(terms, t)
			continue
		}
		terms[i].n += t.n
	}
	f.terms = terms
	return f
}

// check refuses a notation that can't be played with dice on a table.
func (f formula) check() error {
	switch {
	case len(f.terms) == 0:
		return fmt.Errorf("there are no dice in it: %w", errNoTerm)
	case f.dice() > engine.MostDice:
		return fmt.Errorf("%d dice are more than the %d of one roll", f.dice(), engine.MostDice)
	case f.plus < -mostPlus || f.plus > mostPlus:
		return fmt.Errorf("%d is outside -%d to %d", f.plus, mostPlus, mostPlus)
	}
	for i, t := range f.terms {
		if err := t.check(); err != nil {
			return err
		}
		for _, o := range f.terms[:i] {
			switch {
			case o.shape == t.shape:
				return fmt.Errorf("nobody can see which %s belong to which part: write the %s in one part", t.shape, t.shape)
			case o.shape == "d10" && t.shape == "d100", o.shape == "d100" && t.shape == "d10":
				return errors.New("a d100 is two ten-sided dice on the table, and with further d10 there nobody can tell which two belong together: throw them apart")
			case o.hit.set != t.hit.set:
				return errors.New("it adds up one part and counts successes in another: do both in one way")
			}
		}
	}
	if len(f.then) > 0 && (len(f.terms) > 1 || !f.terms[0].hit.set || f.terms[0].miss.set || f.plus != 0 || f.terms[0].minus) {
		return errors.New(`"then" goes on with the dice of one shape that succeeded: write it like "10d6>=3 then >=4"`)
	}
	if t := f.terms[0]; len(f.then) > 0 && (t.keep > 0 || t.drop > 0 || t.shape == "d100") {
		return errors.New(`"then" goes on with every die that succeeded: leave out which dice are kept, and throw no d100`)
	}
	return nil
}

func (t term) check() error {
	low, high := engine.Bounds(t.shape)
	every := func(c test) bool {
		for v := low; v <= high; v++ {
			if !c.holds(v) {
				return false
			}
		}
		return true
	}
	none := func(c test) bool { return c.set && !slices.ContainsFunc(span(low, high), c.holds) }
	switch {
	case every(t.bursts):
		return fmt.Errorf("every face of a %s brings a further die: that never ends", t.shape)
	case every(t.again):
		return fmt.Errorf("every face of a %s is rolled again", t.shape)
	case none(t.bursts) || none(t.again) || none(t.hit) || none(t.miss):
		return fmt.Errorf("no %s shows that: its faces are %d to %d", t.shape, low, high)
	case t.miss.set && !t.hit.set:
		return errors.New("f takes successes away, and nothing says what a success is: write it like 8d10>=7f1")
	case t.keep > t.n || t.drop >= t.n:
		return fmt.Errorf("of %d %s no %d can be kept or left out", t.n, t.shape, max(t.keep, t.drop))
	case (t.keep > 0 || t.drop > 0) && t.bursts.set:
		return errors.New("dice that bring further dice can't be kept or left out as well: which ones would be meant?")
	case t.shape == "d100" && (t.again.set || t.bursts.set):
		return errors.New("a d100 is two dice on the table: it can't be rolled again or bring further ones here")
	}
	return nil
}

func span(low, high int) []int {
	list := make([]int, 0, high-low+1)
	for v := low; v <= high; v++ {
		list = append(list, v)
	}
	return list
}

// dice is how many dice are thrown at first. A d100 is two dice.
func (f formula) dice() int {
	n := 0
	for _, t := range f.terms {
		n += t.onTable()
	}
	return n
}

// onTable is how many dice lie on the table for a term.
func (t term) onTable() int {
	if t.shape == "d100" {
		return 2 * t.n
	}
	return t.n
}

// named says the dice to throw: "two d20 and one d6".
func (f formula) named() string {
	var dice []engine.Thrown
	for _, t := range f.terms {
		for range t.n {
			dice = append(dice, engine.Thrown{Shape: t.shape})
		}
	}
	return Names(dice)
}
