//go:build cgo

package look_test

import (
	"fmt"
	"slices"
	"testing"

	"astragal/vision/cv/cvtest"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// Six d4 lie on ASTRAGAL_TABLES virtual tables of the seeds from ASTRAGAL_SEED on, with their numbers at the corners and at the lower edges, under cameras that look straight down and lean by 15 and 30°.
// Each picture is read as it is and blurred by 1.5 px. It only reports.
func TestSoakD4(t *testing.T) {
	cvtest.Soaking(t)
	first := cvtest.Number(t, "ASTRAGAL_SEED", 170000)
	l, all := newLooker(t), scores{}
	for seed := first; seed < first+cvtest.Number(t, "ASTRAGAL_TABLES", 5); seed++ {
		for _, low := range []bool{false, true} {
			for _, lean := range []float64{0, 15, 30} {
				from := virtual.RandomLook(uint64(seed))
				from.TrayWidth, from.TrayHeight, from.View = 190, 105, 205
				from = from.From(lean, seed%4, 300+10*float64(seed%40))
				drawn, truth, err := virtual.Still(uint64(seed), virtual.Options{Look: &from, Width: 800, Height: 450, Dice: slices.Repeat([]string{"d4"}, 6), LowD4: low})
				require.NoError(t, err)
				for _, blur := range []float64{0, 1.5} {
					readings := readBlurred(t, l, drawn, blur)
					for _, d := range truth.Dice {
						all.add(t, fmt.Sprintf("low %t, from %.0f°, blurred by %.1f px", low, lean, blur), seed, d, readings)
					}
				}
			}
		}
	}
	all.report(t)
}
