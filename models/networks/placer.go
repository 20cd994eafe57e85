package networks

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
)

//go:embed placer.f32
var placer []byte

// AlignerNumbers is how many numbers the aligner gives for a crop, and PlacedNumbers how many a Placer gives.
const (
	AlignerNumbers = 64
	PlacedNumbers  = 19
	toldNumbers    = 3
)

// Placer says from the aligner's numbers for a die's crop where the die's top face lies. It is the aligner's last
// layer. It is kept separate because it runs a second time when the other dice under the same camera have shown how
// the line of sight leans.
type Placer struct {
	told, out, bias []float32 // 64 × 3, 19 × 64, 19
}

// LoadPlacer returns the built-in placer. It checks that the file is the one in the manifest.
func LoadPlacer() (Placer, error) {
	var known map[string]Network
	if err := json.Unmarshal(manifest, &known); err != nil {
		return Placer{}, fmt.Errorf("the networks' manifest isn't JSON: %w", err)
	}
	if sum := sha256.Sum256(placer); hex.EncodeToString(sum[:]) != known["placer"].SHA256 {
		return Placer{}, errors.New("placer.f32 isn't the file that the manifest names: make both again with models/train/export_faces.py")
	}
	return newPlacer(placer)
}

// newPlacer reads the weights: little-endian float32.
func newPlacer(raw []byte) (Placer, error) {
	const told, out = AlignerNumbers * toldNumbers, PlacedNumbers * AlignerNumbers
	if want := 4 * (told + out + PlacedNumbers); len(raw) != want {
		return Placer{}, fmt.Errorf("placer.f32 has %d bytes, expected %d: the model is of another shape", len(raw), want)
	}
	w := floatsOf(raw)
	return Placer{told: w[:told], out: w[told : told+out], bias: w[told+out:]}, nil
}

// Place turns the AlignerNumbers of one crop into PlacedNumbers. They are, in order: the offset of the face's middle
// (right, down, in sides of the crop); the log of half the side of the square to cut, over 28 px of the crop; cosine
// and sine of 1, 3, 4 and 5 times its turn; logits of the solids (d4 to d20); and where the face looks, as its
// normal's part along the crop (right, down, the sine of the angle). told is that last part as the other dice show
// it. It is nil if they don't.
func (p Placer) Place(says []float32, told *[2]float64) []float32 {
	hidden := make([]float32, AlignerNumbers)
	for i := range hidden {
		v := says[i]
		if told != nil {
			w := p.told[i*toldNumbers : (i+1)*toldNumbers]
			v += w[0] + w[1]*float32(told[0]) + w[2]*float32(told[1])
		}
		hidden[i] = max(0, v)
	}
	out := make([]float32, PlacedNumbers)
	for i := range out {
		out[i] = p.bias[i] + dot(p.out[i*AlignerNumbers:(i+1)*AlignerNumbers], hidden)
	}
	return out
}
