package gallery

import "math"

// A print is a small grey picture of a top face, as vision/cv cuts it: PrintPx × PrintPx bytes, the face's
// middle in its middle. Two looks at the same printed face differ by light, by a small slip of the cut and
// by perspective; two faces differ in their lines. So one print is fitted onto the other and then compared
// place by place: a numeral that differs counts although most of the face is the same.
const (
	PrintPx = 64
	// shading is half the side of the square whose mean is taken away around each place, px: so much light may
	// change over a face.
	shading = 7
)

// reach is the share of the print, from its middle, that is compared, by the ways in which a face of its outline
// may be turned: what lies further out is other faces and the table.
func reach(turns int) float64 {
	switch turns {
	case 4:
		return .42
	case 5:
		return .38
	case 1:
		return .24
	}
	return .3
}

// grey is a print as numbers, px × px.
type grey struct {
	px int
	v  []float32
}

// Print is a print made ready for comparing.
type Print struct {
	fine, coarse fitter
	tiny         searcher
	reach        float64
	turns        int
	detail       fitter // as good as none without WithDetail
}

// NewPrint makes the print of a face with so many turns ready; false where it is none.
func NewPrint(raw []byte, turns int) (Print, bool) {
	if len(raw) != PrintPx*PrintPx {
		return Print{}, false
	}
	fine, r := lines(raw), reach(turns)
	half := fine.halved()
	return Print{newFitter(fine, r), newFitter(half, r), newSearcher(half.halved(), r), r, turns, fitter{}}, true
}

// lines is a print without its shading: each place less the mean around it.
func lines(raw []byte) grey {
	const n = PrintPx
	g := grey{n, make([]float32, n*n)}
	var t table
	for i, b := range raw {
		g.v[i] = float32(b)
	}
	t.sum(g.v, nil)
	for y := range n {
		for x := range n {
			g.v[y*n+x] -= float32(t.mean(x, y, shading))
		}
	}
	return g
}

// halved is the picture at half the size.
func (g grey) halved() grey {
	n := g.px / 2
	out := grey{n, make([]float32, n*n)}
	for y := range n {
		for x := range n {
			a := 2*y*g.px + 2*x
			out.v[y*n+x] = (g.v[a] + g.v[a+1] + g.v[a+g.px] + g.v[a+g.px+1]) / 4
		}
	}
	return out
}

// at is the value between four pixels; beyond the picture its edge goes on.
func (g grey) at(x, y float32) float32 {
	top := float32(g.px) - 1.001
	x, y = min(max(x, 0), top), min(max(y, 0), top)
	ix, iy := int(x), int(y)
	fx, fy := x-float32(ix), y-float32(iy)
	i := iy*g.px + ix
	a := g.v[i] + fx*(g.v[i+1]-g.v[i])
	b := g.v[i+g.px] + fx*(g.v[i+g.px+1]-g.v[i+g.px])
	return a + fy*(b-a)
}

// fit is an affine map from the middle of one print to that of another: x' = a·x + b·y + c, y' = d·x + e·y + f.
type fit [6]float64

func turned(rad float64) fit {
	sin, cos := math.Sincos(rad)
	return fit{cos, -sin, 0, sin, cos, 0}
}

// after is f applied to what g maps to.
func (f fit) after(g fit) fit {
	return fit{
		f[0]*g[0] + f[1]*g[3], f[0]*g[1] + f[1]*g[4], f[0]*g[2] + f[1]*g[5] + f[2],
		f[3]*g[0] + f[4]*g[3], f[3]*g[1] + f[4]*g[4], f[3]*g[2] + f[4]*g[5] + f[5],
	}
}

func (f fit) inverse() (fit, bool) {
	det := f[0]*f[4] - f[1]*f[3]
	if math.Abs(det) < 1e-6 {
		return f, false
	}
	i := fit{f[4] / det, -f[1] / det, 0, -f[3] / det, f[0] / det, 0}
	i[2], i[5] = -(i[0]*f[2] + i[1]*f[5]), -(i[3]*f[2] + i[4]*f[5])
	return i, true
}

// fitter finds how another print must be warped to lie on its own (inverse compositional Gauss–Newton: the
// gradients are those of its own picture and are made once).
type fitter struct {
	own    grey
	points []point
	// solve is the inverse of the normal equations' matrix.
	solve [6][6]float64
	ok    bool
}

// point is a pixel inside the reach, its place from the middle, its value less the mean, and how the
// value changes with each of the fit's six numbers.
type point struct {
	x, y  float32
	v     float32
	steep [6]float32
}

