package virtual

import (
	"slices"

	"astragal/vision"
)

// hiddenSteps is how many points a side the grid has by which the hidden share of a contour is measured.
const hiddenSteps = 9

// hidden is the share (0 to 1) of a convex contour that lies behind hands and cups. It counts points of a grid in the
// contour and in the picture.
func (m moment) hidden(outline []vision.Point, c camera) float64 {
	if len(m.limbs)+len(m.cups) == 0 {
		return 0
	}
	limbs, cups := m.seenLimbs(c), m.seenCups(c)
	return shareOf(outline, hiddenSteps, func(p vision.Point) (counts, in bool) {
		counts = p[0] >= 0 && p[1] >= 0 && p[0] < float64(c.width) && p[1] < float64(c.height)
		return counts, counts && covers(limbs, cups, p)
	})
}

// behind is the share (0 to 1) of a convex contour that lies inside others.
func behind(outline []vision.Point, others [][]vision.Point) float64 {
	if len(others) == 0 {
		return 0
	}
	return shareOf(outline, 2*hiddenSteps, func(p vision.Point) (counts, in bool) {
		return true, slices.ContainsFunc(others, func(o []vision.Point) bool { return encloses(o, p) })
	})
}

// shareOf is the share of the grid points in a convex contour for which judge returns in, among those for which it
// returns counts.
func shareOf(outline []vision.Point, steps int, judge func(vision.Point) (counts, in bool)) float64 {
	x0, y0, x1, y1 := bounds(outline)
	part, all := 0.0, 0.0
	for k := range steps * steps {
		p := vision.Point{x0 + (x1-x0)*(float64(k%steps)+0.5)/float64(steps), y0 + (y1-y0)*(float64(k/steps)+0.5)/float64(steps)}
		if !encloses(outline, p) {
			continue
		}
		counts, in := judge(p)
		if counts {
			all++
		}
		if in {
			part++
		}
	}
	return part / max(1, all)
}

func (m moment) seenLimbs(c camera) []flatLimb {
	out := make([]flatLimb, len(m.limbs))
	for i, l := range m.limbs {
		out[i] = l.seen(c)
	}
	return out
}

func (m moment) seenCups(c camera) [][]vision.Point {
	out := make([][]vision.Point, len(m.cups))
	for i, k := range m.cups {
		out[i] = k.outline(c)
	}
	return out
}

func covers(limbs []flatLimb, cups [][]vision.Point, p vision.Point) bool {
	for i := range limbs {
		if _, _, cover := limbs[i].bump(p[0], p[1]); cover >= 0.5 {
			return true
		}
	}
	for _, k := range cups {
		if encloses(k, p) {
			return true
		}
	}
	return false
}

// encloses says whether a point lies inside a convex contour.
func encloses(convex []vision.Point, p vision.Point) bool {
	left, right := false, false
	for i, a := range convex {
		side := cross2(a, convex[(i+1)%len(convex)], p)
		left, right = left || side < 0, right || side > 0
	}
	return len(convex) > 2 && !(left && right)
}
