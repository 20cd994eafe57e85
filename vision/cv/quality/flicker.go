//go:build cgo

package quality

import (
	"math"

	"astragal/vision/cv/picture"
)

// frameLight is the light of one picture, grey levels: the means of each row and each column in lightParts parts. A lamp changes most parts of a row alike; a die or a
// hand that moves changes those that it covers.
type frameLight struct {
	rows, cols [][lightParts]float64
	change     float64 // how much lighter the picture became since the one before: 1 is as light
	banded     bool    // stripes of light ran across it that the picture before did not have
}

const (
	lightParts    = 8
	flickerMemory = 6
	bandsShow     = 0.012 // part by which rows change where columns don't
	pulseShows    = 0.04  // part by which the whole picture's light changes
)

// flickers says whether the lamp is seen to pulse: as stripes across the
// picture that move from one to the next, or as a light that goes up and down
// again and again. One change of light is no flicker.
func (m *Meter) flickers(p *pixels) bool {
	now := newLight(p)
	if n := len(m.light); n > 0 && len(m.light[n-1].rows) == len(now.rows) && len(m.light[n-1].cols) == len(now.cols) {
		before := m.light[n-1]
		rows, cols := changes(before.rows, now.rows), changes(before.cols, now.cols)
		now.banded = unrest(rows) > bandsShow && unrest(cols) < unrest(rows)/3
		now.change = picture.Median(rows)
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
		if i > 0 {
			a, b := l.change-1, m.light[i-1].change-1
			if a*b < 0 && math.Abs(a) > pulseShows && math.Abs(b) > pulseShows {
				turns++
			}
		}
	}
	return banded >= 3 || turns >= 3
}

func newLight(p *pixels) frameLight {
	l := frameLight{rows: make([][lightParts]float64, p.h), cols: make([][lightParts]float64, p.w), change: 1}
	for i, g := range p.grey {
		x, y := i%p.w, i/p.w
		l.rows[y][x*lightParts/p.w] += float64(g)
		l.cols[x][y*lightParts/p.h] += float64(g)
	}
	return l
}

// changes are the medians, over the parts of each row or column, of how much lighter they became.
func changes(before, now [][lightParts]float64) []float64 {
	out, parts := make([]float64, len(now)), make([]float64, lightParts)
	for i := range now {
		for k := range parts {
			parts[k] = (now[i][k] + 1) / (before[i][k] + 1)
		}
		out[i] = picture.Median(parts)
	}
	return out
}

// unrest is how unevenly a profile changed: the standard deviation of its ratios.
func unrest(changes []float64) float64 {
	var sum, sq float64
	for _, r := range changes {
		sum += r
		sq += r * r
	}
	n := float64(len(changes))
	return math.Sqrt(max(0, sq/n-sum*sum/n/n))
}
