package virtual

import "math"

// overlap is how deep two dice with sharp edges lie in each other, mm, by the
// separating axis test: negative is the gap along the best axis found. The
// axis points from a to b.
func overlap(a, b placed) (float64, vec) {
	reach := a.solid.outer*a.size + b.solid.outer*b.size
	to := b.at.sub(a.at)
	if d := to.len(); d > reach {
		return reach - d, to.unit()
	}
	s := newSeparation(a, b)
	for _, f := range a.solid.faces {
		s.try(a.turn.rotate(f.n))
	}
	for _, f := range b.solid.faces {
		s.try(b.turn.rotate(f.n))
	}
	for _, e := range a.solid.edges {
		u := a.turn.rotate(e)
		for _, g := range b.solid.edges {
			if n := u.cross(b.turn.rotate(g)); n.len() > 1e-6 {
				s.try(n.unit())
			}
		}
		if s.depth < -0.5 {
			break
		}
	}
	return s.depth, s.axis
}

// separation searches the axis along which two bodies overlap least.
type separation struct {
	a, b  []vec
	to    vec
	depth float64
	axis  vec
}

func newSeparation(a, b placed) *separation {
	return &separation{a: a.sharp(), b: b.sharp(), to: b.at.sub(a.at), depth: math.Inf(1)}
}

// sharp are the corners of the body before its edges were rounded.
func (p placed) sharp() []vec {
	out := make([]vec, len(p.solid.verts))
	for i, v := range p.solid.verts {
		out[i] = p.place(v.mul(p.size))
	}
	return out
}

func (s *separation) try(n vec) {
	if n.dot(s.to) < 0 {
		n = n.mul(-1)
	}
	far, near := math.Inf(-1), math.Inf(1)
	for _, v := range s.a {
		far = max(far, n.dot(v))
	}
	for _, v := range s.b {
		near = min(near, n.dot(v))
	}
	if d := far - near; d < s.depth {
		s.depth, s.axis = d, n
	}
}
