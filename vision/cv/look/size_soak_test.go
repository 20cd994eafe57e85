//go:build cgo

package look_test

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"testing"

	"astragal/vision/cv/cvtest"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// Six dice of a kind, ASTRAGAL_DICE (d4), lie on each of ASTRAGAL_TABLES virtual tables of the seeds from ASTRAGAL_SEED on, in pictures of 240 to 800 px, under cameras that look straight down and lean by 15°. It only reports, by how large a die is in the
// picture.
func TestSoakDiceBySize(t *testing.T) {
	cvtest.Soaking(t)
	first := cvtest.Number(t, "ASTRAGAL_SEED", 172000)
	kind := cmp.Or(os.Getenv("ASTRAGAL_DICE"), "d4")
	l, all := newLooker(t), scores{}
	for seed := first; seed < first+cvtest.Number(t, "ASTRAGAL_TABLES", 5); seed++ {
		for width := 240; width <= 800; width += 80 {
			for _, lean := range []float64{0, 15} {
				from := virtual.RandomLook(uint64(seed))
				from.TrayWidth, from.TrayHeight, from.View = 190, 105, 205
				from = from.From(lean, seed%4, 300+10*float64(seed%40))
				drawn, truth, err := virtual.Still(uint64(seed), virtual.Options{Look: &from, Width: width, Height: width * 9 / 16, Dice: slices.Repeat([]string{kind}, 6)})
				require.NoError(t, err)
				for _, blur := range []float64{0, 1} {
					readings := readBlurred(t, l, drawn, blur)
					for _, d := range truth.Dice {
						px := 6 * int(max(d.Box[2], d.Box[3])/6)
						all.add(t, fmt.Sprintf("blurred by %.0f px, %2d to %2d px large", blur, px, px+6), seed, d, readings)
					}
				}
			}
		}
	}
	all.report(t)
}
