package virtual

import (
	"math"

	"astragal/vision"
)

// camera is a pinhole camera over the tray without lens distortion.
type camera struct {
	at                   vec
	right, down, forward vec
	// focal is the focal length, and cx, cy the principal point, in px.
	focal, cx, cy float64
	width, height int
}

// newCamera makes a camera that looks straight down at a point from height mm, then leans by two small angles and
// turns, in radians.
func newCamera(at vec, leanX, leanY, spin, focal float64, width, height int) camera {
	q := turn(vec{0, 0, 1}, spin).mul(turn(vec{1, 0, 0}, leanX)).mul(turn(vec{0, 1, 0}, leanY))
	return camera{
		at: at, right: q.rotate(vec{1, 0, 0}), down: q.rotate(vec{0, -1, 0}), forward: q.rotate(vec{0, 0, -1}),
		focal: focal, cx: float64(width) / 2, cy: float64(height) / 2, width: width, height: height,
	}
}

// see projects a point of the tray's space to px.
func (c camera) see(v vec) vision.Point {
	d := v.sub(c.at)
	z := max(d.dot(c.forward), 1)
	return vision.Point{c.cx + c.focal*d.dot(c.right)/z, c.cy + c.focal*d.dot(c.down)/z}
}

// ray is the direction from the camera through a px. Its forward part is 1.
func (c camera) ray(x, y float64) vec {
	return c.forward.along(c.right, (x-c.cx)/c.focal).along(c.down, (y-c.cy)/c.focal)
}

// facing is the part of a direction to the right and down, as seen along the line to a place.
func (c camera) facing(at, way vec) vision.Point {
	sight := at.sub(c.at).unit()
	right := c.right.along(sight, -c.right.dot(sight)).unit()
	return vision.Point{way.dot(right), way.dot(sight.cross(right))}
}

// floor is where the ray through a px reaches the height z.
func (c camera) floor(x, y, z float64) vec {
	d := c.ray(x, y)
	return c.at.along(d, (z-c.at.z)/d.z)
}

// scale is the px per mm at a point.
func (c camera) scale(v vec) float64 {
	return c.focal / max(v.sub(c.at).dot(c.forward), 1)
}

// shifted is the camera with its picture moved by so many px.
func (c camera) shifted(dx, dy float64) camera {
	c.cx += dx
	c.cy += dy
	return c
}

// hull is the convex hull of points, clockwise as seen in the picture.
func hull(pts []vision.Point) []vision.Point {
	if len(pts) < 3 {
		return pts
	}
	start := 0
	for i, p := range pts {
		if p[0] < pts[start][0] || p[0] == pts[start][0] && p[1] < pts[start][1] {
			start = i
		}
	}
	var out []vision.Point
	for at := start; ; {
		out = append(out, pts[at])
		next := 0
		for i := range pts {
			if i == at || next == at {
				if next == at {
					next = i
				}
				continue
			}
			turn := cross2(pts[at], pts[next], pts[i])
			if turn < 0 || turn == 0 && far2(pts[at], pts[i]) > far2(pts[at], pts[next]) {
				next = i
			}
		}
		at = next
		if at == start || len(out) > len(pts) {
			return out
		}
	}
}

func cross2(o, a, b vision.Point) float64 {
	return (a[0]-o[0])*(b[1]-o[1]) - (a[1]-o[1])*(b[0]-o[0])
}

func far2(a, b vision.Point) float64 {
	return (a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1])
}

// bounds is the box around points.
func bounds(pts []vision.Point) (x0, y0, x1, y1 float64) {
	x0, y0, x1, y1 = math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, p := range pts {
		x0, x1 = min(x0, p[0]), max(x1, p[0])
		y0, y1 = min(y0, p[1]), max(y1, p[1])
	}
	return x0, y0, x1, y1
}
