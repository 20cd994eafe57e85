package virtual

import "math"

// ground is the surface that is seen at one px of the empty table.
type ground struct {
	color rgb
	at, n vec
	// open is how much of the room's light reaches it, 0 to 1. lit[i] is how much of lamp i does.
	open  float64
	floor bool
}

// ground traces the ray through a px to the floor, the rim or the table.
func (l Look) ground(c camera, x, y float64) ground {
	if wall, ok := l.roomAt(c.at, c.ray(x, y)); ok {
		return wall
	}
	p := c.floor(x, y, 0)
	if l.RimHeight <= 0 {
		return l.floorAt(p)
	}
	top := c.floor(x, y, l.RimHeight)
	switch w, h := l.TrayWidth/2, l.TrayHeight/2; {
	case math.Abs(top.x) > w+l.RimWidth || math.Abs(top.y) > h+l.RimWidth:
		return l.tableAt(p)
	case math.Abs(top.x) > w || math.Abs(top.y) > h:
		return l.rimAt(top)
	case math.Abs(p.x) > w || math.Abs(p.y) > h:
		return l.wallAt(c, x, y, w, h)
	}
	g := l.floorAt(p)
	gap := min(l.TrayWidth/2-math.Abs(p.x), l.TrayHeight/2-math.Abs(p.y))
	g.open = 1 - 0.45*math.Exp(-gap/(0.5*l.RimHeight))
	return g
}

// roomFar is how many mm from the tray's middle the table ends and the room's wall stands.
const roomFar = 1200

// roomAt is the room's wall, as a camera that leans far sees it behind the table. It returns false if the ray meets
// the table.
func (l Look) roomAt(eye, ray vec) (ground, bool) {
	side := math.Hypot(ray.x, ray.y)
	if side == 0 {
		return ground{}, false
	}
	t := (roomFar - math.Hypot(eye.x, eye.y)) / side
	p := eye.along(ray, max(t, 0))
	if p.z <= 0 {
		return ground{}, false
	}
	k := .7 + .6*flatClouds(p.x*.01, p.z*.01+p.y*.004, l.seed+31, 3)
	return ground{color: hex(l.Table).mul(float32(k)), at: p, n: vec{-ray.x / side, -ray.y / side, 0}, open: .8}, true
}

func (l Look) floorAt(p vec) ground {
	return ground{color: hex(l.FloorColor).mul(float32(l.weave(p.x, p.y))), at: p, n: vec{0, 0, 1}, open: 1, floor: true}
}

// weave is the structure of the floor: a factor of about 1 for its colour.
func (l Look) weave(x, y float64) float64 {
	switch l.Floor {
	case "felt":
		return 0.72 + 0.36*flatGrain(x*2.6, y*2.6, l.seed) + 0.2*flatClouds(x*0.35, y*0.35, l.seed+5, 2)
	case "leather":
		a := flatGrain(x*0.9, y*0.9, l.seed)
		b := flatGrain(x*0.9+31, y*0.9, l.seed+2)
		return 0.66 + 0.5*max(a, b) + 0.12*flatGrain(x*0.05, y*0.05, l.seed+3)
	case "wood":
		bend := 6 * flatClouds(x*0.012, y*0.03, l.seed, 3)
		ring := 0.5 + 0.5*math.Sin(y*0.16+bend*3.1)
		return 0.68 + 0.26*ring*flatGrain(x*0.05, y*0.9, l.seed+7) + 0.36*flatClouds(x*0.03, y*1.7, l.seed+4, 3)
	case "card":
		return 0.9 + 0.1*flatGrain(x*1.3, y*1.3, l.seed) + 0.1*smooth(0.9, 1, flatGrain(x*1.1, y*2.3, l.seed+8)) -
			0.25*smooth(0.965, 1, flatGrain(x*0.8, y*0.8, l.seed+6))
	}
	return 0.97 + 0.06*flatClouds(x*0.1, y*0.1, l.seed, 2)
}

func (l Look) rimAt(p vec) ground {
	overX, overY := math.Abs(p.x)-l.TrayWidth/2, math.Abs(p.y)-l.TrayHeight/2
	n := vec{0, 0, 1}
	if over := max(overX, overY); l.RimWidth > 0 {
		lean := 1.1 * (over/l.RimWidth - 0.5)
		if overX > overY {
			n.x = math.Copysign(lean, p.x)
		} else {
			n.y = math.Copysign(lean, p.y)
		}
	}
	k := 0.85 + 0.3*flatClouds(p.x*0.06, p.y*0.06, l.seed+11, 3)
	return ground{color: hex(l.RimColor).mul(float32(k)), at: p, n: n.unit(), open: 1}
}

func (l Look) tableAt(p vec) ground {
	k := 0.88 + 0.24*flatClouds(p.x*0.02, p.y*0.3, l.seed+21, 3)
	overX, overY := math.Abs(p.x)-l.TrayWidth/2-l.RimWidth, math.Abs(p.y)-l.TrayHeight/2-l.RimWidth
	gap := max(overX, overY)
	return ground{color: hex(l.Table).mul(float32(k)), at: p, n: vec{0, 0, 1}, open: 1 - 0.4*math.Exp(-max(gap, 0)/12)}
}

func (l Look) wallAt(c camera, x, y, w, h float64) ground {
	d := c.ray(x, y)
	// t is where the ray passes the plane of a wall. The nearer wall is hit.
	best, n := math.Inf(1), vec{}
	try := func(rest, speed float64, normal vec) {
		if t := rest / speed; speed*rest > 0 && t < best {
			best, n = t, normal
		}
	}
	try(math.Copysign(w, d.x)-c.at.x, d.x, vec{-math.Copysign(1, d.x), 0, 0})
	try(math.Copysign(h, d.y)-c.at.y, d.y, vec{0, -math.Copysign(1, d.y), 0})
	p := c.at.along(d, best)
	k := 0.85 + 0.3*flatClouds((p.x+p.y)*0.1, p.z*0.1, l.seed+12, 2)
	return ground{color: hex(l.RimColor).mul(float32(k)), at: p, n: n, open: 0.45 + 0.5*clamp(p.z/l.RimHeight, 0, 1)}
}

// rimShade is how much of a lamp reaches a point inside the tray past the rim.
func (l Look) rimShade(s shine, p vec) float64 {
	if l.RimHeight <= p.z || math.Abs(p.x) > l.TrayWidth/2+0.01 || math.Abs(p.y) > l.TrayHeight/2+0.01 {
		return 1
	}
	k := (l.RimHeight - p.z) / (s.at.z - p.z)
	cross := p.add(s.at.sub(p).mul(k))
	soft := max(s.radius*k, 0.6)
	room := min(l.TrayWidth/2-math.Abs(cross.x), l.TrayHeight/2-math.Abs(cross.y))
	return smooth(-soft, soft, room)
}
