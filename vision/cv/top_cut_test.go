//go:build cgo

package cv

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// A huge top face is cut from a smaller copy of the picture, and looks the same.
func TestAHugeFaceIsCutFromASmallerCopy(t *testing.T) {
	img := photo(t)
	pic := shrinksOf(img)
	defer pic.close()
	at := top{x: 444, y: 248, half: 230}
	used, px := pic.by(2 * at.half / topPx / finest)
	require.Equal(t, 2.0, px)
	require.Equal(t, img.Cols()/2, used.Cols())
	got, want := make([]float32, facePlane), make([]float32, facePlane)
	require.NoError(t, at.cuts(pic, .3, 0, got))
	require.NoError(t, at.cuts(shrinks{img: img}, .3, 0, want))
	apart := 0.0
	for i, v := range got {
		apart += math.Abs(float64(v-want[i])) / float64(len(got))
	}
	require.Less(t, apart, .03, "of a spread of .25")
}
