//go:build cgo

package motion

import (
	"image"
	"math"
	"slices"

	"gocv.io/x/gocv"
)

// The grid of cells on which light is compared.
const (
	lightCols, lightRows = 32, 18
	// darkest and lightest bound the values that a light can be read from.
	darkest, lightest = 8, 247
)

// light holds the mean value of each cell of a picture, blue, green and red, 0 to 255.
type light [lightRows * lightCols][3]float32

func lightOf(pic gocv.Mat) light {
	cells, fine := gocv.NewMat(), gocv.NewMat()
	defer cells.Close()
	defer fine.Close()
	gocv.Resize(pic, &fine, image.Pt(4*lightCols, 4*lightRows), 0, 0, gocv.InterpolationLinear)
	gocv.Resize(fine, &cells, image.Pt(lightCols, lightRows), 0, 0, gocv.InterpolationArea)
	var l light
	raw, err := cells.DataPtrUint8()
	if err != nil || len(raw) < len(l)*3 {
		return l
	}
	for i := range l {
		l[i] = [3]float32{float32(raw[3*i]), float32(raw[3*i+1]), float32(raw[3*i+2])}
	}
	return l
}

// gain is the factor per colour that turns the light of a into that of b: the
// median over the cells, so that things that came or went don't count.
func gain(a, b *light) [3]float64 {
	out := [3]float64{1, 1, 1}
	ratios := make([]float32, 0, len(a))
	for c := range 3 {
		ratios = ratios[:0]
		for i := range a {
			if readable(a[i][c]) && readable(b[i][c]) {
				ratios = append(ratios, b[i][c]/a[i][c])
			}
		}
		if len(ratios) >= 16 {
			slices.Sort(ratios)
			out[c] = float64(ratios[len(ratios)/2])
		}
	}
	return out
}

func readable(v float32) bool { return v >= darkest && v <= lightest }

// even tells whether a gain is too small to matter.
func even(g [3]float64) bool {
	for _, f := range g {
		if math.Abs(f-1) > 0.012 {
			return false
		}
	}
	return true
}

// scale multiplies the colours of src by f into dst.
func scale(src gocv.Mat, dst *gocv.Mat, f [3]float64) {
	table := gocv.NewMatWithSize(1, 256, gocv.MatTypeCV8UC3)
	defer table.Close()
	raw, err := table.DataPtrUint8()
	if err != nil {
		src.CopyTo(dst)
		return
	}
	for v := range 256 {
		for c := range 3 {
			raw[3*v+c] = uint8(min(255, math.Round(float64(v)*f[c])))
		}
	}
	gocv.LUT(src, table, dst)
}

// slope is a smooth factor over the picture, one polynomial of the second
// degree in its logarithm for each colour: what a lamp does to a floor.
type slope [3][6]float64

// terms are the polynomial's terms at x, y (−1 to 1).
func terms(x, y float64) [6]float64 { return [6]float64{1, x, y, x * y, x * x, y * y} }

func cellAt(i int) (x, y float64) {
	return (float64(i%lightCols)+0.5)/lightCols*2 - 1, (float64(i/lightCols)+0.5)/lightRows*2 - 1
}

// fitSlope finds the slope that turns the light of a into that of b. Cells that
// don't follow it (a hand, dice) lose their say.
func fitSlope(a, b *light) slope {
	var s slope
	start := gain(a, b)
	for c := range 3 {
		s[c] = fitColour(a, b, c, math.Log(max(start[c], 0.01)))
	}
	return s
}

func fitColour(a, b *light, c int, start float64) [6]float64 {
	coef := [6]float64{start}
	for round := range 6 {
		width := []float64{0.5, 0.35, 0.25, 0.18, 0.12, 0.12}[round]
		var ata [6][6]float64
		var atb [6]float64
		n := 0
		for i := range a {
			if !readable(a[i][c]) || !readable(b[i][c]) {
				continue
			}
			x, y := cellAt(i)
			t := terms(x, y)
			r := math.Log(float64(b[i][c] / a[i][c]))
			off := (r - dot(coef, t)) / width
			if off*off >= 1 {
				continue
			}
			n++
			w := (1 - off*off) * (1 - off*off)
			for j := range t {
				atb[j] += w * t[j] * r
				for k := range t {
					ata[j][k] += w * t[j] * t[k]
				}
			}
		}
		if n < len(a)/8 {
			return coef
		}
		for j := range ata {
			ata[j][j] += 1e-3 * float64(n) // holds the corners down where few cells speak
		}
		next, ok := solve6(ata, atb)
		if !ok {
			return coef
		}
		coef = next
	}
	return coef
}

func dot(a, b [6]float64) float64 {
	s := 0.0
	for i := range a {
		s += a[i] * b[i]
	}
	return s
}

// solve6 solves six linear equations by elimination; ok is false where they hang together.
func solve6(a [6][6]float64, b [6]float64) (x [6]float64, ok bool) {
	for col := range 6 {
		best := col
		for row := col + 1; row < 6; row++ {
			if math.Abs(a[row][col]) > math.Abs(a[best][col]) {
				best = row
			}
		}
		if math.Abs(a[best][col]) < 1e-12 {
			return x, false
		}
		a[col], a[best], b[col], b[best] = a[best], a[col], b[best], b[col]
		for row := col + 1; row < 6; row++ {
			f := a[row][col] / a[col][col]
			for k := col; k < 6; k++ {
				a[row][k] -= f * a[col][k]
			}
			b[row] -= f * b[col]
		}
	}
	for row := 5; row >= 0; row-- {
		x[row] = b[row]
		for k := row + 1; k < 6; k++ {
			x[row] -= a[row][k] * x[k]
		}
		x[row] /= a[row][row]
	}
	return x, true
}

// at is the slope's factor at x, y (−1 to 1).
func (s slope) at(x, y float64) (f [3]float64) {
	t := terms(x, y)
	for c := range f {
		f[c] = math.Exp(min(2.5, max(-2.5, dot(s[c], t))))
	}
	return f
}

// relight multiplies src by the slope into dst.
func (s slope) relight(src gocv.Mat, dst *gocv.Mat) {
	cells := gocv.NewMatWithSize(lightRows, lightCols, gocv.MatTypeCV32FC3)
	defer cells.Close()
	raw, err := cells.DataPtrFloat32()
	if err != nil {
		src.CopyTo(dst)
		return
	}
	for i := range lightRows * lightCols {
		f := s.at(cellAt(i))
		for c := range 3 {
			raw[3*i+c] = float32(f[c])
		}
	}
	factor, wide := gocv.NewMat(), gocv.NewMat()
	defer factor.Close()
	defer wide.Close()
	gocv.Resize(cells, &factor, image.Pt(src.Cols(), src.Rows()), 0, 0, gocv.InterpolationLinear)
	src.ConvertTo(&wide, gocv.MatTypeCV32FC3)
	gocv.Multiply(wide, factor, &wide)
	wide.ConvertTo(dst, gocv.MatTypeCV8UC3)
}
