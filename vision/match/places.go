package match

import (
	"cmp"
	"math"
	"slices"

	"astragal/models/gallery"
)

// comparePlaces compares the sighting's face place by place with the likeliest classes.
func (m *Matcher) comparePlaces(v *view) {
	face, ok := m.shots.Ready(v.seen)
	if !ok {
		return
	}
	same := map[gallery.Class]float64{}
	first, least, most := 0.0, unlikeSame, math.Inf(-1)
	for _, g := range v.guesses {
		if _, done := same[g.class]; done || g.by != byFace {
			continue
		}
		if len(same) == 0 {
			first = g.score
		}
		if len(same) == comparedFaces || len(same) >= leastCompared && g.score < first-comparedWithin {
			break
		}
		if s, ok := m.same(face, v.seen, g.class, most-plainlyOther); ok {
			same[g.class], least, most = s, min(least, s), max(most, s)
		}
	}
	for i := range v.guesses {
		if g := &v.guesses[i]; g.by == byFace {
			g.by, g.same = byPlaces, least
			if s, done := same[g.class]; done {
				g.same, g.compared = s, true
			}
			g.sum()
		}
	}
	v.sort()
}

// comparePlacesOf compares a sighting's face with those faces of a die that weren't among the likeliest. It returns
// whether it compared any.
func (m *Matcher) comparePlacesOf(v *view, die int) bool {
	face, ok := m.shots.Ready(v.seen)
	if !ok {
		return false
	}
	compared := false
	for i := range v.guesses {
		if g := &v.guesses[i]; g.die == die && g.by == byPlaces && !g.compared {
			if s, ok := m.same(face, v.seen, g.class, math.Inf(-1)); ok {
				g.same, g.compared, compared = s, true, true
				g.sum()
			}
		}
	}
	v.sort()
	return compared
}

// same is the mean of the comparer's logits over a class's most similar shots. If the first logit is below enough, it
// is that logit. It returns false if no shot can be compared.
func (m *Matcher) same(face gallery.Face, seen gallery.Seen, c gallery.Class, enough float64) (float64, bool) {
	type hit struct {
		shot, turn int
		like       float64
	}
	var hits []hit
	for _, shot := range m.shots.ShotsOf(c) {
		l := m.shots.Like(seen, shot)
		hits = append(hits, hit{shot, l.Turn, l.Face})
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(b.like, a.like) })
	sum, n := 0.0, 0.0
	for _, h := range hits[:min(comparedShots, len(hits))] {
		if s, ok := m.shots.Same(face, h.shot, h.turn); ok {
			sum, n = sum+s, n+1
		}
		if n == 1 && sum < enough {
			break
		}
	}
	if n == 0 {
		return 0, false
	}
	return sum / n, true
}

// otherNumber says whether two classes show the same icon equally often, with different numbers beside it.
func otherNumber(a, b gallery.Class) bool {
	return a != b && a.Drawing == b.Drawing && a.Count == b.Count && a.Numbered && b.Numbered && a.Icon != ""
}
