//go:build cgo

package look_test

import (
	"fmt"
	"testing"

	"astragal/vision/cv/cvtest"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// Twelve d6 whose pips are printed as on many Asian dice lie on ASTRAGAL_TABLES virtual tables, of the seeds from ASTRAGAL_SEED on, seven of them twos. Every second table is 640 px wide, the others 1280.
// Each picture is read as it is and blurred by 1.5 px. It only reports.
func TestSoakClosePips(t *testing.T) {
	cvtest.Soaking(t)
	first := cvtest.Number(t, "ASTRAGAL_SEED", 150000)
	l, all := newLooker(t), scores{}
	for seed := first; seed < first+cvtest.Number(t, "ASTRAGAL_TABLES", 20); seed++ {
		o := virtual.Options{Width: 640 * (1 + seed%2), Height: 360 * (1 + seed%2), ClosePips: true}
		for i := range 12 {
			o.Dice, o.Up = append(o.Dice, "d6"), append(o.Up, max(1, i-5)%6)
		}
		drawn, truth, err := virtual.Still(uint64(seed), o)
		require.NoError(t, err)
		for _, blur := range []float64{0, 1.5} {
			readings := readBlurred(t, l, drawn, blur)
			for _, d := range truth.Dice {
				kind := "others"
				if *d.Value < 3 {
					kind = fmt.Sprint(*d.Value)
				}
				all.add(t, fmt.Sprintf("%d px, blurred by %.1f px, %s", o.Width, blur, kind), seed, d, readings)
			}
		}
	}
	all.report(t)
}
