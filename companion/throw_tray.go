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

// refound puts the dice where they lie in a picture of another geometry: the camera moved, or its picture was turned, mirrored,
// cut or zoomed. ok is false where what lies there aren't surely the dice of the throw.
func (t throw) refound(s vision.Scene, readings []vision.Reading) (_ throw, ok bool) {
	var mine []int
	var was, now []vision.Box
	for i, d := range t.dice {
		if d.box[2] > 0 && !d.gone {
			mine, was = append(mine, i), append(was, d.box)
		}
	}
	for _, d := range s.Sightings {
		now = append(now, d.Box)
	}
	found, ok := vision.FindAgain(was, now, func(i, k int) int { return t.dice[mine[i]].agrees(readings[k]) })
	if !ok {
		return t, false
	}
	t.dice = slices.Clone(t.dice)
	for i, n := range mine { // those that are out of the picture now may come back with its next geometry
		t.dice[n].lying, t.dice[n].box, t.dice[n].outline = false, found.Moved[i], nil
	}
	for k, i := range found.Pair {
		if i >= 0 {
			d := &t.dice[mine[i]]
			d.lying, d.box, d.outline = true, s.Sightings[k].Box, s.Sightings[k].Outline
		}
	}
	t.width, t.height = s.Width, s.Height
	return t, true
}

// agrees tells whether the die may be one that was read now: 1 where it surely shows the same, −1 where it surely shows something else.
func (d die) agrees(r vision.Reading) int {
	switch {
	case d.contradicts(r):
		return -1
	case !r.Accepted:
		return 0
	case r.Value != nil && d.value != nil && *r.Value == *d.value:
		return 1
	case r.Icon != nil && d.iconRead && *r.Icon == d.icon:
		return 1
	case r.Icon != nil && d.iconRead:
		return -1
	}
	return 0
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
