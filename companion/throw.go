package companion

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"astragal/engine"
	"astragal/vision"
)

// throw is one throw of dice and what is known of it. What the camera saw never changes; what
// people say is applied on top, in order, so that a journal gives the same throw again.
type throw struct {
	id, rev       int
	at            time.Time
	by            string
	status        ThrowStatus
	width, height int
	dice          []die
	problems      []string
	confirmed     bool
	// seat is whose roll it was, 0 for nobody's.
	seat int
	// count and entry say where in which game it was counted, key as the answer to what; entry is 0
	// while it was not.
	count, entry int
	key          string
	corrected    bool
	// as gives the dice that were rolled again their ids in the roll, by n; the others only lay
	// there. It is nil for a throw that is a roll of its own.
	as map[int]string
	// blocked says why a throw that is read is not counted yet.
	blocked string
}

// die is one die of a throw.
type die struct {
	n          int
	shape      string
	colors     []string
	outline    []vision.Point
	box        vision.Box
	value      *int
	how        engine.How
	confidence float64
	choices    []ChoiceView
	why        string
	crop       bool
	// gone: a person said that there is no such die.
	gone bool
	// lying: it was on the tray when that was last looked at.
	lying bool
}

var errNoValue = errors.New("say what the die shows: \"value\" is missing")

const (
	maxDice      = 60
	byCamera     = "camera"
	byHand       = "typed"
	leastMove    = 0.6 // of a die's width: less is the same place
	markedDiePx  = 48  // the side of the box around a die that a person marked where no other die lies
	valueLargest = 1000
)

// sawThrow makes a throw of what the camera saw.
func sawThrow(id int, at time.Time, s vision.Scene, readings []vision.Reading) throw {
	t := throw{id: id, rev: 1, at: at, by: byCamera, status: ThrowAsking, width: s.Width, height: s.Height, problems: s.Problems}
	for i, r := range readings {
		t.dice = append(t.dice, sawDie(i+1, r, i < len(s.Sightings) && len(s.Sightings[i].Crop) > 0))
	}
	return t
}

func sawDie(n int, r vision.Reading, crop bool) die {
	d := die{n: n, colors: r.Colors, outline: r.Polygon, box: r.BBox, confidence: r.Confidence,
		why: r.Why, crop: crop, lying: true, how: engine.Unread, choices: choicesOf(r)}
	if r.Shape != nil {
		d.shape = string(*r.Shape)
	}
	switch {
	case r.Accepted && r.Value != nil:
		d.value, d.how = r.Value, engine.Read
	case d.why == "" && r.Value == nil:
		d.why = "it shows nothing that was learned"
	case d.why == "":
		d.why = "the reading is not sure enough"
	}
	return d
}

// choicesOf lists the values that the camera thought of, likeliest first.
func choicesOf(r vision.Reading) []ChoiceView {
	var out []ChoiceView
	add := func(v *int, p float64) {
		if v != nil && !slices.ContainsFunc(out, func(c ChoiceView) bool { return c.Value == *v }) {
			out = append(out, ChoiceView{Value: *v, Confidence: p})
		}
	}
	add(r.Value, r.Confidence)
	for _, a := range r.Alternatives {
		add(a.Value, a.Confidence)
	}
	slices.SortStableFunc(out, func(a, b ChoiceView) int { return cmp.Compare(b.Confidence, a.Confidence) })
	return out
}

// typedThrow makes a throw of dice that somebody typed.
func typedThrow(id int, at time.Time, dice []TypedDie) (throw, error) {
	t := throw{id: id, rev: 1, at: at, by: byHand, status: ThrowAsking}
	if len(dice) == 0 || len(dice) > maxDice {
		return t, fmt.Errorf("a roll has 1 to %d dice, not %d", maxDice, len(dice))
	}
	for i, typed := range dice {
		if err := possible(typed.Shape, typed.Value); err != nil {
			return t, fmt.Errorf("die %d: %w", i+1, err)
		}
		v := typed.Value
		t.dice = append(t.dice, die{n: i + 1, shape: typed.Shape, value: &v, how: engine.Typed})
	}
	return t, nil
}

