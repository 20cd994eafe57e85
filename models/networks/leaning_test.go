package networks

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// If every view is as likely as it was in training, the result tells nothing.
func TestWhatIsSaidOfEveryDieTellsNothing(t *testing.T) {
	says, sum := make([]float32, 2*Views), 0.0
	for i := range Views {
		says[i], says[Views+i] = float32(math.Log(taught(i)))+3, float32(math.Log(taught(i)))-2
		sum += taught(i)
	}
	require.InDelta(t, 1, sum, 1e-9)
	require.InDeltaSlice(t, make([]float64, Views), LeaningOf(says), 1e-5)
	says[0], says[Views] = 9, 9
	got := LeaningOf(says)
	require.Greater(t, got[0], 1.)
	require.Less(t, got[1], -5.)
}

// If a crop is turned to the left, what pointed up points to the left.
func TestViewsOfATurnedCrop(t *testing.T) {
	for i := range Views {
		degrees, up := View(i)
		for quarters, left := range [][2]float64{up, {up[1], -up[0]}, {-up[0], -up[1]}, {-up[1], up[0]}} {
			if i == 0 {
				require.Zero(t, turnedBack(i, quarters))
				continue
			}
			for k := range Views {
				if d, u := View(k); d == degrees && k > 0 && (u[0]-left[0])*(u[0]-left[0])+(u[1]-left[1])*(u[1]-left[1]) < 1e-9 {
					require.Equal(t, i, turnedBack(k, quarters))
				}
			}
		}
	}
}
