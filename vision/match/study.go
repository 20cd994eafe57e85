package match

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"astragal/models/gallery"
	"astragal/vision"
)

// Studied is the reading of a scene while the dice of an army are being taught. Faces that nobody has taught yet
// compete with those that were taught.
type Studied struct {
	Matched
	// May holds for each sighting the faces that it may show, the likeliest first.
	May [][]Likely
}

// Likely is a face that a sighting may show.
type Likely struct {
	Class gallery.Class
	// Dice are the ids of the dice that have such a face, the likeliest first.
	Dice []string
	// P is how likely the face is among all that were considered, 0 to 1. It serves for ranking and isn't calibrated
	// as Confidence is.
	P float64
	// Taught says whether there is a shot of it.
	Taught bool
}

const (
	// newFace is the score of a face that was never taught, before copies, shape, colours and size. It is 0, because
	// likenesses count from the values that untaught faces reach (sameUnknown and faceUnknown).
	newFace = 0.0
	// newCount is the lowest score, relative to newFace, of a face whose icon was taught in another number.
	newCount = -3.0
	// another is the cost of one more die of a kind than the army has, in nats.
	another = 2.0
	// mostLikely is how many faces are weighed for each sighting.
	mostLikely = 16
	// sureToTeach is the least confidence with which nobody needs to look at a face. It is higher than for counting,
	// because the face is learned although nobody named it.
	sureToTeach = .99
	// likeToTeach is the least likeness of such a face. countToTeach is the least logarithm of the probability of its
	// number of icons. No evidence may speak against the face, even if much speaks for it.
	likeToTeach, countToTeach = .7, -1.2
	// sureDrawing is by how many nats a drawing must lead others of the same result, so that the reading says which
	// drawing it is.
	sureDrawing = 2.2
)

// Study reads a scene of dice of an army that is being taught. army are the ids of its dice, each as often as the
// army has it. There may be more or fewer on the tray.
func (m *Matcher) Study(s vision.Scene, army []string) Studied {
	views := make([]view, len(s.Sightings))
	atOnce(len(views), func(i int) { views[i] = m.view(s.Sightings[i], army) })
	st := m.stalls(army, len(views))
	scale := m.scale(s, views)
	if scale <= 0 {
		scale = m.scaleBySizes(s, st)
	}
	for i := range views {
		views[i].addSizes(m, s.Sightings[i], scale)
		m.addNew(&views[i], s.Sightings[i], st, scale)
	}
	cost := make([][]float64, len(views))
	for i, v := range views {
		cost[i] = st.row(v, i, len(views), anybody, true)
	}
	columns := assign(cost)
	least := total(cost, columns)
	var out Studied
	for i, v := range views {
		may := m.weigh(views, st, cost, i, least)
		best := st.held(v, columns[i], i)
		lead := 0.0
		if best != nil {
			lead = leadOf(may, best.class.Result(), st.unknownWorse(cost, i, least))
		}
		r := m.reading(s.Sightings[i], v, best, lead)
		if best != nil && best.by == byNothing {
			r.Confidence, r.Accepted, r.Why = 0, false, fmt.Sprintf("this face of %s was never taught", m.dice[best.die].name)
		}
		if r.Accepted && (r.Confidence < sureToTeach || best.like < likeToTeach) {
			r.Accepted, r.Why = false, fmt.Sprintf("it looks like %s", best.class.Words())
		}
		if r.Accepted && best.copies < countToTeach {
			r.Accepted, r.Why = false, fmt.Sprintf("it looks like %s, but the count doesn't", best.class.Words())
		}
		if r.Accepted && otherDrawing(may, best.class) {
			r.Accepted, r.Why = false, "it may be another drawing of the same"
		}
		out.Readings = append(out.Readings, r)
		out.Grounds = append(out.Grounds, m.grounds(v, best, lead))
		out.May = append(out.May, m.likely(v, may, best))
	}
	for i := range out.Readings {
		m.addSize(&out.Readings[i], s.Sightings[i], scale)
	}
	out.Problems = append(slices.Clone(s.Problems), leaning(s)...)
	return out
}

// weighed is a class that a sighting may be, and how many nats worse it is than the best assignment.
type weighed struct {
	class gallery.Class
	worse float64
	p     float64
}

// weigh finds, for the likeliest classes of a sighting, the cost of the best assignment in which the sighting is that
// class.
func (m *Matcher) weigh(views []view, st stalls, cost [][]float64, i int, least float64) []weighed {
	var out []weighed
	was := cost[i]
	defer func() { cost[i] = was }()
	for _, g := range views[i].guesses {
		if len(out) == mostLikely || slices.ContainsFunc(out, func(w weighed) bool { return w.class == g.class }) {
			continue
		}
		cost[i] = st.row(views[i], i, len(views), func(o guess) bool { return o.class == g.class }, false)
		out = append(out, weighed{class: g.class, worse: max(0, total(cost, assign(cost))-least)})
	}
	sum := math.Exp(-st.unknownWorse(cost, i, least))
	for _, w := range out {
		sum += math.Exp(-w.worse)
	}
	for k := range out {
		out[k].p = math.Exp(-out[k].worse) / sum
	}
	slices.SortStableFunc(out, func(a, b weighed) int { return cmp.Compare(a.worse, b.worse) })
	return out
}

// unknownWorse is how much worse it is if a sighting is unknown.
func (st stalls) unknownWorse(cost [][]float64, i int, least float64) float64 {
	was := cost[i]
	defer func() { cost[i] = was }()
	cost[i] = st.row(view{}, i, len(cost), nobody, true)
	return max(0, total(cost, assign(cost))-least)
}

func nobody(guess) bool  { return false }
func anybody(guess) bool { return true }

// leadOf is by how much a result leads all others, with "unknown" among them.
func leadOf(may []weighed, r gallery.Result, unknown float64) float64 {
	lead := unknown
	for _, w := range may {
		if w.class.Result() != r {
			lead = min(lead, w.worse)
		}
	}
	return lead
}

// otherDrawing says whether a face may as well be another drawing with the same result.
func otherDrawing(may []weighed, c gallery.Class) bool {
	own := 0.0
	for _, w := range may {
		if w.class == c {
			own = w.worse
		}
	}
	return slices.ContainsFunc(may, func(w weighed) bool {
		return w.class != c && w.class.Result() == c.Result() && w.worse < own+sureDrawing
	})
}

// likely puts the classes into a form that a page can use.
func (m *Matcher) likely(v view, may []weighed, best *guess) []Likely {
	var out []Likely
	for _, w := range may {
		l := Likely{Class: w.class, P: w.p, Taught: m.shots.Knows(w.class)}
		if best != nil && best.die >= 0 && best.class == w.class {
			l.Dice = append(l.Dice, m.dice[best.die].id)
		}
		for _, g := range v.guesses {
			if g.class == w.class && g.die >= 0 && !g.far && !slices.Contains(l.Dice, m.dice[g.die].id) {
				l.Dice = append(l.Dice, m.dice[g.die].id)
			}
		}
		out = append(out, l)
	}
	return out
}
