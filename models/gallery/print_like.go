package gallery

import "math"

const (
	coarseSteps, fineSteps = 6, 4
	// window is half the side of the square around a place in which prints are compared there, px.
	window = 4
	// calm keeps places without lines from counting: the spread of noise in a print.
	calm = 10.0
)

// SamePrint is how alike a print is to another that is turned against it by turn of turns steps: the mean over
// the face of how the two agree around each place, where there is something to agree on. 1 is the same.
func (p Print) SamePrint(other []byte, turn, turns int) float64 {
	if len(other) != PrintPx*PrintPx || turns < 1 {
		return 0
	}
	fine := grey{PrintPx, make([]float32, len(other))}
	for i, b := range other {
		fine.v[i] = float32(b)
	}
	at := turned(2 * math.Pi * float64(turn) / float64(turns))
	at = p.coarse.onto(fine.halved(), at, coarseSteps)
	at[2], at[5] = 2*at[2], 2*at[5]
	at = p.fine.onto(fine, at, fineSteps)
	return p.agreement(fine, at)
}

// agreement compares the two place by place, by sums over windows.
func (p Print) agreement(other grey, at fit) float64 {
	const n = PrintPx
	var a, b [n * n]float32
	mid := float32(n-1) / 2
	m := [6]float32{float32(at[0]), float32(at[1]), float32(at[2]) + mid, float32(at[3]), float32(at[4]), float32(at[5]) + mid}
	mean := p.fine.mean()
	for y := range n {
		for x := range n {
			dx, dy := float32(x)-mid, float32(y)-mid
			a[y*n+x] = p.fine.own.v[y*n+x] - mean
			b[y*n+x] = other.at(m[0]*dx+m[1]*dy+m[2], m[3]*dx+m[4]*dy+m[5]) - mean
		}
	}
	var sa, sb, saa, sbb, sab table
	sa.sum(a[:], nil)
	sb.sum(b[:], nil)
	saa.sum(a[:], a[:])
	sbb.sum(b[:], b[:])
	sab.sum(a[:], b[:])
	var agree, weight float64
	const reach = printReach * n
	for y := window; y < n-window; y++ {
		for x := window; x < n-window; x++ {
			dx, dy := float32(x)-mid, float32(y)-mid
			if dx*dx+dy*dy > reach*reach {
				continue
			}
			ma, mb := sa.mean(x, y), sb.mean(x, y)
			va, vb := max(0, saa.mean(x, y)-ma*ma), max(0, sbb.mean(x, y)-mb*mb)
			c := sab.mean(x, y) - ma*mb
			w := math.Sqrt(max(va, vb))
			agree += w * (c + calm) / (math.Sqrt(va*vb) + calm)
			weight += w
		}
	}
	if weight == 0 {
		return 0
	}
	return agree / weight
}

func (f fitter) mean() float32 {
	sum := float32(0)
	for _, v := range f.own.v {
		sum += v
	}
	return sum / float32(len(f.own.v))
}

// table is a summed-area table of a print.
type table [(PrintPx + 1) * (PrintPx + 1)]float64

// sum fills the table with a, or with a times b.
func (t *table) sum(a, b []float32) {
	const n = PrintPx
	for y := range n {
		row := 0.0
		for x := range n {
			v := float64(a[y*n+x])
			if b != nil {
				v *= float64(b[y*n+x])
			}
			row += v
			t[(y+1)*(n+1)+x+1] = t[y*(n+1)+x+1] + row
		}
	}
}

// mean over the window around a place.
func (t *table) mean(x, y int) float64 {
	const n = PrintPx + 1
	x0, y0, x1, y1 := x-window, y-window, x+window+1, y+window+1
	return (t[y1*n+x1] - t[y0*n+x1] - t[y1*n+x0] + t[y0*n+x0]) / ((2*window + 1) * (2*window + 1))
}
