//go:build cgo

package face

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/picture"
)

// A huge top face is cut from a smaller copy of the picture, and looks the same.
func TestAHugeFaceIsCutFromASmallerCopy(t *testing.T) {
	img := cvtest.Photo(t)
	pic := picture.PyramidOf(img)
	defer pic.Close()
	at := Top{x: 444, y: 248, half: 230}
	used, px := pic.By(2 * at.half / topPx / finest)
	require.Equal(t, 2.0, px)
	require.Equal(t, img.Cols()/2, used.Cols())
	got, want := make([]float32, facePlane), make([]float32, facePlane)
	require.NoError(t, at.cuts(pic, .3, 0, got))
	require.NoError(t, at.cuts(picture.Pyramid{Image: img}, .3, 0, want))
	apart := 0.0
	for i, v := range got {
		apart += math.Abs(float64(v-want[i])) / float64(len(got))
	}
	require.Less(t, apart, .03, "of a spread of .25")
}
