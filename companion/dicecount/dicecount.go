// Package dicecount counts how often dice showed each of their faces, and judges whether they are fair.
package dicecount

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"astragal/companion/fairness"
	"astragal/engine"
)

// Side is something that a die can show, on so many of its sides.
type Side struct {
	Text string
	On   int
}

// Rolled is one die of a roll.
type Rolled struct {
	// Die names it: its definition, or colour and shape. Sides are what it can show, Shows the index among them of what it showed.
	Die   string
	Sides []Side
	Shows int
	How   engine.How
}

// DieStatistics are the counts of one die, or of all dice of one look.
type DieStatistics struct {
	Die   string      `json:"die"`
	Rolls int         `json:"rolls"`
	Faces []FaceCount `json:"faces"`
	// Read is how many were read by the camera alone, Confirmed how many a person vouched for, Typed how many a person said. They are kept apart
	// because a fair die looks uneven if the camera misreads it.
	Read      int `json:"read"`
	Confirmed int `json:"confirmed"`
	Typed     int `json:"typed"`
	// Verdict is what can be said of the die. Untested says why nothing can be said, however many rolls there are.
	Verdict  fairness.Verdict `json:"verdict"`
	Untested string           `json:"untested,omitempty"`
}

// FaceCount is how often a face was up.
type FaceCount struct {
	Face string `json:"face"`
	// On is on how many sides it is, Count how often it was up, Expected how often it would be up on a fair die.
	On       int     `json:"on"`
	Count    int     `json:"count"`
	Expected float64 `json:"expected"`
}

// Words says how dice are judged.
func Words() string {
	return fmt.Sprintf("Each die is judged alone by a chi-squared test, at looks fixed beforehand: first after as many rolls as it takes to find out %.0f in 100 dice with a face that is half again as likely as it should be, then after twice as many, and so on. Of tables where all dice are fair, fewer than %.0f in 100 show one that is called uneven here. Dice of one look are counted together.", 100*fairness.Power, 100*fairness.Level)
}

// Count counts dice by name and judges each. rolled comes oldest first; the answer begins with the dice that have most rolls.
func Count(rolled []Rolled) ([]DieStatistics, error) {
	byDie := map[string][]Rolled{}
	for _, o := range rolled {
		byDie[o.Die] = append(byDie[o.Die], o)
	}
	dice := make([]Counted, 0, len(byDie))
	for _, die := range slices.Sorted(maps.Keys(byDie)) {
		dice = append(dice, counted(die, byDie[die]))
	}
	return Judge(dice)
}

// Counted is how often the dice of one name showed each of their sides.
type Counted struct {
	Die   string
	Sides []Side
	// Rolls is how many there were. Mixed says that some of them had other sides; these aren't counted.
	Rolls int
	Mixed bool
	// Shown counts by side. Read, Confirmed and Typed count how that is known.
	Shown                  []int
	Read, Confirmed, Typed int
	// First counts by side what the first n counted dice showed.
	First func(n int) ([]int, error)
}

func counted(die string, rolls []Rolled) Counted {
	c := Counted{Die: die, Sides: rolls[0].Sides, Rolls: len(rolls), Shown: make([]int, len(rolls[0].Sides))}
	var shown []int
	for _, o := range rolls {
		if !slices.Equal(o.Sides, c.Sides) {
			c.Mixed = true
			continue
		}
		c.Shown[o.Shows]++
		shown = append(shown, o.Shows)
		switch o.How {
		case engine.Read:
			c.Read++
		case engine.Confirmed:
			c.Confirmed++
		default:
			c.Typed++
		}
	}
	c.First = func(n int) ([]int, error) {
		first := make([]int, len(c.Sides))
		for _, s := range shown[:n] {
			first[s]++
		}
		return first, nil
	}
	return c
}

// Judge judges each of some dice, which come in the order of their names. The answer begins with the dice that have most rolls.
func Judge(dice []Counted) ([]DieStatistics, error) {
	out := []DieStatistics{}
	for _, c := range dice {
		d, err := c.judged(len(dice))
		if err != nil {
			return out, err
		}
		mixed := slices.ContainsFunc(dice, func(o Counted) bool { return o.Die == c.Die+tensMark })
		if mixed || d.Untested == "" && isTensName(c.Die) {
			d.Untested = "A 10 may be of a d10 or of one with tens, and these dice lie together: not tested."
		}
		out = append(out, d)
	}
	slices.SortStableFunc(out, func(a, b DieStatistics) int { return cmp.Compare(b.Rolls, a.Rolls) })
	return out, nil
}

