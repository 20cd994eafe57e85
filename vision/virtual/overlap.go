package virtual

import "math"

// overlap is how deep two dice with sharp edges lie in each other, in mm, by the separating axis test. If it is
// negative, it is the gap along the best axis found. The axis points from a to b.
func overlap(a, b placed) (float64, vec) { return overlapDownTo(a, b, math.Inf(-1)) }

// deeper says whether two dice lie deeper in each other than limit (mm). It is faster than overlap.
func deeper(a, b placed, limit float64) bool {
	depth, _ := overlapDownTo(a, b, limit)
	return depth > limit
}

// overlapDownTo stops searching once it knows that the overlap is at most enough.
func overlapDownTo(a, b placed, enough float64) (float64, vec) {
	reach := a.solid.outer*a.size + b.solid.outer*b.size
	to := b.at.sub(a.at)
	if d := to.len(); d > reach {
		return reach - d, to.unit()
	}
	s := separation{a: a.sharp(), b: b.sharp(), to: to, depth: math.Inf(1), enough: enough}
	for _, n := range a.solid.axes {
		if s.try(a.turn.rotate(n)) {
			return s.depth, s.axis
		}
	}
	for _, n := range b.solid.axes {
		if s.try(b.turn.rotate(n)) {
			return s.depth, s.axis
		}
	}
	for _, e := range a.solid.edges {
		u := a.turn.rotate(e)
		for _, g := range b.solid.edges {
			if n := u.cross(b.turn.rotate(g)); n.len() > 1e-6 && s.try(n.unit()) {
				return s.depth, s.axis
			}
		}
	}
	return s.depth, s.axis
}

// separation searches for the axis along which two bodies overlap least.
type separation struct {
	a, b   []vec
	to     vec
	depth  float64
	axis   vec
	enough float64
}

// sharp are the corners of the body before its edges were rounded.
func (p placed) sharp() []vec {
	out := make([]vec, len(p.solid.verts))
	for i, v := range p.solid.verts {
		out[i] = p.place(v.mul(p.size))
	}
	return out
}

// try tries an axis, and returns whether the search can stop.
func (s *separation) try(n vec) bool {
	if n.dot(s.to) < 0 {
		n = n.mul(-1)
	}
	far, near := math.Inf(-1), math.Inf(1)
	for _, v := range s.a {
		if d := n.dot(v); d > far {
			far = d
		}
	}
	for _, v := range s.b {
		if d := n.dot(v); d < near {
			near = d
		}
	}
	if d := far - near; d < s.depth {
		s.depth, s.axis = d, n
	}
	return s.depth <= s.enough
}
