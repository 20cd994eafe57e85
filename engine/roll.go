package engine

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// MostDice bounds one roll.
const MostDice = 200

func (r *Roll) check() error {
	if err := checkOptions(r.Else); err != nil {
		return err
	}
	if len(r.Dice) == 0 && (r.Min < 0 || r.Max < max(r.Min, 1) || r.Max > MostDice) {
		return fmt.Errorf("a roll of %d to %d dice can't be", r.Min, r.Max)
	}
	for _, s := range r.Shapes {
		if Sides(s) == 0 {
			return fmt.Errorf("%q is no shape of a die", s)
		}
	}
	for _, a := range r.Exactly {
		if a.N < 1 || Sides(a.Shape) == 0 {
			return fmt.Errorf("%d dice of the shape %q can't be asked for", a.N, a.Shape)
		}
	}
	seen := make(map[string]bool, len(r.Dice))
	for _, d := range r.Dice {
		switch {
		case d.ID == "" || seen[d.ID]:
			return fmt.Errorf("the die %q has no id of its own", d.ID)
		case d.Shape != "" && Sides(d.Shape) == 0:
			return fmt.Errorf("the die %q: %q is no shape of a die", d.ID, d.Shape)
		}
		seen[d.ID] = true
	}
	return nil
}

func (r *Roll) legal(a Answer) error {
	if err := none(a, true, true, false); err != nil {
		return err
	}
	if len(a.Chosen) > 0 {
		return r.legalElse(a)
	}
	if len(r.Dice) > 0 {
		return r.legalExact(a.Dice)
	}
	return r.legalAny(a.Dice)
}

func (r *Roll) legalElse(a Answer) error {
	switch {
	case len(r.Else) == 0:
		return errors.New("it wants dice, there is nothing to choose instead")
	case len(a.Chosen) > 1 || len(a.Dice) > 0:
		return fmt.Errorf("it wants either dice or one of %s", ids(r.Else))
	}
	return distinct(r.Else, a.Chosen)
}

func (r *Roll) legalExact(dice []Thrown) error {
	seen := make([]bool, len(r.Dice))
	for _, t := range dice {
		i := slices.IndexFunc(r.Dice, func(d Die) bool { return d.ID == t.ID })
		switch {
		case i < 0:
			return fmt.Errorf("the die %q is not part of this roll", clip(t.ID))
		case seen[i]:
			return fmt.Errorf("the die %q is there twice", t.ID)
		}
		seen[i] = true
		if err := r.shows(t, r.Dice[i]); err != nil {
			return err
		}
	}
	for i, d := range r.Dice {
		if !seen[i] {
			return fmt.Errorf("the die %q is missing: %d of %d dice are there", d.ID, len(dice), len(r.Dice))
		}
	}
	return nil
}

// shows says whether t can be a result of the die d.
func (r *Roll) shows(t Thrown, d Die) error {
	if err := r.read(t); err != nil || !t.Known() {
		return err
	}
	if t.Shape != "" && d.Shape != "" && t.Shape != d.Shape {
		return fmt.Errorf("the die %q is a %s, not a %s", d.ID, d.Shape, clip(t.Shape))
	}
	if len(d.Faces) == 0 {
		t.Shape, t.Kind = d.Shape, d.Kind
		return t.possible()
	}
	if t.Face == nil {
		return fmt.Errorf("the die %q: it isn't said which face is up", d.ID)
	}
	if *t.Face < 0 || *t.Face >= len(d.Faces) {
		return fmt.Errorf("the die %q has no face %d (they count from 0 to %d)", d.ID, *t.Face, len(d.Faces)-1)
	}
	f := d.Faces[*t.Face]
	same := f.Value == nil && t.Value == nil || f.Value != nil && t.Value != nil && *f.Value == *t.Value
	if f.Icon != t.Icon || f.Count != t.Count || !same {
		lies := Thrown{Face: t.Face, Icon: f.Icon, Count: f.Count, Value: f.Value, How: Typed}
		return fmt.Errorf("face %d of the die %q shows %s, not %s", *t.Face, d.ID, lies.Shows(), t.Shows())
	}
	return nil
}

// read refuses a die if it isn't said how its result is known, or if it is unread and the question doesn't allow
// that.
func (r *Roll) read(t Thrown) error {
	switch t.How {
	case Read, Confirmed, Typed:
		if !t.Known() {
			return fmt.Errorf("the die %q is said to be %s, but not what it shows", clip(t.ID), t.How)
		}
		return nil
	case Unread:
		switch {
		case t.Value != nil || t.Face != nil || t.Icon != "" || t.Count != 0:
			return fmt.Errorf("the die %q is said to be unread, but also what it shows", clip(t.ID))
		case !r.Unread:
			return fmt.Errorf("the die %q has not been read yet", clip(t.ID))
		}
		return nil
	}
	return fmt.Errorf("the die %q: how it is known must be read, confirmed, typed or unread, not %q", clip(t.ID), clip(string(t.How)))
}