func newFitter(own grey, share float64) fitter {
	f := fitter{own: own}
	mid, reach := float32(own.px-1)/2, float32(share)*float32(own.px)
	var normal [6][6]float64
	sum := float32(0)
	for iy := 1; iy < own.px-1; iy++ {
		for ix := 1; ix < own.px-1; ix++ {
			x, y := float32(ix)-mid, float32(iy)-mid
			if x*x+y*y > reach*reach {
				continue
			}
			i := iy*own.px + ix
			gx, gy := (own.v[i+1]-own.v[i-1])/2, (own.v[i+own.px]-own.v[i-own.px])/2
			p := point{x, y, own.v[i], [6]float32{gx * x, gx * y, gx, gy * x, gy * y, gy}}
			sum += p.v
			for a := range 6 {
				for b := range 6 {
					normal[a][b] += float64(p.steep[a]) * float64(p.steep[b])
				}
			}
			f.points = append(f.points, p)
		}
	}
	for i := range f.points {
		f.points[i].v -= sum / float32(len(f.points))
	}
	for a := range 6 { // a face without lines in some direction stays where it is
		normal[a][a] *= 1.01
		normal[a][a] += 1
	}
	f.solve, f.ok = inverse6(normal)
	return f
}

// onto improves a fit of another print by some steps.
func (f fitter) onto(other grey, at fit, steps int) fit {
	if !f.ok {
		return at
	}
	mid := float64(f.own.px-1) / 2
	warped := make([]float32, len(f.points))
	for range steps {
		gain, offset := f.warp(other, at, mid, warped)
		var b [6]float64
		for i, p := range f.points {
			e := float64(gain*warped[i] + offset - p.v)
			for k := range 6 {
				b[k] += float64(p.steep[k]) * e
			}
		}
		var d [6]float64
		for r := range 6 {
			for c := range 6 {
				d[r] += f.solve[r][c] * b[c]
			}
		}
		step, ok := (fit{1 + d[0], d[1], d[2], d[3], 1 + d[4], d[5]}).inverse()
		if !ok {
			return at
		}
		next := at.after(step)
		if !next.near(f.own.px) {
			return at
		}
		at = next
		if math.Abs(d[2])+math.Abs(d[5]) < .02 {
			break
		}
	}
	return at
}

// near: the fit still is a plausible slip of a cut, not a distortion.
func (f fit) near(px int) bool {
	det := f[0]*f[4] - f[1]*f[3]
	across := math.Hypot(f[0]-f[4], f[1]+f[3]) // 0 for a turn with a scale
	return det > .55 && det < 1.8 && across < .45 && math.Hypot(f[2], f[5]) < .22*float64(max(px, PrintPx))
}

// warp samples the other print where the fit says, and finds the gain and the offset that make it most like
// the own one.
func (f fitter) warp(other grey, at fit, mid float64, to []float32) (gain, offset float32) {
	a, b, c, d, e, g := float32(at[0]), float32(at[1]), float32(at[2]+mid), float32(at[3]), float32(at[4]), float32(at[5]+mid)
	var sum, squares, cross float32
	for i, p := range f.points {
		v := other.at(a*p.x+b*p.y+c, d*p.x+e*p.y+g)
		to[i] = v
		sum += v
		cross += v * p.v
	}
	n := float32(len(f.points))
	mean := sum / n
	for _, v := range to {
		squares += (v - mean) * (v - mean)
	}
	gain = max(.2, cross/max(squares, 1)) // the own values have mean 0
	return gain, -gain * mean
}

// correlation of the own print with the other under a fit, inside the reach.
func (f fitter) correlation(other grey, at fit) float64 {
	mid := float64(f.own.px-1) / 2
	warped := make([]float32, len(f.points))
	f.warp(other, at, mid, warped)
	var sum, squares, own, cross float64
	for i, p := range f.points {
		v := float64(warped[i])
		sum += v
		squares += v * v
		cross += v * float64(p.v)
		own += float64(p.v) * float64(p.v)
	}
	n := float64(len(f.points))
	return cross / math.Sqrt(max(1, squares-sum*sum/n)*max(1, own))
}

// inverse6 inverts a matrix by elimination.
func inverse6(m [6][6]float64) ([6][6]float64, bool) {
	var out [6][6]float64
	for i := range 6 {
		out[i][i] = 1
	}
	for c := range 6 {
		best := c
		for r := c + 1; r < 6; r++ {
			if math.Abs(m[r][c]) > math.Abs(m[best][c]) {
				best = r
			}
		}
		if math.Abs(m[best][c]) < 1e-9 {
			return out, false
		}
		m[c], m[best], out[c], out[best] = m[best], m[c], out[best], out[c]
		k := m[c][c]
		for j := range 6 {
			m[c][j] /= k
			out[c][j] /= k
		}
		for r := range 6 {
			if r == c {
				continue
			}
			k := m[r][c]
			for j := range 6 {
				m[r][j] -= k * m[c][j]
				out[r][j] -= k * out[c][j]
			}
		}
	}
	return out, true
}
