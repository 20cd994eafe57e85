//go:build cgo

package cv

import (
	"slices"
	"testing"

	"astragal/vision"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// A weak find counts where its face can be read, or where it is plainly a solid that hardly anything else looks like: a die that is asked about is better
// than one that nobody misses.
func TestAWeakFindCountsWhereItsFaceSaysSo(t *testing.T) {
	find := func(found float64, shape vision.Shape, shapeP float64, kind vision.MarkKind, markP float64) vision.Sighting {
		return vision.Sighting{Found: found, Shapes: []vision.ShapeScore{{Shape: shape, P: shapeP}}, Marks: []vision.Mark{{Kind: kind, Value: 3, P: markP}}}
	}
	for name, c := range map[string]struct {
		die          vision.Sighting
		alone, faces bool // without and with a gallery
	}{
		"a sure find":               {find(.7, vision.D6, .9, vision.MarkUnknown, .9), true, true},
		"pips":                      {find(.42, vision.D6, .9, vision.MarkPips, .8), true, true},
		"pips that may be none":     {find(.42, vision.D6, .9, vision.MarkPips, .5), false, false},
		"something unknown":         {find(.42, vision.D6, .9, vision.MarkUnknown, .9), false, false},
		"a d4 with some number":     {find(.42, vision.D4, .95, vision.MarkNumeral, .35), true, true},
		"perhaps a d4":              {find(.42, vision.D4, .6, vision.MarkNumeral, .35), false, false},
		"a d4 with nothing to read": {find(.42, vision.D4, .95, vision.MarkUnknown, .9), true, true},
		"a d8 with some number":     {find(.42, vision.D8, .9, vision.MarkNumeral, .35), true, false},
		"perhaps a d8":              {find(.42, vision.D8, .8, vision.MarkNumeral, .35), false, false},
		"a d6 with some number":     {find(.42, vision.D6, .99, vision.MarkNumeral, .35), false, false},
	} {
		require.Equal(t, c.alone, !noDie(false)(c.die), name)
		require.Equal(t, c.faces, !noDie(true)(c.die), name)
	}
}

// The finder hardly sees a die of its floor's colour; a d4 is asked about all the same where nothing else looks like it.
func TestWhatIsHardlyFoundCountsAsAD4Alone(t *testing.T) {
	find := func(found float64, shape vision.Shape, p float64) vision.Sighting {
		return vision.Sighting{Found: found, Shapes: []vision.ShapeScore{{Shape: shape, P: p}}}
	}
	require.False(t, hardlyFound(find(.35, vision.D4, .98)))
	require.True(t, hardlyFound(find(.35, vision.D4, .95)))
	require.True(t, hardlyFound(find(.35, vision.D6, .99)))
	require.False(t, hardlyFound(find(.45, vision.D6, .6)))
}

// Looked at again, mirrored and at other sizes, a patch of wood is hardly a die any more, or one to ask about; dice lose nothing.
func TestDoubtfulFindsAreLookedAtAgain(t *testing.T) {
	n := faceNetsOf(t)
	dice, others, holding := 0, 0, 0
	for _, seed := range []uint64{6013, 6016, 6032, 6034, 6035, 6038, 6041, 6042, 6058} {
		pic, truth, _ := thrown(t, seed, virtual.Options{})
		first, err := n.find(pic, usualSides())
		require.NoError(t, err)
		again, err := n.doubted(pic, slices.Clone(first))
		require.NoError(t, err)
		for i, f := range first {
			x, y := f.center()
			die := slices.IndexFunc(truth.Dice, func(d virtual.DieTruth) bool { return insideConvex(d.Outline, vision.Point{x, y}) })
			switch {
			case f.score < leastDoubted || f.score >= surelyFound:
				require.Equal(t, f.score, again[i].score, "seed %d: what is sure, or hopeless, isn't looked at again", seed)
			case die >= 0 && f.side() > tooLarge*max(truth.Dice[die].Box[2], truth.Dice[die].Box[3]):
				holding++
				require.LessOrEqual(t, again[i].score, f.score, "seed %d: what may hold dice is no surer a die", seed)
			case die >= 0:
				dice++
				require.GreaterOrEqual(t, again[i].score, f.score, "seed %d: a die", seed)
			default:
				others++
				require.Less(t, again[i].score, vision.Usual().Found, "seed %d: no die", seed)
				if f.score < plainlyFound {
					require.LessOrEqual(t, again[i].score, foundFloor, "seed %d: no die", seed)
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
		f := found{score: first}
		require.InDelta(t, want[0], f.bounded(.1), 1e-9, "of %v", first)
		require.InDelta(t, want[1], f.bounded(.9), 1e-9, "of %v", first)
	}
}
