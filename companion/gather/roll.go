package gather

import (
	"fmt"
	"slices"

	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/engine"
)

// Roll is a roll being made: the dice that are asked for, and what is known of each. Several
// throws, and dice that somebody types, make one roll.
type Roll struct {
	question engine.Question
	Dice     []Die
	// Strays are dice on the tray that nobody asked for. Unnamed are dice that may be one of several different dice of the
	// roll: the camera can't tell which.
	Strays, Unnamed []throw.Place
	// Doubts are sentences; while there is one, the roll doesn't count by itself. Again says that a later throw brought more dice than were missing, so
	// that nobody knows which throw counts.
	Doubts []string
	Again  bool
	// Left is how many of the dice lie nowhere yet.
	Left int
	// loose are the dice of a roll that takes any dice.
	loose []engine.Thrown
	from  []throw.Place
	// camera says that some of it was seen; hand says that some of it was typed.
	camera, hand bool
}

// Die is one die that is asked for.
type Die struct {
	Die engine.Die
	// Shows is what it shows; nil if nobody knows.
	Shows *engine.Thrown
	// At is where the camera saw it; Throw is 0 if no camera did.
	At throw.Place
	// Kept says that it was rolled before and stays as it lies. said says that a person said what it shows.
	Kept, said bool
	// typed is what somebody typed of it, whether the camera saw it or not; nil if nobody typed it.
	typed *Typed
	// Why says why somebody must look at it.
	Why string
	// Likely are the faces that it may show, likeliest first.
	Likely []int
}

// Whole says that the roll counts by itself.
func (r Roll) Whole() bool {
	if len(r.question.Roll.Dice) == 0 {
		return len(r.Doubts) == 0 && len(r.loose) >= r.question.Roll.Min && len(r.loose) > 0
	}
	return len(r.Doubts) == 0 && r.known()
}

// Countable says that the roll counts when a person says that these are its dice.
func (r Roll) Countable() bool {
	return r.Whole() || len(r.question.Roll.Dice) > 0 && r.known() && !r.Again
}

// known says whether every die's result is known.
func (r Roll) known() bool {
	return !slices.ContainsFunc(r.Dice, func(d Die) bool { return d.Shows == nil })
}

// Asks says whether somebody must look at the dice that lie there.
func (r Roll) Asks() bool {
	return len(r.Doubts)+len(r.Unnamed) > 0 || slices.ContainsFunc(r.Dice, func(d Die) bool { return d.At.Throw > 0 && d.Shows == nil })
}

// Answer is the roll as the rules take it, and where its dice lay.
func (r Roll) Answer(seat engine.Seat) (engine.Answer, map[string]throw.Place) {
	a := engine.Answer{To: r.question.ID, Seat: seat, By: throw.ByCamera}
	switch {
	case r.camera && r.hand:
		a.By = ByBoth
	case r.hand:
		a.By = throw.ByHand
	}
	from := map[string]throw.Place{}
	for i, t := range r.loose {
		a.Dice, from[t.ID] = append(a.Dice, t), r.from[i]
	}
	for _, d := range r.Dice {
		if d.Shows == nil {
			continue
		}
		a.Dice = append(a.Dice, *d.Shows)
		if d.At.Throw > 0 {
			from[d.Die.ID] = d.At
		}
	}
	return a, from
}

// ByBoth says that a roll was partly seen and partly typed.
const ByBoth = "camera and typed"

// Of puts a roll together from the throws that were made for it, oldest first, and from what was typed of its dice, by their ids. before gives the dice
// that lay on the tray before a throw.
func Of(q engine.Question, throws []throw.Throw, typed map[string]Typed, before func(throw.Throw) []throw.Die) Roll {
	r := Roll{question: q}
	if len(q.Roll.Dice) == 0 {
		r.gatherLoose(throws)
		return r
	}
	for _, d := range q.Roll.Dice {
		r.Dice = append(r.Dice, r.start(d, typed))
	}
	r.tieThrows(throws, before)
	return r
}

// start is what is known of a die before any throw: nothing, or what it was kept or typed as.
func (r *Roll) start(d engine.Die, typed map[string]Typed) Die {
	out := Die{Die: d}
	if i := slices.IndexFunc(r.question.Kept, func(k engine.Thrown) bool { return k.ID == d.ID }); i >= 0 {
		out.Shows, out.Kept = &r.question.Kept[i], true
		return out
	}
	if by, ok := typed[d.ID]; ok {
		if t, err := throw.Showing(d, by.Face, engine.Typed); err == nil {
			out.Shows, out.typed, out.said, r.hand = &t, &by, true, true
		}
	}
	return out
}

// gatherLoose takes the dice of the throws for a roll that takes any dice.
func (r *Roll) gatherLoose(throws []throw.Throw) {
	unread := 0
	for k, t := range throws {
		r.doubt(t)
		for _, d := range t.Dice {
			if d.Gone {
				continue
			}
			if d.How == engine.Unread {
				unread++
			}
			r.loose = append(r.loose, engine.Thrown{ID: fmt.Sprintf("d%d", len(r.loose)+1), Kind: d.Tens(), Shape: d.Shape, Colors: d.Colors,
				Value: d.Value, How: d.How, Throw: k})
			r.from = append(r.from, throw.Place{Throw: t.ID, Die: d.N})
		}
		r.came(t)
	}
	if unread > 0 {
		r.Doubts = append(r.Doubts, fmt.Sprintf("%s not read for sure: say what each shows.", diceAre(unread)))
	}
}

func (r *Roll) came(t throw.Throw) {
	if t.By == throw.ByCamera {
		r.camera = true
	} else {
		r.hand = true
	}
}

// doubt says what the picture of a throw leaves open.
func (r *Roll) doubt(t throw.Throw) {
	if !t.Confirmed {
		for _, p := range t.Problems {
			r.Doubts = append(r.Doubts, protocol.Capital(p)+".")
		}
	}
}

// Open are the dice that no throw has brought yet.
func (r *Roll) Open() []int {
	var open []int
	for i, d := range r.Dice {
		if d.Shows == nil && d.At.Throw == 0 {
			open = append(open, i)
		}
	}
	return open
}

// Missing are the dice of which nothing is known. A die on the tray that nobody can name may be one of them.
func (r *Roll) Missing() []string {
	var ids []string
	for _, i := range r.Open() {
		ids = append(ids, r.Dice[i].Die.ID)
	}
	return ids
}

// read takes over what the camera, or a person, says of a die. What somebody typed of it stays.
func (d *Die) read(seen throw.Die, id int) {
	face, how, why := seen.FaceOn(d.Die)
	if d.typed != nil {
		d.Likely = seen.LikelyOn(d.Die, face)
		return
	}
	d.Likely, d.Why = seen.LikelyOn(d.Die, face), why
	if why != "" {
		return
	}
	t, err := throw.Showing(d.Die, face, how)
	if err != nil {
		d.Why = err.Error()
		return
	}
	t.Throw = id
	d.Shows, d.said = &t, seen.Face != nil
}
