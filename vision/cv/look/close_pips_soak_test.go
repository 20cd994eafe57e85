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
	"astragal/vision/cv/picture"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// Twelve d6 whose pips are printed as on many Asian dice lie on ASTRAGAL_TABLES virtual tables, of the seeds from ASTRAGAL_SEED on, half of them twos. Every second table is 640 px wide, the others 1280.
// Each picture is read as it is and blurred by 1.5 px. It only reports.
func TestSoakClosePips(t *testing.T) {
	cvtest.Soaking(t)
	first := cvtest.Number(t, "ASTRAGAL_SEED", 150000)
	l, scores := newLooker(t), map[string]markedScore{}
	for seed := first; seed < first+cvtest.Number(t, "ASTRAGAL_TABLES", 20); seed++ {
		o := virtual.Options{Width: 640 * (1 + seed%2), Height: 360 * (1 + seed%2), ClosePips: true}
		for i := range 12 {
			o.Dice, o.Up = append(o.Dice, "d6"), append(o.Up, max(1, i-5)%6)
		}
		drawn, truth, err := virtual.Still(uint64(seed), o)
		require.NoError(t, err)
		for _, blur := range []float64{0, 1.5} {
			img, err := picture.Decode(cvtest.JPEG(t, drawn))
			require.NoError(t, err)
			if blur > 0 {
				gocv.GaussianBlur(img, &img, image.Point{}, blur, blur, gocv.BorderDefault)
			}
			scene, err := l.Look(img, look.Looking{})
			require.NoError(t, err)
			require.NoError(t, img.Close())
			readings := vision.Read(scene)
			for _, d := range truth.Dice {
				kind := "others"
				if *d.Value < 3 {
					kind = fmt.Sprint(*d.Value)
				}
				key := fmt.Sprintf("%d px, blurred by %.1f px, %s", o.Width, blur, kind)
				scores[key] = scores[key].with(t, seed, d, readings)
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(scores)) {
		s := scores[key]
		t.Logf("%s: %d dice, %d found, %d right, %d right or among the alternatives, %d accepted, %d of them wrong", key, s.dice, s.found, s.first, s.among, s.accepted, s.wrong)
	}
}
