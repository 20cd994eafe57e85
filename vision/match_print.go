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
	p = p.WithDetail(v.seen.Detail)
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
	// The face that looks likest is among them: of a face of even stripes one shot may lie a stripe off.
	likest := v.likest(order)
	slices.SortStableFunc(order, func(a, b gallery.Class) int {
		switch likest {
		case a:
			return -1
		case b:
			return 1
		}
		return cmp.Compare(same[b].Like, same[a].Like)
	})
	for _, c := range order[:min(finalFaces, len(order))] {
		if !clear {
			same[c] = same[c].Best(m.samePrint(p, v.seen, c, 1, comparedShots))
		}
	}
	for n, c := range order { // and of all that differ in the number alone
		if n >= finalFaces && !clear && slices.ContainsFunc(order, func(o gallery.Class) bool { return otherNumber(c, o) }) {
			same[c] = same[c].Best(m.samePrint(p, v.seen, c, 1, comparedShots))
		}
	}
	told := tellNumbers(p, same, order)
	for i := range v.guesses {
		g := &v.guesses[i]
		if g.by != byFace {
			continue
		}
		g.by, g.print = byPrint, unlikePrint
		if agrees, done := same[g.class]; done {
			g.print = max(agrees.Like, told[g.class].like)
			g.number = told[g.class].nats
		}
		g.sum()
	}
	v.sort()
}

// number is what speaks for the number beside a face's icon and against the other numbers that it may be, in nats. Where
// these could be compared closely, what the whole faces are like no longer tells them apart: like is the best of it.
type number struct{ nats, like float64 }

// tellNumbers compares the classes that differ in their number alone, each with each; the worst comparison counts.
func tellNumbers(p gallery.Print, same map[gallery.Class]gallery.Agreement, order []gallery.Class) map[gallery.Class]number {
	out := map[gallery.Class]number{}
	against := func(c gallery.Class, nats, like float64) {
		if n, told := out[c]; told {
			nats, like = min(nats, n.nats), max(like, n.like)
		}
		out[c] = number{nats, like}
	}
	for i, a := range order {
		for _, b := range order[:i] {
			if !otherNumber(a, b) {
				continue
			}
			x, y := same[a], same[b]
			if tells, ground := p.Tell(x, y); ground > 0 {
				nats := tellWeight * max(-1, min(1, tells)) * min(1, ground/sureGround)
				against(a, nats, y.Like)
				against(b, -nats, x.Like)
			} else {
				against(a, ratherWeight*x.Rather(y), 0)
				against(b, ratherWeight*y.Rather(x), 0)
			}
		}
	}
	return out
}

// likest is the class whose faces look likest, of those that were compared.
func (v view) likest(compared []gallery.Class) gallery.Class {
	best, like := gallery.Class{}, -1.0
	for _, g := range v.guesses {
		if g.by == byFace && g.like > like && slices.Contains(compared, g.class) {
			best, like = g.class, g.like
		}
	}
	return best
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
