package companion

import (
	"fmt"
	"slices"
	"strings"

	"astragal/companion/protocol"
	"astragal/engine"
)

// gathering is a roll being made: the dice that are asked for, and what is known of each. Several
// throws, and dice that somebody types, make one roll.
type gathering struct {
	question engine.Question
	dice     []gathered
	// strays are dice on the tray that nobody asked for, unnamed those of which the camera can't tell
	// which of several different dice they are.
	strays, unnamed []place
	// doubts are sentences: the roll doesn't count by itself while there is one. again: what they say is
	// that a later throw brought more dice than were missing, and nobody knows which throw counts.
	doubts []string
	again  bool
	// left is how many of the dice lie nowhere yet.
	left int
	// loose are the dice of a roll that any dice will do for.
	loose []engine.Thrown
	from  []place
	// camera and hand: where it comes from.
	camera, hand bool
}

// gathered is one die that is asked for.
type gathered struct {
	die engine.Die
	// shows is nil while nobody knows.
	shows *engine.Thrown
	// at is where the camera saw it; Throw is 0 where it didn't.
	at place
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
func (r gathering) answer(seat engine.Seat) (engine.Answer, map[string]place) {
	a := engine.Answer{To: r.question.ID, Seat: seat, By: byCamera}
	switch {
	case r.camera && r.hand:
		a.By = byBoth
	case r.hand:
		a.By = byHand
	}
	from := map[string]place{}
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

// gather puts a roll together from the throws that were made for it and the dice that were typed.
func (s *Session) gather(g *game, q engine.Question) gathering {
	r := gathering{question: q}
	throws := s.throwsFor(g, q)
	s.dyed(throws, q.Roll.Dice)
	if len(q.Roll.Dice) == 0 {
		r.gatherLoose(throws)
		return r
	}
	for _, d := range q.Roll.Dice {
		r.dice = append(r.dice, r.start(g, d))
	}
	r.tieThrows(throws, s.lyingBefore)
	return r
}

// throwsFor are the throws for a roll that is not counted yet, oldest first.
func (s *Session) throwsFor(g *game, q engine.Question) []throw {
	var out []throw
	for _, t := range s.throws {
		if t.game == g.id && t.question == q.ID && t.status == protocol.ThrowAsking {
			out = append(out, t)
		}
	}
	return out
}

// start is what is known of a die before any throw: nothing, or what it was rolled or typed as.
func (r *gathering) start(g *game, d engine.Die) gathered {
	out := gathered{die: d}
	if i := slices.IndexFunc(r.question.Kept, func(k engine.Thrown) bool { return k.ID == d.ID }); i >= 0 {
		out.shows, out.kept = &r.question.Kept[i], true
		return out
	}
	if typed, ok := g.typed[r.question.ID][d.ID]; ok {
		if t, err := showing(d, typed.face, engine.Typed); err == nil {
			out.shows, out.typed, out.said, r.hand = &t, &typed, true, true
		}
	}
	return out
}

// gatherLoose takes the dice of a roll that any dice will do for.
func (r *gathering) gatherLoose(throws []throw) {
	unread := 0
	for k, t := range throws {
		r.doubt(t)
		for _, d := range t.dice {
			if d.gone {
				continue
			}
			if d.how == engine.Unread {
				unread++
			}
			r.loose = append(r.loose, engine.Thrown{ID: fmt.Sprintf("d%d", len(r.loose)+1), Kind: d.tens(), Shape: d.shape, Colors: d.colors,
				Value: d.value, How: d.how, Throw: k})
			r.from = append(r.from, place{t.id, d.n})
		}
		r.came(t)
	}
	if unread > 0 {
		r.doubts = append(r.doubts, fmt.Sprintf("%s not read for sure: say what each shows.", diceAre(unread)))
	}
}

func (r *gathering) came(t throw) {
	if t.by == byCamera {
		r.camera = true
	} else {
		r.hand = true
	}
}

// doubt says what the picture of a throw leaves open.
func (r *gathering) doubt(t throw) {
	if !t.confirmed {
		for _, p := range t.problems {
			r.doubts = append(r.doubts, capital(p)+".")
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
func (d *gathered) read(seen die, throw int) {
	face, how, why := seen.faceOn(d.die)
	if d.typed != nil {
		d.likely = seen.likelyOn(d.die, face)
		return
	}
	d.likely, d.why = seen.likelyOn(d.die, face), why
	if why != "" || face < 0 {
		return
	}
	t, err := showing(d.die, face, how)
	if err != nil {
		d.why = err.Error()
		return
	}
	t.Throw = throw
	d.shows, d.said = &t, seen.face != nil
}

// showing is a die of the game with one of its faces up; a die without faces shows a value.
func showing(d engine.Die, face int, how engine.How) (engine.Thrown, error) {
	t := engine.Thrown{ID: d.ID, Kind: d.Kind, Shape: d.Shape, Colors: d.Colors, How: how}
	if len(d.Faces) == 0 {
		if d.Shape == "d10" && !engine.CanShow(d.Shape, d.Kind, face) {
			return t, fmt.Errorf("this d10 shows 1 to 10, not %d as one with tens does", face)
		}
		if err := possible(d.Shape, face); err != nil {
			return t, err
		}
		t.Value = &face
		return t, nil
	}
	if face < 0 || face >= len(d.Faces) {
		return t, fmt.Errorf("the die %q has no face %d: they count from 0 to %d", d.ID, face, len(d.Faces)-1)
	}
	f := d.Faces[face]
	t.Face, t.Icon, t.Count, t.Value = &face, f.Icon, f.Count, f.Value
	return t, nil
}

// capital begins a sentence.
func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
