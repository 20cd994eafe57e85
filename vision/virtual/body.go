package virtual

import (
	"math"

	"astragal/vision"
)

// body is a die that the physics moves. Lengths are in mm, times in seconds. A mass is a volume in mm³.
type body struct {
	placed
	speed, spin vec
	// mass and inertia are inverse. They are 0 for a die that can't be moved.
	mass, inertia float64
	// wait is how many seconds the die is still held back.
	wait float64
	// inside is true once the die has passed the rim.
	inside bool
	// still counts the steps without motion.
	still int
	verts []vec
	sides []vec
	edges []vec
	// kicks counts how often the die was stirred because it leaned.
	kicks int
}

func newBody(d *die, p pose) *body {
	reach := (d.solid.inner + d.solid.outer) / 2 * d.size
	m := math.Pow(d.size, 3)
	return &body{placed: placed{d, p}, mass: 1 / m, inertia: 1 / (0.4 * m * reach * reach)}
}

// layFast is a die that lies and can't be pushed away.
func layFast(p placed) *body {
	b := &body{placed: p, inside: true}
	b.refresh()
	return b
}

// refresh computes where the corners are.
func (b *body) refresh() {
	s := b.solid
	if b.verts == nil {
		b.verts, b.sides, b.edges = make([]vec, len(s.verts)), make([]vec, len(s.axes)), make([]vec, len(s.edges))
	}
	for i, v := range s.verts {
		b.verts[i] = b.place(v.mul(b.size))
	}
	for i, n := range s.axes {
		b.sides[i] = b.turn.rotate(n)
	}
	if plainEdges(b) {
		for i, e := range s.edges {
			b.edges[i] = b.turn.rotate(e)
		}
	}
}

// push applies an impulse at the point r from the middle.
func (b *body) push(r, impulse vec) {
	b.speed = b.speed.along(impulse, b.mass)
	b.spin = b.spin.along(r.cross(impulse), b.inertia)
}

// velocity is the velocity of the point r from the middle.
func (b *body) velocity(r vec) vec { return b.speed.add(b.spin.cross(r)) }

// yield is how much the point r from the middle gives way in a direction, per impulse.
func (b *body) yield(r, n vec) float64 {
	t := r.cross(n)
	return b.mass + b.inertia*t.dot(t)
}

// move integrates the pose over dt.
func (b *body) move(dt float64) {
	b.pose.at = b.pose.at.along(b.speed, dt)
	if w := b.spin.len(); w > 1e-9 {
		b.turn = turn(b.spin, w*dt).mul(b.turn).unit()
	}
}

// quiet says whether the die hardly moves.
func (b *body) quiet() bool { return b.speed.len() < 32 && b.spin.len() < 1.6 }

// touch is a contact: a point on a die that meets the floor, a wall or another die. n points towards die a.
type touch struct {
	a, b   *body
	ra, rb vec
	n      vec
	depth  float64
	bounce float64
	rub    float64
}

// approach is the speed at which the two surfaces part, negative if they meet, and the sideways part of it.
func (t *touch) approach() (float64, vec) {
	v := t.a.velocity(t.ra)
	if t.b != nil {
		v = v.sub(t.b.velocity(t.rb))
	}
	along := v.dot(t.n)
	return along, v.along(t.n, -along)
}

// solve applies the impulse that stops or reverses the approach, and friction.
func (t *touch) solve() {
	along, side := t.approach()
	if along >= t.bounce {
		return
	}
	give := t.a.yield(t.ra, t.n)
	if t.b != nil {
		give += t.b.yield(t.rb, t.n)
	}
	if give == 0 {
		return
	}
	j := (t.bounce - along) / give
	t.apply(t.n.mul(j))
	slip := side.len()
	if slip < 1e-6 {
		return
	}
	s := side.mul(1 / slip)
	give = t.a.yield(t.ra, s)
	if t.b != nil {
		give += t.b.yield(t.rb, s)
	}
	t.apply(s.mul(-min(slip/give, t.rub*j)))
}

func (t *touch) apply(impulse vec) {
	t.a.push(t.ra, impulse)
	if t.b != nil {
		t.b.push(t.rb, impulse.mul(-1))
	}
}

// collide finds where two dice overlap. hint is the axis that separated them last time. It is tried first.
func collide(a, b *body, hint *vec) (touch, bool) {
	reach := a.solid.outer*a.size + b.solid.outer*b.size
	to := b.pose.at.sub(a.pose.at)
	if to.dot(to) > reach*reach {
		return touch{}, false
	}
	s := separation{a: a.verts, b: b.verts, to: to, depth: math.Inf(1), enough: -skinDepth}
	apart := *hint != vec{} && s.try(*hint)
	if !apart {
		s.depth = math.Inf(1)
		apart = s.tryAll(a.sides) || s.tryAll(b.sides) || plainEdges(a) && plainEdges(b) && s.tryEdges(a.edges, b.edges)
	}
	*hint = s.axis
	if apart {
		return touch{}, false
	}
	p := s.meeting()
	return touch{a: b, b: a, ra: p.sub(b.pose.at), rb: p.sub(a.pose.at), n: s.axis, depth: s.depth + skinDepth}, true
}

// skinDepth is how many mm apart dice already count as touching. So fast dice meet before they are inside each other.
const skinDepth = 0.5

func (s *separation) tryAll(axes []vec) bool {
	for _, n := range axes {
		if s.try(n) {
			return true
		}
	}
	return false
}

// plainEdges are the edges of shapes with few edges, for which edges matter.
func plainEdges(b *body) bool {
	return b.solid.shape == vision.D4 || b.solid.shape == vision.D6 || b.solid.shape == vision.D8
}

func (s *separation) tryEdges(a, b []vec) bool {
	for _, e := range a {
		for _, g := range b {
			if n := e.cross(g); n.dot(n) > 1e-4 && s.try(n.unit()) {
				return true
			}
		}
	}
	return false
}

// meeting is about the middle of the region in which the bodies overlap.
func (s *separation) meeting() vec {
	const near = 0.4
	pa, na := support(s.a, s.axis, near)
	pb, nb := support(s.b, s.axis.mul(-1), near)
	switch {
	case na < nb:
		return pa
	case nb < na:
		return pb
	}
	return pa.add(pb).mul(0.5)
}

// support is the mean of the corners that reach furthest along n, and their number.
func support(verts []vec, n vec, near float64) (vec, int) {
	far := math.Inf(-1)
	for _, v := range verts {
		far = max(far, v.dot(n))
	}
	var sum vec
	count := 0
	for _, v := range verts {
		if v.dot(n) > far-near {
			sum = sum.add(v)
			count++
		}
	}
	return sum.mul(1 / float64(count)), count
}
