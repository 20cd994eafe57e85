//go:build cgo

package thing

// Inside the package: it feeds the network by hand, which no caller can.

import (
	"errors"
	"slices"
	"testing"

	"astragal/models/networks"
	"astragal/vision"
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

// shown is a still of the virtual table.
func shown(t *testing.T, seed uint64, o virtual.Options) (picture.Pyramid, virtual.Truth) {
	t.Helper()
	still, truth, err := virtual.Still(seed, o)
	require.NoError(t, err)
	img, err := picture.Decode(cvtest.JPEG(t, still))
	require.NoError(t, err)
	pic := picture.PyramidOf(img)
	t.Cleanup(func() { require.NoError(t, errors.Join(pic.Close(), img.Close())) })
	return pic, truth
}

// likeness is how much likelier what is in a box is a die than another thing.
func likeness(t *testing.T, j *Judge, pic picture.Pyramid, box vision.Box) float64 {
	t.Helper()
	like, err := j.LikeDie(pic, find.FoundAt(box))
	require.NoError(t, err)
	return like
}

// Dice of any solid look like dice, and hardly any bare piece of the tray that is as large does.
func TestDiceLookLikeDiceAndTheTrayDoesNot(t *testing.T) {
	j := judgeOf(t)
	dice, bare, like := 0, 0, 0
	for seed := range uint64(6) {
		pic, truth := shown(t, 7300+seed, virtual.Options{Dice: []string{"d4", "d6", "d6-numbered", "d8", "d10", "d12", "d20"}})
		for _, d := range truth.Dice {
			require.Greater(t, likeness(t, j, pic, d.Box), -1.0, "seed %d: %s", seed, d.Die)
			dice++
			beside := vision.Box{d.Box[0] + 1.6*d.Box[2], d.Box[1], d.Box[2], d.Box[3]}
			if !slices.ContainsFunc(truth.Dice, func(o virtual.DieTruth) bool { return vision.Apart(beside, o.Box) < 1.5 }) {
				bare++
				if likeness(t, j, pic, beside) >= 0 {
					like++
				}
			}
		}
	}
	require.Equal(t, 42, dice)
	require.Greater(t, bare, 15)
	require.LessOrEqual(t, 6*like, bare, "of %d bare pieces %d look like dice", bare, like)
}

// A network that can't be loaded is said, and what is asked after the judge was closed loads it again.
func TestTheNetworkIsLoadedWhenItIsAsked(t *testing.T) {
	j := judgeOf(t)
	pic, truth := shown(t, 7300, virtual.Options{Dice: []string{"d6"}})
	made := j.made
	j.made.ONNX = nil
	_, err := j.LikeDie(pic, find.FoundAt(truth.Dice[0].Box))
	require.ErrorContains(t, err, "load the network that tells dice from other things")
	j.made = made
	before := likeness(t, j, pic, truth.Dice[0].Box)
	require.NoError(t, j.Close())
	require.Nil(t, j.net)
	require.Equal(t, before, likeness(t, j, pic, truth.Dice[0].Box))
}
