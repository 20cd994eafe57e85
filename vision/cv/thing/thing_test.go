//go:build cgo

package thing

// Inside the package: it feeds the network by hand, which no caller can.

import (
	"testing"

	"astragal/models/networks"
	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/dnn"
	"astragal/vision/cv/find"
	"astragal/vision/cv/picture"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

func judgeOf(t *testing.T) *Judge {
	t.Helper()
	set, err := networks.Load()
	require.NoError(t, err)
	j := New(set)
	t.Cleanup(func() { require.NoError(t, j.Close()) })
	return &j
}

// The network gives in OpenCV what it gave where it was trained.
func TestNetworkAgreesWithTraining(t *testing.T) {
	j := judgeOf(t)
	require.NoError(t, dnn.Load(&j.net, j.made, "things"))
	cvtest.SameAsTrained(t, "things", j.net, j.made.SampleShape)
}

// Dice of any solid are like dice, and a bare piece of the tray isn't.
func TestDiceAreLikeDice(t *testing.T) {
	j := judgeOf(t)
	dice := 0
	for seed := range uint64(6) {
		still, truth, err := virtual.Still(7300+seed, virtual.Options{Dice: []string{"d4", "d6", "d6-numbered", "d8", "d10", "d12", "d20"}})
		require.NoError(t, err)
		img, err := picture.Decode(cvtest.JPEG(t, still))
		require.NoError(t, err)
		pic := picture.PyramidOf(img)
		for _, d := range truth.Dice {
			like, err := j.LikeDie(pic, find.FoundAt(d.Box))
			require.NoError(t, err)
			require.Greater(t, like, -1.0, "seed %d: %s", seed, d.Die)
			dice++
		}
		require.NoError(t, pic.Close())
		require.NoError(t, img.Close())
	}
	require.Equal(t, 42, dice)
}

// Asked after it was closed, or with a broken network, it says so.
func TestABrokenNetworkIsSaid(t *testing.T) {
	j := judgeOf(t)
	j.made.ONNX = nil
	still, _, err := virtual.Still(7300, virtual.Options{Dice: []string{"d6"}})
	require.NoError(t, err)
	img, err := picture.Decode(cvtest.JPEG(t, still))
	require.NoError(t, err)
	defer img.Close()
	pic := picture.PyramidOf(img)
	defer pic.Close()
	_, err = j.LikeDie(pic, find.Found{X0: 10, Y0: 10, X1: 60, Y1: 60})
	require.Error(t, err)
}
