//go:build cgo

package find

import (
	"testing"

	"astragal/vision"

	"github.com/stretchr/testify/require"
)

func foundAt(x, y, side, score float64) Found {
	return Found{X0: x - side/2, Y0: y - side/2, X1: x + side/2, Y1: y + side/2, Score: score}
}

// A find that dice fill is taken apart; what holds pips, a single die, or dice of unlike sizes isn't.
func TestWhichFindsAreSeveralDice(t *testing.T) {
	block := foundAt(100, 100, 80, .82)
	three := []Found{foundAt(80, 80, 41, .8), foundAt(120, 80, 41, .75), foundAt(80, 120, 41, .6)}
	require.True(t, block.madeOf(three))
	var pips []Found
	for _, x := range []float64{80, 120} {
		for _, y := range []float64{80, 100, 120} {
			pips = append(pips, foundAt(x, y, 16, .8))
		}
	}
	require.False(t, block.madeOf(pips), "a six's pips")
	require.False(t, block.madeOf(three[:1]), "one die")
	require.False(t, block.madeOf([]Found{foundAt(80, 100, 49, .8), foundAt(120, 120, 12, .8), foundAt(120, 80, 12, .8)}), "a die and dust")
	require.False(t, block.madeOf([]Found{three[0], foundAt(84, 84, 41, .8), foundAt(88, 82, 41, .8)}), "one die seen thrice")
	require.False(t, block.madeOf([]Found{foundAt(160, 100, 41, .8), foundAt(160, 60, 41, .8)}), "dice beside it")
}

// Looked into is what counts and is small, if it is alone or larger than most.
func TestWhichFindsAreLookedInto(t *testing.T) {
	usual := []Found{foundAt(100, 100, 40, .8), foundAt(200, 100, 40, .8), foundAt(300, 100, 40, .8)}
	for name, c := range map[string]struct {
		f      Found
		others []Found
		want   bool
	}{
		"alone":                 {foundAt(500, 100, 40, .8), nil, true},
		"hardly a die":          {foundAt(500, 100, 40, .3), nil, false},
		"large in the picture":  {foundAt(500, 300, 320, .8), nil, false},
		"among its like":        {foundAt(500, 100, 42, .8), usual, false},
		"twice as large":        {foundAt(500, 100, 80, .8), usual, true},
		"somewhat larger":       {foundAt(500, 100, 60, .8), usual, false},
		"beside one other only": {foundAt(500, 100, 40, .8), usual[:1], true},
	} {
		require.Equal(t, c.want, mayBeSeveral(c.f, append([]Found{c.f}, c.others...), 1280), name)
	}
}

// Of a die that was found twice the surer find stays; others are added.
func TestFindsAreJoined(t *testing.T) {
	die, surer, other := foundAt(100, 100, 40, .7), foundAt(102, 100, 41, .9), foundAt(200, 100, 40, .6)
	require.Equal(t, []Found{surer, other}, joined([]Found{die}, []Found{surer, other}))
	require.Equal(t, []Found{surer}, joined([]Found{surer}, []Found{die}))
}

// A place in a turned square comes back to where it is in the picture.
func TestTurnedPlacesComeBack(t *testing.T) {
	at := around{x: 200, y: 150, scale: 2, px: 100}
	line := []vision.Point{{50, 50}, {70, 50}}
	f := at.back(line)
	require.InDeltaSlice(t, []float64{200, 150, 210, 150}, []float64{f.X0, f.Y0, f.X1, f.Y1}, 1e-9)
	at.turn = 90
	f = at.back(line)
	require.InDeltaSlice(t, []float64{200, 140, 200, 150}, []float64{f.X0, f.Y0, f.X1, f.Y1}, 1e-9)
}
