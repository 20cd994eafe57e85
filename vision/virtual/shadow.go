package virtual

import (
	"math"

	"astragal/vision"
)

// coverage is how much of each px of a rectangle is covered.
type coverage struct {
	rect
	v, scratch []float32
}

// over makes the coverage empty for a rectangle. It keeps its memory.
func (c *coverage) over(r rect) {
	c.rect = r
	n := (r.x1 - r.x0) * (r.y1 - r.y0)
	if cap(c.v) < n {
		c.v, c.scratch = make([]float32, n), make([]float32, n)
	}
	c.v, c.scratch = c.v[:n], c.scratch[:n]
	clear(c.v)
}

// add fills a convex polygon with a weight.
func (c *coverage) add(poly []vision.Point, weight float32) {
	_, top, _, bottom := bounds(poly)
	wide := c.x1 - c.x0
	for y := max(c.y0, int(math.Floor(top))); y < min(c.y1, int(math.Ceil(bottom))); y++ {
		left, right := span(poly, float64(y)+0.5)
		left, right = max(left, float64(c.x0)), min(right, float64(c.x1))
		if right <= left {
			continue
		}
		row := c.v[(y-c.y0)*wide : (y-c.y0+1)*wide]
		a, b := int(left), int(right)
		if a == b {
			row[a-c.x0] += weight * float32(right-left)
			continue
		}
		row[a-c.x0] += weight * float32(float64(a+1)-left)
		for x := a + 1; x < b; x++ {
			row[x-c.x0] += weight
		}
		if b < c.x1 {
			row[b-c.x0] += weight * float32(right-float64(b))
		}
	}
}

// span is where a convex polygon crosses a line of the picture.
func span(poly []vision.Point, y float64) (left, right float64) {
	left, right = math.Inf(1), math.Inf(-1)
	for i, p := range poly {
		q := poly[(i+1)%len(poly)]
		if (p[1] <= y) == (q[1] <= y) {
			continue
		}
		x := p[0] + (y-p[1])/(q[1]-p[1])*(q[0]-p[0])
		left, right = min(left, x), max(right, x)
	}
	return left, right
}

// blur softens the coverage by a box of 2r+1 px in both directions.
func (c *coverage) blur(r int) {
	wide, tall := c.x1-c.x0, c.y1-c.y0
	if r <= 0 || wide <= 2*r || tall <= 2*r {
		return
	}
	slide(c.scratch, c.v, wide, tall, 1, wide, r)
	slide(c.v, c.scratch, tall, wide, wide, 1, r)
}

// slide averages along lines of n values. The values lie step apart, and the lines skip apart.
func slide(to, from []float32, n, lines, step, skip, r int) {
	k := 1 / float32(2*r+1)
	for line := range lines {
		at := line * skip
		var sum float32
		for i := range r {
			sum += from[at+i*step]
		}
		for i := range n {
			if i+r < n {
				sum += from[at+(i+r)*step]
			}
			if i-r-1 >= 0 {
				sum -= from[at+(i-r-1)*step]
			}
			to[at+i*step] = sum * k
		}
	}
}

// points spreads n points over a lamp that faces the middle of the tray.
func (s shine) points(n int) []vec {
	aim := s.at.unit()
	side := aim.cross(vec{0.3, 0.9, 0.1}).unit()
	other := aim.cross(side)
	out := make([]vec, n)
	for i := range out {
		r := s.radius * math.Sqrt((float64(i)+0.5)/float64(n))
		sin, cos := math.Sincos(float64(i) * 2.399963)
		out[i] = s.at.along(side, r*cos).along(other, r*sin)
	}
	return out
}

// throwShadow projects corners from a point of a lamp onto the floor.
func throwShadow(from vec, corners []vec, c camera) []vision.Point {
	pts := make([]vision.Point, 0, len(corners))
	for _, v := range corners {
		if v.z >= from.z-1 {
			continue
		}
		k := from.z / (from.z - v.z)
		pts = append(pts, c.see(vec{from.x + (v.x-from.x)*k, from.y + (v.y-from.y)*k, 0}))
	}
	return hull(pts)
}
