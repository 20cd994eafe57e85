//go:build cgo

package find

import (
	"testing"

	"astragal/vision"

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
	require.False(t, HardlyFound(find(.35, vision.D4, .98)))
	require.True(t, HardlyFound(find(.35, vision.D4, .95)))
	require.True(t, HardlyFound(find(.35, vision.D6, .99)))
	require.False(t, HardlyFound(find(.45, vision.D6, .6)))
}
