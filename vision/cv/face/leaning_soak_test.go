//go:build cgo

package face

import (
	"bufio"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"astragal/vision/cv/find"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// TestSoakLeaningDice writes what the network that tells how a camera leans learns from: crops of dice of the virtual table, seen from straight above to hardly above the table, into the file
// that ASTRAGAL_LEANING names: for each networks.CropPx² pixels (BGR), then two numbers (float32), which way what stands up points in the crop (to the right, down), of the length of the camera's lean over 90°. The seeds are those
// from ASTRAGAL_SEED on, ASTRAGAL_TABLES of them.
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
		t.Run("", func(t *testing.T) { writeLeaningDie(t, out, seed) })
	}
	require.NoError(t, out.Flush())
	require.NoError(t, file.Close())
}

// writeLeaningDie writes a seed's die. It lies in the middle of a small picture, often beside others.
func writeLeaningDie(t *testing.T, out *bufio.Writer, seed uint64) {
	const px, side = 128, 16.0 // the picture's, and a die's in mm
	rng := rand.New(rand.NewPCG(seed, 0x1ea9))
	kinds := []string{"d6", "d6", "d6", "d6", "d6", "d6", "d6-numbered", "demo-garden", "d4", "d8", "d10", "d12", "d20"}
	degrees := 85 * rng.Float64()
	if rng.IntN(4) == 0 {
		degrees = 15 * rng.Float64()
	}
	look := virtual.RandomLook(seed)
	look.View = side * (1.9 + 1.2*rng.Float64())
	look = look.From(degrees, 2, 150+500*rng.Float64())
	o := virtual.Options{Look: &look, Width: px, Height: px, Dice: []string{kinds[rng.IntN(len(kinds))]}, At: []virtual.Spot{{Yaw: 7 * rng.Float64()}}}
	for range rng.IntN(4) {
		far, way := side*(1.1+2*rng.Float64()), 2*math.Pi*rng.Float64()
		o.Dice = append(o.Dice, kinds[rng.IntN(len(kinds))])
		o.At = append(o.At, virtual.Spot{X: far * math.Cos(way), Y: far * math.Sin(way), Yaw: 7 * rng.Float64()})
	}
	pic, truth, _ := thrown(t, seed, o)
	d := truth.Dice[0]
	if d.FaceCovered > .2 || d.CutOff {
		return
	}
	k, dx, dy := .5+.04*rng.NormFloat64(), .03*rng.NormFloat64()*d.Box[2], .03*rng.NormFloat64()*d.Box[3]
	x, y := d.Box[0]+d.Box[2]/2+dx, d.Box[1]+d.Box[3]/2+dy
	crop := find.Found{X0: x - k*d.Box[2], Y0: y - k*d.Box[3], X1: x + k*d.Box[2], Y1: y + k*d.Box[3], Score: 1}.FaceCrop(pic)
	defer crop.Close()
	_, err := out.Write(crop.ToBytes())
	require.NoError(t, err)
	sin := math.Hypot(d.FaceLooks[0], d.FaceLooks[1])
	lean := math.Asin(min(1, sin)) / (math.Pi / 2) / max(sin, 1e-9)
	require.NoError(t, binary.Write(out, binary.LittleEndian, []float32{float32(lean * d.FaceLooks[0]), float32(lean * d.FaceLooks[1])}))
}
