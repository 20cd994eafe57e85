package networks

import (
	_ "embed"
	"encoding/binary"
	"math"
	"sync"
)

//go:embed pips.f32
var pipWeights []byte

// unlikePips is what is no face at all.
const unlikePips = -100

// pipJudge holds a weight for each number of a row, then one more: little-endian float32.
var pipJudge = sync.OnceValue(func() []float64 {
	out := make([]float64, len(pipWeights)/4)
	for i := range out {
		out[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(pipWeights[4*i:])))
	}
	return out
})

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
