//go:build cgo

package look_test

import (
	"cmp"
	"fmt"
	"os"
	"testing"

	"astragal/vision/cv/cvtest"
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
				drawn, truth := sixOf(t, kind, seed, width, lean)
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
