//go:build cgo

package face

import (
	"astragal/models/networks"
	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/find"
	"astragal/vision/cv/picture"

	"testing"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// Reading several dice at once says of each what reading it alone says.
func TestReadingFourAtOnce(t *testing.T) {
	n := faceNetsOf(t)
	set, err := networks.Load()
	require.NoError(t, err)
	finder := find.New(set)
	defer func() { require.NoError(t, finder.Close()) }()
	pic := picture.PyramidOf(cvtest.Photo(t))
	defer pic.Close()
	dice, err := finder.Dice(pic, find.Search{})
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(dice), 6)
	var crops []gocv.Mat
	for _, f := range dice[:6] {
		crops = append(crops, f.FaceCrop(pic))
		defer crops[len(crops)-1].Close()
	}
	together, err := n.ReadAll(crops)
	require.NoError(t, err)
	require.Len(t, together, 6)
	for i := range crops {
		alone, err := n.ReadAll(crops[i : i+1])
		require.NoError(t, err)
		require.InDeltaSlice(t, alone[0], together[i], 1e-3, "die %d", i)
	}
}

// Evening leaves no light and no contrast in the middle disc, whatever the picture's were.
func TestEvenSquare(t *testing.T) {
	const px = 40
	for _, light := range []struct{ low, spread int }{{10, 90}, {90, 160}} {
		bgr, to := make([]uint8, 3*px*px), make([]float32, 3*px*px)
		for i := range bgr {
			bgr[i] = uint8(light.low + (i*7919)%light.spread)
		}
		evenSquare(bgr, to, px)
		sum, squares, n := 0.0, 0.0, 0.0
		for y := range px {
			for x := range px {
				dx, dy := float64(x)+.5-px/2, float64(y)+.5-px/2
				if dx*dx+dy*dy <= .35*.35*px*px {
					for k := range 3 {
						v := float64(to[(k*px+y)*px+x])
						sum, squares, n = sum+v, squares+v*v, n+1
					}
				}
			}
		}
		require.InDelta(t, 0, sum/n, 1e-4)
		require.InDelta(t, 1./16, squares/n, .02)
	}
}
