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
			raw, _ := underCamera(t, 83000+seed, degrees, "d6", "d6", "d6", "d6")
			scene, err := l.Look(decoded(t, raw), look.Looking{})
			require.NoError(t, err)
			require.NotContains(t, scene.Problems, vision.TooFlat, "%v°, seed %d", degrees, seed)
		}
	}
	told := 0
	for _, faces := range []bool{false, true} {
		for seed := range uint64(4) {
			raw, _ := underCamera(t, 83000+seed, 70, "d6", "d6", "d6", "d6")
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

// Several polyhedra tell it as well: from above none of their pictures' cameras looks too flat, and from far aside none of their readings is accepted.
func TestPolyhedraTellThatACameraLooksTooFlat(t *testing.T) {
	l := newLooker(t)
	for _, solid := range []string{"d20", "d12", "d10", "d8"} {
		for _, degrees := range []float64{0, 65} {
			raw, _ := underCamera(t, 84000, degrees, solid, solid, solid)
			scene, err := l.Look(decoded(t, raw), look.Looking{})
			require.NoError(t, err)
			if degrees == 0 {
				require.NotContains(t, scene.Problems, vision.TooFlat, "three %s from above", solid)
				continue
			}
			require.Equal(t, []string{vision.TooFlat}, scene.Problems, "three %s from aside", solid)
			for _, r := range vision.Read(scene) {
				require.False(t, r.Accepted)
			}
		}
	}
}

// Where the camera may look too flat nothing is believed: these tables had sides accepted for tops. In the last two, others tell that the camera looks too flat at a d10, and one that looks like a d6 is none, or lies on another face.
func TestADieOfWhichTheCameraMayLookTooFlatIsAskedAbout(t *testing.T) {
	l := newLooker(t)
	for _, c := range []struct {
		seed    uint64
		degrees float64
		dice    []string
	}{
		{97003740, 40, []string{"d12"}},
		{97005285, 85, []string{"d12", "d12", "d12"}},
		{97003550, 50, []string{"d4", "d6", "d8", "d10", "d12", "d20"}},
		{97000540, 40, []string{"d4", "d6", "d8", "d10", "d12", "d20"}},
	} {
		raw, truth := underCamera(t, c.seed, c.degrees, c.dice...)
		scene, err := l.Look(decoded(t, raw), look.Looking{})
		require.NoError(t, err)
		readings := vision.Read(scene)
		for _, d := range truth.Dice {
			if i := nearest(readings, d.Box); i >= 0 && readings[i].Accepted {
				require.Equal(t, d.Value, readings[i].Value, "seed %d", c.seed)
			}
		}
	}
}
