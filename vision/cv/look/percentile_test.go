//go:build cgo

package look_test

import (
	"slices"
	"testing"

	"astragal/vision"

	"github.com/stretchr/testify/require"
)

// Blurred, a percentile die's 00 looks like an 8 from aside. It isn't accepted as one, and the 00 is among the alternatives.
func TestABlurred00IsAmongTheAlternatives(t *testing.T) {
	l := newLooker(t)
	for _, seed := range []int{190001, 190023, 190032} {
		drawn, truth := sixOf(t, "d%", seed, 640, 0)
		readings := readBlurred(t, l, drawn, 1.5)
		for _, d := range truth.Dice {
			if *d.Value != 0 {
				continue
			}
			k := nearest(readings, d.Box)
			require.GreaterOrEqual(t, k, 0)
			r := readings[k]
			require.False(t, r.Accepted && *r.Value != 0, "seed %d", seed)
			require.True(t, r.Value != nil && *r.Value == 0 || slices.ContainsFunc(r.Alternatives, func(a vision.Alternative) bool { return a.Value != nil && *a.Value == 0 && a.Confidence > .01 }), "seed %d: %v", seed, r)
		}
	}
}
