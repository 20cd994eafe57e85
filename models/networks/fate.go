package networks

import (
	_ "embed"
	"math"
	"sync"
)

//go:embed fate.f32
var fateWeights []byte

// The classes of a face that may be of a Fate die.
const (
	FatePlus = iota
	FateMinus
	FateBlank
	// NoFate is every other face: pips, numbers, other drawings.
	NoFate
	FateClasses
)

// fateHidden is how many numbers lie between a row and what a judge of Fate faces says; fatePart is how many weights one judge has.
const (
	fateHidden = 32
	fatePart   = (RowDims+1)*fateHidden + (fateHidden+1)*FateClasses
)

var fateJudges = sync.OnceValue(func() []float32 { return floatsOf(fateWeights) })

// Fate is how likely a face is of each of the classes above, given its row for every way that it may be turned. Several judges, which
// learned apart, are asked, and their logarithms averaged: what one of them doubts is doubted. CARD.md says what they learned on. What is no row is no Fate face.
func Fate(embedding []float32) []float32 {
	out, w := make([]float32, FateClasses), fateJudges()
	rows := len(embedding) / RowDims
	if rows == 0 || len(embedding)%RowDims != 0 || len(w) == 0 || len(w)%fatePart != 0 {
		out[NoFate] = 1
		return out
	}
	mean := make([]float64, RowDims)
	for i, v := range embedding {
		mean[i%RowDims] += float64(v) / float64(rows)
	}
	sum := make([]float64, FateClasses)
	for ; len(w) > 0; w = w[fatePart:] {
		hidden := layer(w, mean, fateHidden)
		for i, v := range hidden {
			hidden[i] = max(v, 0)
		}
		says := layer(w[(RowDims+1)*fateHidden:], hidden, FateClasses)
		all := 0.0
		for _, v := range says {
			all += math.Exp(v)
		}
		for i, v := range says {
			sum[i] += (v - math.Log(all)) * fatePart / float64(len(fateJudges()))
		}
	}
	all := 0.0
	for _, v := range sum {
		all += math.Exp(v)
	}
	for i, v := range sum {
		out[i] = float32(math.Exp(v) / all)
	}
	return out
}

// layer is a fully connected layer: a row of weights for each number that comes out, then what is added to each.
func layer(w []float32, in []float64, wide int) []float64 {
	out := make([]float64, wide)
	for i := range out {
		out[i] = float64(w[len(in)*wide+i])
		for k, v := range in {
			out[i] += float64(w[i*len(in)+k]) * v
		}
	}
	return out
}
