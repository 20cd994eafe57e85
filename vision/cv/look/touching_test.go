//go:build cgo

package look_test

import (
	"testing"

	"astragal/vision"

	"astragal/vision/cv/look"

	"github.com/stretchr/testify/require"
)

// Of d6 that lie flush each is found and read.
func TestTouchingDiceAreFound(t *testing.T) {
	l := newLooker(t)
	for name, pictures := range map[string]map[uint64]string{
		"small ones that look like one die are taken apart": {420026: "a ring of seven, 23 px large", 420031: "a block of four, 48 px large", 420041: "a block of three, 21 px large"},
		"rows of which a first look overlooks some":         {450035: "a turned row of four, 33 px large", 450051: "a turned row of six, 106 px large", 450053: "a row of five, 37 px large, of which one is seen"},
	} {
		t.Run(name, func(t *testing.T) {
			for seed, what := range pictures {
				p := touching(t, seed, false)
				scene, err := l.Look(decoded(t, p.raw), look.Looking{})
				require.NoError(t, err)
				n := p.judged(vision.Read(scene))
				require.Equal(t, n.dice, n.found, what)
				require.Zero(t, n.pips+n.extra+n.wrong, what)
			}
		})
	}
}

// In a row of eight drawn dice a first look finds two. Beside a gallery what looks like a drawing from near counts as well.
func TestDrawingsInARowAreFound(t *testing.T) {
	l, p := newLooker(t), touching(t, 450002, true)
	for faces, least := range map[bool]int{true: 6, false: 2} {
		scene, err := l.Look(decoded(t, p.raw), look.Looking{Faces: faces})
		require.NoError(t, err)
		n := p.judged(vision.Read(scene))
		require.GreaterOrEqual(t, n.found, least)
		require.Zero(t, n.accepted+n.pips+n.extra)
	}
}
