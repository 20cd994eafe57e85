package networks

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

//go:embed leaning.f32
var leaning []byte

// Views are the ways from which a camera may look at a die: from straight above, and then, every viewRing degrees further to the side, with what stands up pointing one of viewsAround ways in
// the picture, from right on by eighths of a turn to down and left.
const (
	Views       = 1 + (viewRings-1)*viewsAround
	viewRings   = 9
	viewsAround = 8
	viewRing    = 10
	leaningMid  = 64
)

// Leaning tells of what the aligner says of a die's crop how the camera leans that looks at it. CARD.md says what it learned on.
type Leaning struct {
	first, firstBias, out, bias []float32 // 64 × 64, 64, Views × 64, Views
}

// LoadLeaning returns the one that ships, after checking that the file is the one in the manifest.
func LoadLeaning() (Leaning, error) {
	var known map[string]Network
	if err := json.Unmarshal(manifest, &known); err != nil {
		return Leaning{}, fmt.Errorf("the networks' manifest isn't JSON: %w", err)
	}
	if sum := sha256.Sum256(leaning); hex.EncodeToString(sum[:]) != known["leaning"].SHA256 {
		return Leaning{}, errors.New("leaning.f32 isn't the file that the manifest names: make both again with models/train/train_leaning.py")
	}
	return newLeaning(leaning)
}

// newLeaning reads the weights: little-endian float32.
func newLeaning(raw []byte) (Leaning, error) {
	const first, out = leaningMid * AlignerNumbers, Views * leaningMid
	if want := 4 * (first + leaningMid + out + Views); len(raw) != want {
		return Leaning{}, fmt.Errorf("leaning.f32 has %d bytes, expected %d: the model is of another shape", len(raw), want)
	}
	w := floatsOf(raw)
	return Leaning{w[:first], w[first : first+leaningMid], w[first+leaningMid : first+leaningMid+out], w[first+leaningMid+out:]}, nil
}

// Of gives the logarithms of the probabilities of the Views of a die. says is what the aligner said of its crop in one quarter turn to the left after the other.
func (l Leaning) Of(says []float32) []float64 {
	sum := make([]float64, Views)
	turns := len(says) / AlignerNumbers
	for t := range turns {
		for i, v := range l.one(says[t*AlignerNumbers : (t+1)*AlignerNumbers]) {
			sum[turnedBack(i, t)] += v / float64(turns)
		}
	}
	return logShares(sum)
}

// one is Of for a crop in one turn.
func (l Leaning) one(says []float32) []float64 {
	hidden := make([]float32, leaningMid)
	for i := range hidden {
		hidden[i] = max(0, l.firstBias[i]+dot(l.first[i*AlignerNumbers:(i+1)*AlignerNumbers], says))
	}
	out := make([]float64, Views)
	for i := range out {
		out[i] = float64(l.bias[i] + dot(l.out[i*leaningMid:(i+1)*leaningMid], hidden))
	}
	return logShares(out)
}

// turnedBack is which view it is that looks like view i in a crop that was turned to the left by so many quarters.
func turnedBack(i, quarters int) int {
	if i == 0 {
		return 0
	}
	ring, way := (i-1)/viewsAround, (i-1)%viewsAround
	return 1 + ring*viewsAround + (way+quarters*viewsAround/4)%viewsAround
}

// logShares are logarithms of shares that sum to 1, from those of shares that needn't.
func logShares(v []float64) []float64 {
	most, sum := math.Inf(-1), 0.0
	for _, x := range v {
		most = max(most, x)
	}
	for _, x := range v {
		sum += math.Exp(x - most)
	}
	out := make([]float64, len(v))
	for i, x := range v {
		out[i] = x - most - math.Log(sum)
	}
	return out
}

// View is how far the camera leans in the middle of a view, degrees, and where in the picture what stands up points to (right, down; of length 1).
func View(i int) (degrees float64, up [2]float64) {
	if i == 0 {
		return 0, [2]float64{1, 0}
	}
	sin, cos := math.Sincos(2 * math.Pi * float64((i-1)%viewsAround) / viewsAround)
	return viewRing * (1.5 + float64((i-1)/viewsAround)), [2]float64{cos, sin}
}