func (r *Roll) legalAny(dice []Thrown) error {
	if n := len(dice); n < r.Min || n > r.Max {
		return fmt.Errorf("it wants %s, not %d", span(r.Min, r.Max, "die"), n)
	}
	seen := make(map[string]bool, len(dice))
	for _, t := range dice {
		if seen[t.ID] && t.ID != "" {
			return fmt.Errorf("the die %q is there twice", clip(t.ID))
		}
		seen[t.ID] = true
		if len(r.Shapes) > 0 && !slices.Contains(r.Shapes, t.Shape) {
			return fmt.Errorf("the die %q is a %s, and only %s are rolled", clip(t.ID), clip(t.name()), strings.Join(r.Shapes, ", "))
		}
		if err := r.read(t); err != nil {
			return err
		}
		if err := t.possible(); err != nil {
			return err
		}
	}
	return r.exact(dice)
}

// exact refuses dice that aren't as many of each shape as the question asks for.
func (r *Roll) exact(dice []Thrown) error {
	for _, a := range r.Exactly {
		n := 0
		var halves []Thrown
		for _, t := range dice {
			switch {
			case t.Shape == a.Shape:
				n++
			case a.Shape == "d100" && t.Shape == "d10":
				halves = append(halves, t)
			}
		}
		if n+len(halves)/2 != a.N || len(halves)%2 != 0 {
			return fmt.Errorf("it wants %d %s, and there are %d", a.N, a.Shape, n+len(halves)/2)
		}
		if err := Paired(halves); err != nil {
			return err
		}
	}
	return nil
}

// Paired says why ten-sided dice can't be taken in pairs as d100, half of them with tens and half with ones; nil if
// they can. Dice that nobody has read may be either.
func Paired(dice []Thrown) error {
	tens, ones := 0, 0 // dice that are surely one or the other
	for _, t := range dice {
		switch {
		case !t.Known() || t.Value == nil:
		case t.Kind == TensKind || *t.Value > 10:
			tens++
		case t.Kind == OnesKind || t.Kind == "d10" || !IsTens(*t.Value):
			ones++
		}
	}
	switch most := len(dice) / 2; {
	case ones > most:
		return fmt.Errorf("a d100 is a die with tens and one with ones, and %d of %d ten-sided dice show ones", ones, len(dice))
	case tens > most:
		return fmt.Errorf("a d100 is a die with tens and one with ones, and %d of %d ten-sided dice show tens", tens, len(dice))
	}
	return nil
}

// possible refuses what a die of t's shape can't show.
func (t Thrown) possible() error {
	const longest, numbers, copies = 64, 1000, 12
	if len(t.ID) > longest || len(t.Kind) > longest || len(t.Icon) > longest || len(t.Colors) > 8 || t.Throw < 0 {
		return fmt.Errorf("the die %q has a name that is too long, too many colours or a throw before the first", clip(t.ID))
	}
	n := Sides(t.Shape)
	switch {
	case n == 0 && t.Shape != "":
		return fmt.Errorf("the die %q: %q is no shape of a die (%s)", t.ID, clip(t.Shape), strings.Join(AllShapes(), ", "))
	case t.Count < 0 || t.Count > copies:
		return fmt.Errorf("the die %q can't show %d icons", t.ID, t.Count)
	case t.Face != nil && (*t.Face < 0 || n > 0 && *t.Face >= n):
		return fmt.Errorf("the die %q has no face %d", t.ID, *t.Face)
	case t.Value == nil:
		return nil
	}
	v := *t.Value
	own := n == 0 || t.Kind != "" && t.Kind != t.Shape && t.Kind != TensKind && t.Kind != OnesKind // a die with faces of its own, or of a shape not known
	if own && (v < -numbers || v > numbers) || !own && !CanShow(t.Shape, t.Kind, v) {
		return fmt.Errorf("the die %q is a %s, which can't show %d", t.ID, t.name(), v)
	}
	return nil
}

func (t Thrown) name() string {
	switch {
	case t.Shape == "":
		return "die of unknown shape"
	case t.Kind == TensKind:
		return "d10 with tens"
	}
	return t.Shape
}

func (r *Roll) only() (Answer, bool) { return Answer{}, false }

// plain gives every die an id. If the question names its dice, they come in its order.
func (r *Roll) plain(a Answer) Answer {
	if len(a.Chosen) > 0 {
		return Answer{Chosen: a.Chosen}
	}
	dice := slices.Clone(a.Dice)
	if len(r.Dice) > 0 {
		place := func(t Thrown) int {
			return slices.IndexFunc(r.Dice, func(d Die) bool { return d.ID == t.ID })
		}
		slices.SortStableFunc(dice, func(x, y Thrown) int { return place(x) - place(y) })
		for i := range dice {
			dice[i].Shape, dice[i].Kind = r.Dice[i].Shape, r.Dice[i].Kind
			dice[i].Colors = r.Dice[i].Colors
		}
		return Answer{Dice: dice}
	}
	taken := make(map[string]bool, len(dice))
	for _, t := range dice {
		taken[t.ID] = true
	}
	n := 0
	for i := range dice {
		for dice[i].ID == "" {
			n++
			if id := fmt.Sprintf("d%d", n); !taken[id] {
				dice[i].ID = id
			}
		}
	}
	return Answer{Dice: dice}
}

func (r *Roll) digest(w *digest) {
	w.text(r.Purpose)
	w.number(len(r.Dice))
	for _, d := range r.Dice {
		w.text(d.ID)
		w.number(len(d.Faces))
	}
	w.number(r.Min)
	w.number(r.Max)
	w.texts(r.Shapes)
	for _, a := range r.Exactly { // only if the question has some, so that the digests of older logs stay the same
		w.text(a.Shape)
		w.number(a.N)
	}
	w.flag(r.Unread)
	w.options(r.Else)
}
