//go:build cgo

package cvtest

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"astragal/calibration"
)

// Desk is a camera over a tray with the printed card in it, as the tests draw it.
type Desk struct {
	W, H     int
	Lens     calibration.Lens
	Tilt     [2]float64        // degrees about the picture's x and y axes
	Turn     float64           // degrees about the view
	Distance float64           // mm from the camera to the card's middle
	Shift    calibration.Point // mm that the card's middle lies beside the view's
	Light    [3]float64        // red, green, blue
	Blur     float64           // px, standard deviation
	Noise    float64           // grey levels
	Hide     calibration.Rect  // mm on the card that something covers
}

// UsualDesk is a webcam straight above the card, in usual light.
func UsualDesk() Desk {
	return Desk{
		W: 960, H: 540,
		Lens:     calibration.Lens{FX: 825, FY: 825, CX: 484, CY: 264},
		Distance: 330, Light: [3]float64{0.85, 0.85, 0.85}, Blur: 0.8, Noise: 2,
	}
}

// homography is the card's true one, mm to px of a straight lens.
func (d Desk) homography() [9]float64 {
	turn := func(a, b int, degrees float64) [3][3]float64 {
		m := [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
		sin, cos := math.Sincos(degrees * math.Pi / 180)
		m[a][a], m[b][b], m[a][b], m[b][a] = cos, cos, -sin, sin
		return m
	}
	rot := mul(mul(turn(1, 2, d.Tilt[0]), turn(0, 2, d.Tilt[1])), turn(0, 1, d.Turn))
	middle := calibration.Point{48 - d.Shift[0], 30 - d.Shift[1]}
	var columns [3][3]float64
	for i := range 3 {
		columns[i][0], columns[i][1] = rot[i][0], rot[i][1]
		columns[i][2] = -rot[i][0]*middle[0] - rot[i][1]*middle[1]
	}
	columns[2][2] += d.Distance
	m := mul([3][3]float64{{d.Lens.FX, 0, d.Lens.CX}, {0, d.Lens.FY, d.Lens.CY}, {0, 0, 1}}, columns)
	return [9]float64{m[0][0], m[0][1], m[0][2], m[1][0], m[1][1], m[1][2], m[2][0], m[2][1], m[2][2]}
}

func mul(a, b [3][3]float64) (m [3][3]float64) {
	for i := range 3 {
		for j := range 3 {
			for k := range 3 {
				m[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return m
}

// Plane maps straightened px to mm on the card, the truth.
func (d Desk) Plane(t *testing.T) calibration.Plane {
	t.Helper()
	plane, err := calibration.NewPlane(inverted(t, d.homography()))
	require.NoError(t, err)
	return plane
}

// inverted is the inverse of a homography.
func inverted(t *testing.T, h [9]float64) [9]float64 {
	t.Helper()
	m, inverse := gocv.NewMatWithSize(3, 3, gocv.MatTypeCV64F), gocv.NewMat()
	defer m.Close()
	defer inverse.Close()
	for i, v := range h {
		m.SetDoubleAt(i/3, i%3, v)
	}
	require.NotZero(t, gocv.Invert(m, &inverse, gocv.SolveDecompositionLu))
	for i := range h {
		h[i] = inverse.GetDoubleAt(i/3, i%3)
	}
	return h
}

// Picture draws what the camera sees; the caller closes it.
func (d Desk) Picture(t *testing.T) gocv.Mat {
	t.Helper()
	const perMM = 8.0
	flat := drawnCard(perMM)
	defer flat.Close()
	d.cover(&flat, perMM)
	// One px of the camera's sees this much of the drawing.
	px := 0.4 * perMM * d.Distance / d.Lens.FX
	gocv.GaussianBlur(flat, &flat, image.Point{}, px, px, gocv.BorderDefault)
	plane := d.Plane(t)
	x := gocv.NewMatWithSize(d.H, d.W, gocv.MatTypeCV32F)
	y := gocv.NewMatWithSize(d.H, d.W, gocv.MatTypeCV32F)
	defer x.Close()
	defer y.Close()
	xs, err := x.DataPtrFloat32()
	require.NoError(t, err)
	ys, err := y.DataPtrFloat32()
	require.NoError(t, err)
	frame := calibration.CardFrame()
	for i := range xs {
		px := d.Lens.Straighten(calibration.Point{float64(i % d.W), float64(i / d.W)})
		mm, ok := plane.MM(px)
		if !ok {
			mm = calibration.Point{-1e4, -1e4}
		}
		xs[i], ys[i] = float32((mm[0]-frame.X)*perMM), float32((mm[1]-frame.Y)*perMM)
	}
	img := gocv.NewMat()
	// Felt lies around the card.
	gocv.Remap(flat, &img, &x, &y, gocv.InterpolationLinear, gocv.BorderConstant, RGBA(40, 90, 60))
	if d.Blur > 0 {
		gocv.GaussianBlur(img, &img, image.Point{}, d.Blur, d.Blur, gocv.BorderDefault)
	}
	d.shine(t, img)
	return img
}

// shine lays the light's colour and the sensor's noise over a picture.
func (d Desk) shine(t *testing.T, img gocv.Mat) {
	t.Helper()
	bytes, err := img.DataPtrUint8()
	require.NoError(t, err)
	random := rand.New(rand.NewPCG(1, 2))
	for i, v := range bytes {
		bytes[i] = uint8(min(255, max(0, float64(v)*d.Light[2-i%3]+random.NormFloat64()*d.Noise)))
	}
}

// drawnCard is the card as it is printed, perMM px for each mm.
func drawnCard(perMM float64) gocv.Mat {
	frame := calibration.CardFrame()
	img := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(255, 255, 255, 0), int(frame.H*perMM), int(frame.W*perMM), gocv.MatTypeCV8UC3)
	fill := func(r calibration.Rect, c [3]uint8) { fillCard(&img, perMM, r, c) }
	for _, s := range calibration.CardSquares() {
		fill(s, [3]uint8{15, 15, 15})
	}
	for _, p := range calibration.CardPatches() {
		fill(p.Rect, p.RGB)
	}
	return img
}

func (d Desk) cover(flat *gocv.Mat, perMM float64) {
	if d.Hide.W > 0 {
		fillCard(flat, perMM, d.Hide, [3]uint8{190, 140, 110})
	}
}

// fillCard fills a rectangle, mm, of a drawn card; a px's middle lies half a px inside it.
func fillCard(img *gocv.Mat, perMM float64, r calibration.Rect, c [3]uint8) {
	frame := calibration.CardFrame()
	at := func(x, y float64) image.Point {
		return image.Pt(int(math.Round((x-frame.X)*perMM)), int(math.Round((y-frame.Y)*perMM)))
	}
	// OpenCV fills the last px of a rectangle too.
	box := image.Rectangle{Min: at(r.X, r.Y), Max: at(r.X+r.W, r.Y+r.H).Sub(image.Pt(1, 1))}
	gocv.Rectangle(img, box, RGBA(c[0], c[1], c[2]), -1)
}

// ProfileOf is the true profile of a desk's camera.
func ProfileOf(t *testing.T, d Desk) calibration.Profile {
	t.Helper()
	p := calibration.Profile{Width: d.W, Height: d.H, Lens: d.Lens}
	p.Homography = inverted(t, d.homography())
	require.NoError(t, p.Check())
	return p
}

// BentDesk is a camera whose lens bends lines, that leans.
func BentDesk() Desk {
	d := UsualDesk()
	d.Lens.K1, d.Lens.K2, d.Lens.P1 = -0.3, 0.1, 0.002
	d.Tilt = [2]float64{15, -8}
	return d
}

// RGBA is an opaque colour.
func RGBA(r, g, b uint8) color.RGBA { return color.RGBA{R: r, G: g, B: b, A: 255} }
