package tally

import (
	"fmt"
	"slices"
	"strings"

	"astragal/engine"
)

// mostBursts bounds how often further dice come in one roll, so that every roll ends.
const mostBursts = 50

// further is the purpose of a roll of dice that are added to those that lie.
const further = "further"

// formulaOf is the notation of settings. They must have passed Check.
func (s Settings) formulaOf() formula {
	f, _ := parseNotation(s.Notation)
	return f
}

// words says a notation in a sentence: what people throw and what counts.
func (f formula) words() string {
	var words []string
	for _, t := range f.terms {
		text := t.words()
		if t.minus {
			text = "less " + text
		}
		words = append(words, text)
	}
	if f.plus != 0 {
		words = append(words, sign(f.plus))
	}
	text := strings.Join(words, ", ")
	for _, step := range f.then {
		text += "; those again: " + step.words()
	}
	return text
}

func (t term) words() string {
	words := []string{plainDice(t.n, t.shape)}
	switch {
	case t.keep > 0:
		words = append(words, fmt.Sprintf("the %s %s", t.end(), Number(t.keep)))
	case t.drop > 0:
		words = append(words, fmt.Sprintf("without the %s %s", t.end(), Number(t.drop)))
	}
	if t.again.set {
		often := "once"
		if t.until {
			often = "until it shows something else"
		}
		words = append(words, fmt.Sprintf("%s is rolled again, %s", t.again.words(), often))
	}
	if t.bursts.set {
		words = append(words, t.bursts.words()+" brings a further die")
	}
	if t.hit.set {
		words = append(words, t.hit.words()+" is a success")
	}
	if t.miss.set {
		words = append(words, t.miss.words()+" takes one away")
	}
	return strings.Join(words, ", ")
}

func (t term) end() string {
	if t.low {
		return "lowest"
	}
	return "highest"
}

func plainDice(n int, shape string) string {
	return Names(slices.Repeat([]engine.Thrown{{Shape: shape}}, n))
}

// asks says what a roll asks for: the least and most dice, the shapes, and how many of each. A d100 is two ten-sided
// dice, or one die if somebody types its number.
func (f formula) asks() (least, most int, shapes []string, exactly []engine.Amount) {
	for _, t := range f.terms {
		least, most = least+t.n, most+t.onTable()
		shapes = append(shapes, t.shape)
		if t.shape == "d100" {
			shapes = append(shapes, "d10")
		}
		exactly = append(exactly, engine.Amount{Shape: t.shape, N: t.n})
	}
	return least, most, shapes, exactly
}

// successes: the formula counts successes and adds nothing up.
func (f formula) successes() bool { return len(f.terms) > 0 && f.terms[0].hit.set }

// count counts dice after all re-rolls.
func (f formula) count(dice []engine.Thrown) part {
	with, lines := numbered(dice)
	p := part{lines: lines}
	var texts []string
	for _, t := range f.terms {
		n, text := t.count(&p, with, f.then)
		if t.minus {
			n, text = -n, "less "+text
		}
		p.total += n
		texts = append(texts, text)
	}
	if f.plus != 0 {
		before := p.total
		p.total += f.plus
		p.lines = append(p.lines, engine.Line{Rule: ruleModifier, Text: fmt.Sprintf("modifier %+d", f.plus), Before: number(before), After: number(p.total)})
		texts = append(texts, sign(f.plus))
	}
	if slices.ContainsFunc(dice, func(d engine.Thrown) bool { return !d.Known() }) {
		p.text = fmt.Sprintf("%d + ? (%s)", p.total, strings.Join(texts, ", "))
		return p
	}
	p.text = fmt.Sprintf("%s (%s)", f.noun(p.total), strings.Join(texts, ", "))
	return p
}

func (f formula) noun(n int) string {
	switch {
	case !f.successes():
		return fmt.Sprint(n)
	case n == 1:
		return "1 success"
	}
	return fmt.Sprintf("%d successes", n)
}

