//go:build cgo

package look_test

import (
	"image/color"
	"testing"

	"astragal/calibration"
	"astragal/vision"

	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/look"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// throughLens is what a camera with that lens would give of a straight picture.
func throughLens(t *testing.T, img gocv.Mat, lens calibration.Lens) gocv.Mat {
	t.Helper()
	x, y := gocv.NewMatWithSize(img.Rows(), img.Cols(), gocv.MatTypeCV32F), gocv.NewMatWithSize(img.Rows(), img.Cols(), gocv.MatTypeCV32F)
	defer x.Close()
	defer y.Close()
	for i := range img.Rows() {
		for j := range img.Cols() {
			p := lens.Straighten(calibration.Point{float64(j), float64(i)})
			x.SetFloatAt(i, j, float32(p[0]))
			y.SetFloatAt(i, j, float32(p[1]))
		}
	}
	bent := gocv.NewMat()
	t.Cleanup(func() { require.NoError(t, bent.Close()) })
	gocv.Remap(img, &bent, &x, &y, gocv.InterpolationLinear, gocv.BorderReplicate, color.RGBA{})
	return bent
}

// A lens that bends much: the dice are read as without it, and lie where the camera's own picture shows them.
func TestLookTakesOutTheLens(t *testing.T) {
	const w, h = 1280, 720
	lens := calibration.GuessLens(w, h)
	lens.K1, lens.K2 = -0.32, 0.08
	profile := calibration.Profile{Width: w, Height: h, Lens: lens}
	require.NoError(t, profile.Check())
	picture, truth, err := virtual.Still(7, virtual.Options{Dice: []string{"d6", "d6", "d6", "d6", "d6", "d6", "d6", "d6"}})
	require.NoError(t, err)
	bent := throughLens(t, decoded(t, cvtest.JPEG(t, picture)), lens)
	l := newLooker(t)
	for range 2 { // the second look uses the maps of the first
		scene, err := l.Look(bent, look.Looking{Profile: &profile, Crops: true})
		require.NoError(t, err)
		require.Equal(t, [2]int{w, h}, [2]int{scene.Width, scene.Height})
		require.Len(t, scene.Sightings, len(truth.Dice))
		readings := vision.Read(scene)
		for _, d := range truth.Dice {
			at := -1
			for i, s := range scene.Sightings {
				if vision.Overlap(s.Box, bentBox(d.Outline, lens)) > 0.6 {
					at = i
				}
			}
			require.GreaterOrEqual(t, at, 0, "no die is where the camera shows one: %v", bentBox(d.Outline, lens))
			require.NotEmpty(t, scene.Sightings[at].Crop)
			if readings[at].Accepted {
				require.Equal(t, *d.Value, *readings[at].Value)
			}
			for _, p := range scene.Sightings[at].Outline {
				b := scene.Sightings[at].Box
				require.True(t, p[0] > b[0]-4 && p[1] > b[1]-4 && p[0] < b[0]+b[2]+4 && p[1] < b[1]+b[3]+4, "the outline is in the box")
			}
		}
	}
	// A profile for another size says nothing of this picture.
	other := profile
	other.Width, other.Height = 640, 360
	_, err = l.Look(bent, look.Looking{Profile: &other})
	require.NoError(t, err)
}

// bentBox is the box of an outline as the lens shows it.
func bentBox(outline []vision.Point, lens calibration.Lens) vision.Box {
	first := lens.Bend(calibration.Point(outline[0]))
	x0, y0, x1, y1 := first[0], first[1], first[0], first[1]
	for _, p := range outline {
		q := lens.Bend(calibration.Point(p))
		x0, y0, x1, y1 = min(x0, q[0]), min(y0, q[1]), max(x1, q[0]), max(y1, q[1])
	}
	return vision.Box{x0, y0, x1 - x0, y1 - y0}
}
