//go:build cgo

package face

import (
	"math"

	"astragal/vision"
)

// alignerShare is how much the aligner's word on the solid of a die with icons counts; the reader's counts the rest. The aligner sees the outline and learned
// on icons, the reader learned on pips.
const alignerShare = .8

// agreed is the solid of a die without pips, by reader and aligner in equal parts: neither knows real dice with numerals well.
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

// MayBeOverlooked tells whether the die looks like one of the solids on which the finder is weak: a d4 or a d10.
func (t Top) MayBeOverlooked() bool {
	for i, s := range vision.Shapes() {
		if s == vision.D4 && t.solids[i] >= perhapsD4 || s == vision.D10 && t.solids[i] >= perhapsD10 {
			return true
		}
	}
	return false
}

// perhapsD4 and perhapsD10 are the least probabilities of a d4 and a d10, in one look, with which a find is looked at closer, whatever the reader says.
const perhapsD4, perhapsD10 = .5, .4
