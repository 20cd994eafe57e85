package companion

import (
	"fmt"
	"slices"

	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/engine"
)

// gathering is a roll being made: the dice that are asked for, and what is known of each. Several
// throws, and dice that somebody types, make one roll.
type gathering struct {
	question engine.Question
	dice     []gathered
	// strays are dice on the tray that nobody asked for, unnamed those of which the camera can't tell
	// which of several different dice they are.
	strays, unnamed []throw.Place
	// doubts are sentences: the roll doesn't count by itself while there is one. again: what they say is
	// that a later throw brought more dice than were missing, and nobody knows which throw counts.
	doubts []string
	again  bool
	// left is how many of the dice lie nowhere yet.
	left int
	// loose are the dice of a roll that any dice will do for.
	loose []engine.Thrown
	from  []throw.Place
	// camera and hand: where it comes from.
	camera, hand bool
}

// gathered is one die that is asked for.
type gathered struct {
	die engine.Die
	// shows is nil while nobody knows.
	shows *engine.Thrown
	// at is where the camera saw it; Throw is 0 where it didn't.
	at throw.Place
	// kept: it was rolled before and stays as it lies. said: a person has said what it shows.
	kept, said bool
	// typed is what somebody typed of it, whether the camera saw it or not; nil where nobody did.
	typed *typedFace
	// why says why somebody must look at it.
	why string
	// likely are the faces that it may show, likeliest first.
	likely []int
}

// whole says that the roll counts by itself.
func (r gathering) whole() bool {
	if len(r.question.Roll.Dice) == 0 {
		return len(r.doubts) == 0 && len(r.loose) >= r.question.Roll.Min && len(r.loose) > 0
	}
	return len(r.doubts) == 0 && r.known()
}

// countable says that the roll counts when a person says that these are its dice.
func (r gathering) countable() bool {
	return r.whole() || len(r.question.Roll.Dice) > 0 && r.known() && !r.again
}

// known: of every die it is known what it shows.
func (r gathering) known() bool {
	return !slices.ContainsFunc(r.dice, func(d gathered) bool { return d.shows == nil })
}

// asks says whether somebody must look at the dice that lie there.
func (r gathering) asks() bool {
	return len(r.doubts)+len(r.unnamed) > 0 || slices.ContainsFunc(r.dice, func(d gathered) bool { return d.at.Throw > 0 && d.shows == nil })
}

// answer is the roll as the rules want it, and where its dice lay.
func (r gathering) answer(seat engine.Seat) (engine.Answer, map[string]throw.Place) {
	a := engine.Answer{To: r.question.ID, Seat: seat, By: throw.ByCamera}
	switch {
	case r.camera && r.hand:
		a.By = byBoth
	case r.hand:
		a.By = throw.ByHand
	}
	from := map[string]throw.Place{}
	for i, t := range r.loose {
		a.Dice, from[t.ID] = append(a.Dice, t), r.from[i]
	}
	for _, d := range r.dice {
		if d.shows == nil {
			continue
		}
		a.Dice = append(a.Dice, *d.shows)
		if d.at.Throw > 0 {
			from[d.die.ID] = d.at
		}
	}
	return a, from
}

const byBoth = "camera and typed"

// rollOf puts a roll together from the throws that were made for it, oldest first, and the dice that were typed of it, by their
// ids. before are the dice that lay on the tray before a throw.
func rollOf(q engine.Question, throws []throw.Throw, typed map[string]typedFace, before func(throw.Throw) []throw.Die) gathering {
	r := gathering{question: q}
	if len(q.Roll.Dice) == 0 {
		r.gatherLoose(throws)
		return r
	}
	for _, d := range q.Roll.Dice {
		r.dice = append(r.dice, r.start(d, typed))
	}
	r.tieThrows(throws, before)
	return r
}

// start is what is known of a die before any throw: nothing, or what it was rolled or typed as.
func (r *gathering) start(d engine.Die, typed map[string]typedFace) gathered {
	out := gathered{die: d}
	if i := slices.IndexFunc(r.question.Kept, func(k engine.Thrown) bool { return k.ID == d.ID }); i >= 0 {
		out.shows, out.kept = &r.question.Kept[i], true
		return out
	}
	if by, ok := typed[d.ID]; ok {
		if t, err := throw.Showing(d, by.face, engine.Typed); err == nil {
			out.shows, out.typed, out.said, r.hand = &t, &by, true, true
		}
	}
	return out
}

// gatherLoose takes the dice of a roll that any dice will do for.
func (r *gathering) gatherLoose(throws []throw.Throw) {
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
		r.doubts = append(r.doubts, fmt.Sprintf("%s not read for sure: say what each shows.", diceAre(unread)))
	}
}

func (r *gathering) came(t throw.Throw) {
	if t.By == throw.ByCamera {
		r.camera = true
	} else {
		r.hand = true
	}
}

// doubt says what the picture of a throw leaves open.
func (r *gathering) doubt(t throw.Throw) {
	if !t.Confirmed {
		for _, p := range t.Problems {
			r.doubts = append(r.doubts, protocol.Capital(p)+".")
		}
	}
}

// open are the dice that no throw has brought yet.
func (r *gathering) open() []int {
	var open []int
	for i, d := range r.dice {
		if d.shows == nil && d.at.Throw == 0 {
			open = append(open, i)
		}
	}
	return open
}

// missing are the dice of which nothing is known; one of them may be a die on the tray that nobody can name.
func (r *gathering) missing() []string {
	var ids []string
	for _, i := range r.open() {
		ids = append(ids, r.dice[i].die.ID)
	}
	return ids
}

// read takes over what the camera, or a person, says of a die. What was typed of it stays.
func (d *gathered) read(seen throw.Die, id int) {
	face, how, why := seen.FaceOn(d.die)
	if d.typed != nil {
		d.likely = seen.LikelyOn(d.die, face)
		return
	}
	d.likely, d.why = seen.LikelyOn(d.die, face), why
	if why != "" || face < 0 {
		return
	}
	t, err := throw.Showing(d.die, face, how)
	if err != nil {
		d.why = err.Error()
		return
	}
	t.Throw = id
	d.shows, d.said = &t, seen.Face != nil
}
