package gallery

import (
	"math"
	"slices"
)

// DetailPx is the side of a detail: a print cut finer, for faces that differ in a small numeral.
const DetailPx = 112

const (
	// detailSteps fit a detail on from where its print lies.
	detailSteps = 5
	// What one place of two looks at a face may differ by, as shares of the face's spread: noise,
	// fainter paint, and a slip of so many px.
	// Where two classes differ by less than tellLeast times that (squared), they aren't compared.
	tellNoise, tellPaint, tellSlip, tellLeast = .25, .15, .8, 1.5
	// tellReach is how far from the middle details are compared, and tellIn how near the sides of a triangle, both as
	// shares of the side: what lies further out is edges and other faces.
	tellReach, tellIn = .42, .27
	// inkLeast is how strong ink is at least, as a share of the icon's, lineLeast how much a detail varies where lines are, as a
	// share of where it varies most.
	inkLeast, lineLeast = .35, .25
	// inkCore is how far ink lies from the face's mean, in spreads, iconLeast how many px a piece of the icon has at least, and askew how
	// much less than the best a shot may be like the print.
	inkCore, iconLeast, askew = .8, 70, .1
	// tellDisc is the radius of a numeral, px.
	tellDisc = 10
)

// laid is a shot's detail and how its print lies on the print that it was compared with.
type laid struct {
	detail []byte
	at     fit
	like   float64
	// picture is the detail as it lies on the other's; nil before it was needed.
	picture []float32
}

// WithDetail adds the print's detail, of DetailPx × DetailPx bytes; other lengths are no detail.
func (p Print) WithDetail(raw []byte) Print {
	if len(raw) == DetailPx*DetailPx {
		p.detail = newFitter(flattened(raw), reach(p.turns))
	}
	return p
}

// Tell says of which of two classes a print is that differ in a small part only: 1 where it is like the middle of the
// one's shots, -1 where it is like that of the other's, beyond these where it is even further from the other. It is
// judged where the classes differ by more than the shots of each differ among themselves (Fisher's discriminant with a diagonal
// covariance). ground is how far apart the two lie there, in those spreads; 0 where nothing tells them apart.
func (p Print) Tell(a, b Agreement) (tells, ground float64) {
	if !p.detail.ok || len(a.laid) == 0 || len(b.laid) == 0 {
		return 0, 0
	}
	a.laid, b.laid = wellLaid(a.laid), wellLaid(b.laid)
	at := p.places()
	own := level(p.detail.own.v, at)
	meanA, squaresA := p.spread(a.laid, at)
	meanB, squaresB := p.spread(b.laid, at)
	free := float64(max(1, len(a.laid)+len(b.laid)-2))
	apart, says := make([]float64, len(at)), make([]float64, len(at))
	for k := range at {
		d := meanA[k] - meanB[k]
		s := (squaresA[k]+squaresB[k])/free + tellNoise*tellNoise + square(tellPaint*(meanA[k]+meanB[k])/2) + tellSlip*tellSlip*max(steep(at, meanA, k), steep(at, meanB, k))
		if d*d >= tellLeast*s {
			apart[k], says[k] = d*d/s, d/s*(own[k]-(meanA[k]+meanB[k])/2)
		}
	}
	// The numeral is looked for in two ways; where they don't agree, nothing is told.
	first, ground := told(at, apart, says, p.lined(at, a.laid, b.laid))
	second, other := told(at, apart, says, p.inked(at, meanA, meanB, a.laid, b.laid))
	switch {
	case ground == 0 && other == 0:
		return 0, 0
	case first*second <= 0:
		return 0, max(ground, other)
	}
	return math.Copysign(min(math.Abs(first), math.Abs(second)), first), min(ground, other)
}

// told is what the places say that are marked.
func told(at []int, apart, says []float64, marked []bool) (tells, ground float64) {
	masked := slices.Clone(apart)
	for k := range masked {
		if !marked[k] {
			masked[k] = 0
		}
	}
	sum, ground := densest(at, masked, says)
	if ground == 0 {
		return 0, 0
	}
	return 2 * sum / ground, math.Sqrt(ground)
}

