//go:build cgo

package find

// Inside the package: the rules for finds that hold one another, without pixels.

import (
	"slices"
	"testing"

	"astragal/vision"

	"github.com/stretchr/testify/require"
)

func sighting(x, y, side, found float64, kind vision.MarkKind, value int, p float64) vision.Sighting {
	return vision.Sighting{Box: vision.Box{x, y, side, side}, Found: found, Marks: []vision.Mark{{Kind: kind, Value: value, P: p}}}
}

func TestATrayIsNoDie(t *testing.T) {
	tray := sighting(100, 100, 500, .9, vision.MarkPips, 1, .99)
	die := sighting(330, 330, 60, .6, vision.MarkNumeral, 7, .4)
	require.Equal(t, []vision.Sighting{die}, withoutNested([]vision.Sighting{tray, die}, 1000), "a tray with a die in its middle looks like a 1")
}

// Three dice in a row on a tray look like a large 3. The finder is surer of each of them than of that, and less sure of a large die's pips.
func TestDiceInARowAreNoPips(t *testing.T) {
	large := sighting(180, 120, 600, .56, vision.MarkPips, 3, .85)
	dice := []vision.Sighting{sighting(475, 250, 115, .86, vision.MarkUnknown, 0, .8), sighting(420, 385, 115, .85, vision.MarkUnknown, 0, .5), sighting(250, 525, 115, .77, vision.MarkUnknown, 0, .7)}
	require.Equal(t, dice, withoutNested(append([]vision.Sighting{large}, dice...), 1280))
	for _, found := range []float64{.5, .66} {
		for i := range dice {
			dice[i].Found = found
		}
		require.Equal(t, []vision.Sighting{large}, withoutNested(append([]vision.Sighting{large}, dice...), 1280), "found with %v", found)
	}
}

// What holds five sure finds, or mostly surer ones, and takes up much of the picture needn't be read; a large die with its pips must be.
func TestTraysAreLeftOutUnread(t *testing.T) {
	square := func(x, y, side, score float64) Found {
		return Found{X0: x, Y0: y, X1: x + side, Y1: y + side, Score: score}
	}
	large := square(100, 50, 500, .66)
	alike := []Found{square(150, 100, 60, .75), square(450, 100, 60, .75), square(150, 400, 60, .75), square(450, 400, 60, .75)}
	require.Contains(t, withoutTrays(append(alike, large), 1000), large, "a 4 may look like that")
	require.Equal(t, append(alike, square(300, 250, 60, .75)), withoutTrays(append(alike, square(300, 250, 60, .75), large), 1000))
	require.Contains(t, withoutTrays(append(alike, square(300, 250, 60, .5), large), 1000), large, "one of them may be none")
	require.Contains(t, withoutTrays(append(alike, square(300, 250, 60, .75), large), 2000), large, "it is small in this picture")
	surer := []Found{square(150, 100, 60, .85), square(450, 400, 60, .82)}
	require.Equal(t, surer, withoutTrays(append(surer, large), 1000))
	require.Equal(t, alike, withoutTrays(alike, 100), "dice hold nothing")
}

func TestPipsAreNoDice(t *testing.T) {
	die := sighting(100, 100, 200, .8, vision.MarkPips, 2, .95)
	one := sighting(130, 130, 30, .64, vision.MarkUnknown, 0, .4)
	two := sighting(230, 230, 30, .55, vision.MarkPips, 1, .7)
	require.Equal(t, []vision.Sighting{die}, withoutNested([]vision.Sighting{one, die, two}, 1000))
}

// A piece of the tray that looks like a large die takes the dice in it away only if it stays one itself.
func TestWhatIsNoDieTakesNoDiceAway(t *testing.T) {
	dice := []vision.Sighting{
		sighting(120, 120, 60, .8, vision.MarkUnknown, 0, .9), sighting(240, 180, 60, .8, vision.MarkUnknown, 0, .9),
		sighting(700, 100, 60, .8, vision.MarkUnknown, 0, .9), sighting(800, 300, 60, .8, vision.MarkUnknown, 0, .9),
	}
	for i := range dice {
		dice[i].Shapes = []vision.ShapeScore{{Shape: vision.D6, P: 1}}
	}
	piece := sighting(60, 60, 290, .59, vision.MarkPips, 3, .8)
	piece.Shapes = dice[0].Shapes
	require.Equal(t, dice[2:], withoutNested(append([]vision.Sighting{piece}, dice[2:]...), 1000)[1:])
	require.Equal(t, dice, LikelyDice(append([]vision.Sighting{piece}, dice...), 1000, true))
	sure := piece
	sure.Found = .95
	require.Equal(t, append([]vision.Sighting{sure}, dice[2:]...), LikelyDice(append([]vision.Sighting{sure}, dice...), 1000, true), "a large die that surely is one holds its pips")
	weak := sighting(500, 100, 60, .44, vision.MarkUnknown, 0, .9)
	for shape, stays := range map[vision.Shape]bool{vision.D10: true, vision.D4: false, vision.D6: false} {
		weak.Shapes = []vision.ShapeScore{{Shape: shape, P: .85}}
		require.Equal(t, stays, isOneOf(weak, LikelyDice(append(slices.Clone(dice), weak), 1000, true)), "a weak find that looks like a %s", shape)
	}
}

func TestDiceBesideEachOtherStay(t *testing.T) {
	dice := []vision.Sighting{sighting(100, 100, 60, .8, vision.MarkPips, 2, .95), sighting(150, 100, 50, .7, vision.MarkPips, 5, .95)}
	require.Equal(t, dice, withoutNested(dice, 1000))
}

func TestWeakFindsOfOddSizeGo(t *testing.T) {
	die, speck := sighting(100, 100, 60, .8, vision.MarkPips, 2, .95), sighting(300, 100, 20, .5, vision.MarkPips, 1, .99)
	small := sighting(400, 100, 25, .75, vision.MarkPips, 1, .99)
	require.Equal(t, []vision.Sighting{die, small}, withoutOddSizes([]vision.Sighting{die, speck, small}), "a small die that surely is one stays")
}

func TestStretchedHullFillsTheBox(t *testing.T) {
	got := stretched([]vision.Point{{10, 10}, {20, 8}, {18, 20}}, Found{X0: 0, Y0: 0, X1: 30, Y1: 24})
	require.Equal(t, []vision.Point{{0, 4}, {30, 0}, {24, 24}}, got)
}
