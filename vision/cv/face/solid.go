//go:build cgo

package face

import (
	"math"

	"astragal/vision"
)

// alignerShare is how much the aligner's word on the solid counts beside the reader's: it sees the outline as
// well and was taught on icons; the reader knows pips.
const alignerShare = .8

// agreed is what reader and aligner say of the solid of a die that shows no pips, each as much as the other: neither knows
// real dice with numerals well.
func (t Top) agreed(read []float64) []float64 {
	out, total := make([]float64, len(read)), 0.0
	for i, p := range read {
		out[i] = math.Sqrt(max(1e-6, p) * max(1e-6, t.solids[i]))
		total += out[i]
	}
	for i := range out {
		out[i] /= total
	}
	return out
}

// JoinShapes joins what the aligner says of the solid of a die with icons to what the reader says.
func (a *Answer) JoinShapes(t Top) {
	joined := make([]float64, len(a.shape))
	for i, p := range a.shape {
		joined[i] = alignerShare*t.solids[i] + (1-alignerShare)*p
	}
	a.shape = joined
}

// MayBeOverlooked: it looks like one of the solids on which the finder is weak.
func (t Top) MayBeOverlooked() bool {
	for i, s := range vision.Shapes() {
		if s == vision.D4 && t.solids[i] >= perhapsD4 || s == vision.D10 && t.solids[i] >= perhapsD10 {
			return true
		}
	}
	return false
}

// perhapsD4 and perhapsD10 are the probabilities of a d4 and a d10, in one look, from which a find is looked at closer, whatever the reader says.
const perhapsD4, perhapsD10 = .5, .4
