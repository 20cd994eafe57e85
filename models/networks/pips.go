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

// unlikePips is the result for numbers that belong to no face.
const unlikePips = -100

// pipJudge holds a weight for each number of a row, then a bias, as little-endian float32. readJudge holds the same
// for PipEvidence.
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

// floatsOf reads little-endian float32 numbers.
func floatsOf(raw []byte) []float32 {
	out := make([]float32, len(raw)/4)
	for i := range out {
		out[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
	}
	return out
}

// PipEvidence takes from the reader's logits of a die at the first look what speaks for or against pips: the logits
// of 1 to 6 pips, the largest first, so that the number of pips doesn't matter, then those of a numeral, of an
// unknown mark and of the solids. It is nil if the number of logits isn't the reader's.
func PipEvidence(says []float32) []float32 {
	if len(says) != ReaderNumbers {
		return nil
	}
	pips := slices.Sorted(slices.Values(says[ShapeClasses : ShapeClasses+MostPips]))
	slices.Reverse(pips)
	return slices.Concat(pips, says[ShapeClasses+NumeralMark:ShapeClasses+MarkClasses], says[:ShapeClasses])
}

// PipRead says, in nats, how much more the reader's logits of a die look like those of pips than like those of
// drawings. says are the logits at the first look. If their number isn't the reader's, the result is unlikePips.
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

// PipLike says, in nats, how much more a face looks like pips than like a drawing. It gets the face's row for each
// way that the face may be turned. It is a second opinion on what the reader takes for pips: to the reader all
// drawings are one class, and it takes round ones for pips. CARD.md says what it was fitted on. If the numbers aren't
// rows, the result is unlikePips.
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
