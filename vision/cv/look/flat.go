//go:build cgo

package look

import (
	"slices"

	"astragal/vision"
	"astragal/vision/cv/face"
	"astragal/vision/cv/find"
	"astragal/vision/cv/picture"
)

// see fills in how each find's top face is looked at, as far as the camera leans by what those finds tell that are surely dice. solid is what a find most likely is.
func (l *Looker) see(pic picture.Pyramid, finds []find.Found, how Looking, out []glance, solid func(int) vision.Shape) (*leaning, error) {
	var dice []find.Found
	var solids []vision.Shape
	for i, f := range finds {
		if f.Score >= vision.Usual().Found && !f.HoldsOneOf(finds) {
			dice, solids = append(dice, f), append(solids, solid(i))
		}
	}
	known, err := l.leaningOf(pic, dice, solids, how, nil)
	if err != nil {
		return nil, err
	}
	for i, f := range finds {
		out[i].seen = face.See(pic, f, &known.camera, solid(i))
	}
	return known, nil
}

// seenOf is what is seen of the finds.
func seenOf(all []glance) []face.Seen {
	out := make([]face.Seen, len(all))
	for i, g := range all {
		out[i] = g.seen
	}
	return out
}

// closeSeen frees what is seen of the finds.
func closeSeen(all []glance) {
	for _, g := range all {
		_ = g.seen.Close() // a picture in memory has nothing to lose
	}
}

// surePolyhedron is the least probability of a solid other than a d6 with which one find makes the camera too flat for the others as well. A blurred d6 may pass for such a solid.
const surePolyhedron = .8

// leaning is how a camera leans by what some dice tell.
type leaning struct {
	by     []find.Found
	solids []vision.Shape
	camera face.Leaning
}

// leaningOf is how the camera leans by what some dice tell, by its profile and by throws before. If the same dice told known, it is that.
func (l *Looker) leaningOf(pic picture.Pyramid, dice []find.Found, solids []vision.Shape, how Looking, known *leaning) (*leaning, error) {
	if known != nil && slices.Equal(known.by, dice) && slices.Equal(known.solids, solids) {
		return known, nil
	}
	var before *face.Leaning
	if how.Standing != nil {
		before = how.Standing.known
	}
	camera, err := l.faces.LeaningOf(pic, dice, solids, how.Profile, before)
	return &leaning{dice, solids, camera}, err
}

// doubtFlat marks the dice at which the camera looks too flat. If most dice are marked, it adds the problem to the scene. known is what was known of the camera before some finds were left out; nil if nothing.
func (l *Looker) doubtFlat(pic picture.Pyramid, s *vision.Scene, first []glance, known *leaning, how Looking) error {
	if how.Standing != nil {
		how.Standing.newest = nil
	}
	var dice []find.Found
	var solids []vision.Shape
	finds := make([]find.Found, len(s.Sightings))
	for i, d := range s.Sightings {
		finds[i] = glanceOf(d, first).find
		if d.Found >= vision.Usual().Found {
			dice, solids = append(dice, finds[i]), append(solids, solidOf(d))
		}
	}
	if len(dice) == 0 {
		return nil
	}
	leans, err := l.leaningOf(pic, dice, solids, how, known)
	if err != nil {
		return err
	}
	camera := &leans.camera
	if how.Standing != nil {
		how.Standing.newest = camera
	}
	flat, polyhedron := 0, false
	sure := func(d vision.Sighting) bool { return d.Found >= vision.Usual().Found }
	is, doubt := make([]bool, len(finds)), make([]bool, len(finds))
	for i, d := range s.Sightings {
		is[i], doubt[i] = camera.TooFlat(pic.Image, finds[i], solidOf(d))
		if is[i] && sure(d) {
			flat++
			polyhedron = polyhedron || len(d.Shapes) > 0 && d.Shapes[0].Shape != vision.D6 && d.Shapes[0].P >= surePolyhedron
		}
	}
	for i, d := range s.Sightings {
		// From there a polyhedron looks like a d6, or as if it lay on another face.
		if polyhedron && !doubt[i] {
			doubt[i], _ = camera.TooFlat(pic.Image, finds[i], vision.D10)
		}
		if doubt[i] {
			s.Sightings[i].Doubts = append([]string{vision.TooFlat}, d.Doubts...)
		}
	}
	if 2*flat > len(dice) { // the solid of one or two may be mistaken
		s.Problems = append(s.Problems, vision.TooFlat)
	}
	return nil
}
