package virtual

import (
	"cmp"
	"math"
	"slices"

	"astragal/vision"
)

// plane is one side of a convex body. Points p inside have n·p <= off.
type plane struct {
	n   vec
	off float64
	// face is the printed face whose texture is on the plane.
	face int
}

// face is one printed side. Its print lies along right and up.
type face struct {
	n, middle, right, up vec
	off                  float64
	corners              []int
	// reach is the radius of the largest circle around middle inside the face.
	reach float64
}

// solid is a die's body of size 1. The edge of a d4, d6 and d8 is 1. A d10, a d12 and a d20 measure 1 across their
// corners.
type solid struct {
	shape vision.Shape
	verts []vec
	faces []face
	edges []vec
	// axes are the directions of the faces. Opposite ones are listed once.
	axes []vec
	// planes bound the body with rounded edges. rounded are that body's corners.
	planes  []plane
	rounded []vec
	// round is how far from an edge the shading bends.
	round float64
	// ups[i] points up when result i is on top. They are a d4's corners, otherwise the faces.
	ups []vec
	// symmetries are the rotations that take the body to itself.
	symmetries []quat
	// inner and outer are the radii of the inscribed and the circumscribed sphere. rest is the height of the middle.
	inner, outer, rest float64
}

// newSolid builds the body of a shape. rounding is 0 (sharp) to 1 (very round).
func newSolid(shape vision.Shape, rounding float64) *solid {
	s := &solid{shape: shape, verts: corners(shape)}
	s.outer = s.verts[0].len()
	for _, v := range s.verts {
		s.outer = max(s.outer, v.len())
	}
	s.findFaces()
	s.orderFaces()
	s.findEdges()
	s.findAxes()
	s.inner = s.faces[0].off
	s.rest = s.inner
	for _, f := range s.faces {
		s.ups = append(s.ups, f.n)
	}
	if shape == vision.D4 {
		for i := range s.ups {
			s.ups[i] = s.faces[i].n.mul(-1)
		}
	}
	s.roundOff(rounding)
	s.findSymmetries()
	return s
}

func corners(shape vision.Shape) []vec {
	const golden = math.Phi
	var out []vec
	signs := func(v vec) {
		for _, sx := range []float64{1, -1} {
			for _, sy := range []float64{1, -1} {
				for _, sz := range []float64{1, -1} {
					w := vec{v.x * sx, v.y * sy, v.z * sz}
					if !slices.Contains(out, w) {
						out = append(out, w)
					}
				}
			}
		}
	}
	var size float64
	switch shape {
	case vision.D4:
		out = []vec{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}
		size = 2 * math.Sqrt2
	case vision.D8:
		signs(vec{1, 0, 0})
		signs(vec{0, 1, 0})
		signs(vec{0, 0, 1})
		size = math.Sqrt2
	case vision.D10:
		flat := math.Pow(math.Tan(math.Pi/10), 2)
		const pole = 1.0
		out = []vec{{0, 0, pole}, {0, 0, -pole}}
		for k := range 10 {
			sin, cos := math.Sincos(float64(k) * math.Pi / 5)
			z := flat * pole
			if k%2 == 1 {
				z = -z
			}
			out = append(out, vec{cos, sin, z})
		}
		size = 2
	case vision.D12:
		signs(vec{1, 1, 1})
		signs(vec{0, 1 / golden, golden})
		signs(vec{1 / golden, golden, 0})
		signs(vec{golden, 0, 1 / golden})
		size = 2 * math.Sqrt(3)
	case vision.D20:
		signs(vec{0, 1, golden})
		signs(vec{1, golden, 0})
		signs(vec{golden, 0, 1})
		size = 2 * math.Sqrt(1+golden*golden)
	default:
		signs(vec{1, 1, 1})
		size = 2
	}
	for i := range out {
		out[i] = out[i].mul(1 / size)
	}
	return out
}

// findFaces collects the planes through three corners that have all other corners on one side.
func (s *solid) findFaces() {
	const eps = 1e-9
	n := len(s.verts)
	for a := range n {
		for b := a + 1; b < n; b++ {
			for c := b + 1; c < n; c++ {
				normal := s.verts[b].sub(s.verts[a]).cross(s.verts[c].sub(s.verts[a])).unit()
				off := normal.dot(s.verts[a])
				if off < 0 {
					normal, off = normal.mul(-1), -off
				}
				if off < eps || s.hasFace(normal) || s.reaches(normal) > off+eps {
					continue
				}
				s.addFace(normal, off)
			}
		}
	}
}

func (s *solid) hasFace(n vec) bool {
	return slices.ContainsFunc(s.faces, func(f face) bool { return f.n.dot(n) > 1-1e-6 })
}

func (s *solid) reaches(n vec) float64 {
	far := math.Inf(-1)
	for _, v := range s.verts {
		far = max(far, n.dot(v))
	}
	return far
}

