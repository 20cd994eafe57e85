package dataset

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

// WriteTable prints a report for people.
func (r Report) WriteTable(w io.Writer) error {
	t := &table{w: w}
	t.printf("%s (%s pictures), %.0f ms a picture\n\n", r.Dataset, r.Part, r.MedianMS)
	t.figures(r)
	names := []Split{r.Part}
	if r.Part == All {
		names = []Split{All, Even}
	}
	for _, name := range names {
		g := r.Scores[name]
		t.confusion(fmt.Sprintf("value, true (rows) by read, %s", name), g.Values)
		t.confusion(fmt.Sprintf("shape, true (rows) by read, %s", name), g.Shapes)
	}
	t.calibration(r.Scores[r.Part].Calibration)
	t.whys(r.Scores[r.Part].AskedWhy)
	t.failures(r.Failures)
	for _, u := range r.Unreadable {
		t.printf("could not be read: %s: %s\n", u.Image, u.Error)
	}
	return t.err
}

// table writes lines until something fails, and keeps the error.
type table struct {
	w   io.Writer
	err error
}

func (t *table) printf(format string, args ...any) {
	if t.err == nil {
		_, t.err = fmt.Fprintf(t.w, format, args...)
	}
}

// columns prints rows of cells in columns.
func (t *table) columns(rows [][]string) {
	if t.err != nil {
		return
	}
	tw := tabwriter.NewWriter(t.w, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, row := range rows {
		fmt.Fprintln(tw, strings.Join(row, "\t")+"\t")
	}
	t.err = tw.Flush()
	t.printf("\n")
}

func (t *table) figures(r Report) {
	head := []string{""}
	var scores []Score
	for _, name := range []Split{All, Odd, Even} {
		g, ok := r.Scores[name]
		if !ok {
			continue
		}
		head, scores = append(head, string(name)), append(scores, g.Score)
		for _, apart := range slices.Sorted(maps.Keys(g.Apart)) {
			if name == r.Part {
				head, scores = append(head, apart+" (apart)"), append(scores, g.Apart[apart])
			}
		}
	}
	rows := [][]string{head}
	for _, line := range lines() {
		row := []string{line.name}
		for _, s := range scores {
			row = append(row, line.of(s))
		}
		rows = append(rows, row)
	}
	t.columns(rows)
}

// line is one row of figures.
type line struct {
	name string
	of   func(Score) string
}

func lines() []line {
	count := func(of func(Score) int) func(Score) string {
		return func(s Score) string { return strconv.Itoa(of(s)) }
	}
	return []line{
		{"pictures", count(func(s Score) int { return s.Pictures })},
		{"dice", count(func(s Score) int { return s.Dice })},
		{"found (recall)", func(s Score) string { return percent(s.Recall, s.Missed, "missed") }},
		{"precision", func(s Score) string { return percent(s.Precision, s.Extra, "extra") }},
		{"shape right, of found", func(s Score) string { return percent(s.ShapeRightShare, s.Found-s.ShapeRight, "wrong") }},
		{"face right, of found", func(s Score) string { return percent(s.FaceRightOfFound, s.FacesFound-s.FaceRight, "not") }},
		{"face right, of all", func(s Score) string { return percent(s.FaceRightOfAll, s.Faces-s.FaceRight, "not") }},
		{"icons: right / unknown / all", func(s Score) string { return fmt.Sprintf("%d / %d / %d", s.IconRight, s.IconUnknown, s.Icons) }},
		{"icon right, of all", func(s Score) string { return percent(s.IconRightShare, s.Icons-s.IconRight, "not") }},
		{"die right, of named", func(s Score) string { return percent(s.DieRightShare, s.DiceNamed-s.DieRight, "not") }},
		{"colour right, of found", func(s Score) string { return percent(s.ColorRightShare, s.Colored-s.ColorRight, "wrong") }},
		{"accepted", func(s Score) string { return percent(s.AcceptedShare, s.Found-s.Asked, "dice") }},
		{"right, of accepted", func(s Score) string { return percent(s.AcceptedRight, s.AcceptedWrong, "wrong") }},
		{"asked", func(s Score) string { return percent(s.AskedShare, s.Asked, "asked") }},
		{"asked about no die", count(func(s Score) int { return s.ExtraAsked })},
		{"rolls silently wrong", func(s Score) string { return percent(s.SilentRollsShare, s.SilentRolls, "rolls") }},
		{"rolls right without asking", count(func(s Score) int { return s.CleanRolls })},
	}
}

func percent(share *float64, n int, of string) string {
	if share == nil {
		return "-"
	}
	return fmt.Sprintf("%.1f %% (%d %s)", 100**share, n, of)
}

func (t *table) confusion(title string, c Confusion) {
	if len(c) == 0 {
		return
	}
	reads := map[string]bool{}
	for _, row := range c {
		for read := range row {
			reads[read] = true
		}
	}
	columns := slices.SortedFunc(maps.Keys(reads), byWord)
	rows := [][]string{append([]string{""}, columns...)}
	for _, truth := range slices.SortedFunc(maps.Keys(c), byWord) {
		row := []string{truth}
		for _, read := range columns {
			cell := "."
			if n := c[truth][read]; n > 0 {
				cell = strconv.Itoa(n)
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	t.printf("%s\n", title)
	t.columns(rows)
}

// byWord sorts numbers and shapes by size, and other words after them.
func byWord(a, b string) int {
	number := func(s string) int {
		if n, err := strconv.Atoi(strings.TrimPrefix(s, "d")); err == nil {
			return n
		}
		return 1 << 20
	}
	return cmp.Or(cmp.Compare(number(a), number(b)), strings.Compare(a, b))
}

func (t *table) calibration(bins []Bin) {
	rows := [][]string{{"confidence from", "mean", "dice", "right"}}
	for _, b := range bins {
		if b.Count > 0 {
			rows = append(rows, []string{
				strconv.FormatFloat(b.From, 'g', -1, 64), fmt.Sprintf("%.4f", b.Mean),
				strconv.Itoa(b.Count), fmt.Sprintf("%.4f", float64(b.Right)/float64(b.Count)),
			})
		}
	}
	if len(rows) > 1 {
		t.columns(rows)
	}
}

func (t *table) whys(whys map[string]int) {
	for _, why := range slices.SortedFunc(maps.Keys(whys), func(a, b string) int {
		return cmp.Or(cmp.Compare(whys[b], whys[a]), strings.Compare(a, b))
	}) {
		t.printf("asked %4d times: %s\n", whys[why], why)
	}
}

// failures prints the most important failures: those with more wrong than the colour.
func (t *table) failures(all []Judgement) {
	t.printf("\n")
	for _, j := range all {
		if len(j.Wrong) == 1 && j.Wrong[0] == "colour" {
			continue
		}
		t.printf("%s: %s\n", j.Picture, j.Words())
	}
}

// Words says in one line what is wrong with a die.
func (j Judgement) Words() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s", strings.Join(j.Wrong, ", "))
	if d := j.Truth; d != nil {
		fmt.Fprintf(&b, "; is %s %s at %.0f,%.0f", d.Shape, d.shown(), d.Box[0], d.Box[1])
	}
	if r := j.Read; r != nil {
		trust := "asked"
		if r.Accepted {
			trust = "ACCEPTED"
		}
		fmt.Fprintf(&b, "; read %s %s at %.0f,%.0f, %.3f, %s", shapeWord(*r), r.said(), r.Box[0], r.Box[1], r.Confidence, trust)
		if r.Why != "" {
			fmt.Fprintf(&b, " (%s)", r.Why)
		}
	}
	return b.String()
}
