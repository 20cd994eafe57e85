package virtual

import (
	"math"
	"math/rand/v2"
)

// Dice that lean are tilted by leastTilt radians at least. They are tilted by at most mostTilt of the way to the pose
// in which another face would be up.
const (
	leastTilt = 8 * math.Pi / 180
	mostTilt  = .85
	// cockedTilt is the least tilt at which a die counts as cocked, in radians.
	cockedTilt = 5 * math.Pi / 180
)

// halfway is the tilt, in radians, at which another result may be as much up as the first.
func (s *solid) halfway() float64 {
	near := math.Pi
	for _, u := range s.ups[1:] {
		near = min(near, math.Acos(clamp(u.dot(s.ups[0]), -1, 1)))
	}
	return near / 2
}

// leaning puts the die on a lower edge or corner. It is lifted by tilt radians on the side that way points to.
func (d *die) leaning(up int, way vec, tilt float64, rng *rand.Rand) pose {
	q := turn(vec{0, 0, 1}, 2*math.Pi*rng.Float64()).mul(turnTo(d.solid.ups[up], vec{0, 0, 1}))
	axis := way.cross(vec{0, 0, 1}) // a turn about this axis lifts what lies ahead
	q = turn(axis, tilt).mul(q)
	low := math.Inf(1)
	for _, v := range d.solid.verts {
		low = min(low, q.rotate(v.mul(d.size)).z)
	}
	return pose{vec{0, 0, -low}, q}
}

// findLean puts a die against the rim or against one of the others, so that it leans there.
func findLean(d *die, up int, others []placed, l Look, rng *rand.Rand) (pose, bool) {
	most := mostTilt * d.solid.halfway()
	for range 400 {
		tilt := leastTilt + (most-leastTilt)*rng.Float64()
		if l.RimHeight > 0 && (len(others) == 0 || rng.IntN(2) == 0) {
			if p, ok := leanOnRim(d, up, tilt, l, rng); ok && free(placed{d, p}, others) {
				return p, true
			}
			continue
		}
		if len(others) == 0 {
			return pose{}, false
		}
		if p, ok := leanOnDie(d, up, tilt, others, l, rng); ok {
			return p, true
		}
	}
	return pose{}, false
}

func leanOnRim(d *die, up int, tilt float64, l Look, rng *rand.Rand) (pose, bool) {
	walls := []vec{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}}
	wall := walls[rng.IntN(len(walls))]
	way := turn(vec{0, 0, 1}, (rng.Float64()-.5)*math.Pi/4).rotate(wall)
	p := d.leaning(up, way, tilt, rng)
	far := math.Inf(-1)
	for _, v := range (placed{d, p}).sharp() {
		far = max(far, v.dot(wall))
	}
	room := math.Abs(wall.x)*l.TrayWidth/2 + math.Abs(wall.y)*l.TrayHeight/2
	along := wall.cross(vec{0, 0, 1})
	span := math.Abs(along.x)*l.TrayWidth/2 + math.Abs(along.y)*l.TrayHeight/2 - d.pointy()
	p.at = p.at.along(wall, room-far).along(along, (2*rng.Float64()-1)*span)
	return p, span > 0
}

func leanOnDie(d *die, up int, tilt float64, others []placed, l Look, rng *rand.Rand) (pose, bool) {
	on := others[rng.IntN(len(others))]
	sin, cos := math.Sincos(2 * math.Pi * rng.Float64())
	way := vec{cos, sin, 0}
	p := d.leaning(up, way, tilt, rng)
	out := d.pointy() + on.pointy() + 5
	p.at = p.at.add(vec{on.at.x, on.at.y, 0}).along(way, -out)
	p = pushAgainst(placed{d, p}, on)
	return p, l.inField(p.at.x, p.at.y, d.pointy()) && free(placed{d, p}, others)
}
