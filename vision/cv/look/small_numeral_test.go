//go:build cgo

package look_test

import (
	"bytes"
	"errors"
	"image/jpeg"
	"math/rand/v2"
	"testing"

	"astragal/vision"
	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/look"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
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

// A d20 of 40 px showed 18 and passed for a 16, a d4 of 26 px showed 3 and passed for a 4 (98834 and 98944 of docs/clips.md).
func TestSmallNumbersOfTwoClipsAreAskedAbout(t *testing.T) {
	l := newLooker(t)
	for seed, frame := range map[uint64]int{98834: 31, 98944: 16} {
		table, err := virtual.New(seed, virtual.Options{Width: 480, Height: 270}, cvtest.Evening(rand.New(rand.NewPCG(seed, 0x5e771e)))...)
		require.NoError(t, err)
		img, err := gocv.ImageToMatRGB(table.Frame(frame))
		require.NoError(t, err)
		scene, err := l.Look(img, look.Looking{})
		require.NoError(t, errors.Join(err, img.Close()))
		readings := vision.Read(scene)
		for _, d := range table.Truth(frame).Dice {
			if k := nearest(readings, d.Box); k >= 0 && readings[k].Accepted {
				require.Equal(t, *d.Value, *readings[k].Value, "seed %d, a %s", seed, d.Die)
			}
		}
	}
}
