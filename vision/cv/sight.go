//go:build cgo

package cv

import (
	"math"
	"slices"

	"astragal/vision"

	"gocv.io/x/gocv"
)

// One camera sees all dice of a picture. How far a die's top face lies from the middle of its box says how the line of sight
// leans at the die, and lines of sight change only slowly over a picture: together the dice tell better than each one alone where their faces
// lie. The aligner tells too little of a lean where a die has round edges, and is wrong now and then where much of a die's sides is seen.
const (
	// sightSlope is how much the line of sight changes over the picture's longer side before anything is known of
	// the camera; slopeHeld and leanHeld are how firmly that, and a camera that doesn't lean, are held on to beside one for each die.
	sightSlope, slopeHeld, leanHeld = .25, .3, .5
	leastSlope, mostSlope           = .1, .9
	// mostLean bounds what a single die may tell of.
	mostLean = .8
	// sureSolid is the probability of its solid from which a die tells of the camera.
	sureSolid = .8
	// leastWitnesses other dice must tell of the camera before one that tells otherwise counts as cocked.
	leastWitnesses = 4
)

// rise says, for a solid's number of ways up, what the aligner makes of a line of sight that leans, and what to make of both. Leans are
// in no unit but that of these numbers. A fit on seeds 501 and 851 of astragal stage, straight and
// leaning. A d10 tells of the camera and is left where it is: its next face is too near, and may show much the same.
type rise struct {
	told      float64 // offset that the aligner tells for a lean of 1, of the die's longer side
	own, from float64 // weights of the aligner's offset and of the lean that the others tell
	// flat is the most by which a die's own lean is off what the others tell where it lies flat. On the same seeds no flat die is; of those of
	// rendered/rolls one.
	flat float64
}

func riseOf(ways int) rise {
	switch ways {
	case 4:
		return rise{.55, .57, .62, .18}
	case 1:
		return rise{1.1, 1, 0, .21}
	case 5:
		return rise{1.2, .87, .29, .1}
	}
	return rise{.9, .87, .24, .16}
}

// sight is what one die tells of the camera: where it lies (of the picture's longer side, from the middle), and how the line of sight leans there.
type sight struct{ at, lean vision.Point }

// alignAll asks where the dice's top faces lie, and lets them correct each other.
func (n *nets) alignAll(img gocv.Mat, dice []found) ([]top, error) {
	tops := make([]top, len(dice))
	for i, f := range dice {
		t, err := n.alignAnyway(img, f)
		if err != nil {
			return nil, err
		}
		tops[i] = t
	}
	long := float64(max(img.Cols(), img.Rows()))
	middle := vision.Point{float64(img.Cols()) / 2, float64(img.Rows()) / 2}
	usual := median(sides(dice))
	sights := make([]*sight, len(dice))
	for i, f := range dice {
		if f.score < weakFound || slices.Max(tops[i].solids) < sureSolid || tops[i].isD4() || f.side() > 2*usual || f.side() < usual/2 {
			continue
		}
		s := sightOf(f, tops[i], middle, long)
		sights[i] = &s
	}
	for i, f := range dice {
		if sights[i] != nil {
			tops[i].cocked = sights[i].differs(slices.Concat(sights[:i], sights[i+1:]), riseOf(tops[i].ways).flat)
		}
		if !tops[i].isD4() {
			tops[i] = tops[i].seenFrom(f, slices.Concat(sights[:i], sights[i+1:]), middle, long)
		}
	}
	return tops, nil
}

func (t top) isD4() bool {
	return vision.Shapes()[slices.Index(t.solids, slices.Max(t.solids))] == vision.D4
}

// offset is how far the face lies from the middle of the find, in its longer side.
func (t top) offset(f found) (x, y float64) {
	cx, cy := f.center()
	return (t.x - cx) / f.side(), (t.y - cy) / f.side()
}

// fromMiddle is where a find lies, of the picture's longer side, from its middle.
func fromMiddle(f found, middle vision.Point, long float64) vision.Point {
	x, y := f.center()
	return vision.Point{(x - middle[0]) / long, (y - middle[1]) / long}
}

func sightOf(f found, t top, middle vision.Point, long float64) sight {
	x, y := t.offset(f)
	told := riseOf(t.ways).told
	s := sight{at: fromMiddle(f, middle, long), lean: vision.Point{x / told, y / told}}
	if l := math.Hypot(s.lean[0], s.lean[1]); l > mostLean {
		s.lean[0], s.lean[1] = s.lean[0]*mostLean/l, s.lean[1]*mostLean/l
	}
	return s
}

// differs tells whether a die's face lies where it can't if the die lies flat: the line of sight leans otherwise than the others tell.
func (s *sight) differs(others []*sight, flat float64) bool {
	others = slices.DeleteFunc(others, func(s *sight) bool { return s == nil })
	if len(others) < leastWitnesses {
		return false
	}
	lean := lineOfSight(others, s.at)
	return math.Hypot(s.lean[0]-lean[0], s.lean[1]-lean[1]) > flat
}

// seenFrom moves the face to where it lies by the aligner's word and the other dice's.
func (t top) seenFrom(f found, others []*sight, middle vision.Point, long float64) top {
	others = slices.DeleteFunc(others, func(s *sight) bool { return s == nil })
	if len(others) == 0 {
		return t
	}
	lean := lineOfSight(others, fromMiddle(f, middle, long))
	share := float64(len(others)) / float64(len(others)+1)
	r := riseOf(t.ways)
	x, y := t.offset(f)
	t.x += share * f.side() * ((r.own-1)*x + r.from*lean[0])
	t.y += share * f.side() * ((r.own-1)*y + r.from*lean[1])
	return t
}

// lineOfSight is how the line of sight leans at a place: a + b·place, with b, which the focal length makes, the same both ways.
func lineOfSight(dice []*sight, at vision.Point) vision.Point {
	n := float64(len(dice))
	var mid, mean vision.Point
	for _, d := range dice {
		for k := range 2 {
			mid[k], mean[k] = mid[k]+d.at[k]/n, mean[k]+d.lean[k]/n
		}
	}
	wide, along := slopeHeld, slopeHeld*sightSlope
	for _, d := range dice {
		for k := range 2 {
			wide += (d.at[k] - mid[k]) * (d.at[k] - mid[k])
			along += (d.at[k] - mid[k]) * (d.lean[k] - mean[k])
		}
	}
	slope := min(max(along/wide, leastSlope), mostSlope)
	var out vision.Point
	for k := range 2 {
		out[k] = n*(mean[k]-slope*mid[k])/(n+leanHeld) + slope*at[k]
	}
	return out
}
