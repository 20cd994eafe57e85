package tally

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"astragal/engine"
)

// Tens says how two ten-sided dice count if their faces don't tell.
type Tens string

// The ways to count ten-sided dice. The empty one asks once, and keeps the answer for the session.
const (
	// TensPair: a die that may be the tens die of another one is that.
	TensPair Tens = "pair"
	// TensEach: every ten-sided die counts for itself, whatever it shows.
	TensEach Tens = "each"
)

// mostWays bounds how many different results are offered. mostTried bounds how many ways are looked at.
const (
	mostWays  = 8
	mostTried = 2000
)

// way is one way in which the ten-sided dice of a roll belong together. Numbers are places of dice in the roll. Dice
// that are in none of the lists count for themselves.
type way struct {
	// pairs are a tens die and its ones die each.
	pairs [][2]int
	// tenth are tens dice that are used as a d10: 00 is 10, 70 is 7.
	tenth []int
	out   []int
}

// tenSided are the d10s of a roll, sorted by what they can be.
type tenSided struct {
	// tens can only be dice with tens, and ones can't. either show 10, or a typed 0, so they may be both.
	tens, ones, either []int
}

// sortTens sorts the dice by what they can be.
func sortTens(dice []engine.Thrown) tenSided {
	var t tenSided
	var zeros []int
	for i, d := range dice {
		if d.Shape != "d10" || d.Value == nil {
			continue
		}
		switch v := *d.Value; {
		case d.Kind == engine.TensKind:
			t.tens = append(t.tens, i)
		case d.Kind == engine.OnesKind || !engine.IsTens(v):
			t.ones = append(t.ones, i)
		case v == 10:
			t.either = append(t.either, i)
		case v == 0 && d.How == engine.Typed: // somebody who types 0 may mean the 0 of a ones die
			zeros = append(zeros, i)
		default:
			t.tens = append(t.tens, i)
		}
	}
	if len(t.tens)+len(zeros) > 1 && len(t.ones)+len(t.either) == 0 {
		t.either = append(t.either, zeros...)
	} else {
		t.tens = append(t.tens, zeros...)
	}
	return t
}

// ways lists the ways in which a roll's ten-sided dice may belong together, the likeliest first: each die with tens
// gets a ones die, as long as there are some.
func (s Settings) ways(dice []engine.Thrown) []way {
	t := sortTens(dice)
	switch {
	case s.Mode == Notation && s.tens() == TensEach:
		return []way{tenths(dice)}
	case s.tens() == TensEach || s.Mode == Faces:
		return []way{{}}
	}
	if len(t.tens) == 0 {
		if s.Mode == Pool {
			return []way{{}}
		}
		return t.perhaps()
	}
	var out []way
	ones := append(slices.Clone(t.ones), t.either...)
	if len(ones) == 0 {
		return lone(t.tens)
	}
	short := min(len(t.tens), len(ones))
	matchTens(t.tens, ones, short, way{}, &out)
	if len(t.tens) > len(ones) { // what is left over may be of another roll, or of the same one twice
		for _, w := range slices.Clone(out) {
			w.out = slices.DeleteFunc(slices.Clone(t.tens), w.paired)
			out = append(out, w)
		}
	}
	return slices.DeleteFunc(out, func(w way) bool { return len(w.pairs) < short })
}

// tenths is the way in which every ten-sided die is a d10.
func tenths(dice []engine.Thrown) way {
	var w way
	for i, d := range dice {
		if asTens(d) {
			w.tenth = append(w.tenth, i)
		}
	}
	return w
}

// perhaps lists the ways if no die is surely one with tens but some that show 10 may be.
func (t tenSided) perhaps() []way {
	out := []way{{}}
	for _, i := range t.either {
		for _, k := range append(slices.Clone(t.either), t.ones...) {
			if i != k && len(out) < mostTried {
				out = append(out, way{pairs: [][2]int{{i, k}}})
			}
		}
	}
	return out
}

// lone are the ways to count dice with tens that have no ones die.
func lone(tens []int) []way {
	return []way{{}, {tenth: tens}, {out: tens}}
}

// matchTens finds all ways to give a ones die each to as many of the tens dice as short says.
func matchTens(tens, ones []int, short int, w way, out *[]way) {
	if len(*out) >= mostTried {
		return
	}
	if len(w.pairs) == short || len(tens) == 0 {
		*out = append(*out, w)
		return
	}
	for i, one := range ones {
		with := way{pairs: append(slices.Clone(w.pairs), [2]int{tens[0], one})}
		matchTens(tens[1:], slices.Delete(slices.Clone(ones), i, i+1), short, with, out)
	}
	if len(tens) > short-len(w.pairs) {
		matchTens(tens[1:], ones, short, w, out)
	}
}

