//go:build cgo

package look_test

import (
	"fmt"
	"image"
	"maps"
	"slices"
	"testing"

	"astragal/vision"
	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/look"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// Six d4 lie on ASTRAGAL_TABLES virtual tables of the seeds from ASTRAGAL_SEED on, with their numbers at the corners and at the lower edges, under cameras that look straight down and lean by 15 and 30°.
// Each picture is read as it is and blurred by 1.5 px. It only reports.
func TestSoakD4(t *testing.T) {
	cvtest.Soaking(t)
	first := cvtest.Number(t, "ASTRAGAL_SEED", 170000)
	l, scores := newLooker(t), map[string]markedScore{}
	for seed := first; seed < first+cvtest.Number(t, "ASTRAGAL_TABLES", 5); seed++ {
		for _, low := range []bool{false, true} {
			for _, lean := range []float64{0, 15, 30} {
				from := virtual.RandomLook(uint64(seed))
				from.TrayWidth, from.TrayHeight, from.View = 190, 105, 205
				from = from.From(lean, seed%4, 300+10*float64(seed%40))
				drawn, truth, err := virtual.Still(uint64(seed), virtual.Options{Look: &from, Width: 800, Height: 450, Dice: slices.Repeat([]string{"d4"}, 6), LowD4: low})
				require.NoError(t, err)
				for _, blur := range []float64{0, 1.5} {
					img := decoded(t, cvtest.JPEG(t, drawn))
					if blur > 0 {
						gocv.GaussianBlur(img, &img, image.Point{}, blur, blur, gocv.BorderDefault)
					}
					scene, err := l.Look(img, look.Looking{})
					require.NoError(t, err)
					readings := vision.Read(scene)
					for _, d := range truth.Dice {
						key := fmt.Sprintf("low %t, from %.0f°, blurred by %.1f px", low, lean, blur)
						scores[key] = scores[key].with(t, seed, d, readings)
					}
				}
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(scores)) {
		s := scores[key]
		t.Logf("%s: %d dice, %d found, %d right, %d right or among the alternatives, %d accepted, %d of them wrong", key, s.dice, s.found, s.first, s.among, s.accepted, s.wrong)
	}
}
