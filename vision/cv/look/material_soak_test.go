//go:build cgo

package look_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"astragal/vision"
	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/look"
	"astragal/vision/cv/picture"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// Dice lie on ASTRAGAL_TABLES virtual tables of the seeds from ASTRAGAL_SEED on, 1280 px wide, once of each material: two of every built-in solid if the seed is even, else twelve d6. It only reports.
func TestSoakMaterials(t *testing.T) {
	cvtest.Soaking(t)
	first := cvtest.Number(t, "ASTRAGAL_SEED", 160000)
	l, scores := newLooker(t), map[string]markedScore{}
	for seed := first; seed < first+cvtest.Number(t, "ASTRAGAL_TABLES", 5); seed++ {
		dice := []string{"d6", "d6", "d6-numbered", "d4", "d8", "d8", "d10", "d10", "d12", "d12", "d20", "d20", "d%", "d%"}
		if seed%2 == 1 {
			dice = slices.Repeat([]string{"d6"}, 12)
		}
		for _, made := range append([]string{""}, virtual.Materials()...) {
			drawn, truth, err := virtual.Still(uint64(seed), virtual.Options{Material: made, Dice: dice})
			require.NoError(t, err)
			img, err := picture.Decode(cvtest.JPEG(t, drawn))
			require.NoError(t, err)
			scene, err := l.Look(img, look.Looking{})
			require.NoError(t, err)
			require.NoError(t, img.Close())
			readings := vision.Read(scene)
			for _, d := range truth.Dice {
				if d.Value == nil {
					continue
				}
				for _, key := range []string{made, made + " " + d.Die} {
					scores[key] = scores[key].with(t, seed, d, readings)
				}
			}
			for _, r := range readings {
				k := slices.IndexFunc(truth.Dice, func(d virtual.DieTruth) bool { return vision.Overlap(d.Box, r.BBox) >= .5 })
				switch {
				case !r.Accepted:
				case k < 0:
					t.Logf("seed %d, %q: accepted where no die is: %v", seed, made, r.BBox)
				case r.Value == nil || truth.Dice[k].Value == nil || *r.Value != *truth.Dice[k].Value:
					t.Logf("seed %d, %q: accepted wrong, %s at %v: %s", seed, made, truth.Dice[k].Die, r.BBox, said(r))
				}
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(scores)) {
		s := scores[key]
		t.Logf("%s: %d dice, %d found, %d right, %d right or among the alternatives, %d accepted, %d of them wrong", key, s.dice, s.found, s.first, s.among, s.accepted, s.wrong)
	}
}

func said(r vision.Reading) string {
	if r.Value == nil {
		return "nothing"
	}
	return fmt.Sprintf("%d (%.3f)", *r.Value, r.Confidence)
}