// densest looks for the disc, as large as a numeral, in which the classes lie furthest apart, and adds up there.
func densest(at []int, apart, says []float64) (said, most float64) {
	for _, m := range at {
		if (m/DetailPx+m%DetailPx)%2 == 1 {
			continue
		}
		sum, word := 0.0, 0.0
		for k := max(0, lower(at, m-tellDisc*DetailPx-tellDisc)); k < len(at) && at[k] <= m+tellDisc*DetailPx+tellDisc; k++ {
			if apart[k] == 0 {
				continue
			}
			dx, dy := at[k]%DetailPx-m%DetailPx, at[k]/DetailPx-m/DetailPx
			if dx*dx+dy*dy <= tellDisc*tellDisc {
				sum += apart[k]
				word += says[k]
			}
		}
		if sum > most {
			most, said = sum, word
		}
	}
	return said, most
}

// places are the pixels of a detail that surely show the face, row by row.
func (p Print) places() []int {
	var out []int
	const mid = float64(DetailPx-1) / 2
	side := math.Sqrt(3) / 2
	for iy := range DetailPx {
		for ix := range DetailPx {
			x, y := (float64(ix)-mid)/DetailPx, (float64(iy)-mid)/DetailPx
			in := math.Hypot(x, y) <= reach(p.turns)
			if p.turns == 3 { // a triangle, its corner up
				in = y <= tellIn && side*x-y/2 <= tellIn && -side*x-y/2 <= tellIn && math.Hypot(x, y) <= tellReach
			}
			if in {
				out = append(out, iy*DetailPx+ix)
			}
		}
	}
	return out
}

// wellLaid are the shots that lie on the own print about as well as the best of them: a shot that was taken from the side
// lies askew, and its numeral elsewhere.
func wellLaid(shots []*laid) []*laid {
	best := 0.0
	for _, s := range shots {
		best = max(best, s.like)
	}
	return slices.DeleteFunc(slices.Clone(shots), func(s *laid) bool { return s.like < best-askew })
}

// lined marks the places with lines near them in all pictures, the own one among them: a numeral has some in
// each, where the light on an edge differs from picture to picture.
func (p Print) lined(at []int, shots ...[]*laid) []bool {
	out := make([]bool, len(at))
	for k := range out {
		out[k] = true
	}
	mark := func(v []float32) {
		e := bustle(v)
		own := make([]float32, len(at))
		for k, i := range at {
			own[k] = e[i]
		}
		sorted := slices.Clone(own)
		slices.Sort(sorted)
		least := lineLeast * sorted[len(sorted)*19/20]
		for k := range out {
			out[k] = out[k] && own[k] >= least
		}
	}
	mark(p.detail.own.v)
	for _, of := range shots {
		for _, s := range of {
			mark(p.lay(s))
		}
	}
	return out
}

// bustle is how much a detail varies around each place.
func bustle(v []float32) []float32 {
	const n, half = DetailPx, 3
	sums, squares := make([]float32, (n+1)*(n+1)), make([]float32, (n+1)*(n+1))
	for y := range n {
		var row, row2 float32
		for x := range n {
			row += v[y*n+x]
			row2 += v[y*n+x] * v[y*n+x]
			i := (y+1)*(n+1) + x + 1
			sums[i], squares[i] = sums[i-n-1]+row, squares[i-n-1]+row2
		}
	}
	out := make([]float32, n*n)
	for y := range n {
		for x := range n {
			x0, y0, x1, y1 := max(0, x-half), max(0, y-half), min(n, x+half+1), min(n, y+half+1)
			box := func(t []float32) float32 {
				return (t[y1*(n+1)+x1] - t[y0*(n+1)+x1] - t[y1*(n+1)+x0] + t[y0*(n+1)+x0]) / float32((x1-x0)*(y1-y0))
			}
			m := box(sums)
			out[y*n+x] = float32(math.Sqrt(float64(max(0, box(squares)-m*m))))
		}
	}
	return out
}