// count counts the dice of one term and adds its lines to p.
func (t term) count(p *part, with []engine.Thrown, then []test) (int, string) {
	mine := slices.DeleteFunc(slices.Clone(with), func(d engine.Thrown) bool { return d.Shape != t.shape })
	kept := t.kept(mine)
	way := 1
	if t.minus {
		way = -1
	}
	hit := t.hit
	if len(then) > 0 {
		hit = then[len(then)-1]
	}
	if !hit.set {
		total := 0
		for _, d := range kept {
			total += *d.Value
		}
		rule, text := ruleSum, showing(mine, t.shape)
		if len(kept) < len(mine) {
			rule, text = ruleKeep, t.part()+" of "+showing(mine, t.shape)
		}
		p.lines = append(p.lines, engine.Line{Rule: rule, Text: sumText(total, kept, nil) + ", " + text, Before: number(p.total), After: number(p.total + way*total), Dice: names(kept)})
		return total, text
	}
	hits := slices.DeleteFunc(slices.Clone(kept), func(d engine.Thrown) bool { return !hit.holds(*d.Value) })
	n := len(hits)
	text := fmt.Sprintf("%d of %s: %s, of %s", n, plainNames(kept, t.shape), hit.words(), orNone(shows(kept)))
	p.lines = append(p.lines, engine.Line{Rule: rulePool, Text: text, Before: number(p.total), After: number(p.total + way*n), Dice: names(hits)})
	if t.miss.set {
		misses := slices.DeleteFunc(slices.Clone(kept), func(d engine.Thrown) bool { return !t.miss.holds(*d.Value) })
		p.lines = append(p.lines, engine.Line{Rule: ruleMiss, Text: fmt.Sprintf("%s takes one away: %d", t.miss.words(), len(misses)),
			Before: number(p.total + way*n), After: number(p.total + way*(n-len(misses))), Dice: names(misses)})
		text += fmt.Sprintf(", less %d", len(misses))
		n -= len(misses)
	}
	return n, text
}

func (t term) part() string {
	if t.drop > 0 {
		return fmt.Sprintf("without the %s %s", t.end(), Number(t.drop))
	}
	return fmt.Sprintf("the %s %s", t.end(), Number(t.keep))
}

func plainNames(dice []engine.Thrown, shape string) string {
	if len(dice) == 0 {
		return "no " + shape
	}
	return Names(dice)
}

// showing is "three d6: 6, 5, 3".
func showing(dice []engine.Thrown, shape string) string {
	if len(dice) == 0 {
		return "no " + shape
	}
	return Names(dice) + ": " + shows(dice)
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}

// kept are the term's dice that count, in order.
func (t term) kept(dice []engine.Thrown) []engine.Thrown {
	keep, low := t.keep, t.low
	if t.drop > 0 {
		keep, low = max(0, len(dice)-t.drop), !t.low
	}
	if keep == 0 || keep >= len(dice) {
		return dice
	}
	order := slices.Clone(dice)
	slices.SortStableFunc(order, func(a, b engine.Thrown) int {
		if low {
			return *a.Value - *b.Value
		}
		return *b.Value - *a.Value
	})
	return order[:keep]
}

// play asks for everything that a formula rolls after the first throw.
func (s *session) play(f formula) {
	s.mend(f)
	for _, t := range f.terms {
		s.rerolls(t, t.shape, nil)
		s.bursts(t)
	}
	hit := test{}
	if len(f.terms) == 1 {
		hit = f.terms[0].hit
	}
	for i, step := range f.then {
		var on []engine.Thrown
		s.open.Dice = slices.DeleteFunc(s.open.Dice, func(d engine.Thrown) bool {
			holds := d.Value != nil && hit.holds(counts(d))
			if holds {
				on = append(on, d)
			}
			return !holds
		})
		s.note(engine.Line{Rule: ruleThen, Text: fmt.Sprintf("%s: %s", hit.words(), plainNames(on, f.terms[0].shape)), Dice: names(on)})
		s.rollAgain(on, fmt.Sprintf("then %d", i+1), fmt.Sprintf("Roll %s again: %s counts now.", Names(on), step.words()))
		hit = step
	}
}

// mend asks again what ten-sided dice show if they can't make the d100s that are counted: one of them was named
// wrongly.
func (s *session) mend(f formula) {
	if !slices.ContainsFunc(f.terms, func(t term) bool { return t.shape == "d100" }) {
		return
	}
	for range mostBursts {
		var halves []engine.Thrown
		for _, d := range s.open.Dice {
			if d.Shape == "d10" {
				halves = append(halves, d)
			}
		}
		if len(halves)%2 != 0 || engine.Paired(halves) == nil {
			return
		}
		for _, d := range halves {
			s.readOne(d)
		}
	}
}

