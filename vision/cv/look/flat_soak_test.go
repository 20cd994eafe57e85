//go:build cgo

package look_test

import (
	"slices"
	"testing"

	"astragal/vision"

	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/look"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// underCamera is a small table of four d6 under a camera that leans so far, and what lies there.
func underCamera(t *testing.T, seed uint64, degrees float64) ([]byte, virtual.Truth) {
	t.Helper()
	l := virtual.RandomLook(seed)
	l.TrayWidth, l.TrayHeight, l.View = 150, 85, 165
	l = l.From(degrees, []int{0, 0, 0, 1, 3}[seed%5], 300+10*float64(seed%40))
	drawn, truth, err := virtual.Still(seed, virtual.Options{Look: &l, Width: 640, Height: 360, Dice: slices.Repeat([]string{"d6"}, 4)})
	require.NoError(t, err)
	return cvtest.JPEG(t, drawn), truth
}

// Four d6 lie on each of ASTRAGAL_TABLES virtual tables, of the seeds from ASTRAGAL_SEED on, under cameras that lean by 0 to 85°. It only reports, for every 5°: how many dice are found, read right, accepted,
// and accepted though that isn't what their top face shows (both also if nobody asked how the camera leans), and of how many pictures the program says that the camera looks too flat.
func TestSoakCamerasFromAboveToFlat(t *testing.T) {
	cvtest.Soaking(t)
	l, first, tables := newLooker(t), cvtest.Number(t, "ASTRAGAL_SEED", 81000), cvtest.Number(t, "ASTRAGAL_TABLES", 30)
	for lean := 0; lean <= 85; lean += 5 {
		dice, found, right, flat, accepted, wrong, acceptedElse, wrongElse := 0, 0, 0, 0, 0, 0, 0, 0
		for seed := first; seed < first+tables; seed++ {
			raw, truth := underCamera(t, uint64(seed+1000*lean), float64(lean))
			img := decoded(t, raw)
			scene, err := l.Look(img, look.Looking{})
			require.NoError(t, err)
			if len(scene.Problems) > 0 {
				flat++
			}
			readings := vision.Read(scene)
			for i, d := range scene.Sightings {
				scene.Sightings[i].Doubts = slices.DeleteFunc(d.Doubts, func(w string) bool { return w == vision.TooFlat })
			}
			unasked := vision.Read(scene)
			for _, d := range truth.Dice {
				if d.CutOff {
					continue
				}
				dice++
				i := nearest(readings, d.Box)
				if i < 0 {
					continue
				}
				r := readings[i]
				found++
				is := r.Value != nil && *r.Value == *d.Value
				if is {
					right++
				}
				if r.Accepted {
					accepted++
				}
				if r.Accepted && !is {
					wrong++
				}
				if unasked[i].Accepted {
					acceptedElse++
				}
				if unasked[i].Accepted && !is {
					wrongElse++
				}
			}
		}
		t.Logf("%d°: %d dice, found %d, right %d; accepted %d (%d), wrong %d (%d); too flat %d of %d", lean, dice, found, right, accepted, acceptedElse, wrong, wrongElse, flat, tables)
	}
}

// nearest is the reading whose box covers most of a die's, half at least; -1 where none does.
func nearest(readings []vision.Reading, box vision.Box) int {
	best, most := -1, .5
	for i, r := range readings {
		if o := vision.Overlap(r.BBox, box); o > most {
			best, most = i, o
		}
	}
	return best
}
