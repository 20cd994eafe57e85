package virtual

import "astragal/vision"

// hidden is how much (0 to 1) of a contour (convex) lies behind hands and cups, by the points of a grid that are in it and in
// the picture.
func (m moment) hidden(outline []vision.Point, c camera) float64 {
	if len(m.limbs)+len(m.cups) == 0 {
		return 0
	}
	const steps = 9
	x0, y0, x1, y1 := bounds(outline)
	limbs, cups := m.seenLimbs(c), m.seenCups(c)
	behind, all := 0.0, 0.0
	for j := range steps {
		for i := range steps {
			p := vision.Point{x0 + (x1-x0)*(float64(i)+0.5)/steps, y0 + (y1-y0)*(float64(j)+0.5)/steps}
			if p[0] < 0 || p[1] < 0 || p[0] >= float64(c.width) || p[1] >= float64(c.height) || !encloses(outline, p) {
				continue
			}
			all++
			if covers(limbs, cups, p) {
				behind++
			}
		}
	}
	return behind / max(1, all)
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

// encloses says whether a point lies within a convex contour.
func encloses(convex []vision.Point, p vision.Point) bool {
	left, right := false, false
	for i, a := range convex {
		side := cross2(a, convex[(i+1)%len(convex)], p)
		left, right = left || side < 0, right || side > 0
	}
	return len(convex) > 2 && !(left && right)
}
