//go:build cgo

package look_test

import (
	"testing"

	"astragal/vision"

	"astragal/vision/cv/look"

	"github.com/stretchr/testify/require"
)

// From above, and up to 45° aside, no picture's camera looks too flat; from 70° on most do, and of those nothing is accepted, each die says why, and so does the picture.
func TestACameraThatLooksTooFlatIsToldAndNothingIsAccepted(t *testing.T) {
	l := newLooker(t)
	for _, degrees := range []float64{0, 30, 45} {
		for seed := range uint64(4) {
			raw, _ := underCamera(t, 83000+seed, degrees)
			scene, err := l.Look(decoded(t, raw), look.Looking{})
			require.NoError(t, err)
			require.NotContains(t, scene.Problems, vision.TooFlat, "%v°, seed %d", degrees, seed)
		}
	}
	told := 0
	for _, faces := range []bool{false, true} {
		for seed := range uint64(4) {
			raw, _ := underCamera(t, 83000+seed, 70)
			scene, err := l.Look(decoded(t, raw), look.Looking{Faces: faces})
			require.NoError(t, err)
			if len(scene.Problems) == 0 {
				continue
			}
			told++
			require.Equal(t, []string{vision.TooFlat}, scene.Problems)
			for _, r := range vision.Read(scene) {
				require.False(t, r.Accepted)
				require.Equal(t, vision.TooFlat, r.Why)
			}
		}
	}
	require.GreaterOrEqual(t, told, 7)
}
