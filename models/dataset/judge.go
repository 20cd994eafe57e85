package dataset

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
)

// Judgement is what became of one die of the truth, or of one reading that is
// of no die. One of Truth and Read may be nil, never both.
type Judgement struct {
	Picture string   `json:"picture"`
	Truth   *Die     `json:"truth"`
	Read    *Reading `json:"read"`
	// Overlap is the intersection over union of the two boxes.
	Overlap float64 `json:"iou,omitempty"`
	// Apart names a group that is scored on its own ("cocked", "barrel d4"); empty is the main one.
	Apart string `json:"apart,omitempty"`
	// Wrong lists what is wrong: missed, extra, shape, face, die, colour. An icon
	// that is said to be unknown is not wrong, only asked.
	Wrong []string `json:"wrong"`
}

// Judge compares a picture's readings with its truth. Dice whose face nobody
// can see are left out, and so is what was read of them.
func Judge(p Picture, readings []Reading, unlabelledExtras bool) []Judgement {
	var out []Judgement
	found, claimed := map[int]bool{}, map[int]bool{}
	for _, m := range match(p.Dice, readings) {
		found[m.die], claimed[m.reading] = true, true
		if unseen(p, p.Dice[m.die]) {
			continue
		}
		j := Judgement{Picture: p.File, Truth: &p.Dice[m.die], Read: &readings[m.reading], Overlap: m.overlap}
		j.Apart, j.Wrong = apart(*j.Truth), wrong(*j.Truth, *j.Read)
		out = append(out, j)
	}
	for i := range p.Dice {
		if !found[i] && !unseen(p, p.Dice[i]) {
			out = append(out, Judgement{Picture: p.File, Truth: &p.Dice[i], Apart: apart(p.Dice[i]), Wrong: []string{"missed"}})
		}
	}
	for i := range readings {
		if !claimed[i] && !unlabelledExtras {
			out = append(out, Judgement{Picture: p.File, Read: &readings[i], Wrong: []string{"extra"}})
		}
	}
	slices.SortStableFunc(out, func(a, b Judgement) int { return cmp.Compare(a.place(), b.place()) })
	return out
}

// place orders judgements from the top of the picture down.
func (j Judgement) place() float64 {
	if j.Truth != nil {
		return j.Truth.Box[1]
	}
	return j.Read.Box[1]
}

// unseen: the middle of the top face is hidden, or not in the picture.
func unseen(p Picture, d Die) bool {
	if d.FaceCovered {
		return true
	}
	if !d.Truncated || d.FaceCenter == nil {
		return false
	}
	x, y := d.FaceCenter[0], d.FaceCenter[1]
	return x < 0 || y < 0 || x >= float64(p.Width) || y >= float64(p.Height)
}

// apart names the group that a die is scored in. A d4 with icons shows three faces and its result is
// below it: it may be asked about as often as needed.
func apart(d Die) string {
	switch {
	case d.Cocked:
		return "cocked"
	case d.NeverTaught:
		return "never taught"
	case d.ShapeNote == "" && d.Shape == "d4" && d.hasIcon():
		return "d4 with icons"
	}
	return d.ShapeNote
}

func wrong(d Die, r Reading) []string {
	out := []string{}
	if r.Shape != d.Shape {
		out = append(out, "shape")
	}
	if d.judgesFace() && !d.faceRight(r) && (!d.hasIcon() || r.saysSomething()) {
		out = append(out, "face")
	}
	if d.Die != "" && r.Die != "" && r.Die != d.Die {
		out = append(out, "die")
	}
	if d.colorJudged() && !colorRight(d, r) {
		out = append(out, "colour")
	}
	return out
}

// hasIcon: the truth of the face is a picture, whatever number it may stand for.
func (d Die) hasIcon() bool { return d.Icon != "" && d.Kind != "pips" && d.Kind != "numerals" }

// judgesFace: somebody could tell what the top face shows.
func (d Die) judgesFace() bool { return d.hasIcon() || d.Value != nil }

// faceRight compares the result: the value of a numbered face; of a picture
// the icon with its count on a d6, with its number on a d8, alone on others.
func (d Die) faceRight(r Reading) bool {
	if !d.hasIcon() {
		return r.Icon == "" && r.Value != nil && d.Value != nil && *r.Value == *d.Value
	}
	if r.Icon != d.Icon {
		return false
	}
	switch {
	case d.Shape == "d6" && d.Count > 0:
		return r.Count == d.Count
	case d.Shape == "d8" && d.Value != nil:
		return r.Value != nil && *r.Value == *d.Value
	}
	return true
}

// saysSomething: the reading names a result, sure or not.
func (r Reading) saysSomething() bool { return r.Value != nil || r.Icon != "" }

// colorRight: the first colour is the body's; any of the acceptable names will do.
func colorRight(d Die, r Reading) bool {
	return len(r.Colors) > 0 && slices.Contains(d.Colors, r.Colors[0])
}

// colorJudged: the truth names colours (the rendered set gives their hex values instead).
func (d Die) colorJudged() bool {
	return len(d.Colors) > 0 && d.Colors[0] != "" && d.Colors[0][0] != '#'
}

// truthWord and readWord are the rows and columns of the table of values.
func (d Die) truthWord() string {
	switch {
	case d.hasIcon():
		return "icon"
	case d.Value == nil:
		return "not known"
	}
	return strconv.Itoa(*d.Value)
}

func (r Reading) readWord() string {
	switch {
	case r.Icon != "":
		return "icon"
	case r.Value == nil:
		return "unknown"
	}
	return strconv.Itoa(*r.Value)
}

// shown and said are the truth and the reading in full, for people.
func (d Die) shown() string {
	if d.hasIcon() {
		return shows(d.Icon, d.Shape, d.Count, d.Value)
	}
	return d.truthWord()
}

func (r Reading) said() string {
	if r.Icon != "" {
		return shows(r.Icon, r.Shape, r.Count, r.Value)
	}
	return r.readWord()
}

// shows is an icon with what makes its result.
func shows(icon, shape string, count int, value *int) string {
	switch {
	case shape == "d6" && count > 1:
		return fmt.Sprintf("%s×%d", icon, count)
	case shape == "d8" && value != nil:
		return fmt.Sprintf("%s %d", icon, *value)
	}
	return icon
}
