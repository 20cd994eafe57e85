package companion

import (
	"cmp"
	"math"
	"slices"

	"astragal/engine"
	"astragal/vision"
)

// seen puts the dice where a new look at the same throw found them. Dice that were not found are
// not lying there any more; readings stay as they are.
func (t throw) seen(s vision.Scene) throw {
	t.dice = slices.Clone(t.dice)
	type pair struct {
		die, sight int
		far        float64
	}
	var pairs []pair
	for i, d := range t.dice {
		if d.box[2] == 0 {
			continue
		}
		t.dice[i].lying = false
		for k, s := range s.Sightings {
			pairs = append(pairs, pair{i, k, apart(d.box, s.Box)})
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(a.far, b.far) })
	dieDone, sightDone := map[int]bool{}, map[int]bool{}
	for _, p := range pairs {
		if dieDone[p.die] || sightDone[p.sight] {
			continue
		}
		dieDone[p.die], sightDone[p.sight] = true, true
		d := &t.dice[p.die]
		d.lying, d.box, d.outline = true, s.Sightings[p.sight].Box, s.Sightings[p.sight].Outline
	}
	if s.Width > 0 && s.Height > 0 {
		t.width, t.height = s.Width, s.Height
	}
	return t
}

// cleared is the throw after the tray was emptied.
func (t throw) cleared() throw {
	t.dice = slices.Clone(t.dice)
	for i := range t.dice {
		t.dice[i].lying = false
	}
	return t
}

// isOf says whether a scene shows the very dice of the throw, lying where they lay: after a
// restart that is the same throw, not a new one.
func (t throw) isOf(s vision.Scene, readings []vision.Reading) bool {
	var mine []die
	for _, d := range t.dice {
		if d.lying && d.box[2] > 0 {
			mine = append(mine, d)
		}
	}
	if len(mine) == 0 || len(mine) != len(s.Sightings) || t.width != s.Width || t.height != s.Height {
		return false
	}
	taken := make([]bool, len(s.Sightings))
	for _, d := range mine {
		i := slices.IndexFunc(s.Sightings, func(v vision.Sighting) bool { return apart(d.box, v.Box) < leastMove*d.box[2] })
		if i < 0 || taken[i] || d.contradicts(readings[i]) {
			return false
		}
		taken[i] = true
	}
	return true
}

// contradicts: both readings are sure, and they differ.
func (d die) contradicts(r vision.Reading) bool {
	return d.how == engine.Read && r.Accepted && r.Value != nil && *r.Value != *d.value
}

// apart is the distance between the middles of two boxes, px.
func apart(a, b vision.Box) float64 {
	return math.Hypot(a[0]+a[2]/2-b[0]-b[2]/2, a[1]+a[3]/2-b[1]-b[3]/2)
}
