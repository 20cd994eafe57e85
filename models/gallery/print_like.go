package gallery

import (
	"cmp"
	"math"
	"slices"
)

const (
	coarseSteps, fineSteps = 6, 5
	// leastCoarse: faces that agree less at half the size are different ones, and needn't be fitted finely.
	leastCoarse = .35
	// leastTiny is the correlation of the smallest pictures below which other turns are tried.
	leastTiny = .5
	// mostStarts are fitted on; the likeliest slip of the smallest pictures isn't always the right one.
	mostStarts = 3
	// window is half the side of the square around a place in which prints are compared there, px.
	window = 4
	// calm keeps places without lines from counting: the spread of noise in a print.
	calm = 10.0
)

// SamePrint is how alike a print is to another that is turned against it by turn of turns steps: the mean over
// the face of how the two agree around each place, where there is something to agree on. 1 is the same.
func (p Print) SamePrint(other []byte, turn, turns int) float64 {
	return p.Compare(other, nil, turn, turns).Like
}

// Agreement is how two prints agree after they were fitted.
type Agreement struct {
	// Like is the mean over the face, weighted by how much there is to agree on.
	Like float64
	// places holds it place by place, in the first print's frame; nil where nothing was compared.
	places []float32
	// laid are the shots that have a detail; it isn't compared before Tell.
	laid []*laid
}

// Best joins agreements with several shots of one class: at each place the best, over the face the best.
func (a Agreement) Best(b Agreement) Agreement {
	if a.places == nil {
		return b
	}
	out := Agreement{max(a.Like, b.Like), slices.Clone(a.places), slices.Concat(a.laid, b.laid)}
	for i, v := range b.places {
		out.places[i] = max(out.places[i], v)
	}
	return out
}

// Rather is how much more a print agrees with the one than with the other where the two disagree: above 0 for
// the one, at most 1. It tells faces apart that differ in a small part only.
func (a Agreement) Rather(b Agreement) float64 {
	if a.places == nil || b.places == nil {
		return 0
	}
	sum, weight := 0.0, 1e-6
	for i, v := range a.places {
		d := float64(v - b.places[i])
		sum += d * d * d
		weight += d * d
	}
	return sum / weight
}

// Compare fits another print onto this one and says how they agree. detail is the other's, nil without.
func (p Print) Compare(other, detail []byte, turn, turns int) Agreement {
	if len(other) != PrintPx*PrintPx || turns < 1 {
		return Agreement{}
	}
	fine := lines(other)
	half := fine.halved()
	tiny := half.halved()
	starts := p.tiny.search(tiny, turn, turns)
	if starts[0].like < leastTiny { // the turn may be a slip too
		for t := 1; t < turns; t++ {
			starts = append(starts, p.tiny.search(tiny, (turn+t)%turns, turns)...)
		}
		slices.SortFunc(starts, func(a, b start) int { return cmp.Compare(b.like, a.like) })
	}
	best, at := -2.0, fit{}
	for _, s := range starts[:min(mostStarts, len(starts))] {
		s.at[2], s.at[5] = 2*s.at[2], 2*s.at[5]
		fitted := p.coarse.onto(half, s.at, coarseSteps)
		if like := p.coarse.correlation(half, fitted); like > best {
			best, at = like, fitted
		}
	}
	at[2], at[5] = 2*at[2], 2*at[5]
	if best > leastCoarse {
		at = p.fine.onto(fine, at, fineSteps)
	}
	agrees := p.agreement(fine, at)
	if agrees.places != nil && len(detail) == DetailPx*DetailPx {
		agrees.laid = []*laid{{detail: detail, at: at, like: agrees.Like}}
	}
	return agrees
}

// agreement compares the two place by place, by sums over windows.
func (p Print) agreement(other grey, at fit) Agreement {
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
	places := make([]float32, 0, n*n/2)
	reach := float32(p.reach) * n
	for y := window; y < n-window; y++ {
		for x := window; x < n-window; x++ {
			dx, dy := float32(x)-mid, float32(y)-mid
			if dx*dx+dy*dy > reach*reach {
				continue
			}
			ma, mb := sa.mean(x, y, window), sb.mean(x, y, window)
			va, vb := max(0, saa.mean(x, y, window)-ma*ma), max(0, sbb.mean(x, y, window)-mb*mb)
			c := sab.mean(x, y, window) - ma*mb
			w := math.Sqrt(max(va, vb))
			here := (c + calm) / (math.Sqrt(va*vb) + calm)
			places = append(places, float32(here))
			agree += w * here
			weight += w
		}
	}
	if weight == 0 {
		return Agreement{}
	}
	return Agreement{Like: agree / weight, places: places}
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

// mean over the square around a place, its side 2·half+1 where it lies inside.
func (t *table) mean(x, y, half int) float64 {
	const n = PrintPx + 1
	x0, y0, x1, y1 := max(0, x-half), max(0, y-half), min(PrintPx, x+half+1), min(PrintPx, y+half+1)
	return (t[y1*n+x1] - t[y0*n+x1] - t[y1*n+x0] + t[y0*n+x0]) / float64((x1-x0)*(y1-y0))
}
