//go:build cgo

package quality

import "math"

// frameLight is the light of one picture: the mean of each row and column and of all, grey levels.
type frameLight struct {
	rows, cols []float64
	mean       float64
	banded     bool // stripes of light ran across it that the picture before did not have
}

const (
	flickerMemory = 6
	bandsShow     = 0.012 // part by which rows change where columns don't
)

// flickers says whether the lamp is seen to pulse: as stripes across the
// picture that move from one to the next, or as a light that goes up and down
// again and again. One change of light is no flicker.
func (m *Meter) flickers(p *pixels) bool {
	now := newLight(p)
	if n := len(m.light); n > 0 && len(m.light[n-1].rows) == len(now.rows) && len(m.light[n-1].cols) == len(now.cols) {
		before := m.light[n-1]
		rows, cols := unrest(before.rows, now.rows), unrest(before.cols, now.cols)
		now.banded = rows > bandsShow && cols < rows/3
	} else {
		m.light = nil
	}
	m.light = append(m.light, now)
	if len(m.light) > flickerMemory {
		m.light = m.light[1:]
	}
	banded, turns := 0, 0
	for i, l := range m.light {
		if l.banded {
			banded++
		}
		if i >= 2 {
			a, b := l.mean/m.light[i-1].mean-1, m.light[i-1].mean/m.light[i-2].mean-1
			if a*b < 0 && math.Abs(a) > 0.04 && math.Abs(b) > 0.04 {
				turns++
			}
		}
	}
	return banded >= 3 || turns >= 3
}

func newLight(p *pixels) frameLight {
	l := frameLight{rows: make([]float64, p.h), cols: make([]float64, p.w)}
	for i, g := range p.grey {
		v := float64(g)
		l.rows[i/p.w] += v / float64(p.w)
		l.cols[i%p.w] += v / float64(p.h)
		l.mean += v / float64(len(p.grey))
	}
	l.mean = max(l.mean, 1)
	return l
}

// unrest is how unevenly a profile changed: the standard deviation of its ratios.
func unrest(before, now []float64) float64 {
	var sum, sq float64
	for i := range now {
		r := (now[i] + 1) / (before[i] + 1)
		sum += r
		sq += r * r
	}
	n := float64(len(now))
	return math.Sqrt(max(0, sq/n-sum*sum/n/n))
}
