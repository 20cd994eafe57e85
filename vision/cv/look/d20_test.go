//go:build cgo

package look_test

import (
	"bytes"
	"image/jpeg"
	"testing"

	"astragal/vision"
	"astragal/vision/cv/look"

	"github.com/stretchr/testify/require"
)

// The digits of a small d20 are told from each other badly, though the readers may be sure of them: a 17 of 34 px passes for a 12 in this picture of poor quality.
func TestTheNumberOfASmallD20IsAskedAbout(t *testing.T) {
	l := newLooker(t)
	for width, accepts := range map[int]bool{320: false, 640: true} {
		drawn, truth := sixOf(t, "d20", 184500, width, 0)
		var poor bytes.Buffer
		require.NoError(t, jpeg.Encode(&poor, drawn, &jpeg.Options{Quality: 60}))
		scene, err := l.Look(decoded(t, poor.Bytes()), look.Looking{})
		require.NoError(t, err)
		readings, accepted := vision.Read(scene), 0
		for _, d := range truth.Dice {
			k := nearest(readings, d.Box)
			require.GreaterOrEqual(t, k, 0)
			if readings[k].Accepted {
				accepted++
				require.Equal(t, *d.Value, *readings[k].Value)
			}
		}
		require.Equal(t, accepts, accepted > 0, "%d px wide", width)
	}
}