func (w way) paired(die int) bool {
	return slices.ContainsFunc(w.pairs, func(p [2]int) bool { return p[0] == die || p[1] == die })
}

// together are the dice as they count in that way: a pair is one d100. whole maps the id of such a d100 to the ids
// of its two dice.
func (w way) together(dice []engine.Thrown) (out []engine.Thrown, whole map[string][]string, lines []engine.Line) {
	whole = map[string][]string{}
	for i, d := range dice {
		switch k := slices.IndexFunc(w.pairs, func(p [2]int) bool { return p[0] == i || p[1] == i }); {
		case slices.Contains(w.out, i):
			lines = append(lines, engine.Line{Rule: ruleLeft, Text: Name(d) + " is left out", Dice: []string{d.ID}})
			continue
		case slices.Contains(w.tenth, i):
			v := asTenth(*d.Value)
			lines = append(lines, engine.Line{Rule: ruleTenth, Text: fmt.Sprintf("%s shows %s and counts as a d10: %d", Name(d), tensShow(*d.Value), v), Dice: []string{d.ID}})
			d.Value, d.Kind = &v, ""
		case k >= 0 && w.pairs[k][0] != i:
			continue // it is a part of the tens die's number
		case k >= 0:
			one := dice[w.pairs[k][1]]
			v := hundred(*d.Value, *one.Value)
			lines = append(lines, engine.Line{Rule: ruleHundred, Dice: []string{d.ID, one.ID},
				Text: fmt.Sprintf("%s shows %s and %s %d: one d100, %d", Name(d), tensShow(*d.Value), Name(one), *one.Value%10, v)})
			id := d.ID + "+" + one.ID
			whole[id] = []string{d.ID, one.ID}
			d.ID, d.Shape, d.Kind, d.Value = id, "d100", "", &v
		}
		out = append(out, d)
	}
	return out, whole, lines
}

// hundred is the number that a tens die and a ones die show together. 00 and 0 are 100.
func hundred(tens, ones int) int {
	if v := tens + ones%10; v > 0 {
		return v
	}
	return 100
}

func asTenth(tens int) int {
	if tens == 0 {
		return 10
	}
	return tens / 10
}

func tensShow(v int) string { return engine.ShowValue("d10", engine.TensKind, v) }

// marked are the dice with the kinds that this way takes them for, so that every screen shows them so. Dice that the
// way leaves out are gone.
func (w way) marked(dice []engine.Thrown) []engine.Thrown {
	dice = slices.Clone(dice)
	for _, p := range w.pairs {
		dice[p[0]].Kind, dice[p[1]].Kind = engine.TensKind, engine.OnesKind
		if one := &dice[p[1]]; *one.Value == 0 {
			ten := 10 // the value that a ones die's 0 is kept as
			one.Value = &ten
		}
	}
	var out []engine.Thrown
	for i, d := range dice {
		if !slices.Contains(w.out, i) {
			out = append(out, d)
		}
	}
	return out
}

// id names the way in an answer: "d1+d2 d3/10 -d4". It is "each" if every die counts for itself.
func (w way) id(dice []engine.Thrown) string {
	var words []string
	for _, p := range w.pairs {
		words = append(words, dice[p[0]].ID+"+"+dice[p[1]].ID)
	}
	for _, i := range w.tenth {
		words = append(words, dice[i].ID+"/10")
	}
	for _, i := range w.out {
		words = append(words, "-"+dice[i].ID)
	}
	return cmp.Or(strings.Join(words, " "), "each")
}

// text is the way in words, for somebody who chooses.
func (w way) text(s Settings, dice []engine.Thrown) string {
	var words []string
	for _, p := range w.pairs {
		words = append(words, fmt.Sprintf("%s and %d are one d100", tensShow(*dice[p[0]].Value), *dice[p[1]].Value%10))
	}
	for _, i := range w.tenth {
		words = append(words, fmt.Sprintf("%s is a d10’s %d", tensShow(*dice[i].Value), asTenth(*dice[i].Value)))
	}
	for _, i := range w.out {
		words = append(words, tensShow(*dice[i].Value)+" doesn’t count")
	}
	if len(words) == 0 {
		words = append(words, "every die counts for itself")
	}
	how := strings.Join(words, ", ")
	if r := s.countWay(dice, w); r.Total != nil {
		return fmt.Sprintf("%d: %s", *r.Total, how)
	}
	return how
}

