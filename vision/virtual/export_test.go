package virtual

import (
	"math"

	"astragal/vision"
)

// Deepest is how many mm any two dice of frame n are inside each other. share is the same as a share of the smaller
// die's size.
func Deepest(t *Table, n int) (mm, share float64) {
	m := t.moment(float64(n) / t.o.FPS)
	for i, a := range m.dice {
		for _, b := range m.dice[i+1:] {
			if d, _ := overlap(a, b); d > mm {
				mm, share = d, d/min(a.size, b.size)
			}
		}
	}
	return mm, share
}

// Lowest is the height of the lowest corner of each die of frame n, in mm, and how far its result leans, in radians.
func Lowest(t *Table, n int) (lowest, lean []float64) {
	for _, d := range t.moment(float64(n) / t.o.FPS).dice {
		low := d.sharp()[0].z
		for _, v := range d.sharp() {
			low = min(low, v.z)
		}
		_, angle := d.solid.top(d.turn)
		lowest, lean = append(lowest, low), append(lean, angle)
	}
	return lowest, lean
}

// Pauses says whether a die that slides over these places (mm), and stays so many seconds at each, pauses on its way.
func Pauses(seconds float64, places ...float64) bool {
	var track []pose
	for _, x := range places {
		for range int(seconds / sampling) {
			track = append(track, pose{vec{x, 0, 8}, quat{w: 1}})
		}
	}
	p := paths{poses: [][]pose{track}, from: []int{0}}
	return p.pauses()
}

// Cubes is the overlap of two cubes with the same side. The second lies dx, dy, dz away and is turned by yaw.
func Cubes(side, dx, dy, dz, yaw float64) float64 {
	d := &die{solid: newSolid(vision.D6, 0), size: side}
	b := pose{vec{dx, dy, dz}, turn(vec{0, 0, 1}, yaw)}
	depth, _ := overlap(placed{d, pose{turn: quat{w: 1}}}, placed{d, b})
	return depth
}

// Body counts a shape's faces, corners, symmetries and results. It says whether opposite faces are numbered as on
// real dice.
func Body(shape vision.Shape) (faces, corners, symmetries, results int, opposite bool) {
	s := newSolid(shape, 0.5)
	opposite = true
	for i, f := range s.faces {
		if shape != vision.D4 && f.n.dot(s.faces[len(s.faces)-1-i].n) > -1+1e-6 {
			opposite = false
		}
	}
	return len(s.faces), len(s.verts), len(s.symmetries), len(s.ups), opposite
}

// CoveredBehind puts a small cube behind a large one, with their middles apart mm apart. small and large are their
// sides in mm. A camera leans by so many degrees to the side of the large one. It returns how much of the middle of
// each one's top face is hidden, the small one's first.
func CoveredBehind(lean, small, large, apart float64) []float64 {
	s := newSolid(vision.D6, 0)
	lies := func(x, size float64) placed {
		return placed{&die{solid: s, size: size}, pose{vec{x, 0, size / 2}, quat{w: 1}}}
	}
	m := moment{dice: []placed{lies(0, small), lies(apart, large)}}
	sin, cos := math.Sincos(lean * math.Pi / 180)
	eye := vec{700 * sin, 0, 700 * cos}
	var out []float64
	for i, d := range m.dice {
		up, _ := s.top(d.turn)
		out = append(out, m.covered(i, up, eye))
	}
	return out
}

// Seen is how many px wide and high a look's camera sees a square in the tray's middle, whose side is given in mm.
func Seen(l Look, side float64) (wide, high float64) {
	c := l.camera(1280, 720)
	a, b := c.see(vec{-side / 2, 0, 0}), c.see(vec{side / 2, 0, 0})
	d, e := c.see(vec{0, -side / 2, 0}), c.see(vec{0, side / 2, 0})
	return math.Hypot(b[0]-a[0], b[1]-a[1]), math.Hypot(e[0]-d[0], e[1]-d[1])
}
