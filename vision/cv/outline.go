//go:build cgo

package cv

import (
	"math"

	"astragal/vision"
)

// outline is the hull of the cells inside the die's box that the finder takes for die, px;
// the box itself where the finder saw no clear mask.
func outline(f found, others []found) []vision.Point {
	l := f.level
	var pts []vision.Point
	cell := finderStride / l.scale
	x0, x1 := int(f.x0/cell), int(math.Ceil(f.x1/cell))
	y0, y1 := int(f.y0/cell), int(math.Ceil(f.y1/cell))
	for y := max(0, y0); y < min(l.h, y1); y++ {
		for x := max(0, x0); x < min(l.w, x1); x++ {
			px, py := (float64(x)+.5)*cell, (float64(y)+.5)*cell
			if l.at(5, x, y) < 0 || nearer(px, py, f, others) {
				continue
			}
			pts = append(pts, corners(px, py, cell*.5, f)...)
		}
	}
	h := hull(pts)
	if area(h) < .4*f.width()*f.height() {
		return []vision.Point{{f.x0, f.y0}, {f.x1, f.y0}, {f.x1, f.y1}, {f.x0, f.y1}}
	}
	return stretched(h, f)
}

// stretched fits the hull of coarse cells to the die's box, which is known more finely.
func stretched(h []vision.Point, f found) []vision.Point {
	x0, y0, x1, y1 := h[0][0], h[0][1], h[0][0], h[0][1]
	for _, p := range h {
		x0, y0, x1, y1 = min(x0, p[0]), min(y0, p[1]), max(x1, p[0]), max(y1, p[1])
	}
	out := make([]vision.Point, len(h))
	for i, p := range h {
		out[i] = vision.Point{f.x0 + (p[0]-x0)/(x1-x0)*f.width(), f.y0 + (p[1]-y0)/(y1-y0)*f.height()}
	}
	return out
}

// corners of a cell, kept inside the die's box.
func corners(x, y, r float64, f found) []vision.Point {
	var out []vision.Point
	for _, dx := range []float64{-r, r} {
		for _, dy := range []float64{-r, r} {
			out = append(out, vision.Point{min(max(x+dx, f.x0), f.x1), min(max(y+dy, f.y0), f.y1)})
		}
	}
	return out
}

// nearer: the place belongs rather to another die, measured in that die's own size.
func nearer(x, y float64, f found, others []found) bool {
	own := reach(x, y, &f)
	for i := range others {
		if reach(x, y, &others[i]) < own {
			return true
		}
	}
	return false
}

// reach is the square of a place's distance from a die's middle, in the die's own size.
func reach(x, y float64, f *found) float64 {
	cx, cy := f.center()
	dx, dy := (x-cx)/max(f.width(), 1), (y-cy)/max(f.height(), 1)
	return dx*dx + dy*dy
}
