package networks

import (
	_ "embed"
	"math"
	"sync"
)

//go:embed fate.f32
var fateWeights []byte

// The classes of a face that may belong to a Fate die.
const (
	FatePlus = iota
	FateMinus
	FateBlank
	// NoFate is any other face: pips, numbers, other drawings.
	NoFate
	FateClasses
)

// fateHidden is the size of the hidden layer of a judge of Fate faces. fatePart is how many weights one judge has.
const (
	fateHidden = 32
	fatePart   = (RowDims+1)*fateHidden + (fateHidden+1)*FateClasses
)

var fateJudges = sync.OnceValue(func() []float32 { return floatsOf(fateWeights) })

// Fate says how likely a face is to be of each of the classes above. It gets the face's row for each way that the
// face may be turned. It asks several judges that were trained independently, and averages their logarithms. So what
// one of them doubts is doubted. CARD.md says what they were trained on. If the numbers aren't rows, the face is
// NoFate.
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

// layer is a fully connected layer. w holds a row of weights for each output, then a bias for each output.
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
