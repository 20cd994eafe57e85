//go:build cgo

package picture

import (
	"cmp"
	"math"
	"slices"

	"astragal/vision"
)

// Hull is the convex hull, clockwise on the screen (Andrew's monotone chain).
func Hull(pts []vision.Point) []vision.Point {
	if len(pts) < 3 {
		return pts
	}
	slices.SortFunc(pts, func(a, b vision.Point) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	half := func(pts []vision.Point) []vision.Point {
		var h []vision.Point
		for _, p := range pts {
			for len(h) >= 2 && Cross(h[len(h)-2], h[len(h)-1], p) <= 0 {
				h = h[:len(h)-1]
			}
			h = append(h, p)
		}
		return h[:len(h)-1]
	}
	upper := half(pts)
	slices.Reverse(pts)
	return append(upper, half(pts)...)
}

// Cross is the cross product of the ways from o to a and to b: positive where b lies clockwise of a, as one sees it on a screen.
func Cross(o, a, b vision.Point) float64 {
	return (a[0]-o[0])*(b[1]-o[1]) - (a[1]-o[1])*(b[0]-o[0])
}

// Area of a polygon, px².
func Area(p []vision.Point) float64 {
	sum := 0.0
	for i := range p {
		q := p[(i+1)%len(p)]
		sum += p[i][0]*q[1] - q[0]*p[i][1]
	}
	return math.Abs(sum) / 2
}

// Inside says whether a point lies in a convex polygon that goes clockwise.
func Inside(poly []vision.Point, p vision.Point) bool {
	for i, a := range poly {
		if Cross(a, poly[(i+1)%len(poly)], p) < 0 {
			return false
		}
	}
	return true
}

// Widened moves the corners of a polygon away from its middle by a part of their distance.
func Widened(poly []vision.Point, by float64) []vision.Point {
	var m vision.Point
	for _, p := range poly {
		m[0] += p[0] / float64(len(poly))
		m[1] += p[1] / float64(len(poly))
	}
	out := make([]vision.Point, len(poly))
	for i, p := range poly {
		out[i] = vision.Point{m[0] + (p[0]-m[0])*(1+by), m[1] + (p[1]-m[1])*(1+by)}
	}
	return out
}
