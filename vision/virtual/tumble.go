package virtual

import (
	"math"
)

const (
	gravity = 9810.0 // mm/s²
	// step is the time step of the physics, in seconds. Every sampled step'th pose is kept.
	step    = 1.0 / 960
	sampled = 8
	// sampling is the time between kept poses.
	sampling = step * sampled
	// longest is how many seconds a throw may roll. If it takes longer, it is thrown again.
	longest = 4.0
)

// world is a throw in progress.
type world struct {
	look    Look
	moving  []*body
	lying   []*body
	spring  float64
	rub     float64
	touches []touch
	// hints are the axes that last separated pairs of dice.
	hints []vec
}

// paths are how the dice of a throw move. poses[i][k] is die i at k*sampling. from[i] is the first k at which it
// exists. rest is the time, in seconds, when all dice lie.
type paths struct {
	poses [][]pose
	from  []int
	rest  float64
}

func newWorld(l Look, moving []*body, lying []placed) *world {
	w := &world{look: l, moving: moving, spring: 0.45, rub: 0.38}
	switch l.Floor {
	case "wood", "plain":
		w.spring, w.rub = 0.54, 0.26
	case "felt":
		w.spring, w.rub = 0.38, 0.45
	}
	for _, d := range lying {
		w.lying = append(w.lying, layFast(d))
	}
	for _, b := range moving {
		b.refresh()
	}
	w.hints = make([]vec, len(moving)*(len(moving)+len(lying)))
	return w
}

// tumble runs the throw until all dice lie flat. It returns false if they don't: a die leans, lies on another one or
// left the tray.
func (w *world) tumble() (paths, bool) {
	out := paths{poses: make([][]pose, len(w.moving)), from: make([]int, len(w.moving))}
	for i := range out.from {
		out.from[i] = -1
	}
	for n := 0; float64(n)*step < longest; n++ {
		if n%sampled == 0 {
			for i, b := range w.moving {
				if out.from[i] < 0 && b.wait <= 0 {
					out.from[i] = n / sampled
				}
				out.poses[i] = append(out.poses[i], b.pose)
			}
		}
		w.advance()
		if w.quiet() {
			return out, w.settle(&out)
		}
	}
	return out, false
}

func (w *world) advance() {
	w.touches = w.touches[:0]
	for i, b := range w.moving {
		if b.wait -= step; b.wait > 0 {
			continue
		}
		b.speed.z -= gravity * step
		w.meetFloor(b)
		if b.inside = b.inside || w.look.inField(b.pose.at.x, b.pose.at.y, 0); b.inside {
			w.meetWalls(b)
		}
		hints := w.hints[i*(len(w.moving)+len(w.lying)):]
		for j := i + 1; j < len(w.moving); j++ {
			if o := w.moving[j]; o.wait <= 0 {
				w.meet(b, o, &hints[j])
			}
		}
		for j, o := range w.lying {
			w.meet(b, o, &hints[len(w.moving)+j])
		}
	}
	for range 6 {
		for i := range w.touches {
			w.touches[i].solve()
		}
	}
	for _, b := range w.moving {
		if b.wait <= 0 {
			b.move(step)
		}
	}
	w.part()
	for _, b := range w.moving {
		w.calm(b)
		b.refresh()
	}
}

// meetFloor adds a contact for each corner at or below the floor.
func (w *world) meetFloor(b *body) {
	if b.pose.at.z > b.solid.outer*b.size {
		return
	}
	for _, v := range b.verts {
		if v.z < 0.15 {
			w.add(touch{a: b, ra: v.sub(b.pose.at), n: vec{0, 0, 1}, depth: -v.z, rub: w.rub}, w.spring)
		}
	}
}

// meetWalls keeps the dice in the tray. If there is no tray, it keeps them in the picture.
func (w *world) meetWalls(b *body) {
	reach := b.solid.outer * b.size
	for _, side := range []vec{{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}} {
		room := math.Abs(side.x)*w.look.TrayWidth/2 + math.Abs(side.y)*w.look.TrayHeight/2
		if room+side.dot(b.pose.at) > reach {
			continue
		}
		for _, v := range b.verts {
			if d := -(room + side.dot(v)); d > -0.05 {
				w.add(touch{a: b, ra: v.sub(b.pose.at), n: side, depth: d, rub: 0.06}, 0.4)
			}
		}
	}
}

func (w *world) meet(a, b *body, hint *vec) {
	if t, ok := collide(a, b, hint); ok {
		t.rub = 0.06
		w.add(t, 0.35)
	}
}

// add adds a contact. Hard impacts bounce, soft ones don't.
func (w *world) add(t touch, spring float64) {
	if v, _ := t.approach(); v < -70 && t.depth > -0.2 {
		t.bounce = -v * spring
	}
	w.touches = append(w.touches, t)
}

// part moves overlapping bodies apart.
func (w *world) part() {
	for i, t := range w.touches {
		if t.b == nil {
			// Only the deepest of the corners behind one wall counts.
			for _, o := range w.touches[i+1:] {
				if o.a != t.a || o.b != nil || o.n != t.n {
					break
				}
				if o.depth > t.depth {
					t.depth = -1
				}
			}
			if t.depth > 0.02 {
				t.a.pose.at = t.a.pose.at.along(t.n, min(0.4*(t.depth-0.02), 0.5))
			}
			continue
		}
		all := t.a.mass + t.b.mass
		if all == 0 || t.depth <= 0 {
			continue
		}
		k := 0.8 * t.depth / all
		t.a.pose.at = t.a.pose.at.along(t.n, k*t.a.mass)
		t.b.pose.at = t.b.pose.at.along(t.n, -k*t.b.mass)
	}
}

// calm takes energy from dice that roll on the floor.
func (w *world) calm(b *body) {
	air := 1 - 0.15*step
	b.speed, b.spin = b.speed.mul(air), b.spin.mul(air)
	if b.pose.at.z > b.solid.outer*b.size*1.02 {
		b.still = 0
		return
	}
	drag := 0.5
	if b.speed.len() < 60 {
		drag = 3
	}
	b.speed.x *= 1 - drag*step
	b.speed.y *= 1 - drag*step
	b.spin = b.spin.mul(1 - (drag+1)*step)
	if !b.quiet() {
		b.still = 0
		return
	}
	b.still++
	if _, flat := b.flat(); b.still == 50 && !flat && b.kicks < 30 {
		b.stir()
	}
}

// stir wakes a die that leans on a wall or on another die, so that it slides off.
func (b *body) stir() {
	b.kicks++
	b.still = 0
	_, lean := b.solid.top(b.turn)
	angle := float64(b.kicks) * 2.4
	sin, cos := math.Sincos(angle)
	way := vec{cos, sin, 0}
	b.speed = b.speed.along(way, 60+10*float64(b.kicks))
	b.speed.z += 60 + 12*float64(b.kicks)
	b.spin = b.spin.along(vec{-sin, cos, 0}, 3+10*lean)
}

func (w *world) quiet() bool {
	for _, b := range w.moving {
		if b.wait > 0 || b.still < 64 {
			return false
		}
	}
	return true
}
