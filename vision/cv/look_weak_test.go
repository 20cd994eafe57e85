//go:build cgo

package cv

import (
	"slices"
	"testing"

	"astragal/models/networks"
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
		require.Equal(t, c.want, found{score: c.first}.settled(c.mean, c.others), name)
	}
}

// What fell to the floor is nothing unless it looks like some solid, and so is what is hardly found and no d4 or d10.
func TestWhatIsNothing(t *testing.T) {
	looks := func(s vision.Shape, p float64) top {
		solids := make([]float64, len(vision.Shapes()))
		solids[slices.Index(vision.Shapes(), s)] = p
		return top{solids: solids}
	}
	for name, c := range map[string]struct {
		score float64
		once  top
		want  bool
	}{
		"fell, perhaps a d6":   {foundFloor, looks(vision.D6, .65), true},
		"fell, a d6":           {foundFloor, looks(vision.D6, .75), false},
		"fell, perhaps a d10":  {foundFloor, looks(vision.D10, .6), true},
		"fell, a d10":          {foundFloor, looks(vision.D10, .8), false},
		"weak, perhaps a d6":   {.42, looks(vision.D6, .3), false},
		"hardly found, a d6":   {.35, looks(vision.D6, .99), true},
		"hardly found, a d4":   {.35, looks(vision.D4, .6), false},
		"hardly found, no d4":  {.35, looks(vision.D4, .4), true},
		"hardly found, a d10":  {.35, looks(vision.D10, .9), false},
		"hardly found, no d10": {.35, looks(vision.D10, .3), true},
	} {
		require.Equal(t, c.want, found{score: c.score}.nothing(c.once), name)
	}
}

// Weak finds are looked at once before they are read, and what they looked like is kept for those that stay.
func TestFirstLooksAtWeakFinds(t *testing.T) {
	n := faceNetsOf(t)
	pic, truth, finds := thrown(t, 4, virtual.Options{Dice: []string{"demo-sky", "demo-sky", "d4"}})
	scored := func(f found, score float64) found { f.score = score; return f }
	for i, d := range truth.Dice {
		dice := []found{scored(finds[i], .35), scored(finds[i], .9), scored(finds[i], foundFloor)}
		stay, once, err := n.firstLooks(pic, dice)
		require.NoError(t, err)
		want := dice
		if d.Shape != vision.D4 {
			want = dice[1:]
		}
		require.Equal(t, want, stay, "die %d, a %s", i, d.Shape)
		for k, f := range stay {
			at, seen := once[k]
			require.Equal(t, f.score < weakFound, seen)
			require.True(t, !seen || at.find == f && len(at.says) == networks.AlignerNumbers)
		}
	}
}
