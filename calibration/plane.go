package calibration

import (
	"errors"
	"math"
)

// Plane maps px of a straightened picture to mm on the tray's floor and back.
type Plane struct {
	toMM, toPx [9]float64
}

// NewPlane makes a Plane from a homography from px to mm, row by row. The origin of the mm must lie in front of the
// camera: it is a corner of the card, which was seen. NewPlane refuses a homography that can't be inverted.
func NewPlane(pxToMM [9]float64) (Plane, error) {
	for _, v := range pxToMM {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return Plane{}, errors.New("the plane's numbers are not finite")
		}
	}
	inv, ok := invert(pxToMM)
	if !ok {
		return Plane{}, errors.New("the plane is flat as a line: its matrix has no inverse")
	}
	if inv[8] == 0 {
		return Plane{}, errors.New("the plane's origin lies beside the camera")
	}
	// The signs are chosen so that everything in front of the camera has a positive third coordinate.
	if inv[8] < 0 {
		negate(&inv)
	}
	if pxToMM[6]*inv[2]+pxToMM[7]*inv[5]+pxToMM[8]*inv[8] < 0 {
		negate(&pxToMM)
	}
	return Plane{toMM: pxToMM, toPx: inv}, nil
}

func negate(m *[9]float64) {
	for i := range m {
		m[i] = -m[i]
	}
}

// MM maps px (of the straightened picture) to mm. ok is false on and beyond the horizon.
func (p Plane) MM(px Point) (mm Point, ok bool) { return project(p.toMM, px) }

// Px maps mm on the floor to px of the straightened picture. ok is false if the place lies behind the camera.
func (p Plane) Px(mm Point) (px Point, ok bool) { return project(p.toPx, mm) }

// PxPerMM is the scale at px, in px per mm: the square root of how much larger an area is drawn. It is 0 beyond the
// horizon.
func (p Plane) PxPerMM(px Point) float64 {
	m := p.toMM
	w := m[6]*px[0] + m[7]*px[1] + m[8]
	if w <= 0 {
		return 0
	}
	det := m[0]*(m[4]*m[8]-m[5]*m[7]) - m[1]*(m[3]*m[8]-m[5]*m[6]) + m[2]*(m[3]*m[7]-m[4]*m[6])
	area := math.Abs(det / (w * w * w)) // mm² per px²
	if area == 0 || math.IsInf(area, 0) || math.IsNaN(area) {
		return 0
	}
	return 1 / math.Sqrt(area)
}

// tilt is the angle, degrees, between the lens's view and the floor's normal.
func (p Plane) tilt(l Lens) float64 {
	n, ok := p.normal(l)
	if !ok {
		return 0
	}
	return math.Acos(math.Min(1, math.Abs(n[2]))) * 180 / math.Pi
}

// normal is the floor's normal in the lens's coordinates (right, down, ahead), of length 1. It points towards the
// camera.
func (p Plane) normal(l Lens) (n [3]float64, ok bool) {
	h := p.toPx
	col := func(i int) [3]float64 {
		return [3]float64{(h[i] - l.CX*h[i+6]) / l.FX, (h[i+3] - l.CY*h[i+6]) / l.FY, h[i+6]}
	}
	n, ok = unit(cross(col(0), col(1)))
	if dot(n, col(2)) > 0 { // the origin lies in front of the camera, so the normal points away from it
		n = [3]float64{-n[0], -n[1], -n[2]}
	}
	return n, ok
}

// up is the direction of the floor's normal in the picture, seen at px of the straightened picture: its part across
// the line of sight, to the right and down. Its length is the sine of the angle between normal and line of sight.
func (p Plane) up(l Lens, px Point) (way Point, ok bool) {
	n, ok := p.normal(l)
	sight, _ := unit([3]float64{(px[0] - l.CX) / l.FX, (px[1] - l.CY) / l.FY, 1})
	right, _ := unit([3]float64{1 - sight[0]*sight[0], -sight[0] * sight[1], -sight[0] * sight[2]})
	return Point{dot(n, right), dot(n, cross(sight, right))}, ok
}

func cross(a, b [3]float64) [3]float64 {
	return [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

func dot(a, b [3]float64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func unit(v [3]float64) (u [3]float64, ok bool) {
	length := math.Sqrt(dot(v, v))
	if length == 0 {
		return v, false
	}
	return [3]float64{v[0] / length, v[1] / length, v[2] / length}, true
}

// project applies a homography. If the third coordinate isn't positive, the point lies behind the camera or beyond
// the horizon.
func project(m [9]float64, p Point) (Point, bool) {
	w := m[6]*p[0] + m[7]*p[1] + m[8]
	if !(w > 0) {
		return Point{}, false
	}
	q := Point{(m[0]*p[0] + m[1]*p[1] + m[2]) / w, (m[3]*p[0] + m[4]*p[1] + m[5]) / w}
	return q, finite(q[0]) && finite(q[1])
}

func invert(m [9]float64) ([9]float64, bool) {
	a := [9]float64{
		m[4]*m[8] - m[5]*m[7], m[2]*m[7] - m[1]*m[8], m[1]*m[5] - m[2]*m[4],
		m[5]*m[6] - m[3]*m[8], m[0]*m[8] - m[2]*m[6], m[2]*m[3] - m[0]*m[5],
		m[3]*m[7] - m[4]*m[6], m[1]*m[6] - m[0]*m[7], m[0]*m[4] - m[1]*m[3],
	}
	det := m[0]*a[0] + m[1]*a[3] + m[2]*a[6]
	var biggest float64
	for _, v := range m {
		biggest = max(biggest, math.Abs(v))
	}
	if !finite(det) || math.Abs(det) < 1e-15*biggest*biggest*biggest || det == 0 {
		return a, false
	}
	for i := range a {
		a[i] /= det
		if !finite(a[i]) {
			return a, false
		}
	}
	return a, true
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
