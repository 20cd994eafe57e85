package match

import (
	"cmp"
	"math"
	"slices"

	"astragal/models/gallery"
	"astragal/vision"
)

// The weights of the evidence, in nats. They rank what a die may be. Trust says how sure the best guess is. A
// likeness counts from the value (…Unknown) that faces reach which were never taught.
const (
	sameWeight, sameUnknown = 1.4, -3.7
	faceWeight, faceUnknown = 14.5, .62
	// aloneWeight weighs the likeness of faces if there are no places to compare.
	aloneWeight, aloneUnknown = 14.0, .5
	// iconWeight weighs the icon alone, if the face itself was never taught. untaught is the cost of that.
	iconWeight, iconUnknown, untaught = 10.0, .5, 2.0
	numberWeight, numberUnknown       = 12.0, .968
	// Only the likeliest faces are compared. For each other face, unlikeSame stands for its logit, or the least logit
	// found if that is lower.
	unlikeSame = -5.0

	copyFloor                 = -3.0 // a wrong count costs at most that, and copyWeight of it if the faces themselves were compared
	copyWeight                = .3
	besideWeight, besideFloor = 1.0, -4.0 // for another number beside an icon than the one that is read there
	shapeWeight, shapeFloor   = .7, -4.0
	tintWeight, tintFloor     = 20.0, -8.0 // for palettes that share nothing
	sizeFloor                 = -4.0
	// stranger is the cost of a die that nobody expects, if some are expected.
	stranger = 6.0
	// unknownScore is the score of "something never taught".
	unknownScore = -1.0
	// nearestShots is how many shots are looked at as rivals.
	nearestShots = 24
	// A class is compared place by place if its other evidence is within comparedWithin nats of the best. But at
	// least leastCompared classes are compared, and at most comparedFaces. Each is compared with comparedShots of its
	// most similar shots.
	leastCompared, comparedFaces, comparedWithin, comparedShots = 2, 8, 6.0, 3
	// plainlyOther is a difference in nats. If a class's most similar shot is so much less like a face than another
	// class's, it is another print, and its other shots aren't compared.
	plainlyOther = 6.0
)

// guess is one thing that a sighting may be.
type guess struct {
	die   int // index into the matcher's dice, -1 if no die is known
	face  int // index into its faces
	class gallery.Class
	by    likeness
	// like is the likeness that by names, 0 to 1. same is the logit that the faces are the same print, place by
	// place.
	like, same float64
	// compared says that same was really found. Otherwise it stands for a face that wasn't compared.
	compared bool
	// The other evidence. Each is 0 at most.
	copies, beside, shape, tint, size float64
	// far says that the die isn't among those expected.
	far   bool
	score float64
}

// likeness says what a guess is based on.
type likeness int

const (
	byNothing likeness = iota
	byPlaces           // the face itself was taught, and was compared place by place
	byFace             // the face itself was taught
	byIcon             // the icon was taught, but not in this number
	byNumber           // the reader's probability
)

func (g *guess) sum() {
	g.score = g.shape + g.tint + g.size + besideWeight*g.beside
	if g.by == byPlaces {
		g.score += copyWeight * g.copies
	} else {
		g.score += g.copies
	}
	switch g.by {
	case byPlaces:
		g.score += sameWeight*(g.same-sameUnknown) + faceWeight*(g.like-faceUnknown)
	case byFace:
		g.score += aloneWeight * (g.like - aloneUnknown)
	case byIcon:
		g.score += iconWeight*(g.like-iconUnknown) - untaught
	case byNumber:
		g.score += numberWeight * (g.like - numberUnknown)
	case byNothing:
		g.score = -impossible
	}
	if g.far {
		g.score -= stranger
	}
}

// view is a sighting with all that it may be, the best first.
type view struct {
	guesses []guess
	seen    gallery.Seen
	// free says that nothing is expected, so the whole gallery competes.
	free bool
}

