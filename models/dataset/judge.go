package dataset

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
)

// Judgement compares one die of the truth with its reading. Truth is nil if a reading belongs to no die, Read is nil
// if a die wasn't read. Never are both nil.
type Judgement struct {
	Picture string   `json:"picture"`
	Truth   *Die     `json:"truth"`
	Read    *Reading `json:"read"`
	// Overlap is the intersection over union of the two boxes.
	Overlap float64 `json:"iou,omitempty"`
	// Apart names a group that is scored separately ("cocked", "barrel d4"). The main group's name is empty.
	Apart string `json:"apart,omitempty"`
	// Wrong lists what is wrong: missed, extra, shape, face, die, colour. If the reading says that it doesn't know an
	// icon, that isn't wrong: it is asked about.
	Wrong []string `json:"wrong"`
}

// Judge compares a picture's readings with its truth. Dice whose face nobody can see are left out, with their
// readings.
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

// place orders judgements from the top of the picture to the bottom.
func (j Judgement) place() float64 {
	if j.Truth != nil {
		return j.Truth.Box[1]
	}
	return j.Read.Box[1]
}

// unseen says that the middle of the top face is hidden or outside the picture.
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

// apart names the group in which a die is scored. A d4 with icons shows three faces, and its result is on the face
// below. The program may ask about it as often as it must.
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

// hasIcon says that the truth of the face is a picture, whatever number it may stand for.
func (d Die) hasIcon() bool { return d.Icon != "" && d.Kind != "pips" && d.Kind != "numerals" }

// judgesFace says that the truth says what the top face shows.
func (d Die) judgesFace() bool { return d.hasIcon() || d.Value != nil }

// faceRight compares results. On a numbered face it compares the value. On a face with a picture it compares the
// icon: on a d6 with its count, on a d8 with its number, on others alone.
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

// saysSomething says that the reading names a result, whether it is sure or not.
func (r Reading) saysSomething() bool { return r.Value != nil || r.Icon != "" }

// colorRight compares the first colour read, which is the body's. Any of the acceptable names is right.
func colorRight(d Die, r Reading) bool {
	return len(r.Colors) > 0 && slices.Contains(d.Colors, r.Colors[0])
}

// colorJudged says that the truth names colours. The rendered set gives hex values instead, which aren't judged.
func (d Die) colorJudged() bool {
	return len(d.Colors) > 0 && d.Colors[0] != "" && d.Colors[0][0] != '#'
}

// truthWord names a row in the table of values, readWord a column.
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

// shown is the complete truth for people, said the complete reading.
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

// shows is an icon with its count or its number.
func shows(icon, shape string, count int, value *int) string {
	switch {
	case shape == "d6" && count > 1:
		return fmt.Sprintf("%s×%d", icon, count)
	case shape == "d8" && value != nil:
		return fmt.Sprintf("%s %d", icon, *value)
	}
	return icon
}
