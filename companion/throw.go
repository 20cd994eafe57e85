package companion

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"astragal/companion/protocol"
	"astragal/engine"
	"astragal/vision"
)

// throw is one throw of dice and what is known of it. What the camera saw never changes; what
// people say is applied on top, in order, so that a journal gives the same throw again.
type throw struct {
	id, rev int
	at      time.Time
	by      string
	// source is what the camera is called that saw it; empty where none did.
	source        string
	status        protocol.ThrowStatus
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
	// annulled: a judge took it out.
	annulled bool
	// changed is when it was corrected last.
	changed time.Time
	// as gives the dice that were rolled again their ids in the roll, by n; the others only lay
	// there. It is nil for a throw that is a roll of its own.
	as map[int]string
	// blocked says why a throw that is read is not counted yet.
	blocked string
	// game and question are the game, and the roll in it, that the throw was made for; game is 0 at
	// a table that only counts.
	game     int
	question string
}

// die is one die of a throw.
type die struct {
	n      int
	shape  string
	colors []string
	// tint is the plastic's own colour as the camera saw it; nil where none did.
	tint []float32
	// looks are the table's dice that it may be by that, where these were shown; see dyes.
	looks      []string
	outline    []vision.Point
	box        vision.Box
	value      *int
	how        engine.How
	confidence float64
	choices    []protocol.ChoiceView
	why        string
	crop       bool
	// gone: a person said that there is no such die.
	gone bool
	// lying: it was on the tray when that was last looked at.
	lying bool
	// kind, icon, iconCount and readAt are what the camera made of it besides its value: which die it
	// is, the icon up and how many of it, and the face's place; iconRead, that it was sure of that.
	kind, icon string
	iconCount  int
	readAt     *int
	iconRead   bool
	// strange: nothing that it may be is a number or pips, as far as the camera can tell, nor anything that was taught.
	strange bool
	// thought are other things that the camera took it for, likeliest first.
	thought []vision.Alternative
	// as and face are what a person said: which die of the game it is, and which of its faces is up.
	as   string
	face *int
	// is names the die of the game that it was taken for.
	is string
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
	t := throw{id: id, rev: 1, at: at, by: byCamera, status: protocol.ThrowAsking, width: s.Width, height: s.Height, problems: s.Problems}
	for i, r := range readings {
		d := sawDie(i+1, r, i < len(s.Sightings) && len(s.Sightings[i].Crop) > 0)
		if i < len(s.Sightings) {
			d.tint = s.Sightings[i].Tint
		}
		t.dice = append(t.dice, d)
	}
	return t
}

func sawDie(n int, r vision.Reading, crop bool) die {
	d := die{n: n, colors: r.Colors, outline: r.Polygon, box: r.BBox, confidence: r.Confidence,
		why: r.Why, crop: crop, lying: true, how: engine.Unread, choices: choicesOf(r)}
	if r.Shape != nil {
		d.shape = string(*r.Shape)
	}
	if r.Accepted && r.Die != nil {
		d.kind, d.readAt = *r.Die, r.Face
	}
	if r.Icon != nil {
		d.icon, d.iconRead = *r.Icon, r.Accepted
		if r.Count != nil {
			d.iconCount = *r.Count
		}
	}
	d.thought, d.strange = r.Alternatives, r.Icon == nil && unlikelyNumber(d.choices)
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

// unlikelyNumber: it is likelier that the die shows no number that is known than that it shows any.
func unlikelyNumber(choices []protocol.ChoiceView) bool {
	number := 0.0
	for _, c := range choices {
		number += c.Confidence
	}
	return number < .5
}

// choicesOf lists the values that the camera thought of, likeliest first.
func choicesOf(r vision.Reading) []protocol.ChoiceView {
	var out []protocol.ChoiceView
	add := func(v *int, p float64) {
		if v != nil && !slices.ContainsFunc(out, func(c protocol.ChoiceView) bool { return c.Value == *v }) {
			out = append(out, protocol.ChoiceView{Value: *v, Confidence: p})
		}
	}
	add(r.Value, r.Confidence)
	for _, a := range r.Alternatives {
		add(a.Value, a.Confidence)
	}
	slices.SortStableFunc(out, func(a, b protocol.ChoiceView) int { return cmp.Compare(b.Confidence, a.Confidence) })
	return out
}

// typedThrow makes a throw of dice that somebody typed.
func typedThrow(id int, at time.Time, dice []protocol.TypedDie) (throw, error) {
	t := throw{id: id, rev: 1, at: at, by: byHand, status: protocol.ThrowAsking}
	if len(dice) == 0 || len(dice) > maxDice {
		return t, fmt.Errorf("a roll has 1 to %d dice, not %d", maxDice, len(dice))
	}
	for i, typed := range dice {
		if err := possible(typed.Shape, typed.Value); err != nil {
			return t, fmt.Errorf("die %d: %w", i+1, err)
		}
		v := typed.Value
		d := die{n: i + 1, value: &v, how: engine.Typed}
		d.named(typed.Shape)
		t.dice = append(t.dice, d)
	}
	return t, nil
}

// asks says whether somebody must still say something before the throw counts.
func (t throw) asks() bool {
	if len(t.problems) > 0 && !t.confirmed {
		return true
	}
	return slices.ContainsFunc(t.dice, func(d die) bool { return !d.gone && d.how == engine.Unread })
}

// tens is the kind of a d10 that is known to be the one with tens; empty for every other die.
func (d die) tens() string {
	if d.shape == "d10" && d.kind == engine.TensKind {
		return engine.TensKind
	}
	return ""
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
			out = append(out, engine.Thrown{ID: id, Kind: d.tens(), Shape: d.shape, Colors: d.colors, Value: d.value, How: d.how})
		}
	}
	return out
}
