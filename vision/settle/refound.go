package settle

import (
	"cmp"
	"math"
	"slices"

	"astragal/vision"
)

// The limits of finding dice again in another geometry.
const (
	// refoundNear is how many die sizes a die may lie from where the geometry takes it.
	refoundNear = 0.4
	// refoundSize is the largest factor between its size and the size that the geometry gives.
	refoundSize = 1.5
	// refoundLeast is the least number of dice whose places alone determine a geometry. Two dice lie like any two
	// others.
	refoundLeast = 3
	// refoundMost is the largest number of dice that are compared. refoundFrom is how many of them are used to make
	// geometries.
	refoundMost, refoundFrom = 40, 6
)

// Refound says what became of places of dice in a picture of another geometry.
type Refound struct {
	// Pair holds for each new place the index of the same old place, or −1.
	Pair []int
	// Moved is where each old place lies in the new picture.
	Moved []vision.Box
}

// FindAgain looks for the geometry (turned, mirrored, zoomed, squeezed, cut) that takes the old places of dice to the
// new ones. fits says whether the die at was may be the one at now: 1 if both surely show the same, −1 if they surely
// show different things, 0 if that isn't known. ok is false if they aren't surely the same dice: if they are fewer
// than three and some may show something else than before, or if a die has no place in the other picture.
func FindAgain(was, now []vision.Box, fits func(was, now int) int) (found Refound, ok bool) {
	if len(now) == 0 || len(was) == 0 || len(was) > refoundMost || len(now) > refoundMost {
		return Refound{}, false
	}
	best, most := Refound{}, score{}
	try := func(g frame) {
		if r, s := g.pairs(was, now, fits); s.better(most) {
			best, most = r, s
		}
	}
	if len(now) == 1 || len(was) == 1 {
		for i := range was {
			for k := range now {
				try(frameAt(was[i], now[k]))
			}
		}
	}
	for i := range min(len(was), refoundFrom) {
		for j := range was {
			for k := range now {
				for l := range now {
					if i != j && k != l && fits(i, k) >= 0 && fits(j, l) >= 0 {
						for _, g := range framesBetween(was[i], was[j], now[k], now[l]) {
							if sizesAgree(g.at(was[i]), now[k]) && sizesAgree(g.at(was[j]), now[l]) {
								try(g)
							}
						}
					}
				}
			}
		}
	}
	all := most.paired == len(now) || most.paired == len(was)
	return best, all && (most.paired >= refoundLeast || most.paired > 0 && most.sure == most.paired && most.paired == len(now))
}

// score is how good a geometry is.
type score struct {
	paired, sure int
	far          float64 // the sum over all pairs, in die sizes
}

func (s score) better(o score) bool {
	return cmp.Or(cmp.Compare(s.paired, o.paired), cmp.Compare(s.sure, o.sure), cmp.Compare(o.far, s.far)) > 0
}

// frame is a geometry: x' = a·x + b·y + c, y' = d·x + e·y + f.
type frame struct{ a, b, c, d, e, f float64 }

// at is where a place lies in the geometry.
func (g frame) at(b vision.Box) vision.Box {
	x, y := b[0]+b[2]/2, b[1]+b[3]/2
	w := math.Abs(g.a)*b[2] + math.Abs(g.b)*b[3]
	h := math.Abs(g.d)*b[2] + math.Abs(g.e)*b[3]
	if area := math.Abs(g.a*g.e-g.b*g.d) * b[2] * b[3]; w > 0 && h > 0 { // the box of a turned die grows, the die doesn't
		s := math.Sqrt(area / (w * h))
		w, h = s*w, s*h
	}
	x, y = g.a*x+g.b*y+g.c, g.d*x+g.e*y+g.f
	return vision.Box{x - w/2, y - h/2, w, h}
}

