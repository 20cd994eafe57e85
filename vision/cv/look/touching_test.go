//go:build cgo

package look_test

import (
	"testing"

	"astragal/vision"

	"astragal/vision/cv/look"

	"github.com/stretchr/testify/require"
)

// Of small d6 that lie flush in a ring or a block, and look like one die, each is found and read.
func TestSmallDiceThatLookLikeOneAreTakenApart(t *testing.T) {
	l := newLooker(t)
	for seed, what := range map[uint64]string{
		420026: "a ring of seven, 23 px large", 420031: "a block of four, 48 px large", 420041: "a block of three, 21 px large",
	} {
		p := touching(t, seed)
		scene, err := l.Look(decoded(t, p.raw), look.Looking{})
		require.NoError(t, err)
		n := p.judged(vision.Read(scene))
		require.Equal(t, n.dice, n.found, what)
		require.Zero(t, n.pips+n.extra+n.wrong, what)
	}
}

// Of d6 that lie flush in a row, of which the usual finder overlooks some, each is found and read.
func TestRowsOfTouchingDiceAreFound(t *testing.T) {
	l := newLooker(t)
	for seed, what := range map[uint64]string{
		450035: "a turned row of four, 33 px large", 450051: "a turned row of six, 106 px large", 450053: "a row of five, 37 px large, of which one is seen",
	} {
		p := touching(t, seed)
		scene, err := l.Look(decoded(t, p.raw), look.Looking{})
		require.NoError(t, err)
		n := p.judged(vision.Read(scene))
		require.Equal(t, n.dice, n.right, what)
		require.Zero(t, n.pips+n.extra+n.wrong, what)
	}
}
