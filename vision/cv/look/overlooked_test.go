//go:build cgo

package look_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"astragal/models/networks"
	"astragal/vision"

	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/look"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// frameOf is a frame of an evening's clip, in a picture so many px wide, and what lies there.
func frameOf(t *testing.T, seed uint64, frame, width int) (gocv.Mat, []virtual.DieTruth) {
	t.Helper()
	o := virtual.Options{Width: width, Height: width * 9 / 16, FPS: 15}
	table, err := virtual.New(seed, o, cvtest.Evening(rand.New(rand.NewPCG(seed, 0x5e771e)))...)
	require.NoError(t, err)
	img, err := gocv.ImageToMatRGB(table.Frame(frame))
	require.NoError(t, err)
	return img, table.Truth(frame).Dice
}

// bestAt is how much of a true place the best sighting there shares with it.
func bestAt(t *testing.T, l *look.Looker, img gocv.Mat, how look.Looking, place vision.Box) (best float64) {
	t.Helper()
	s, err := l.Look(img, how)
	require.NoError(t, err)
	for _, d := range s.Sightings {
		best = max(best, vision.Overlap(place, d.Box))
	}
	return best
}

// A faint d10 that a usual look overlooks is found by a closer one.
func TestCloserLookFindsWhatWasOverlooked(t *testing.T) {
	l, err := look.New()
	require.NoError(t, err)
	defer func() { require.NoError(t, l.Close()) }()
	img, truth := frameOf(t, 71670, 28, 480)
	defer img.Close()
	at := slices.IndexFunc(truth, func(d virtual.DieTruth) bool { return d.Die == "d10" })
	require.GreaterOrEqual(t, at, 0)
	require.Zero(t, bestAt(t, l, img, look.Looking{}, truth[at].Box))
	require.Greater(t, bestAt(t, l, img, look.Looking{Closer: true}, truth[at].Box), .8)
}

// A d4 half under a larger die is found by the finder that learned on such dice, beside a gallery as well; without that one it is overlooked.
func TestDieHalfUnderAnotherIsFound(t *testing.T) {
	set, err := networks.Load()
	require.NoError(t, err)
	with, err := look.NewWith(set)
	require.NoError(t, err)
	defer func() { require.NoError(t, with.Close()) }()
	set.Under = networks.Network{}
	without, err := look.NewWith(set)
	require.NoError(t, err)
	defer func() { require.NoError(t, without.Close()) }()
	for _, c := range []struct {
		seed         uint64
		frame, width int
	}{{71636, 263, 1280}, {72073, 191, 480}, {72222, 367, 480}, {99132, 215, 480}} {
		img, truth := frameOf(t, c.seed, c.frame, c.width)
		defer img.Close()
		hidden := slices.MaxFunc(truth, func(a, b virtual.DieTruth) int { return cmp.Compare(a.Behind, b.Behind) })
		require.Equal(t, "d4", hidden.Die, "seed %d", c.seed)
		for _, how := range []look.Looking{{}, {Faces: true}} {
			require.Less(t, bestAt(t, without, img, how, hidden.Box), .35, "seed %d, %v", c.seed, how)
			require.Greater(t, bestAt(t, with, img, how, hidden.Box), .6, "seed %d, %v", c.seed, how)
			if at := slices.IndexFunc(truth, func(d virtual.DieTruth) bool { return d.Die == "d8" }); c.seed == 71636 {
				require.Less(t, bestAt(t, without, img, how, truth[at].Box), .7, "its place holds most of the d4, %v", how)
				require.Greater(t, bestAt(t, with, img, how, truth[at].Box), .7, "%v", how)
			}
		}
	}
}

// A d4 against a d12 is found, though the usual finder's box of the d12 holds most of it and is doubtful for that.
func TestDieAgainstADoubtfulFindIsFound(t *testing.T) {
	l, err := look.New()
	require.NoError(t, err)
	defer func() { require.NoError(t, l.Close()) }()
	img, truth := frameOf(t, 74138, 26, 480)
	defer img.Close()
	at := slices.IndexFunc(truth, func(d virtual.DieTruth) bool { return d.Die == "d4" })
	require.GreaterOrEqual(t, at, 0)
	require.Greater(t, bestAt(t, l, img, look.Looking{}, truth[at].Box), .6)
}

// Two small numerals of a d10 look like a d6's two pips. Nothing is accepted where the aligner sees no d6.
func TestTwoSmallNumeralsAreNotTwoPips(t *testing.T) {
	l, err := look.New()
	require.NoError(t, err)
	defer func() { require.NoError(t, l.Close()) }()
	img, truth := frameOf(t, 74213, 27, 480)
	defer img.Close()
	s, err := l.Look(img, look.Looking{})
	require.NoError(t, err)
	at := slices.IndexFunc(truth, func(d virtual.DieTruth) bool { return d.Die == "d10" })
	require.GreaterOrEqual(t, at, 0)
	found := false
	for _, r := range vision.Read(s) {
		if vision.Overlap(truth[at].Box, r.BBox) > .5 {
			found = true
			require.False(t, r.Accepted, "accepted with %.3f", r.Confidence)
		}
	}
	require.True(t, found)
}
