package virtual

import "math"

// vec is a place or direction in the tray's space: x to the picture's right, y to its top, z up to the camera, mm.
type vec struct{ x, y, z float64 }

func (a vec) add(b vec) vec              { return vec{a.x + b.x, a.y + b.y, a.z + b.z} }
func (a vec) sub(b vec) vec              { return vec{a.x - b.x, a.y - b.y, a.z - b.z} }
func (a vec) mul(k float64) vec          { return vec{a.x * k, a.y * k, a.z * k} }
func (a vec) dot(b vec) float64          { return a.x*b.x + a.y*b.y + a.z*b.z }
func (a vec) len() float64               { return math.Sqrt(a.dot(a)) }
func (a vec) along(b vec, k float64) vec { return vec{a.x + b.x*k, a.y + b.y*k, a.z + b.z*k} }

func (a vec) cross(b vec) vec {
	return vec{a.y*b.z - a.z*b.y, a.z*b.x - a.x*b.z, a.x*b.y - a.y*b.x}
}

func (a vec) unit() vec {
	l := a.len()
	if l == 0 {
		return vec{0, 0, 1}
	}
	return a.mul(1 / l)
}

// quat is a rotation (a unit quaternion).
type quat struct{ w, x, y, z float64 }

func turn(axis vec, angle float64) quat {
	a := axis.unit()
	s, c := math.Sincos(angle / 2)
	return quat{c, a.x * s, a.y * s, a.z * s}
}

// turnTo is the shortest rotation that takes the unit vector a to b.
func turnTo(a, b vec) quat {
	c := a.dot(b)
	if c > 1-1e-12 {
		return quat{w: 1}
	}
	if c < -1+1e-9 {
		side := a.cross(vec{1, 0, 0})
		if side.len() < 1e-3 {
			side = a.cross(vec{0, 1, 0})
		}
		return turn(side, math.Pi)
	}
	return turn(a.cross(b), math.Acos(c))
}

func (a quat) mul(b quat) quat {
	return quat{
		a.w*b.w - a.x*b.x - a.y*b.y - a.z*b.z,
		a.w*b.x + a.x*b.w + a.y*b.z - a.z*b.y,
		a.w*b.y - a.x*b.z + a.y*b.w + a.z*b.x,
		a.w*b.z + a.x*b.y - a.y*b.x + a.z*b.w,
	}
}

func (a quat) inverse() quat { return quat{a.w, -a.x, -a.y, -a.z} }

func (a quat) unit() quat {
	l := math.Sqrt(a.w*a.w + a.x*a.x + a.y*a.y + a.z*a.z)
	return quat{a.w / l, a.x / l, a.y / l, a.z / l}
}

func (a quat) rotate(v vec) vec {
	q := vec{a.x, a.y, a.z}
	t := q.cross(v).mul(2)
	return v.add(t.mul(a.w)).add(q.cross(t))
}

// between is the rotation at share k of the way from a to b (spherical, the short way).
func between(a, b quat, k float64) quat {
	d := a.w*b.w + a.x*b.x + a.y*b.y + a.z*b.z
	if d < 0 {
		b, d = quat{-b.w, -b.x, -b.y, -b.z}, -d
	}
	wa, wb := 1-k, k
	if d < 0.9995 {
		angle := math.Acos(d)
		s := math.Sin(angle)
		wa, wb = math.Sin((1-k)*angle)/s, math.Sin(k*angle)/s
	}
	return quat{a.w*wa + b.w*wb, a.x*wa + b.x*wb, a.y*wa + b.y*wb, a.z*wa + b.z*wb}.unit()
}

// pose is where a die's middle is, and how the die is turned.
type pose struct {
	at   vec
	turn quat
}

// place takes a point from the die's own space (mm) to the tray's space.
func (p pose) place(v vec) vec { return p.turn.rotate(v).add(p.at) }

func (p pose) to(q pose, k float64) pose {
	return pose{p.at.add(q.at.sub(p.at).mul(k)), between(p.turn, q.turn, k)}
}

func clamp(v, low, high float64) float64 {
	if v < low {
		return low
	}
	if v > high {
		return high
	}
	return v
}

// smooth rises from 0 at a to 1 at b, without corners.
func smooth(a, b, v float64) float64 {
	t := clamp((v-a)/(b-a), 0, 1)
	return t * t * (3 - 2*t)
}