// frameAt is the upright geometry that takes one place to another and scales as their sizes do.
func frameAt(was, now vision.Box) frame {
	s := math.Sqrt(now[2] * now[3] / max(was[2]*was[3], 1e-9))
	return frame{a: s, c: now[0] + now[2]/2 - s*(was[0]+was[2]/2), e: s, f: now[1] + now[3]/2 - s*(was[1]+was[3]/2)}
}

// framesBetween are the geometries that take two places to two others: moved, turned and zoomed, also mirrored, and
// squeezed along the picture's sides.
func framesBetween(p, q, u, v vision.Box) []frame {
	px, py, ux, uy := p[0]+p[2]/2, p[1]+p[3]/2, u[0]+u[2]/2, u[1]+u[3]/2
	dx, dy := q[0]+q[2]/2-px, q[1]+q[3]/2-py
	du, dv := v[0]+v[2]/2-ux, v[1]+v[3]/2-uy
	n := dx*dx + dy*dy
	if n == 0 || du*du+dv*dv == 0 {
		return nil
	}
	var out []frame
	add := func(a, b, d, e float64) {
		out = append(out, frame{a, b, ux - a*px - b*py, d, e, uy - d*px - e*py})
	}
	a, b := (dx*du+dy*dv)/n, (dx*dv-dy*du)/n
	add(a, -b, b, a)
	a, b = (dx*du-dy*dv)/n, (dx*dv+dy*du)/n // mirrored
	add(a, b, b, -a)
	if sx, sy, ok := squeeze(dx, dy, du, dv, u[2]/p[2], u[3]/p[3]); ok {
		add(sx, 0, 0, sy)
	}
	if sx, sy, ok := squeeze(dy, dx, du, dv, u[2]/p[3], u[3]/p[2]); ok {
		add(0, sx, sy, 0)
	}
	return out
}

// squeeze are the factors along both sides. If two places lie exactly beside or above each other, the dice's size
// gives one factor.
func squeeze(dx, dy, du, dv, w, h float64) (sx, sy float64, ok bool) {
	sx, sy = du/dx, dv/dy
	if math.Abs(dx) < math.Abs(dy)/8 {
		sx = w
	}
	if math.Abs(dy) < math.Abs(dx)/8 {
		sy = h
	}
	ok = !math.IsNaN(sx+sy) && !math.IsInf(sx+sy, 0) && math.Abs(sx) < refoundSize*refoundSize*math.Abs(sy) && math.Abs(sy) < refoundSize*refoundSize*math.Abs(sx)
	return sx, sy, ok
}

// pairs are the old places that the geometry takes to new ones, the nearest first, with their score.
func (g frame) pairs(was, now []vision.Box, fits func(was, now int) int) (Refound, score) {
	r := Refound{Pair: make([]int, len(now)), Moved: make([]vision.Box, len(was))}
	type pair struct {
		i, k, fits int
		far        float64
	}
	var may []pair
	for i, b := range was {
		r.Moved[i] = g.at(b)
		for k, c := range now {
			if far := vision.Apart(r.Moved[i], c); far <= refoundNear && sizesAgree(r.Moved[i], c) {
				if f := fits(i, k); f >= 0 {
					may = append(may, pair{i, k, f, far})
				}
			}
		}
	}
	for k := range r.Pair {
		r.Pair[k] = -1
	}
	slices.SortStableFunc(may, func(a, b pair) int { return cmp.Compare(a.far, b.far) })
	taken, s := make([]bool, len(was)), score{}
	for _, p := range may {
		if !taken[p.i] && r.Pair[p.k] < 0 {
			taken[p.i], r.Pair[p.k] = true, p.i
			s = score{s.paired + 1, s.sure + p.fits, s.far + p.far}
		}
	}
	return r, s
}

func sizesAgree(a, b vision.Box) bool {
	if a[2]*a[3] <= 0 || b[2]*b[3] <= 0 {
		return false
	}
	f := math.Sqrt(a[2] * a[3] / (b[2] * b[3]))
	return f < refoundSize && f > 1/refoundSize
}
