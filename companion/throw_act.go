package companion

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"astragal/companion/protocol"
	"astragal/engine"
	"astragal/vision"
)

// possible says whether a die of that name ("d6", or "d%" for the ten-sided one with tens) can show that value.
func possible(name string, v int) error {
	shape, kind := engine.ShapeOf(name)
	low, high := engine.Bounds(shape)
	switch {
	case shape == "" && (v < 0 || v > valueLargest):
		return fmt.Errorf("a die can't show %d", v)
	case shape == "" || engine.CanShow(shape, kind, v):
		return nil
	case engine.Sides(shape) == 0:
		return fmt.Errorf("%.20q is no shape of a die: it must be %s or %s (tens)", name, strings.Join(engine.AllShapes(), ", "), engine.TensKind)
	case kind == engine.TensKind:
		return fmt.Errorf("a d%% shows 0, 10 … 90, not %d", v)
	}
	return fmt.Errorf("a %s shows %d to %d, not %d", shape, low, high, v)
}

// named makes the die one of that name; a d10 may be told to be the one with tens.
func (d *die) named(name string) {
	shape, kind := engine.ShapeOf(name)
	if d.shape != shape || kind != "" || d.kind == engine.TensKind {
		d.kind = kind
	}
	d.shape = shape
}

// with returns the throw after a person's act on it. The throw itself stays as it is.
func (t throw) with(a protocol.Act) (throw, error) {
	t.dice = slices.Clone(t.dice)
	t.rev++
	switch a.Do {
	case protocol.DoConfirm:
		t.confirmed = true
		return t, nil
	case protocol.DoDiscard:
		t.status = protocol.ThrowDiscarded
		return t, nil
	case protocol.DoAnnul:
		t.status, t.annulled = protocol.ThrowDiscarded, true
		return t, nil
	case protocol.DoRestore:
		t.status, t.annulled = protocol.ThrowCounted, false
		return t, nil
	case protocol.DoAdd:
		return t.withAdded(a)
	default:
		return t.withDie(a)
	}
}

// same says that a throw's dice show the same as those of was.
func (t throw) same(was throw) bool {
	return t.status == was.status && slices.EqualFunc(t.dice, was.dice, func(a, b die) bool {
		return a.gone == b.gone && a.shape == b.shape && a.as == b.as && sameNumber(a.value, b.value) && sameNumber(a.face, b.face)
	})
}

// sameNumber: both are the same number, or both are none.
func sameNumber(a, b *int) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// withDie is the throw after a person has said something about one die.
func (t throw) withDie(a protocol.Act) (throw, error) {
	i := slices.IndexFunc(t.dice, func(d die) bool { return d.n == a.Die && !d.gone })
	if i < 0 {
		return t, fmt.Errorf("throw %d has no die %d", t.id, a.Die)
	}
	d := &t.dice[i]
	if a.Do == protocol.DoRemove {
		d.gone = true
		if !slices.ContainsFunc(t.dice, func(d die) bool { return !d.gone }) {
			t.status = protocol.ThrowDiscarded
		}
		return t, nil
	}
	if a.Do == protocol.DoShow {
		if a.As == "" || a.Face == nil {
			return t, errors.New("say which die it is and which face is up: \"as\" or \"face\" is missing")
		}
		face := *a.Face
		d.as, d.face, d.how = a.As, &face, engine.Typed
		return t, nil
	}
	if a.Value == nil {
		return t, errNoValue
	}
	name := cmp.Or(a.Shape, d.shape)
	if err := possible(name, *a.Value); err != nil {
		return t, err
	}
	d.named(name)
	d.how = engine.Typed
	if len(d.choices) > 0 && d.choices[0].Value == *a.Value {
		d.how = engine.Confirmed
	}
	v := *a.Value
	d.value = &v
	return t, nil
}

func (t throw) withAdded(a protocol.Act) (throw, error) {
	if a.Value == nil {
		return t, errNoValue
	}
	if len(t.dice) >= maxDice {
		return t, fmt.Errorf("a roll has at most %d dice", maxDice)
	}
	name := cmp.Or(a.Shape, "d6")
	if err := possible(name, *a.Value); err != nil {
		return t, err
	}
	v, n := *a.Value, len(t.dice)+1
	d := die{n: n, value: &v, how: engine.Typed}
	d.named(name)
	if t.width > 0 && a.At != (vision.Point{}) {
		if !inside(a.At[0], t.width) || !inside(a.At[1], t.height) {
			return t, fmt.Errorf("the place %g, %g is not in the picture of %d × %d px", a.At[0], a.At[1], t.width, t.height)
		}
		d.box, d.lying = t.boxAround(a.At), true
	}
	t.dice = append(t.dice, d)
	return t, nil
}

func inside(x float64, width int) bool { return x >= 0 && x <= float64(width) }

// boxAround is a box as large as the other dice's around a place, px.
func (t throw) boxAround(p vision.Point) vision.Box {
	w, h, n := 0.0, 0.0, 0.0
	for _, d := range t.dice {
		if d.box[2] > 0 {
			w, h, n = w+d.box[2], h+d.box[3], n+1
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
