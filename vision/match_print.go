package vision

import (
	"cmp"
	"slices"

	"astragal/models/gallery"
	"astragal/models/networks"
)

// comparePrints compares the sighting's face in full with those of the likeliest few classes.
func (m *Matcher) comparePrints(v *view) {
	p, ok := gallery.NewPrint(v.seen.Print, v.seen.Turns)
	if !ok {
		return
	}
	same := map[gallery.Class]gallery.Agreement{}
	var order []gallery.Class
	clear := false // one face is much liker than all others, and its print agrees: no more need be compared
	for _, g := range v.guesses {
		if _, done := same[g.class]; done || g.by != byFace || len(same) == comparedFaces {
			continue
		}
		if clear = m.clear(same, order, v.guesses, g); clear {
			break
		}
		same[g.class] = m.samePrint(p, v.seen, g.class, 0, 1)
		order = append(order, g.class)
	}
	// More shots of those that came nearest: light and a slip of the cut differ from shot to shot.
	slices.SortStableFunc(order, func(a, b gallery.Class) int { return cmp.Compare(same[b].Like, same[a].Like) })
	for _, c := range order[:min(finalFaces, len(order))] {
		if !clear {
			same[c] = same[c].Best(m.samePrint(p, v.seen, c, 1, comparedShots))
		}
	}
	for i := range v.guesses {
		g := &v.guesses[i]
		if g.by != byFace {
			continue
		}
		g.by, g.print = byPrint, unlikePrint
		if agrees, done := same[g.class]; done {
			g.print = agrees.Like + ratherShare*rather(same, g.class)
		}
		g.sum()
	}
	v.sort()
}

// clear tells whether one of the faces compared so far is surely nearer than the next guess, and no other that was
// compared comes near it.
func (m *Matcher) clear(same map[gallery.Class]gallery.Agreement, order []gallery.Class, guesses []guess, next guess) bool {
	if len(order) < leastCompared {
		return false
	}
	best := slices.MaxFunc(order, func(a, b gallery.Class) int { return cmp.Compare(same[a].Like, same[b].Like) })
	for _, c := range order {
		if c != best && same[c].Like > same[best].Like-clearPrint {
			return false
		}
	}
	for _, g := range guesses {
		if g.class == best {
			return same[best].Like >= surePrint && g.like >= sureLike && next.like < g.like-clearLike
		}
	}
	return false
}

// What makes a face clear: how like it is, and how much liker than the others.
const (
	leastCompared         = 2
	surePrint, sureLike   = .75, .75
	clearPrint, clearLike = .2, .12
)

// compareDie compares a sighting's face in full with those of a die that weren't among the likeliest, and
// tells whether any was.
func (m *Matcher) compareDie(v *view, die int) bool {
	p, ok := gallery.NewPrint(v.seen.Print, v.seen.Turns)
	if !ok {
		return false
	}
	compared := false
	for i := range v.guesses {
		if g := &v.guesses[i]; g.die == die && g.by == byPrint && g.print == unlikePrint {
			g.print, compared = m.samePrint(p, v.seen, g.class, 0, comparedShots).Like, true
			g.sum()
		}
	}
	v.sort()
	return compared
}

// samePrint is how a face agrees with the likest shots of a class, from one to before another, place by place.
func (m *Matcher) samePrint(p gallery.Print, seen gallery.Seen, c gallery.Class, from, to int) gallery.Agreement {
	type hit struct {
		shot int
		by   networks.Likeness
	}
	var hits []hit
	for _, shot := range m.shots.ShotsOf(c) {
		hits = append(hits, hit{shot, m.shots.Like(seen, shot)})
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(b.by.Face, a.by.Face) })
	var best gallery.Agreement
	for _, h := range hits[min(from, len(hits)):min(to, len(hits))] {
		best = best.Best(m.shots.Compare(p, seen.Turns, h.shot, h.by.Turn))
	}
	return best
}

// otherNumber: the same icon as often, with another number beside it.
func otherNumber(a, b gallery.Class) bool {
	return a != b && a.Drawing == b.Drawing && a.Count == b.Count && a.Numbered && b.Numbered && a.Icon != ""
}

// numbered tells whether a class is one of several that differ in the number alone.
func (m *Matcher) numbered(c gallery.Class) bool {
	if !c.Numbered || c.Icon == "" {
		return false
	}
	return slices.ContainsFunc(m.shots.Classes(), func(o gallery.Class) bool { return otherNumber(c, o) })
}

// rather is how a class fares against those that differ from it in the number alone, where the two differ: the
// worst comparison counts. It is 0 without such a class.
func rather(same map[gallery.Class]gallery.Agreement, c gallery.Class) float64 {
	worst, any := 1.0, false
	for o, agrees := range same {
		if otherNumber(c, o) {
			worst, any = min(worst, same[c].Rather(agrees)), true
		}
	}
	if !any {
		return 0
	}
	return worst
}