// view lists what a sighting may be. Its size doesn't count yet.
func (m *Matcher) view(d vision.Sighting, expected []string) view {
	v := view{seen: gallery.Seen{Embedding: d.Embedding, Turns: d.Turns, Copies: d.Copies, Places: d.Places}, free: expected == nil}
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
				if g := like(face.class); g.by != byNothing {
					g.die, g.face = i, f
					more := g // it may be one more of them than is expected
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
	m.comparePlaces(&v)
	return v
}

// rivals are the classes most similar to a face.
func (m *Matcher) rivals(seen gallery.Seen) []gallery.Class {
	var out []gallery.Class
	for _, h := range m.shots.Nearest(seen, nearestShots) {
		if !slices.Contains(out, h.Class) {
			out = append(out, h.Class)
		}
	}
	return out
}

// like compares a sighting's face with what was taught of a class. If a number was never taught, the reader's
// probability counts.
func (m *Matcher) like(seen gallery.Seen, d vision.Sighting, c gallery.Class) guess {
	g := guess{die: -1, class: c}
	if seen.Turns > 0 && c.Count > 0 && c.Count <= len(seen.Copies) && c.Icon != "" {
		g.copies = max(copyFloor, math.Log(max(1e-9, float64(seen.Copies[c.Count-1]))))
	}
	if c.Icon != "" && c.Numbered {
		g.beside = besideCost(d.Beside, c.Value)
	}
	switch {
	case m.shots.Knows(c):
		g.by = byFace
		for _, shot := range m.shots.ShotsOf(c) {
			g.like = max(g.like, m.shots.Like(seen, shot).Face)
		}
	case m.shots.Draws(c.Drawing) && !c.Numbered:
		g.by = byIcon
		for _, shot := range m.shots.ShotsDrawn(c.Drawing) {
			g.like = max(g.like, m.shots.Like(seen, shot).Icon)
		}
	case c.Icon == "" && c.Numbered:
		if g.like = numberLike(d, c.Value); g.like > 0 {
			g.by = byNumber
		}
	}
	return g
}

// besideCost compares a number beside an icon with the likeliest one there. If no number can be read, all are equally
// likely.
func besideCost(read []float32, value int) float64 {
	if value < 1 || value > len(read) {
		return 0
	}
	rest, best := 1.0, 0.0
	for _, p := range read {
		rest -= float64(p)
		best = max(best, float64(p))
	}
	even := max(rest, 1e-3) / float64(len(read))
	return max(besideFloor, math.Log((float64(read[value-1])+even)/(best+even)))
}

// likeliestBeside is the number that most likely stands beside an icon. It is 0 if nobody looked.
func likeliestBeside(read []float32) int {
	if len(read) == 0 {
		return 0
	}
	return slices.Index(read, slices.Max(read)) + 1
}

// numberLike converts the reader's probability of a number to the scale of likenesses.
func numberLike(d vision.Sighting, value int) float64 {
	p := 0.0
	for _, m := range d.CalibratedMarks() {
		if m.Kind != vision.MarkUnknown && m.Value == value {
			p += m.P
		}
	}
	if p < .02 {
		return 0
	}
	return .3 + .65*p
}

// printedOn are the numbers and pips that a sighting may show if no die is known.
func printedOn(d vision.Sighting, far bool) []guess {
	var out []guess
	for _, m := range d.Marks {
		c := gallery.Class{Numbered: true, Value: m.Value}
		if m.Kind == vision.MarkUnknown || slices.ContainsFunc(out, func(g guess) bool { return g.class == c }) {
			continue
		}
		if like := numberLike(d, m.Value); like > 0 {
			out = append(out, guess{die: -1, class: c, like: like, by: byNumber, far: far})
		}
	}
	return out
}

// addLooks adds the evidence of shape and colours.
func (m *Matcher) addLooks(g *guess, d vision.Sighting) {
	if g.die >= 0 {
		g.shape = shapeCost(d, m.dice[g.die].shape)
		g.tint = max(tintFloor, -tintWeight*(1-m.tintLike(g.die, d.Palette)))
	}
	g.sum()
}

// shapeCost compares a solid with the likeliest one.
func shapeCost(d vision.Sighting, s vision.Shape) float64 {
	best, p := 1e-9, 1e-9
	for _, o := range d.Shapes {
		best = max(best, o.P)
		if o.Shape == s {
			p = max(p, o.P)
		}
	}
	return shapeWeight * max(shapeFloor, math.Log(p/best))
}

func (v *view) sort() {
	slices.SortStableFunc(v.guesses, func(a, b guess) int { return cmp.Compare(b.score, a.score) })
}

// lead is the best guess, and by how much it leads those with another result, with "never taught" among them. It is
// nil if "never taught" leads.
func (v view) lead() (*guess, float64) {
	if len(v.guesses) == 0 || v.guesses[0].score <= unknownScore {
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