// decide returns the way in which a roll's ten-sided dice count, if that can be told. Otherwise it returns the ways
// to choose from, each with another result.
func (s Settings) decide(dice []engine.Thrown) (way, []way) {
	all := s.ways(dice)
	if len(all) == 1 {
		return all[0], nil
	}
	t := sortTens(dice)
	if s.tens() == TensPair && len(t.tens) == 0 && len(t.either)+len(t.ones) == 2 {
		return all[1], nil
	}
	loneTens := len(t.tens) > 0 && len(t.tens) > len(t.ones)+len(t.either)
	if len(t.tens) > 0 && !loneTens {
		all = ofOneColor(dice, all)
	}
	var differ []way
	results := map[string]bool{}
	for _, w := range all {
		r := s.countWay(dice, w)
		key := r.Text
		if r.Total != nil {
			key = fmt.Sprint(*r.Total)
		}
		if !results[key] && len(differ) < mostWays {
			results[key] = true
			differ = append(differ, w)
		}
	}
	if len(differ) == 1 {
		return differ[0], nil
	}
	return way{}, differ
}

// ofOneColor keeps the ways in which both dice of every pair have one colour, if there is just one such way for each
// die: the dice of a set have one colour.
func ofOneColor(dice []engine.Thrown, all []way) []way {
	main := func(i int) string {
		if len(dice[i].Colors) == 0 {
			return ""
		}
		return dice[i].Colors[0]
	}
	var same []way
	for _, w := range all {
		if len(w.pairs) > 0 && !slices.ContainsFunc(w.pairs, func(p [2]int) bool { return main(p[0]) == "" || main(p[0]) != main(p[1]) }) {
			same = append(same, w)
		}
	}
	if len(same) == 0 {
		return all
	}
	return same
}

// hundreds settles how the open roll's ten-sided dice belong together: by what they show, by what was said before,
// or by asking.
func (s *session) hundreds() way {
	set := s.rules()
	w, open := set.decide(s.open.Dice)
	if len(open) == 0 {
		return w
	}
	t := sortTens(s.open.Dice)
	about := "" // the part of the answer that later rolls keep
	switch {
	case len(t.tens) == 0:
		about = "either"
	case len(t.ones)+len(t.either) == 0:
		about = "lone"
	}
	if i := slices.IndexFunc(open, func(w way) bool { return w.sort() == s.said[about] }); i >= 0 && s.only(open, s.said[about]) {
		s.note(engine.Line{Rule: ruleHundred, Text: "ten-sided dice: " + open[i].text(set, s.open.Dice) + ", as was said before"})
		return open[i]
	}
	doubt := Count(set, s.open.Dice)
	s.open.Result = doubt
	s.tell(s.open.Seat, engine.Fact{Kind: engine.FactDoubt, Rule: ruleHundred, Text: doubt.Text, Lines: doubt.Lines})
	q := engine.Question{Key: s.open.Key + ": ten-sided dice", Kind: engine.KindDeclare, Rule: ruleHundred,
		Text: t.question(s.open.Dice), Declare: &engine.Declare{}}
	for _, w := range open {
		q.Declare.Options = append(q.Declare.Options, engine.Option{ID: w.id(s.open.Dice), Text: w.text(set, s.open.Dice)})
	}
	chosen := s.table.Ask(q).Chosen[0]
	i := max(0, slices.IndexFunc(open, func(w way) bool { return w.id(s.open.Dice) == chosen }))
	if about != "" {
		s.said[about] = open[i].sort()
	}
	s.note(engine.Line{Rule: ruleHundred, Text: "ten-sided dice: " + open[i].text(set, s.open.Dice) + ", as somebody says"})
	return open[i]
}

// sort says in a word what a way does.
func (w way) sort() string {
	switch {
	case len(w.pairs) > 0:
		return "pair"
	case len(w.tenth) > 0:
		return "tenth"
	case len(w.out) > 0:
		return "out"
	}
	return "each"
}

// only: just one of the open ways is of that sort.
func (s *session) only(open []way, sort string) bool {
	n := 0
	for _, w := range open {
		if w.sort() == sort {
			n++
		}
	}
	return n == 1
}

func (t tenSided) question(dice []engine.Thrown) string {
	var shows []string
	for _, i := range slices.Concat(t.tens, t.either, t.ones) {
		shows = append(shows, dice[i].Shows())
	}
	what := strings.Join(shows, " and ")
	switch {
	case len(t.tens) > 0 && len(t.ones)+len(t.either) == 0:
		return fmt.Sprintf("No die with ones lies beside the die with tens (%s). What counts?", what)
	case len(t.tens) == 0:
		return fmt.Sprintf("Is one of the ten-sided dice (%s) a die with tens?", what)
	}
	return fmt.Sprintf("Which of the ten-sided dice (%s) belong together?", what)
}