// possible says whether a die of that shape can show that value.
func possible(shape string, v int) error {
	sides := engine.Sides(shape)
	switch {
	case shape == "" && (v < 0 || v > valueLargest):
		return fmt.Errorf("a die can't show %d", v)
	case shape == "":
		return nil
	case sides == 0:
		return fmt.Errorf("%.20q is no shape of a die: it must be d4, d6, d8, d10, d12 or d20", shape)
	case sides == 10 && v >= 0 && v <= 90 && v%10 == 0:
		return nil // a percentile die
	case v < 1 || v > sides:
		return fmt.Errorf("a %s shows 1 to %d, not %d", shape, sides, v)
	}
	return nil
}

// with returns the throw after a person's act on it. The throw itself stays as it is.
func (t throw) with(a Act) (throw, error) {
	t.dice = slices.Clone(t.dice)
	t.rev++
	switch a.Do {
	case DoConfirm:
		t.confirmed = true
		return t, nil
	case DoDiscard:
		t.status = ThrowDiscarded
		return t, nil
	case DoAdd:
		return t.withAdded(a)
	default:
		return t.withDie(a)
	}
}

// withDie is the throw after a person has said something about one die.
func (t throw) withDie(a Act) (throw, error) {
	i := slices.IndexFunc(t.dice, func(d die) bool { return d.n == a.Die && !d.gone })
	if i < 0 {
		return t, fmt.Errorf("throw %d has no die %d", t.id, a.Die)
	}
	d := &t.dice[i]
	if a.Do == DoRemove {
		d.gone = true
		if !slices.ContainsFunc(t.dice, func(d die) bool { return !d.gone }) {
			t.status = ThrowDiscarded
		}
		return t, nil
	}
	if a.Value == nil {
		return t, errNoValue
	}
	shape := cmp.Or(a.Shape, d.shape)
	if err := possible(shape, *a.Value); err != nil {
		return t, err
	}
	d.shape = shape
	d.how = engine.Typed
	if len(d.choices) > 0 && d.choices[0].Value == *a.Value {
		d.how = engine.Confirmed
	}
	v := *a.Value
	d.value = &v
	return t, nil
}

