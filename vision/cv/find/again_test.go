//go:build cgo

package find

import (
	"astragal/models/networks"
	"astragal/vision"
	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/picture"
	"astragal/vision/virtual"

	"errors"
	"image"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// Looked at again, mirrored and at other sizes, a patch of wood is hardly a die any more, or one to ask about; dice lose nothing.
func TestDoubtfulFindsAreLookedAtAgain(t *testing.T) {
	n := finderOf(t)
	dice, others, holding := 0, 0, 0
	for _, seed := range []uint64{6013, 6016, 6032, 6034, 6035, 6038, 6041, 6042, 6058} {
		pic, truth := onATable(t, seed, virtual.Options{})
		first, err := n.findBy(n.usual, pic, usualSides())
		require.NoError(t, err)
		again, err := n.doubted(pic, slices.Clone(first))
		require.NoError(t, err)
		for i, f := range first {
			x, y := f.Center()
			die := slices.IndexFunc(truth.Dice, func(d virtual.DieTruth) bool { return picture.Inside(d.Outline, vision.Point{x, y}) })
			switch {
			case f.Score < leastDoubted || f.Score >= SurelyFound:
				require.Equal(t, f.Score, again[i].Score, "seed %d: what is sure, or hopeless, isn't looked at again", seed)
			case die >= 0 && f.Side() > tooLarge*max(truth.Dice[die].Box[2], truth.Dice[die].Box[3]):
				holding++
				require.LessOrEqual(t, again[i].Score, f.Score, "seed %d: what may hold dice is no surer a die", seed)
			case die >= 0:
				dice++
				require.GreaterOrEqual(t, again[i].Score, f.Score, "seed %d: a die", seed)
			default:
				others++
				require.Less(t, again[i].Score, vision.Usual().Found, "seed %d: no die", seed)
				if f.Score < plainlyFound {
					require.LessOrEqual(t, again[i].Score, FoundFloor, "seed %d: no die", seed)
				}
			}
		}
	}
	require.GreaterOrEqual(t, dice, 3)
	require.Equal(t, 6, others)
	require.GreaterOrEqual(t, holding, 2)
}

// What a second look may change: nothing becomes surer than it was but for being asked about, and what would have counted is asked about at least.
func TestASecondLookStaysWithinBounds(t *testing.T) {
	for first, want := range map[float64][2]float64{.35: {.1, .49}, .45: {.4, .49}, .52: {.4, .52}, .6: {.49, .6}} {
		f := Found{Score: first}
		require.InDelta(t, want[0], f.bounded(.1), 1e-9, "of %v", first)
		require.InDelta(t, want[1], f.bounded(.9), 1e-9, "of %v", first)
	}
}

// How often a doubtful find is looked at again: as long as that may still change what becomes of it.
func TestWhenSecondLooksAreEnough(t *testing.T) {
	for name, c := range map[string]struct {
		first, mean float64
		others      int
		want        bool
	}{
		"surely a die":                      {.6, .75, 1, true},
		"hopeless":                          {.35, .25, 1, true},
		"still in doubt":                    {.5, .5, 2, false},
		"below the floor in one more look":  {.45, .35, 1, false},
		"below the floor in two":            {.45, .35, 2, true},
		"hidden, with no floor to fall to":  {.38, .35, 2, false},
		"near the floor, but not below yet": {.45, .41, 2, false},
	} {
		require.Equal(t, c.want, Found{Score: c.first}.settled(c.mean, c.others), name)
	}
}

// finderOf finds with the networks that ship.
func finderOf(t *testing.T) *Finder {
	set, err := networks.Load()
	require.NoError(t, err)
	n := New(set)
	t.Cleanup(func() { require.NoError(t, n.Close()) })
	return &n
}

// onATable is a picture of the virtual table and what lies there.
func onATable(t *testing.T, seed uint64, o virtual.Options) (picture.Pyramid, virtual.Truth) {
	drawn, truth, err := virtual.Still(seed, o)
	require.NoError(t, err)
	img, err := gocv.ImageToMatRGB(drawn)
	require.NoError(t, err)
	pic := picture.PyramidOf(img)
	t.Cleanup(func() { require.NoError(t, errors.Join(pic.Close(), img.Close())) })
	return pic, truth
}

// The finders give in OpenCV what they gave where they were trained.
func TestFindersAgreeWithTraining(t *testing.T) {
	n := finderOf(t)
	for name, which := range map[string]networks.Network{"finder": n.usual, "under": n.hidden} {
		shape := which.SampleShape
		net, err := n.netFor(which, image.Pt(shape[3], shape[2]))
		require.NoError(t, err)
		cvtest.SameAsTrained(t, name, net, shape)
	}
}
