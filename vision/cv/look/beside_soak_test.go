//go:build cgo

package look_test

import (
	"slices"
	"testing"

	"astragal/vision"

	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/look"
	"astragal/vision/cv/picture"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// Dice of all solids lie on ASTRAGAL_TABLES virtual tables, most of them against another one, of the seeds from ASTRAGAL_SEED on, 480 px wide. It only reports how many are
// overlooked, and in how many pictures one is and all that was found is accepted.
func TestSoakSolidsThatTouch(t *testing.T) {
	cvtest.Soaking(t)
	first := cvtest.Number(t, "ASTRAGAL_SEED", 130000)
	l, err := look.New()
	require.NoError(t, err)
	defer func() { require.NoError(t, l.Close()) }()
	dice, overlooked, none, accepted, wrong, silent := 0, 0, 0, 0, 0, 0
	for seed := first; seed < first+cvtest.Number(t, "ASTRAGAL_TABLES", 40); seed++ {
		drawn, truth, err := virtual.Still(uint64(seed), virtual.Options{Width: 480, Height: 270, Dice: []string{"d4", "d12", "d4", "d20", "d10", "d8", "d6"}, Touching: .8})
		require.NoError(t, err)
		img, err := picture.Decode(cvtest.JPEG(t, drawn))
		require.NoError(t, err)
		scene, err := l.Look(img, look.Looking{})
		require.NoError(t, err)
		require.NoError(t, img.Close())
		readings := vision.Read(scene)
		missed := 0
		for _, d := range truth.Dice {
			if dice++; !slices.ContainsFunc(readings, func(r vision.Reading) bool { return vision.Overlap(d.Box, r.BBox) >= .5 }) {
				missed++
			}
		}
		overlooked += missed
		asks := len(scene.Problems) > 0
		for _, r := range readings {
			asks = asks || !r.Accepted
			at := slices.IndexFunc(truth.Dice, func(d virtual.DieTruth) bool { return vision.Overlap(d.Box, r.BBox) >= .5 })
			if at < 0 {
				none++
			}
			if r.Accepted {
				accepted++
				if at < 0 || truth.Dice[at].Value == nil || r.Value == nil || *truth.Dice[at].Value != *r.Value {
					wrong++
				}
			}
		}
		if missed > 0 && !asks {
			silent++
			t.Logf("seed %d: %d overlooked and nothing asked", seed, missed)
		}
	}
	t.Logf("%d dice: %d overlooked, %d finds that are none; %d accepted, %d of them wrong or beside their place; in %d pictures one is overlooked and nothing asked", dice, overlooked, none, accepted, wrong, silent)
}