// tensMark ends the name of a d10 with tens.
const tensMark = " (tens)"

func isTensName(die string) bool {
	return len(die) > len(tensMark) && die[len(die)-len(tensMark):] == tensMark
}

func (c Counted) judged(dice int) (DieStatistics, error) {
	d := DieStatistics{Die: c.Die, Rolls: c.Rolls, Read: c.Read, Confirmed: c.Confirmed, Typed: c.Typed}
	if c.Mixed {
		d.Untested = "Dice of this name have other faces in another game: not tested."
	}
	var shares []int
	total, n := 0, 0
	for i, s := range c.Sides {
		d.Faces = append(d.Faces, FaceCount{Face: s.Text, On: s.On, Count: c.Shown[i]})
		shares, total, n = append(shares, s.On), total+s.On, n+c.Shown[i]
	}
	for i := range d.Faces {
		d.Faces[i].Expected = math.Round(100*float64(n*shares[i])/float64(total)) / 100
	}
	var err error
	if d.Verdict, err = fairness.Judge(shares, n, dice, c.First); err != nil {
		return d, fmt.Errorf("judge the die %q: %w", c.Die, err)
	}
	return d, nil
}

// Name names a die that no game knows, by its colour and shape. A d10 that is known to have tens is named so, whatever it shows.
func Name(shape, kind string, value int, colors []string) string {
	name := shape
	if isTens(shape, kind, value) {
		name += tensMark
	}
	if len(colors) > 0 {
		name = colors[0] + " " + name
	}
	return name
}

// isTens says whether a d10 is known to have tens, or shows what only one with tens can show. If its kind isn't known, a 10 may be of either.
func isTens(shape, kind string, value int) bool {
	return shape == "d10" && kind != engine.OnesKind && (kind == engine.TensKind || value%10 == 0 && value != 10)
}

// Numbered are the sides of a numbered die, and the index of the one that shows a value; false if none does.
func Numbered(shape, kind string, value int) (sides []Side, shows int, ok bool) {
	n := engine.Sides(shape)
	if n == 0 {
		return nil, 0, false
	}
	first, _ := engine.Bounds(shape)
	step := 1
	if isTens(shape, kind, value) {
		first, step = 0, 10
	}
	shows = -1
	for k := range n {
		v := first + k*step
		text := strconv.Itoa(v)
		if shape != "d10" {
			text = engine.ShowValue(shape, kind, v)
		}
		sides = append(sides, Side{Text: text, On: 1})
		if v == value {
			shows = k
		}
	}
	return sides, shows, shows >= 0
}

// Rows are the statistics as a table with a head and a line for each face. cell makes a name safe for a spreadsheet.
func Rows(dice []DieStatistics, cell func(string) string) [][]string {
	rows := [][]string{{"die", "rolls", "face", "on sides", "count", "expected", "read by camera", "confirmed", "typed", "judgement", "rolls needed", "rolls tested", "chi squared", "degrees of freedom", "p"}}
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
	for _, d := range dice {
		judgement, v := string(d.Verdict.Judgement), d.Verdict
		if d.Untested != "" {
			judgement = d.Untested
		}
		test := []string{judgement, strconv.Itoa(v.Needed), strconv.Itoa(v.Tested), "", strconv.Itoa(v.Freedom), ""}
		if v.Tested > 0 {
			test[3], test[5] = number(v.ChiSquared), number(v.P)
		}
		for _, f := range d.Faces {
			rows = append(rows, append([]string{cell(d.Die), strconv.Itoa(d.Rolls), cell(f.Face), strconv.Itoa(f.On), strconv.Itoa(f.Count), number(f.Expected),
				strconv.Itoa(d.Read), strconv.Itoa(d.Confirmed), strconv.Itoa(d.Typed)}, test...))
		}
	}
	return rows
}