// rerolls asks for re-rolls of the term's dice whose faces are rolled again. Dice in but stay. name tells the
// questions from others of the same roll.
func (s *session) rerolls(t term, name string, but map[string]bool) {
	for n := 1; t.again.set && (n == 1 || t.until); n++ {
		on := s.showing(t, t.again, but)
		switch {
		case len(on) == 0:
			return
		case n > mostBursts:
			s.note(engine.Line{Rule: ruleAgain, Text: fmt.Sprintf("%s: rolled again %d times, and not once more: it counts as it lies", Names(on), mostBursts), Dice: names(on)})
			return
		}
		s.rollAgain(on, fmt.Sprintf("%s %d", name, n), "")
	}
}

// counts is what a read die counts in notation. A die with tens that is thrown as a d10 counts as one: 70 is 7, and
// 00 is 10.
func counts(d engine.Thrown) int {
	if asTens(d) {
		return asTenth(*d.Value)
	}
	return *d.Value
}

// asTens: the die is a read ten-sided die that shows tens.
func asTens(d engine.Thrown) bool {
	return d.Shape == "d10" && d.Value != nil && (d.Kind == engine.TensKind || *d.Value == 0 || *d.Value > 10)
}

// showing are the open roll's dice of a term that meet a condition. Dice in but are left out.
func (s *session) showing(t term, c test, but map[string]bool) []engine.Thrown {
	var on []engine.Thrown
	for _, d := range s.open.Dice {
		if d.Shape == t.shape && d.Value != nil && c.holds(counts(d)) && !but[d.ID] {
			on = append(on, d)
		}
	}
	return on
}

// bursts asks for a further die for each face that brings one. It goes on as long as further dice show such faces.
func (s *session) bursts(t term) {
	done := map[string]bool{}
	for n := 1; t.bursts.set; n++ {
		from := s.showing(t, t.bursts, done)
		room := engine.MostDice - len(s.open.Dice)
		if n > mostBursts {
			room = 0
		}
		if none := from[min(len(from), room):]; len(none) > 0 {
			s.note(engine.Line{Rule: ruleBurst, Text: fmt.Sprintf("%s: no further dice, there are %d of one roll in %d throws at the most", Names(none), engine.MostDice, mostBursts), Dice: names(none)})
			from = from[:len(from)-len(none)]
		}
		if len(from) == 0 {
			return
		}
		before := map[string]bool{}
		for _, d := range s.open.Dice {
			before[d.ID] = true
		}
		s.further(t, from, n)
		s.rerolls(t, fmt.Sprintf("further %s %d,", t.shape, n), before)
		for _, d := range from {
			done[d.ID] = true
		}
	}
}

// further asks for as many further dice as there are in from. People may pick up the same dice and throw them again.
func (s *session) further(t term, from []engine.Thrown, n int) {
	q := engine.Question{Key: fmt.Sprintf("%s: further %s %d", s.open.Key, t.shape, n), Kind: engine.KindRoll, Rule: ruleBurst, Seats: s.roller(),
		Text: fmt.Sprintf("Roll %s more: %s.", Names(from), t.bursts.words()+" brings a further die"), Roll: &engine.Roll{Purpose: further, Unread: true}}
	for i, d := range from {
		id := fmt.Sprintf("d%d", len(s.open.Dice)+i+1)
		for s.has(id) {
			id += "'"
		}
		q.Roll.Dice = append(q.Roll.Dice, engine.Die{ID: id, Kind: d.Kind, Shape: d.Shape, Colors: d.Colors})
		lying := d
		lying.ID = id
		q.Roll.Lying = append(q.Roll.Lying, lying)
	}
	thrown := s.table.Ask(q).Dice
	s.open.Dice = append(s.open.Dice, thrown...)
	for i, d := range thrown {
		s.note(engine.Line{Rule: ruleBurst, Text: fmt.Sprintf("a %s shows %s and brings one more: %s", from[i].Shape, from[i].Shows(), d.Shows()), Dice: []string{from[i].ID, d.ID}})
	}
	s.read(thrown)
}

func (s *session) has(id string) bool {
	return slices.ContainsFunc(s.open.Dice, func(d engine.Thrown) bool { return d.ID == id })
}
