package throw

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"astragal/companion/protocol"
	"astragal/engine"
	"astragal/vision"
)

// named sets the die's shape by its name. A d10 may be named the one with tens.
func (d *Die) named(name string) {
	shape, kind := engine.ShapeOf(name)
	if d.Shape != shape || kind != "" || d.kind == engine.TensKind {
		d.kind = kind
	}
	d.Shape = shape
}

// With returns the throw after a person's act on it. The throw itself stays as it is.
func (t Throw) With(a protocol.Act) (Throw, error) {
	t.Dice = slices.Clone(t.Dice)
	t.Rev++
	switch a.Do {
	case protocol.DoConfirm:
		t.Confirmed = true
		return t, nil
	case protocol.DoDiscard:
		t.Status = protocol.ThrowDiscarded
		return t, nil
	case protocol.DoAnnul:
		t.Status, t.Annulled = protocol.ThrowDiscarded, true
		return t, nil
	case protocol.DoRestore:
		t.Status, t.Annulled = protocol.ThrowCounted, false
		return t, nil
	case protocol.DoAdd:
		return t.withAdded(a)
	case protocol.DoFix, protocol.DoShow, protocol.DoRemove:
		return t.withDie(a)
	default: // taken for another deed, it would change what was rolled
		return t, fmt.Errorf("what was done to throw %d (%q) is not known: was it written by a newer version of this program?", t.ID, a.Do)
	}
}

// Same says that a throw's dice show the same as those of was.
func (t Throw) Same(was Throw) bool {
	return t.Status == was.Status && slices.EqualFunc(t.Dice, was.Dice, func(a, b Die) bool {
		return a.Gone == b.Gone && a.Shape == b.Shape && a.As == b.As && a.Icon == b.Icon && a.IconCount == b.IconCount && SameNumber(a.Value, b.Value) && SameNumber(a.Face, b.Face)
	})
}

// SameNumber says whether both are the same number, or both are nil.
func SameNumber(a, b *int) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// withDie is the throw after a person has said something about one die.
func (t Throw) withDie(a protocol.Act) (Throw, error) {
	says := a.Do == protocol.DoFix || a.Do == protocol.DoShow
	i := slices.IndexFunc(t.Dice, func(d Die) bool { return d.N == a.Die && (!d.Gone || d.Before && says) })
	if i < 0 {
		return t, fmt.Errorf("throw %d has no die %d", t.ID, a.Die)
	}
	d := &t.Dice[i]
	d.Gone = false
	if a.Do == protocol.DoRemove {
		d.Gone = true
		if !slices.ContainsFunc(t.Dice, func(d Die) bool { return !d.Gone }) {
			t.Status = protocol.ThrowDiscarded
		}
		return t, nil
	}
	if a.Do == protocol.DoShow {
		if a.As == "" || a.Face == nil {
			return t, errors.New("say which die it is and which face is up: \"as\" or \"face\" is missing")
		}
		face := *a.Face
		if o, is := t.OwnShown(a.Die, a.As, a.Face); is && t.Game == 0 {
			d.How = engine.Typed
			if len(d.thought) > 0 && d.thought[0].Die != nil && *d.thought[0].Die == a.As && SameNumber(d.thought[0].Face, a.Face) {
				d.How = engine.Confirmed
			}
			d.shows(o, face)
			return t, nil
		}
		d.As, d.Face, d.How = a.As, &face, engine.Typed
		return t, nil
	}
	if a.Value == nil {
		return t, errNoValue
	}
	name := cmp.Or(a.Shape, d.Shape)
	if err := possible(name, *a.Value); err != nil {
		return t, err
	}
	if t.Game == 0 {
		d.isNoOwn()
	}
	d.named(name)
	d.How = engine.Typed
	if len(d.choices) > 0 && d.choices[0].Value == *a.Value {
		d.How = engine.Confirmed
	}
	v := *a.Value
	d.Value = &v
	return t, nil
}

func (t Throw) withAdded(a protocol.Act) (Throw, error) {
	if a.Value == nil {
		return t, errNoValue
	}
	if len(t.Dice) >= MostDice {
		return t, fmt.Errorf("a roll has at most %d dice", MostDice)
	}
	name := cmp.Or(a.Shape, "d6")
	if err := possible(name, *a.Value); err != nil {
		return t, err
	}
	v, n := *a.Value, len(t.Dice)+1
	d := Die{N: n, Value: &v, How: engine.Typed}
	d.named(name)
	if t.width > 0 && a.At != (vision.Point{}) {
		if !inside(a.At[0], t.width) || !inside(a.At[1], t.height) {
			return t, fmt.Errorf("the place %g, %g is not in the picture of %d × %d px", a.At[0], a.At[1], t.width, t.height)
		}
		d.Box, d.Lying = t.boxAround(a.At), true
	}
	t.Dice = append(t.Dice, d)
	return t, nil
}

func inside(x float64, width int) bool { return x >= 0 && x <= float64(width) }

// boxAround is a box as large as the other dice's around a place, px.
func (t Throw) boxAround(p vision.Point) vision.Box {
	w, h, n := 0.0, 0.0, 0.0
	for _, d := range t.Dice {
		if d.Box[2] > 0 {
			w, h, n = w+d.Box[2], h+d.Box[3], n+1
		}
	}
	if n == 0 {
		w, h, n = markedDiePx, markedDiePx, 1
	}
	w, h = w/n, h/n
	x := min(max(p[0]-w/2, 0), max(float64(t.width)-w, 0))
	y := min(max(p[1]-h/2, 0), max(float64(t.height)-h, 0))
	return vision.Box{x, y, w, h}
}

// Alone takes a die's name away from every other die of the throw.
func (t Throw) Alone(a protocol.Act) Throw {
	for i, d := range t.Dice {
		if d.N != a.Die && d.As == a.As {
			t.Dice[i].As, t.Dice[i].Face = "", nil
		}
	}
	return t
}
