package throw

import (
	"cmp"
	"math"
	"slices"

	"astragal/engine"
	"astragal/vision"
	"astragal/vision/settle"
)

// Seen puts the dice where a new look at the same throw found them. A die that wasn't found doesn't lie there any more. Readings stay as they are.
func (t Throw) Seen(s vision.Scene) Throw {
	t.Dice = slices.Clone(t.Dice)
	type pair struct {
		die, sight int
		far        float64
	}
	var pairs []pair
	for i, d := range t.Dice {
		if d.Box[2] == 0 {
			continue
		}
		t.Dice[i].Lying = false
		for k, s := range s.Sightings {
			pairs = append(pairs, pair{i, k, apart(d.Box, s.Box)})
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(a.far, b.far) })
	dieDone, sightDone := map[int]bool{}, map[int]bool{}
	for _, p := range pairs {
		if dieDone[p.die] || sightDone[p.sight] {
			continue
		}
		dieDone[p.die], sightDone[p.sight] = true, true
		d := &t.Dice[p.die]
		d.Lying, d.Box, d.outline = true, s.Sightings[p.sight].Box, s.Sightings[p.sight].Outline
	}
	if s.Width > 0 && s.Height > 0 {
		t.width, t.height = s.Width, s.Height
	}
	return t
}

// Refound puts the dice where they lie in a picture of another geometry: the camera moved, or its picture was turned, mirrored, cut or zoomed. ok is
// false if the dice in that picture aren't surely those of the throw.
func (t Throw) Refound(s vision.Scene, readings []vision.Reading) (_ Throw, ok bool) {
	var mine []int
	var was, now []vision.Box
	for i, d := range t.Dice {
		if d.Box[2] > 0 && !d.Gone {
			mine, was = append(mine, i), append(was, d.Box)
		}
	}
	for _, d := range s.Sightings {
		now = append(now, d.Box)
	}
	found, ok := settle.FindAgain(was, now, func(i, k int) int { return t.Dice[mine[i]].agrees(readings[k]) })
	if !ok {
		return t, false
	}
	t.Dice = slices.Clone(t.Dice)
	for i, n := range mine { // dice that are outside this picture may come back in the next one
		t.Dice[n].Lying, t.Dice[n].Box, t.Dice[n].outline = false, found.Moved[i], nil
	}
	for k, i := range found.Pair {
		if i >= 0 {
			d := &t.Dice[mine[i]]
			d.Lying, d.Box, d.outline = true, s.Sightings[k].Box, s.Sightings[k].Outline
		}
	}
	t.width, t.height = s.Width, s.Height
	return t, true
}

// agrees compares the die with a reading: 1 if that surely shows the same, −1 if it surely shows something else, 0 if neither is sure.
func (d Die) agrees(r vision.Reading) int {
	switch {
	case d.contradicts(r):
		return -1
	case !r.Accepted:
		return 0
	case r.Value != nil && d.Value != nil && *r.Value == *d.Value:
		return 1
	case r.Icon != nil && d.iconRead && *r.Icon == d.Icon:
		return 1
	case r.Icon != nil && d.iconRead:
		return -1
	}
	return 0
}

// Cleared is the throw after the tray was emptied.
func (t Throw) Cleared() Throw {
	t.Dice = slices.Clone(t.Dice)
	for i := range t.Dice {
		t.Dice[i].Lying = false
	}
	return t
}

// Beside is the throw after a look at dice that aren't its own. Of its dice only those still lie there at whose place something lies.
func (t Throw) Beside(s vision.Scene) Throw {
	t.Dice = slices.Clone(t.Dice)
	for i, d := range t.Dice {
		there := func(s vision.Sighting) bool { return apart(d.Box, s.Box) < math.Max(d.Box[2], d.Box[3])/2 }
		t.Dice[i].Lying = d.Lying && (d.Box[2] == 0 || slices.ContainsFunc(s.Sightings, there))
	}
	return t
}

// IsOf says whether a scene shows the very dice of the throw, lying where they lay. After a restart such a scene is the same throw, not a new one.
func (t Throw) IsOf(s vision.Scene, readings []vision.Reading) bool {
	var mine []Die
	for _, d := range t.Dice {
		if d.Lying && d.Box[2] > 0 {
			mine = append(mine, d)
		}
	}
	if len(mine) == 0 || len(mine) != len(s.Sightings) || t.width != s.Width || t.height != s.Height {
		return false
	}
	taken := make([]bool, len(s.Sightings))
	for _, d := range mine {
		i := slices.IndexFunc(s.Sightings, func(v vision.Sighting) bool { return apart(d.Box, v.Box) < leastMove*d.Box[2] })
		if i < 0 || taken[i] || d.contradicts(readings[i]) {
			return false
		}
		taken[i] = true
	}
	return true
}

// contradicts says whether both readings are sure, and differ.
func (d Die) contradicts(r vision.Reading) bool {
	return d.How == engine.Read && r.Accepted && r.Value != nil && *r.Value != *d.Value
}

// apart is the distance between the middles of two boxes, px.
func apart(a, b vision.Box) float64 {
	return math.Hypot(a[0]+a[2]/2-b[0]-b[2]/2, a[1]+a[3]/2-b[1]-b[3]/2)
}