func (s *solid) addFace(n vec, off float64) {
	f := face{n: n, off: off}
	for i, v := range s.verts {
		if n.dot(v) > off-1e-6 {
			f.corners = append(f.corners, i)
			f.middle = f.middle.add(v)
		}
	}
	f.middle = f.middle.mul(1 / float64(len(f.corners)))
	f.up = s.upOn(f)
	f.right = f.up.cross(n)
	angle := func(i int) float64 {
		d := s.verts[i].sub(f.middle)
		return math.Atan2(d.dot(f.up), d.dot(f.right))
	}
	slices.SortFunc(f.corners, func(a, b int) int { return cmp.Compare(angle(a), angle(b)) })
	f.reach = math.Inf(1)
	for k, i := range f.corners {
		a, b := s.verts[i], s.verts[f.corners[(k+1)%len(f.corners)]]
		side := b.sub(a).unit()
		d := f.middle.sub(a)
		f.reach = min(f.reach, d.sub(side.mul(d.dot(side))).len())
	}
	s.faces = append(s.faces, f)
}

// upOn says where a face's print has its top: towards a corner, on a d6 along an edge, on a d10 towards the pole.
func (s *solid) upOn(f face) vec {
	if s.shape == vision.D6 || s.shape == vision.ShapeUnknown {
		d := s.verts[f.corners[0]].sub(s.verts[f.corners[1]])
		if len(f.corners) == 4 && d.len() > 1.1 {
			d = s.verts[f.corners[0]].sub(s.verts[f.corners[2]])
		}
		return d.unit()
	}
	far := f.corners[0]
	for _, i := range f.corners {
		if s.verts[i].sub(f.middle).len() > s.verts[far].sub(f.middle).len()+1e-9 {
			far = i
		}
	}
	return s.verts[far].sub(f.middle).unit()
}

// orderFaces puts face i opposite face n-1-i. On a d4 it puts it opposite corner i.
func (s *solid) orderFaces() {
	if s.shape == vision.D4 {
		return
	}
	rest := s.faces
	slices.SortStableFunc(rest, func(a, b face) int { return cmp.Compare(scatter(b.n), scatter(a.n)) })
	n := len(rest)
	half := rest[:0:0]
	for _, f := range rest {
		if !slices.ContainsFunc(half, func(h face) bool { return h.n.dot(f.n) < -1+1e-6 }) {
			half = append(half, f)
		}
	}
	ordered := make([]face, n)
	for i, f := range half {
		j := slices.IndexFunc(rest, func(g face) bool { return g.n.dot(f.n) < -1+1e-6 })
		if i%2 == 1 {
			ordered[i], ordered[n-1-i] = rest[j], f
		} else {
			ordered[i], ordered[n-1-i] = f, rest[j]
		}
	}
	s.faces = ordered
}

// scatter orders directions so that neighbours don't get neighbouring numbers.
func scatter(n vec) float64 { return math.Sin(n.x*12.9898+n.y*78.233+n.z*37.719) + 1e-6*n.z }

func (s *solid) findEdges() {
	for _, f := range s.faces {
		for k, i := range f.corners {
			d := s.verts[f.corners[(k+1)%len(f.corners)]].sub(s.verts[i]).unit()
			if !slices.ContainsFunc(s.edges, func(e vec) bool { return math.Abs(e.dot(d)) > 1-1e-9 }) {
				s.edges = append(s.edges, d)
			}
		}
	}
}

func (s *solid) findAxes() {
	for _, f := range s.faces {
		if !slices.ContainsFunc(s.axes, func(a vec) bool { return a.dot(f.n) < -1+1e-9 }) {
			s.axes = append(s.axes, f.n)
		}
	}
}

// findSymmetries tries every rotation that takes face 0 to some face.
func (s *solid) findSymmetries() {
	a := s.faces[0]
	for _, f := range s.faces {
		to := turnTo(a.n, f.n)
		sides := 60
		for k := range sides {
			q := turn(f.n, 2*math.Pi*float64(k)/float64(sides)).mul(s.align(to, a, f))
			if s.keeps(q) && !slices.ContainsFunc(s.symmetries, func(o quat) bool {
				return math.Abs(o.w*q.w+o.x*q.x+o.y*q.y+o.z*q.z) > 1-1e-9
			}) {
				s.symmetries = append(s.symmetries, q)
			}
		}
	}
}

// align turns the rotation further, so that the print's top on a falls on that of f.
func (s *solid) align(to quat, a, f face) quat {
	up := to.rotate(a.up)
	return turn(f.n, math.Atan2(f.n.dot(up.cross(f.up)), up.dot(f.up))).mul(to)
}

func (s *solid) keeps(q quat) bool {
	for _, v := range s.verts {
		w := q.rotate(v)
		if !slices.ContainsFunc(s.verts, func(o vec) bool { return o.sub(w).len() < 1e-6 }) {
			return false
		}
	}
	return true
}

// top is the result that points up under a rotation, and how far it leans, in radians.
func (s *solid) top(q quat) (int, float64) {
	best, high := 0, -2.0
	for i, u := range s.ups {
		if z := q.rotate(u).z; z > high {
			best, high = i, z
		}
	}
	return best, math.Acos(clamp(high, -1, 1))
}

// relabel is the symmetry that takes result from to where result to is.
func (s *solid) relabel(from, to int) quat {
	for _, q := range s.symmetries {
		if q.rotate(s.ups[from]).dot(s.ups[to]) > 1-1e-6 {
			return q
		}
	}
	return quat{w: 1}
}
