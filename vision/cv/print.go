//go:build cgo

package cv

import (
	"cmp"
	"math"
	"slices"

	"astragal/models/gallery"
	"astragal/vision"
)

// printOf is a grey picture of an evened cut of px × px (planes of R, G, B).
func printOf(cut []float32, px int) []byte {
	plane := px * px
	out := make([]byte, plane)
	for i := range out {
		v := float64(cut[i]+cut[plane+i]+cut[2*plane+i]) / 3
		out[i] = uint8(math.Round(min(255, max(0, 128+printGain*v))))
	}
	return out
}

// A cut's middle has a spread of a quarter; printGain makes good use of a byte.
const printGain = 120.0

// A print is a cut as it is.
var _ = [1]struct{}{}[topPx-gallery.PrintPx]

// alignerShare is how much the aligner's word on the solid counts beside the reader's: it sees the outline as
// well and was taught on icons; the reader knows pips.
const alignerShare = .8

// shapes joins what reader and aligner say of the solid, likeliest first.
func (t top) shapes(read []vision.ShapeScore) []vision.ShapeScore {
	out := make([]vision.ShapeScore, 0, len(read))
	for i, s := range vision.Shapes() {
		p := alignerShare * t.solids[i]
		for _, r := range read {
			if r.Shape == s {
				p += (1 - alignerShare) * r.P
			}
		}
		out = append(out, vision.ShapeScore{Shape: s, P: p})
	}
	slices.SortStableFunc(out, func(a, b vision.ShapeScore) int { return cmp.Compare(b.P, a.P) })
	return out
}
