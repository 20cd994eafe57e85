//go:build cgo

package face

import (
	"bufio"
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"astragal/vision"
	"astragal/vision/cv/picture"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// TestSoakLeaningDice writes what the network that tells how a camera leans learns from: crops of dice of the virtual table, seen from straight above to hardly above the table. On a quarter of the tables
// they are a row of cubes that lie squarely to the camera. A side of these looks from far aside as a top does from above; only what is around them tells. The crops go into the file that ASTRAGAL_LEANING
// names: for each leaningPx² pixels (BGR), the die's longer side being half of that, then two numbers (float32), which way what stands up points in the crop (to the right, down), of the length of the
// camera's lean over 90°, then two (uint32), the picture's seed and the solid's place among vision.Shapes. The seeds are those from ASTRAGAL_SEED on, ASTRAGAL_TABLES of them.
func TestSoakLeaningDice(t *testing.T) {
	path := os.Getenv("ASTRAGAL_LEANING")
	if path == "" {
		t.Skip("it writes pictures to learn from: models/train/README.md")
	}
	first, err := strconv.ParseUint(os.Getenv("ASTRAGAL_SEED"), 10, 64)
	require.NoError(t, err)
	tables, err := strconv.ParseUint(os.Getenv("ASTRAGAL_TABLES"), 10, 64)
	require.NoError(t, err)
	file, err := os.Create(path)
	require.NoError(t, err)
	out := bufio.NewWriter(file)
	for seed := first; seed < first+tables; seed++ {
		t.Run("", func(t *testing.T) { writeLeaningDice(t, out, seed) })
	}
	require.NoError(t, out.Flush())
	require.NoError(t, file.Close())
}

// leaningPx is the side of a crop that is written, px: wider than what the network sees, so that it can be moved and scaled.
const leaningPx = 104

// writeLeaningDice writes the dice of a seed's picture.
func writeLeaningDice(t *testing.T, out *bufio.Writer, seed uint64) {
	const px, side = 208, 16.0 // the picture's, and a die's in mm
	rng := rand.New(rand.NewPCG(seed, 0x1ea9))
	kinds := []string{"d6", "d6", "d6", "d6-numbered", "demo-garden", "d4", "d8", "d8", "d10", "d10", "d12", "d12", "d20", "d20", "d20"}
	degrees := 85 * rng.Float64()
	if rng.IntN(4) == 0 {
		degrees = 15 * rng.Float64()
	}
	look := virtual.RandomLook(seed)
	wide := 3.2 + 1.8*rng.Float64()
	look.View = side * wide
	look = look.From(degrees, 0, 150+500*rng.Float64())
	way := 2 * math.Pi * rng.Float64()
	sin, cos := math.Sincos(way)
	across := math.Asin(sin * math.Sin(degrees*math.Pi/180))
	look.Lean = [2]float64{math.Copysign(math.Acos(min(1, math.Cos(degrees*math.Pi/180)/math.Cos(across))), cos) * 180 / math.Pi, across * 180 / math.Pi}
	o := virtual.Options{Look: &look, Width: px, Height: px}
	if rng.IntN(4) == 0 {
		o.Dice, o.At = squareRow(rng, side, wide, way)
	} else {
		first := kinds[rng.IntN(len(kinds))]
		for range 2 + rng.IntN(4) {
			if rng.IntN(2) == 0 {
				first = kinds[rng.IntN(len(kinds))]
			}
			o.Dice = append(o.Dice, first)
			o.At = append(o.At, virtual.Spot{X: side * (wide - 1.4) * (rng.Float64() - .5), Y: side * (wide - 1.4) * (rng.Float64() - .5), Yaw: 7 * rng.Float64()})
		}
		o.At = spread(o.At, 1.1*side)
		o.Dice = o.Dice[:len(o.At)]
	}
	pic, truth, _ := thrown(t, seed, o)
	for _, d := range truth.Dice {
		if d.FaceCovered > .2 || d.Behind > .35 || d.CutOff {
			continue
		}
		wide := 2 * max(d.Box[2], d.Box[3])
		crop := picture.SquareCrop(pic.Image, d.Box[0]+d.Box[2]/2, d.Box[1]+d.Box[3]/2, wide, leaningPx)
		_, err := out.Write(crop.ToBytes())
		require.NoError(t, errors.Join(err, crop.Close()))
		sin := math.Hypot(d.FaceLooks[0], d.FaceLooks[1])
		lean := math.Asin(min(1, sin)) / (math.Pi / 2) / max(sin, 1e-9)
		require.NoError(t, binary.Write(out, binary.LittleEndian, []float32{float32(lean * d.FaceLooks[0]), float32(lean * d.FaceLooks[1])}))
		require.NoError(t, binary.Write(out, binary.LittleEndian, []uint32{uint32(seed), uint32(slices.Index(vision.Shapes(), d.Shape))}))
	}
}

// squareRow are cubes side by side, or one behind the other, and squarely to a camera that leans that way (radians), as somebody puts them who takes a picture of them. side is a cube's in mm, wide the picture's in cubes.
func squareRow(rng *rand.Rand, side, wide, way float64) (dice []string, at []virtual.Spot) {
	kinds := []string{"d6", "d6", "d6", "d6-numbered", "demo-garden"}
	kind := kinds[rng.IntN(len(kinds))]
	gap := 1.1 + .5*rng.Float64()
	n := min(2+rng.IntN(3), int((wide-1.2)/gap)+1)
	sin, cos := math.Sincos(way + math.Pi/2*float64(rng.IntN(5)/4))
	aside := .8 * (rng.Float64() - .5)
	for i := range n {
		along, off := side*gap*(float64(i)-float64(n-1)/2), side*(aside+.3*(rng.Float64()-.5))
		dice = append(dice, kind)
		at = append(at, virtual.Spot{X: along*cos - off*sin, Y: along*sin + off*cos, Yaw: way + .12*(rng.Float64()-.5) + math.Pi/2*float64(rng.IntN(4))})
	}
	return dice, at
}

// spread are those spots that keep a distance (mm) from all before them.
func spread(spots []virtual.Spot, far float64) (out []virtual.Spot) {
	for _, s := range spots {
		if !slices.ContainsFunc(out, func(o virtual.Spot) bool { return math.Hypot(o.X-s.X, o.Y-s.Y) < far }) {
			out = append(out, s)
		}
	}
	return out
}
