//go:build cgo

package look_test

import (
	"slices"
	"testing"

	"astragal/vision"
	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/look"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// A d4's three sides show the same number, so together they are sure of it. Older dice have it along the lower edges, where it is read, and asked about.
func TestTheSidesOfAD4AreReadTogether(t *testing.T) {
	l := newLooker(t)
	for _, low := range []bool{false, true} {
		accepted, right := 0, 0
		for seed := range uint64(2) {
			drawn, truth, err := virtual.Still(171000+seed, virtual.Options{Width: 960, Height: 540, Dice: slices.Repeat([]string{"d4"}, 6), LowD4: low})
			require.NoError(t, err)
			scene, err := l.Look(decoded(t, cvtest.JPEG(t, drawn)), look.Looking{})
			require.NoError(t, err)
			readings := vision.Read(scene)
			for _, d := range truth.Dice {
				k := nearest(readings, d.Box)
				require.GreaterOrEqual(t, k, 0)
				is := readings[k].Value != nil && *readings[k].Value == *d.Value
				if is {
					right++
				}
				if readings[k].Accepted {
					accepted++
					require.True(t, is, "seed %d, low %t: a %d is accepted as another number", seed, low, *d.Value)
				}
			}
		}
		if low {
			require.Zero(t, accepted)
			require.GreaterOrEqual(t, right, 8)
			continue
		}
		require.GreaterOrEqual(t, accepted, 7)
	}
}

// Small d4, of about 30 px, are asked about rather than read wrongly: what misleads one of the three sides often misleads the others.
func TestSmallD4ArentAcceptedWrongly(t *testing.T) {
	l := newLooker(t)
	for seed := 172000; seed < 172012; seed++ {
		for _, width := range []int{320, 400} {
			drawn, truth := sixOf(t, "d4", seed, width, 0)
			scene, err := l.Look(decoded(t, cvtest.JPEG(t, drawn)), look.Looking{})
			require.NoError(t, err)
			readings := vision.Read(scene)
			for _, d := range truth.Dice {
				if k := nearest(readings, d.Box); k >= 0 && readings[k].Accepted {
					require.Equal(t, *d.Value, *readings[k].Value, "seed %d, %d px wide", seed, width)
				}
			}
		}
	}
}
