package virtual

import (
	"math"
	"slices"
)

// settle lays the dice exactly flat, and adjusts the last moments of their paths to lead there.
func (w *world) settle(out *paths) bool {
	lying := make([]placed, len(w.moving))
	for i, b := range w.moving {
		p, ok := b.flat()
		if !ok {
			return false
		}
		lying[i] = placed{b.die, p}
	}
	if !w.spread(lying) {
		return false
	}
	for i, b := range w.moving {
		if !b.inside || lying[i].at.sub(b.pose.at).len() > 1.5 {
			return false
		}
	}
	const fade = 14
	for i, track := range out.poses {
		n := len(track)
		for k := max(n-fade, out.from[i]); k < n; k++ {
			track[k] = track[k].to(lying[i].pose, smooth(float64(n-fade-1), float64(n-1), float64(k)))
		}
		out.poses[i] = append(track, lying[i].pose)
	}
	out.rest = float64(len(out.poses[0])-1) * sampling
	return !out.pauses() && w.clean(out)
}

const (
	// pauseLong is how many poses a pause lasts. In a pause all dice lie almost still: they move by less than
	// pauseSlack mm and pauseTurn radians.
	pauseLong             = int(0.2 / sampling)
	pauseSlack, pauseTurn = 1.5, 0.12
	// pauseEnds is how many mm, and pauseTopples how many radians, a die must move from its place in a pause so that
	// the pause wasn't the end.
	pauseEnds, pauseTopples = 3, 0.17
)

// pauses says whether all dice lie still for a while and one of them then moves on by itself. Here the physics may
// creep, or wake a die that leans. No real die does that.
func (p *paths) pauses() bool {
	last := len(p.poses[0]) - 1
	for k := slices.Max(p.from); k+pauseLong <= last; k++ {
		if p.within(k, k+1, k+pauseLong, pauseSlack, pauseTurn) && !p.within(k, last, last, pauseEnds, pauseTopples) {
			return true
		}
	}
	return false
}

// within says whether all dice stay, from one pose to another, within so many mm and radians of their pose at k.
func (p *paths) within(k, from, to int, far, angle float64) bool {
	for _, track := range p.poses {
		for _, now := range track[from : to+1] {
			if now.at.sub(track[k].at).len() > far || math.Abs(now.turn.mul(track[k].turn.inverse()).w) < math.Cos(angle/2) {
				return false
			}
		}
	}
	return true
}

// deepest is how far dice may enter each other when they collide, as a share of the smaller one's size. That is about
// what rounded edges hide.
const deepest = 0.115

// clean says whether no die is ever inside another.
func (w *world) clean(out *paths) bool {
	for k := range out.poses[0] {
		for i, a := range w.moving {
			one := placed{a.die, out.poses[i][k]}
			for j := i + 1; j < len(w.moving); j++ {
				b := w.moving[j]
				if k >= out.from[i] && k >= out.from[j] && sunk(one, placed{b.die, out.poses[j][k]}) {
					return false
				}
			}
			for _, b := range w.lying {
				if k >= out.from[i] && sunk(one, b.placed) {
					return false
				}
			}
		}
	}
	return true
}

func sunk(a, b placed) bool {
	return deeper(a, b, deepest*min(a.size, b.size))
}

// flat is the pose with the result exactly on top. It returns false if the die leans.
func (b *body) flat() (pose, bool) {
	up, lean := b.solid.top(b.turn)
	if lean > 0.06 || math.Abs(b.pose.at.z-b.solid.rest*b.size) > 0.05*b.size {
		return pose{}, false
	}
	q := turnTo(b.turn.rotate(b.solid.ups[up]).unit(), vec{0, 0, 1}).mul(b.turn).unit()
	return pose{vec{b.pose.at.x, b.pose.at.y, b.solid.rest * b.size}, q}, true
}

// spread moves lying dice apart on the floor until none is inside another.
func (w *world) spread(lying []placed) bool {
	for range 40 {
		clean := true
		for i := range lying {
			for j := i + 1; j < len(lying); j++ {
				if !nudgeApart(&lying[i], &lying[j], 0.5, 0.5) {
					clean = false
				}
			}
			for _, o := range w.lying {
				fast := o.placed
				if !nudgeApart(&lying[i], &fast, 1, 0) {
					clean = false
				}
			}
			if !w.contain(&lying[i]) {
				clean = false
			}
		}
		if clean {
			return true
		}
	}
	return false
}

func nudgeApart(a, b *placed, ka, kb float64) bool {
	depth, axis := overlap(*a, *b)
	if depth <= -0.01 {
		return true
	}
	flat := vec{axis.x, axis.y, 0}
	if flat.len() < 0.05 {
		flat = vec{b.at.x - a.at.x, b.at.y - a.at.y, 0}
	}
	flat = flat.unit().mul(min(depth+0.03, 2))
	a.pose.at = a.at.along(flat, -ka)
	b.pose.at = b.at.along(flat, kb)
	return false
}

// contain moves a lying die back inside the walls.
func (w *world) contain(d *placed) bool {
	ok := true
	for _, v := range d.sharp() {
		overX, overY := math.Abs(v.x)-w.look.TrayWidth/2, math.Abs(v.y)-w.look.TrayHeight/2
		if overX > 0.001 {
			d.pose.at.x -= math.Copysign(overX, v.x)
			ok = false
		}
		if overY > 0.001 {
			d.pose.at.y -= math.Copysign(overY, v.y)
			ok = false
		}
	}
	return ok
}
