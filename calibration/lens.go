package calibration

import "math"

// Lens is a pinhole camera with OpenCV's usual distortion: K1, K2, K3 radial, P1, P2 tangential. FX, FY, CX and CY
// are in px. The zero value is an unknown lens that doesn't distort.
type Lens struct {
	FX float64 `json:"fx"`
	FY float64 `json:"fy"`
	CX float64 `json:"cx"`
	CY float64 `json:"cy"`
	K1 float64 `json:"k1"`
	K2 float64 `json:"k2"`
	P1 float64 `json:"p1"`
	P2 float64 `json:"p2"`
	K3 float64 `json:"k3"`
}

// GuessLens is a lens without distortion that sees 60° across the longer side of a picture of width × height px. A
// webcam is likely to be like that.
func GuessLens(width, height int) Lens {
	f := float64(max(width, height)) / 2 / math.Tan(math.Pi/6)
	return Lens{FX: f, FY: f, CX: float64(width-1) / 2, CY: float64(height-1) / 2}
}

// Known says whether the lens can be corrected and measured with.
func (l Lens) Known() bool { return l.FX > 0 && l.FY > 0 }

// Bends says whether the lens distorts.
func (l Lens) Bends() bool {
	return l.Known() && (l.K1 != 0 || l.K2 != 0 || l.K3 != 0 || l.P1 != 0 || l.P2 != 0)
}

// Straighten maps a px of the camera's picture to its place in the picture of a lens without distortion.
func (l Lens) Straighten(px Point) Point {
	if !l.Bends() {
		return px
	}
	dx, dy := (px[0]-l.CX)/l.FX, (px[1]-l.CY)/l.FY
	x, y := dx, dy
	for range 40 {
		bx, by := l.bend(x, y)
		ex, ey := bx-dx, by-dy
		if math.Abs(ex)+math.Abs(ey) < 1e-12 {
			break
		}
		nx, ny, ok := l.newton(x, y, ex, ey)
		if !ok {
			break
		}
		x, y = nx, ny
	}
	return Point{x*l.FX + l.CX, y*l.FY + l.CY}
}

// newton makes one step of Newton's method towards bend(x, y) = target. ex, ey is the error before the step.
func (l Lens) newton(x, y, ex, ey float64) (nx, ny float64, ok bool) {
	const h = 1e-6
	ax, ay := l.bend(x+h, y)
	bx, by := l.bend(x-h, y)
	cx, cy := l.bend(x, y+h)
	dx, dy := l.bend(x, y-h)
	a, c := (ax-bx)/(2*h), (ay-by)/(2*h)
	b, d := (cx-dx)/(2*h), (cy-dy)/(2*h)
	det := a*d - b*c
	if math.Abs(det) < 0.05 || math.IsNaN(det) { // the lens folds the picture over, so there is no way back
		return x, y, false
	}
	return x - (d*ex-b*ey)/det, y - (a*ey-c*ex)/det, true
}

// Bend maps a px of the straightened picture to the camera's picture. It is the inverse of Straighten.
func (l Lens) Bend(px Point) Point {
	if !l.Bends() {
		return px
	}
	x, y := l.bend((px[0]-l.CX)/l.FX, (px[1]-l.CY)/l.FY)
	return Point{x*l.FX + l.CX, y*l.FY + l.CY}
}

func (l Lens) bend(x, y float64) (bx, by float64) {
	r2 := x*x + y*y
	radial := 1 + r2*(l.K1+r2*(l.K2+r2*l.K3))
	return x*radial + 2*l.P1*x*y + l.P2*(r2+2*x*x),
		y*radial + l.P1*(r2+2*y*y) + 2*l.P2*x*y
}

func (l Lens) scaled(sx, sy float64) Lens {
	if !l.Known() {
		return l
	}
	l.FX, l.FY = l.FX*sx, l.FY*sy
	l.CX, l.CY = (l.CX+0.5)*sx-0.5, (l.CY+0.5)*sy-0.5
	return l
}

// folds says whether the lens maps two places of a width × height picture to one. No real lens does.
func (l Lens) folds(width, height int) bool {
	for i := range 9 {
		for j := range 9 {
			p := Point{float64(i*(width-1)) / 8, float64(j*(height-1)) / 8}
			q := l.Bend(l.Straighten(p))
			if !(math.Hypot(p[0]-q[0], p[1]-q[1]) < 0.5) {
				return true
			}
		}
	}
	return false
}
