package vision

import (
	"cmp"
	"math"
	"slices"

	"astragal/models/gallery"
)

// The weights of the evidence, in nats for each unit. They rank what a die may be; how sure the first
// of them is, Trust says.
const (
	faceWeight = 14.0 // for a likeness of 1
	iconWeight = 10.0 // for a likeness of 1 of the icon alone, where the very face was never taught
	untaught   = 2.0  // what a face costs whose count was never taught
	copyFloor  = -3.0 // a wrong count costs at most that
	shapeFloor = -2.5
	tintWeight = 12.0 // for palettes that share nothing
	tintFloor  = -5.0
	sizeFloor  = -4.0
	// unknownAt is the likeness of faces below which a face is rather one never taught.
	unknownAt = .5
	// stranger is what a die costs that nobody expects when some are expected.
	stranger = 5.0
	// nearestShots are looked at as rivals.
	nearestShots = 24
)

// guess is one thing that a sighting may be.
type guess struct {
	die   int // index into the matcher's dice; -1 where no die is known
	face  int // index into its faces
	class gallery.Class
	// like is the likeness of the face to the best shot of its class, 0 to 1.
	like float64
	// direct: that very face, with its count, was taught (or is a number that was read).
	direct bool
	// The other evidence, each at most 0.
	copies, shape, tint, size float64
	// far: it isn't among the dice expected.
	far   bool
	score float64
}

func (g *guess) sum() {
	weight := faceWeight
	cost := 0.0
	if !g.direct {
		weight, cost = iconWeight, untaught+(faceWeight-iconWeight)*-unknownAt
	}
	if g.far {
		cost += stranger
	}
	g.score = weight*g.like - cost + g.copies + g.shape + g.tint + g.size
}

// unknownScore is what "something never taught" scores.
const unknownScore = faceWeight*unknownAt - 1

// view is a sighting with all that it may be, best first.
type view struct {
	guesses []guess
	seen    gallery.Seen
}

// view lists what a sighting may be, without its size.
func (m *Matcher) view(d Sighting, expected []string) view {
	v := view{seen: gallery.Seen{Embedding: d.Embedding, Turns: d.Turns, Copies: d.Copies}}
	likes := map[gallery.Class]guess{}
	like := func(c gallery.Class) guess {
		g, ok := likes[c]
		if !ok {
			g = m.like(v.seen, d, c)
			likes[c] = g
		}
		return g
	}
	wanted := map[int]bool{}
	for _, id := range expected {
		if i, ok := m.byID[id]; ok && !wanted[i] {
			wanted[i] = true
			for f, face := range m.dice[i].faces {
				if g := like(face.class); g.like > 0 {
					g.die, g.face = i, f
					more := g // one more of them than is expected
					more.far = true
					v.guesses = append(v.guesses, g, more)
				}
			}
		}
	}
	for _, c := range m.rivals(v.seen) {
		for _, h := range m.homes[c] {
			if !wanted[h.die] {
				g := like(c)
				g.die, g.face, g.far = h.die, h.face, expected != nil
				v.guesses = append(v.guesses, g)
			}
		}
	}
	v.guesses = append(v.guesses, printedOn(d, expected != nil)...)
	for i := range v.guesses {
		m.addLooks(&v.guesses[i], d)
	}
	v.sort()
	return v
}

// rivals are the classes that look most like a face.
func (m *Matcher) rivals(seen gallery.Seen) []gallery.Class {
	var out []gallery.Class
	for _, h := range m.shots.Nearest(seen, nearestShots) {
		if !slices.Contains(out, h.Class) {
			out = append(out, h.Class)
		}
	}
	return out
}

// like compares a sighting's face with what was taught of a class. A number that was never taught is
// what the reader makes of it.
func (m *Matcher) like(seen gallery.Seen, d Sighting, c gallery.Class) guess {
	g := guess{die: -1, class: c}
	if seen.Turns > 0 && c.Count > 0 && c.Count <= len(seen.Copies) && c.Icon != "" {
		g.copies = max(copyFloor, math.Log(max(1e-9, float64(seen.Copies[c.Count-1]))))
	}
	switch {
	case m.shots.Knows(c):
		g.direct = true
		for _, shot := range m.shots.ShotsOf(c) {
			g.like = max(g.like, m.shots.Like(seen, shot).Face)
		}
	case m.shots.Draws(c.Drawing) && !c.Numbered:
		for _, shot := range m.shots.ShotsDrawn(c.Drawing) {
			g.like = max(g.like, m.shots.Like(seen, shot).Icon)
		}
	case c.Icon == "" && c.Numbered:
		g.direct, g.like = true, numberLike(d, c.Value)
	}
	return g
}

// numberLike puts the reader's probability of a number on the scale of likenesses.
func numberLike(d Sighting, value int) float64 {
	p := 0.0
	for _, m := range calibrated(d.Marks) {
		if m.Kind != MarkUnknown && m.Value == value {
			p += m.P
		}
	}
	if p < .02 {
		return 0
	}
	return .3 + .65*p
}

// printedOn are the numbers and pips that a sighting may show, on no die in particular.
func printedOn(d Sighting, far bool) []guess {
	var out []guess
	for _, m := range d.Marks {
		c := gallery.Class{Numbered: true, Value: m.Value}
		if m.Kind == MarkUnknown || slices.ContainsFunc(out, func(g guess) bool { return g.class == c }) {
			continue
		}
		if like := numberLike(d, m.Value); like > 0 {
			out = append(out, guess{die: -1, class: c, like: like, direct: true, far: far})
		}
	}
	return out
}

// addLooks adds what shape and colours say.
func (m *Matcher) addLooks(g *guess, d Sighting) {
	if g.die >= 0 {
		g.shape = shapeCost(d, m.dice[g.die].shape)
		g.tint = max(tintFloor, -tintWeight*(1-m.tintLike(g.die, d.Palette)))
	}
	g.sum()
}

// shapeCost compares a solid with the likeliest one.
func shapeCost(d Sighting, s Shape) float64 {
	best, p := 1e-9, 1e-9
	for _, o := range d.Shapes {
		best = max(best, o.P)
		if o.Shape == s {
			p = max(p, o.P)
		}
	}
	return max(shapeFloor, math.Log(p/best))
}

func (v *view) sort() {
	slices.SortStableFunc(v.guesses, func(a, b guess) int { return cmp.Compare(b.score, a.score) })
}

// lead is the best guess and by how much it leads those with another result, "never taught" among
// them. It is nil where "never taught" leads.
func (v view) lead() (*guess, float64) {
	if len(v.guesses) == 0 || v.guesses[0].score < unknownScore {
		return nil, 0
	}
	best := &v.guesses[0]
	second := unknownScore
	for _, g := range v.guesses {
		if g.class.Result() != best.class.Result() {
			second = max(second, g.score)
			break
		}
	}
	return best, best.score - second
}
