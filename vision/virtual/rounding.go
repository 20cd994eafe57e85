package virtual

import (
	"math"
	"slices"

	"astragal/vision"
)

// roundOff rounds edges and corners a little. A d6 is rounded all over, and a d4 loses its sharp corners. The others
// keep their edges, and only the shading is bent.
func (s *solid) roundOff(rounding float64) {
	for i, f := range s.faces {
		s.planes = append(s.planes, plane{n: f.n, off: f.off, face: i})
	}
	s.round = 0.02 + 0.05*rounding
	switch s.shape {
	case vision.D6:
		s.roundCube(0.035 + 0.175*rounding)
	case vision.D4:
		s.cutCorners(0.05 + 0.08*rounding)
	default:
		s.cutCorners(0.004 + 0.02*rounding)
	}
	s.rounded = bodyCorners(s.planes)
}

// roundCube adds planes that touch a cube whose edges are rounded with a radius.
func (s *solid) roundCube(radius float64) {
	s.round = 0.8 * radius
	for x := -2.0; x <= 2; x++ {
		for y := -2.0; y <= 2; y++ {
			for z := -2.0; z <= 2; z++ {
				if bends(x, y, z, radius) {
					n := vec{x, y, z}.unit()
					off := (0.5-radius)*(math.Abs(n.x)+math.Abs(n.y)+math.Abs(n.z)) + radius
					s.planes = append(s.planes, plane{n: n, off: off, face: s.facing(n)})
				}
			}
		}
	}
}

// bends says whether a direction between faces gets a plane that rounds a cube: the directions of edges and corners,
// and for large radii also those half-way from face to edge.
func bends(x, y, z, radius float64) bool {
	a, b, c := math.Abs(x), math.Abs(y), math.Abs(z)
	switch most, sum := max(a, b, c), a+b+c; {
	case most == 1:
		return sum >= 2
	case radius > 0.09 && most == 2:
		return sum == 3
	}
	return false
}

// facing is the printed face that points most in a direction.
func (s *solid) facing(n vec) int {
	near := 0
	for i, f := range s.faces {
		if f.n.dot(n) > s.faces[near].n.dot(n)+1e-9 {
			near = i
		}
	}
	return near
}

func (s *solid) cutCorners(depth float64) {
	for _, v := range s.verts {
		n := v.unit()
		s.planes = append(s.planes, plane{n: n, off: v.len() - depth, face: s.facing(n)})
	}
}

// bodyCorners finds the corners of the body that planes bound.
func bodyCorners(planes []plane) []vec {
	var out []vec
	for a := range planes {
		for b := a + 1; b < len(planes); b++ {
			line := planes[a].n.cross(planes[b].n)
			if line.len() < 1e-9 {
				continue
			}
			for c := b + 1; c < len(planes); c++ {
				v, ok := meet(planes[a], planes[b], planes[c])
				if ok && inside(planes, v) && !slices.ContainsFunc(out, func(o vec) bool { return o.sub(v).len() < 1e-6 }) {
					out = append(out, v)
				}
			}
		}
	}
	return out
}

func meet(a, b, c plane) (vec, bool) {
	det := a.n.dot(b.n.cross(c.n))
	if math.Abs(det) < 1e-9 {
		return vec{}, false
	}
	v := b.n.cross(c.n).mul(a.off).add(c.n.cross(a.n).mul(b.off)).add(a.n.cross(b.n).mul(c.off))
	return v.mul(1 / det), true
}

func inside(planes []plane, v vec) bool {
	for _, p := range planes {
		if p.n.dot(v) > p.off+1e-7 {
			return false
		}
	}
	return true
}
