package networks

import (
	_ "embed"
	"encoding/binary"
	"math"
	"slices"
	"sync"
)

//go:embed pips.f32
var pipWeights []byte

//go:embed pips_read.f32
var readWeights []byte

// unlikePips is what is no face at all.
const unlikePips = -100

// pipJudge holds a weight for each number of a row, then one more: little-endian float32. readJudge holds them for PipEvidence.
var (
	pipJudge  = sync.OnceValue(func() []float64 { return weightsOf(pipWeights) })
	readJudge = sync.OnceValue(func() []float64 { return weightsOf(readWeights) })
)

func weightsOf(raw []byte) []float64 {
	out := make([]float64, len(raw)/4)
	for i, v := range floatsOf(raw) {
		out[i] = float64(v)
	}
	return out
}

// floatsOf reads little-endian float32s.
func floatsOf(raw []byte) []float32 {
	out := make([]float32, len(raw)/4)
	for i := range out {
		out[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
	}
	return out
}

// PipEvidence is what speaks for pips in the reader's numbers (logits) of a die at the first look: those of 1 to 6 pips, the largest first,
// of a numeral, of something unknown and of the solids, so that it doesn't matter how many pips there are. It is empty where there aren't as many numbers as the reader gives.
func PipEvidence(says []float32) []float32 {
	if len(says) != ReaderNumbers {
		return nil
	}
	pips := slices.Sorted(slices.Values(says[ShapeClasses : ShapeClasses+MostPips]))
	slices.Reverse(pips)
	return slices.Concat(pips, says[ShapeClasses+NumeralMark:ShapeClasses+MarkClasses], says[:ShapeClasses])
}

// PipRead is how much more what the reader says of a die, which may have pips, is like what it says of pips than of drawings,
// nats. says are its numbers (logits) at the first look. Where there aren't as many as it gives, they are like nothing.
func PipRead(says []float32) float64 {
	w, evidence := readJudge(), PipEvidence(says)
	if len(evidence) == 0 || len(w) != len(evidence)+1 {
		return unlikePips
	}
	sum := w[len(evidence)]
	for i, v := range evidence {
		sum += w[i] * float64(v)
	}
	return sum
}

// PipLike is how much more a face looks like pips than like a drawing, in nats, given its row for every way that it may
// be turned. It is the second opinion on what the reader takes for pips: the reader knows drawings as one kind of
// thing that is no pips, and takes round ones for pips. CARD.md says what it was fitted on. What is no row is like nothing.
func PipLike(embedding []float32) float64 {
	w := pipJudge()
	rows := len(embedding) / RowDims
	if rows == 0 || len(embedding)%RowDims != 0 || len(w) != RowDims+1 {
		return unlikePips
	}
	sum := 0.0
	for i, v := range embedding {
		sum += w[i%RowDims] * float64(v)
	}
	return sum/float64(rows) + w[RowDims]
}