func (t throw) withAdded(a Act) (throw, error) {
	if a.Value == nil {
		return t, errNoValue
	}
	if len(t.dice) >= maxDice {
		return t, fmt.Errorf("a roll has at most %d dice", maxDice)
	}
	shape := cmp.Or(a.Shape, "d6")
	if err := possible(shape, *a.Value); err != nil {
		return t, err
	}
	v, n := *a.Value, len(t.dice)+1
	d := die{n: n, shape: shape, value: &v, how: engine.Typed}
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

// asks says whether somebody must still say something before the throw counts.
func (t throw) asks() bool {
	if len(t.problems) > 0 && !t.confirmed {
		return true
	}
	return slices.ContainsFunc(t.dice, func(d die) bool { return !d.gone && d.how == engine.Unread })
}

// thrown are the throw's dice for the rules.
func (t throw) thrown() []engine.Thrown {
	var out []engine.Thrown
	for _, d := range t.dice {
		id, rolled := "d"+strconv.Itoa(d.n), true
		if t.as != nil {
			id, rolled = t.as[d.n], t.as[d.n] != ""
		}
		if !d.gone && rolled {
			out = append(out, engine.Thrown{ID: id, Shape: d.shape, Colors: d.colors, Value: d.value, How: d.how})
		}
	}
	return out
}

// seen puts the dice where a new look at the same throw found them. Dice that were not found are
// not lying there any more; readings stay as they are.
func (t throw) seen(s vision.Scene) throw {
	t.dice = slices.Clone(t.dice)
	type pair struct {
		die, sight int
		far        float64
	}
	var pairs []pair
	for i, d := range t.dice {
		if d.box[2] == 0 {
			continue
		}
		t.dice[i].lying = false
		for k, s := range s.Sightings {
			pairs = append(pairs, pair{i, k, apart(d.box, s.Box)})
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(a.far, b.far) })
	dieDone, sightDone := map[int]bool{}, map[int]bool{}
	for _, p := range pairs {
		if dieDone[p.die] || sightDone[p.sight] {
			continue
		}
		dieDone[p.die], sightDone[p.sight] = true, true
		d := &t.dice[p.die]
		d.lying, d.box, d.outline = true, s.Sightings[p.sight].Box, s.Sightings[p.sight].Outline
	}
	if s.Width > 0 && s.Height > 0 {
		t.width, t.height = s.Width, s.Height
	}
	return t
}

// cleared is the throw after the tray was emptied.
func (t throw) cleared() throw {
	t.dice = slices.Clone(t.dice)
	for i := range t.dice {
		t.dice[i].lying = false
	}
	return t
}

// isOf says whether a scene shows the very dice of the throw, lying where they lay: after a
// restart that is the same throw, not a new one.
func (t throw) isOf(s vision.Scene, readings []vision.Reading) bool {
	var mine []die
	for _, d := range t.dice {
		if d.lying && d.box[2] > 0 {
			mine = append(mine, d)
		}
	}
	if len(mine) == 0 || len(mine) != len(s.Sightings) || t.width != s.Width || t.height != s.Height {
		return false
	}
	taken := make([]bool, len(s.Sightings))
	for _, d := range mine {
		i := slices.IndexFunc(s.Sightings, func(v vision.Sighting) bool { return apart(d.box, v.Box) < leastMove*d.box[2] })
		if i < 0 || taken[i] || d.contradicts(readings[i]) {
			return false
		}
		taken[i] = true
	}
	return true
}

// contradicts: both readings are sure, and they differ.
func (d die) contradicts(r vision.Reading) bool {
	return d.how == engine.Read && r.Accepted && r.Value != nil && *r.Value != *d.value
}

// apart is the distance between the middles of two boxes, px.
func apart(a, b vision.Box) float64 {
	return math.Hypot(a[0]+a[2]/2-b[0]-b[2]/2, a[1]+a[3]/2-b[1]-b[3]/2)
}

// view is the throw as a screen shows it.
func (t throw) view() ThrowView {
	v := ThrowView{ID: t.id, Rev: t.rev, At: t.at.Format(time.RFC3339), By: t.by, Status: t.status,
		Width: t.width, Height: t.height, Dice: []DieView{}, Problems: []string{}}
	if t.status == ThrowAsking && !t.confirmed {
		v.Problems = append(v.Problems, t.problems...)
	}
	if t.status == ThrowAsking {
		v.Blocked = t.blocked
	}
	for _, d := range t.dice {
		if !d.gone {
			v.Dice = append(v.Dice, d.view(t.id))
		}
	}
	return v
}

func (d die) view(throw int) DieView {
	v := DieView{N: d.n, Shape: d.shape, Value: d.value, Asks: d.how == engine.Unread, How: d.how, Confidence: rounded(d.confidence, 4),
		Choices: []ChoiceView{}, Outline: []vision.Point{}, Colors: append([]string{}, d.colors...), Lying: d.lying}
	for _, c := range d.choices {
		v.Choices = append(v.Choices, ChoiceView{Value: c.Value, Confidence: rounded(c.Confidence, 4)})
	}
	for _, p := range d.outline {
		v.Outline = append(v.Outline, vision.Point{rounded(p[0], 1), rounded(p[1], 1)})
	}
	for i := range d.box {
		v.Box[i] = rounded(d.box[i], 1)
	}
	if v.Asks {
		v.Why = d.why
	}
	if d.crop {
		v.Crop = fmt.Sprintf("/crop/%d/%d", throw, d.n)
	}
	return v
}

// rounded keeps that many places, so that views stay small.
func rounded(x float64, places int) float64 {
	unit := math.Pow10(places)
	return math.Round(x*unit) / unit
}

// brief is the throw for a list: without the places and the camera's second thoughts.
func (t throw) brief() ThrowView {
	v := t.view()
	for i := range v.Dice {
		v.Dice[i].Outline, v.Dice[i].Choices = []vision.Point{}, []ChoiceView{}
	}
	return v
}
