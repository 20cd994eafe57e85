//go:build cgo

package find

import (
	"math"

	"astragal/vision"
	"astragal/vision/cv/picture"
)

// Outline is the hull of the cells inside the die's box that the finder takes for die, px;
// the box itself where the finder saw no clear mask.
func Outline(f Found, others []Found) []vision.Point {
	l := f.level
	var pts []vision.Point
	cell := finderStride / l.scale
	x0, x1 := int((f.X0-l.x0)/cell), int(math.Ceil((f.X1-l.x0)/cell))
	y0, y1 := int((f.Y0-l.y0)/cell), int(math.Ceil((f.Y1-l.y0)/cell))
	for y := max(0, y0); y < min(l.h, y1); y++ {
		for x := max(0, x0); x < min(l.w, x1); x++ {
			px, py := l.x0+(float64(x)+.5)*cell, l.y0+(float64(y)+.5)*cell
			if l.at(5, x, y) < 0 || nearer(px, py, f, others) {
				continue
			}
			pts = append(pts, corners(px, py, cell*.5, f)...)
		}
	}
	h := picture.Hull(pts)
	if picture.Area(h) < .4*f.Width()*f.Height() {
		return []vision.Point{{f.X0, f.Y0}, {f.X1, f.Y0}, {f.X1, f.Y1}, {f.X0, f.Y1}}
	}
	return stretched(h, f)
}

// stretched fits the hull of coarse cells to the die's box, which is known more finely.
func stretched(h []vision.Point, f Found) []vision.Point {
	x0, y0, x1, y1 := h[0][0], h[0][1], h[0][0], h[0][1]
	for _, p := range h {
		x0, y0, x1, y1 = min(x0, p[0]), min(y0, p[1]), max(x1, p[0]), max(y1, p[1])
	}
	out := make([]vision.Point, len(h))
	for i, p := range h {
		out[i] = vision.Point{f.X0 + (p[0]-x0)/(x1-x0)*f.Width(), f.Y0 + (p[1]-y0)/(y1-y0)*f.Height()}
	}
	return out
}

// corners of a cell, kept inside the die's box.
func corners(x, y, r float64, f Found) []vision.Point {
	var out []vision.Point
	for _, dx := range []float64{-r, r} {
		for _, dy := range []float64{-r, r} {
			out = append(out, vision.Point{min(max(x+dx, f.X0), f.X1), min(max(y+dy, f.Y0), f.Y1)})
		}
	}
	return out
}

// nearer: the place belongs rather to another die, measured in that die's own size.
func nearer(x, y float64, f Found, others []Found) bool {
	own := reach(x, y, &f)
	for i := range others {
		if reach(x, y, &others[i]) < own {
			return true
		}
	}
	return false
}

// reach is the square of a place's distance from a die's middle, in the die's own size.
func reach(x, y float64, f *Found) float64 {
	cx, cy := f.Center()
	dx, dy := (x-cx)/max(f.Width(), 1), (y-cy)/max(f.Height(), 1)
	return dx*dx + dy*dy
}
