package match

import (
	"math"
	"slices"

	"astragal/vision"
)

// stall is a place for a die of the army in an assignment.
type stall struct {
	die int
	// more is the cost if the die is one more than the army has.
	more float64
}

type stalls []stall

// stalls are the places for so many sightings: the army's dice, and some more of each kind.
func (m *Matcher) stalls(army []string, sightings int) stalls {
	var out stalls
	kinds := map[int]bool{}
	for _, id := range army {
		if i, ok := m.byID[id]; ok {
			out = append(out, stall{i, 0})
			kinds[i] = true
		}
	}
	for _, s := range slices.Clone(out) {
		if kinds[s.die] {
			kinds[s.die] = false
			for k := range min(sightings-1, mostMore) {
				out = append(out, stall{s.die, another * float64(k+1)})
			}
		}
	}
	return out
}

// mostMore is how many more of a kind than the army has may lie there.
const mostMore = 3

// addNew adds the faces of the army's dice that nobody has taught.
func (m *Matcher) addNew(v *view, d vision.Sighting, st stalls, scale float64) {
	done := map[int]bool{}
	for _, s := range st {
		if done[s.die] {
			continue
		}
		done[s.die] = true
		for f, face := range m.dice[s.die].faces {
			if m.shots.Knows(face.class) || face.class.Icon == "" {
				continue
			}
			g := guess{die: s.die, face: f, class: face.class}
			g.copies = m.like(v.seen, d, face.class).copies
			m.addLooks(&g, d)
			g.size = m.sizeOf(s.die, d, scale)
			score := newFace + g.copies + g.shape + g.tint + g.size
			if i := slices.IndexFunc(v.guesses, func(o guess) bool { return o.die == s.die && o.face == f && !o.far }); i >= 0 {
				o := &v.guesses[i] // its icon was taught
				o.score = max(o.score, score+newCount)
				continue
			}
			g.score = score
			v.guesses = append(v.guesses, g)
		}
	}
	v.sort()
}

// sizeOf is the evidence of a sighting's size for a die.
func (m *Matcher) sizeOf(die int, d vision.Sighting, scale float64) float64 {
	if scale <= 0 || d.Measure() <= 0 || m.dice[die].mm <= 0 {
		return 0
	}
	z := math.Log(d.Measure()/scale/m.dice[die].mm) / sizeSpread
	return max(sizeFloor, -z*z/2)
}

// leastSized is the least number of dice on the tray whose sizes, compared with those of the army, give the scale.
const leastSized = 4

// scaleBySizes is the px per mm at which the sizes on the tray fit those of the army best. It is 0 if it can't be
// told.
func (m *Matcher) scaleBySizes(s vision.Scene, st stalls) float64 {
	var sizes []float64
	for _, o := range st {
		if o.more == 0 && m.dice[o.die].mm > 0 {
			sizes = append(sizes, m.dice[o.die].mm)
		}
	}
	slices.Sort(sizes)
	sizes = slices.Compact(sizes)
	if len(s.Sightings) < leastSized || len(sizes) < 2 {
		return 0
	}
	best, scale := math.Inf(1), 0.0
	for _, d := range s.Sightings { // each sighting may be any of the sizes
		for _, mm := range sizes {
			if d.Measure() <= 0 {
				continue
			}
			try := d.Measure() / mm
			if c := m.misfit(s, st, try); c < best-1e-9 {
				best, scale = c, try
			}
		}
	}
	return scale
}

// misfit is how badly the sizes fit the army's at a scale, in nats.
func (m *Matcher) misfit(s vision.Scene, st stalls, scale float64) float64 {
	cost := make([][]float64, len(s.Sightings))
	for i, d := range s.Sightings {
		row := make([]float64, len(st)+len(s.Sightings))
		for j, o := range st {
			row[j] = o.more - m.sizeOf(o.die, d, scale)
		}
		for j := range s.Sightings {
			row[len(st)+j] = -sizeFloor + another
		}
		cost[i] = row
	}
	return total(cost, assign(cost))
}

// row is a sighting's row in the matrix for assign, made of the guesses that fit accepts. It has a column for each
// stall, one for each sighting in which it is a stranger, and one for each in which it is unknown. If unknown is
// false, the last ones are impossible.
func (st stalls) row(v view, i, n int, fit func(guess) bool, unknown bool) []float64 {
	row := make([]float64, len(st)+2*n)
	for j := range row {
		row[j] = impossible
	}
	best := map[int]float64{}
	for _, g := range v.guesses {
		if !fit(g) {
			continue
		}
		die := g.die
		if g.far {
			die = anyStranger
		}
		if s, ok := best[die]; !ok || g.score > s {
			best[die] = g.score
		}
	}
	for j, o := range st {
		if s, ok := best[o.die]; ok {
			row[j] = o.more - s
		}
	}
	if s, ok := best[anyStranger]; ok {
		row[len(st)+i] = -s
	}
	if unknown {
		row[len(st)+n+i] = -unknownScore + expectedKnown
	}
	return row
}

// held is the guess that a sighting's column stands for. It is nil for unknown.
func (st stalls) held(v view, column, row int) *guess {
	switch {
	case column < len(st):
		return v.best(st[column].die, nil)
	case column == len(st)+row:
		return v.best(anyStranger, nil)
	}
	return nil
}