// spread lays details on the own one: their mean at the places, and the sum of the squares by which they differ from it.
func (p Print) spread(shots []*laid, at []int) (mean, squares []float64) {
	mean, squares = make([]float64, len(at)), make([]float64, len(at))
	all := make([][]float64, len(shots))
	for i, s := range shots {
		all[i] = level(p.lay(s), at)
		for k, v := range all[i] {
			mean[k] += v / float64(len(shots))
		}
	}
	for _, v := range all {
		for k := range v {
			squares[k] += (v[k] - mean[k]) * (v[k] - mean[k])
		}
	}
	return mean, squares
}

// lay is a shot's detail as it lies on the own one.
func (p Print) lay(s *laid) []float32 {
	if s.picture != nil {
		return s.picture
	}
	const mid = float32(DetailPx-1) / 2
	other, at := flattened(s.detail), s.at
	at[2], at[5] = at[2]*DetailPx/PrintPx, at[5]*DetailPx/PrintPx
	at = p.detail.onto(other, at, detailSteps)
	m := [6]float32{float32(at[0]), float32(at[1]), float32(at[2]), float32(at[3]), float32(at[4]), float32(at[5])}
	out := make([]float32, DetailPx*DetailPx)
	for y := range DetailPx {
		for x := range DetailPx {
			dx, dy := float32(x)-mid, float32(y)-mid
			out[y*DetailPx+x] = other.at(m[0]*dx+m[1]*dy+m[2]+mid, m[3]*dx+m[4]*dy+m[5]+mid)
		}
	}
	s.picture = out
	return out
}

// flattened is a detail without its shading, like lines.
func flattened(raw []byte) grey {
	const n, half = DetailPx, shading * DetailPx / PrintPx
	g := grey{n, make([]float32, n*n)}
	sums := make([]float32, (n+1)*(n+1))
	for y := range n {
		row := float32(0)
		for x := range n {
			row += float32(raw[y*n+x])
			sums[(y+1)*(n+1)+x+1] = sums[y*(n+1)+x+1] + row
		}
	}
	for y := range n {
		for x := range n {
			x0, y0, x1, y1 := max(0, x-half), max(0, y-half), min(n, x+half+1), min(n, y+half+1)
			mean := (sums[y1*(n+1)+x1] - sums[y0*(n+1)+x1] - sums[y1*(n+1)+x0] + sums[y0*(n+1)+x0]) / float32((x1-x0)*(y1-y0))
			g.v[y*n+x] = float32(raw[y*n+x]) - mean
		}
	}
	return g
}

// level is a picture at the places, its mean 0 and its spread 1.
func level(v []float32, at []int) []float64 {
	out := make([]float64, len(at))
	var sum, squares float64
	for k, i := range at {
		out[k] = float64(v[i])
		sum += out[k]
		squares += out[k] * out[k]
	}
	n := float64(len(at))
	mean := sum / n
	deviation := math.Sqrt(max(1, squares/n-mean*mean))
	for k := range out {
		out[k] = (out[k] - mean) / deviation
	}
	return out
}

// steep is the square of how much a picture at the places changes from one pixel to the next.
func steep(at []int, v []float64, k int) float64 {
	across, down := 0.0, 0.0
	if k > 0 && k+1 < len(at) && at[k-1] == at[k]-1 && at[k+1] == at[k]+1 {
		across = (v[k+1] - v[k-1]) / 2
	}
	if above, below := find(at, at[k]-DetailPx), find(at, at[k]+DetailPx); above >= 0 && below >= 0 {
		down = (v[below] - v[above]) / 2
	}
	return across*across + down*down
}

func square(v float64) float64 { return v * v }

// find is where a pixel is among the places; -1 where it isn't.
func find(at []int, pixel int) int {
	if k := lower(at, pixel); k < len(at) && at[k] == pixel {
		return k
	}
	return -1
}

// lower is the first place that isn't before a pixel.
func lower(at []int, pixel int) int {
	k, _ := slices.BinarySearch(at, pixel)
	return k
}
