package tally

import (
	"fmt"
	"slices"
	"strings"

	"astragal/engine"
)

// Result is the result of a roll.
type Result struct {
	// Total is the sum or the number of successes. It is nil if a die is unread, and in mode Faces.
	Total *int `json:"total"`
	// Unread are the ids of the dice that nobody has read. If there are any, the result is incomplete.
	Unread []string `json:"unread,omitempty"`
	// Faces counts equal faces. The most frequent shape comes first, and its highest face.
	Faces []FaceCount `json:"faces"`
	// Groups are the results of the colours, if each colour is counted for itself.
	Groups []Group `json:"groups,omitempty"`
	// Text is the result with its sum ("14 = 6 + 5 + 3 (three d6)").
	Text string `json:"text"`
	// Lines explain the result step by step.
	Lines []engine.Line `json:"lines"`
	// Undecided: it isn't known yet which ten-sided dice belong together.
	Undecided bool `json:"undecided,omitempty"`
}

// Complete reports whether every die has been read and it is known which ten-sided dice belong together.
func (r Result) Complete() bool { return len(r.Unread) == 0 && !r.Undecided }

// Group is the part of a result that one colour makes.
type Group struct {
	Color string      `json:"color"`
	Total *int        `json:"total"`
	Faces []FaceCount `json:"faces"`
	Text  string      `json:"text"`
}

// Count counts one roll as the dice lie. s must have passed Check. Re-rolls that s asks for must be done already.
// Two ten-sided dice that are a d100 count as one die. If it can't be told which dice are, the result has no total.
func Count(s Settings, dice []engine.Thrown) Result {
	s = s.full()
	w, open := s.decide(dice)
	r := s.countWay(dice, w)
	if len(open) > 0 && r.Complete() {
		r.Undecided, r.Total = true, nil
		r.Text = "incomplete, which ten-sided dice belong together isn’t said: " + r.Text
	}
	return r
}

// countWay counts dice. w says which ten-sided dice belong together.
func (s Settings) countWay(thrown []engine.Thrown, w way) Result {
	s = s.full()
	dice, whole, lines := w.together(thrown)
	r := Result{Faces: countFaces(thrown)}
	for _, d := range thrown {
		if !d.Known() {
			r.Unread = append(r.Unread, d.ID)
		}
	}
	r.Lines = append(laid(thrown), lines...)
	total := 0
	if s.ByColor && len(dice) > 0 {
		total = r.countColors(s, dice)
	} else {
		p := s.count(dice)
		r.Lines, r.Text, total = append(r.Lines, p.lines...), p.text, p.total
	}
	if s.Modifier != 0 {
		r.Text, total = r.modify(s, total), total+s.Modifier
	}
	for i, l := range r.Lines {
		r.Lines[i].Dice = takenApart(l.Dice, whole)
	}
	switch {
	case !r.Complete():
		r.Text = fmt.Sprintf("incomplete, %s not read: %s", plural(len(r.Unread), "die", "dice"), r.Text)
	case s.Mode != Faces:
		r.Total = &total
	}
	return r
}

// takenApart replaces a d100's id by the ids of the two dice that it is made of.
func takenApart(ids []string, whole map[string][]string) []string {
	if len(whole) == 0 {
		return ids
	}
	var out []string
	for _, id := range ids {
		if two, ok := whole[id]; ok {
			out = append(out, two...)
		} else {
			out = append(out, id)
		}
	}
	return out
}

// part is the result of some of the dice. Its text begins with the number.
type part struct {
	total int
	text  string
	lines []engine.Line
}

// count counts dice of one group.
func (s Settings) count(dice []engine.Thrown) part {
	switch s.Mode {
	case Faces:
		return facesOf(dice)
	case Pool:
		return s.pool(dice)
	case Keep:
		return s.keep(dice)
	case Notation:
		return s.using(-1).formulaOf().count(dice)
	default:
		return sum(dice)
	}
}

// countColors counts each colour for itself.
func (r *Result) countColors(s Settings, dice []engine.Thrown) int {
	groups := map[string][]engine.Thrown{}
	var colors []string
	for _, d := range dice {
		color := "no colour"
		if len(d.Colors) > 0 {
			color = d.Colors[0]
		}
		if groups[color] == nil {
			colors = append(colors, color)
		}
		groups[color] = append(groups[color], d)
	}
	slices.Sort(colors)
	total, texts := 0, make([]string, len(colors))
	for i, color := range colors {
		p := s.count(groups[color])
		g := Group{Color: color, Faces: countFaces(groups[color]), Text: p.text}
		if s.Mode != Faces && allKnown(groups[color]) {
			g.Total = &p.total
		}
		r.Groups = append(r.Groups, g)
		r.Lines = append(r.Lines, p.lines...)
		line := engine.Line{Rule: ruleColor, Text: color + ": " + p.text, Dice: names(groups[color])}
		if s.Mode != Faces {
			line.Before, line.After = number(total), number(total+p.total)
		}
		r.Lines = append(r.Lines, line)
		total += p.total
		texts[i] = s.colorText(color, p, g)
	}
	if s.Mode == Faces {
		r.Text = strings.Join(texts, "; ")
		return 0
	}
	head := fmt.Sprint(total)
	if !r.Complete() {
		head += " + ?"
	}
	r.Text = s.noun(head, total) + " = " + strings.Join(texts, " + ")
	return total
}

func (s Settings) colorText(color string, p part, g Group) string {
	switch {
	case s.Mode == Faces:
		return color + ": " + p.text
	case g.Total == nil:
		return fmt.Sprintf("%s %d + ?", color, p.total)
	}
	return fmt.Sprintf("%s %d", color, p.total)
}

// noun says what a number counts.
func (s Settings) noun(head string, n int) string {
	switch {
	case s.Mode != Pool:
		return head
	case n == 1 && head == "1":
		return head + " success"
	}
	return head + " successes"
}

// modify adds the modifier's line and puts it into the text.
func (r *Result) modify(s Settings, total int) string {
	r.Lines = append(r.Lines, engine.Line{Rule: ruleModifier, Text: fmt.Sprintf("modifier %+d", s.Modifier),
		Before: number(total), After: number(total + s.Modifier)})
	if !r.Complete() {
		return fmt.Sprintf("%s, modifier %+d", r.Text, s.Modifier)
	}
	return fmt.Sprintf("%s = %d %s, and %s", s.noun(fmt.Sprint(total+s.Modifier), total+s.Modifier), total, sign(s.Modifier), r.Text)
}

func sign(n int) string {
	if n < 0 {
		return fmt.Sprintf("− %d", -n)
	}
	return fmt.Sprintf("+ %d", n)
}

// laid says which dice are unread and which have no number.
func laid(dice []engine.Thrown) []engine.Line {
	var lines []engine.Line
	for _, d := range dice {
		if !d.Known() {
			lines = append(lines, engine.Line{Rule: ruleRead, Text: fmt.Sprintf("%s is not read: the total waits for it", Name(d)), Dice: []string{d.ID}})
		}
	}
	return lines
}

func allKnown(dice []engine.Thrown) bool {
	return !slices.ContainsFunc(dice, func(d engine.Thrown) bool { return !d.Known() })
}

func number(n int) *int { return &n }

func names(dice []engine.Thrown) []string {
	list := make([]string, len(dice))
	for i, d := range dice {
		list[i] = d.ID
	}
	return list
}
