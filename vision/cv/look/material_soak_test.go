//go:build cgo

package look_test

import (
	"fmt"
	"slices"
	"testing"

	"astragal/vision"
	"astragal/vision/cv/cvtest"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// Dice lie on ASTRAGAL_TABLES virtual tables of the seeds from ASTRAGAL_SEED on, 1280 px wide, once of each material: one or two of every built-in solid if the seed is even, else twelve d6. It only reports.
func TestSoakMaterials(t *testing.T) {
	cvtest.Soaking(t)
	first := cvtest.Number(t, "ASTRAGAL_SEED", 160000)
	l, all := newLooker(t), scores{}
	for seed := first; seed < first+cvtest.Number(t, "ASTRAGAL_TABLES", 5); seed++ {
		dice := []string{"d6", "d6", "d6-numbered", "d4", "d8", "d8", "d10", "d10", "d12", "d12", "d20", "d20", "d%", "d%"}
		if seed%2 == 1 {
			dice = slices.Repeat([]string{"d6"}, 12)
		}
		for _, made := range append([]string{""}, virtual.Materials()...) {
			drawn, truth, err := virtual.Still(uint64(seed), virtual.Options{Material: made, Dice: dice})
			require.NoError(t, err)
			readings := readBlurred(t, l, drawn, 0)
			for _, d := range truth.Dice {
				if d.Value == nil {
					continue
				}
				for _, key := range []string{made, made + " " + d.Die} {
					all.add(t, key, seed, d, readings)
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
	all.report(t)
}

func said(r vision.Reading) string {
	if r.Value == nil {
		return "nothing"
	}
	return fmt.Sprintf("%d (%.3f)", *r.Value, r.Confidence)
}
