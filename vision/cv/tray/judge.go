//go:build cgo

package tray

import (
	"math"

	"astragal/vision"
	"astragal/vision/cv/picture"
)

// convincing says whether the hull of a region is a tray: neither small nor
// the whole picture, mostly floor, with another colour all around it, and
// nothing beside it that may be another tray.
func (f *floor) convincing(r *region, edge []vision.Point) bool {
	all := float64(f.w * f.h)
	size := picture.Area(edge)
	if len(edge) < 4 || size < 0.12*all || size > 0.92*all {
		return false
	}
	filled := float64(r.n) / size
	if filled < 0.6 || f.rimmed(edge) < 0.9 {
		return false
	}
	return filled > 0.92 || f.calm(picture.Widened(edge, trayRim)) > 0.8
}

// calm is the part (0 to 1) of the px outside a convex polygon that have one
// colour, that of the table. Where hardly anything is outside it is 1.
func (f *floor) calm(poly []vision.Point) float64 {
	var outside [][3]uint8
	var channels [3]picture.ByteCounts
	for y := range f.h {
		from, to := rowInside(poly, float64(y), f.w)
		for x := 0; x < f.w; x++ {
			if x == from {
				x = to // the rest of the row lies behind the polygon
			}
			if x == f.w {
				break
			}
			c := f.at(x, y)
			outside = append(outside, c)
			for k, v := range c {
				channels[k][v]++
			}
		}
	}
	if len(outside) < f.w*f.h/10 {
		return 1
	}
	middle := len(outside) / 2
	table := likeness([3]float64{float64(channels[0].Ranked(middle)), float64(channels[1].Ranked(middle)), float64(channels[2].Ranked(middle))})
	n := 0
	for _, c := range outside {
		if table.within(c, 14) {
			n++
		}
	}
	return float64(n) / float64(len(outside))
}

// rowInside are the px of a row, from the first up to before the second, that lie in a convex polygon that goes
// clockwise; equal where none does. w is the row's length.
func rowInside(poly []vision.Point, y float64, w int) (from, to int) {
	low, high := 0., float64(w-1)
	for i, a := range poly {
		b := poly[(i+1)%len(poly)]
		// Inside where dx*(y-a[1]) - dy*(x-a[0]) >= 0.
		dx, dy := b[0]-a[0], b[1]-a[1]
		switch at := dx * (y - a[1]); {
		case dy > 0:
			high = min(high, a[0]+at/dy)
		case dy < 0:
			low = max(low, a[0]+at/dy)
		case at < 0:
			return 0, 0
		}
	}
	const rounding = 1e-9 // a corner lies on its own row
	from, to = int(math.Ceil(low-rounding)), int(math.Floor(high+rounding))+1
	if to <= from {
		return 0, 0
	}
	return from, to
}

// rimmed is the part of the hull (0 to 1) at which the floor ends with a jump
// of colour, as it does at a wall and does not in a shadow. The picture's own
// edge counts as that.
func (f *floor) rimmed(edge []vision.Point) float64 {
	before, beyond := picture.Widened(edge, -0.04), picture.Widened(edge, 0.04)
	seen, all := 0, 0
	for i := range edge {
		j := (i + 1) % len(edge)
		length := math.Hypot(edge[j][0]-edge[i][0], edge[j][1]-edge[i][1])
		for s := 0.5; s < length; s++ {
			all++
			out, ok := f.sample(beyond[i], beyond[j], s/length)
			in, _ := f.sample(before[i], before[j], s/length)
			if !ok || !near(out, f.mode, 8) && !near(out, in, 6) {
				seen++
			}
		}
	}
	if all == 0 {
		return 0
	}
	return float64(seen) / float64(all)
}

// sample is the colour at the part t of the way from a to b; ok is false outside the picture.
func (f *floor) sample(a, b vision.Point, t float64) (c [3]float64, ok bool) {
	x := int(math.Round(a[0]*(1-t) + b[0]*t))
	y := int(math.Round(a[1]*(1-t) + b[1]*t))
	if x < 0 || y < 0 || x >= f.w || y >= f.h {
		return c, false
	}
	return f.colour(x, y), true
}
