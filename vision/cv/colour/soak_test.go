//go:build cgo

package colour_test

import (
	"slices"
	"testing"

	"astragal/vision"

	"astragal/vision/cv/colour"
	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/look"
	"astragal/vision/cv/picture"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// colorScore counts how the colours of dice were named. A name counts as right where light alone turns it into the true one.
type colorScore struct {
	dice, main int // found; the first name is one of the plastic's
	two, both  int // of two colours that no light turns into each other; both named
	// The same of those of which each colour covers a fifth of what is seen of the plastic.
	plainTwo, plainBoth int
	one, wrong          int // the others; a second name that is none of the plastic's
}

// add counts a die of which second is the second colour's share of what is seen of the plastic.
func (s *colorScore) add(plastic, named []string, second float64) {
	right := func(name string) bool {
		return slices.ContainsFunc(plastic, func(c string) bool { return colour.Kin(name, c) })
	}
	s.dice++
	if len(named) > 0 && right(named[0]) {
		s.main++
	}
	if len(plastic) > 1 && !colour.Kin(plastic[0], plastic[1]) {
		s.two++
		plain := second >= .2 && second <= .8
		if plain {
			s.plainTwo++
		}
		if len(named) > 1 && (colour.Kin(named[0], plastic[0]) && colour.Kin(named[1], plastic[1]) || colour.Kin(named[0], plastic[1]) && colour.Kin(named[1], plastic[0])) {
			s.both++
			if plain {
				s.plainBoth++
			}
		}
		return
	}
	s.one++
	if len(named) > 1 && !right(named[1]) {
		s.wrong++
	}
}

// Dice of all solids lie on ASTRAGAL_TABLES virtual tables, of the seeds from ASTRAGAL_SEED on, in plastics of one and of two colours. It only reports.
func TestSoakColorsOfTheVirtualTable(t *testing.T) {
	cvtest.Soaking(t)
	kinds := []string{"d6", "d6", "d6", "d6", "d4", "d8", "d10", "d12", "d20"}
	first := cvtest.Number(t, "ASTRAGAL_SEED", 60000)
	l, err := look.New()
	require.NoError(t, err)
	defer func() { require.NoError(t, l.Close()) }()
	var s colorScore
	for seed := first; seed < first+cvtest.Number(t, "ASTRAGAL_TABLES", 40); seed++ {
		drawn, truth, err := virtual.Still(uint64(seed), virtual.Options{Dice: kinds})
		require.NoError(t, err)
		img, err := picture.Decode(cvtest.JPEG(t, drawn))
		require.NoError(t, err)
		scene, err := l.Look(img, look.Looking{})
		require.NoError(t, err)
		require.NoError(t, img.Close())
		for _, d := range truth.Dice {
			for _, r := range vision.Read(scene) {
				if vision.Overlap(d.Box, r.BBox) > .5 {
					s.add(d.Colors, r.Colors, d.Second)
					break
				}
			}
		}
	}
	t.Logf("%d dice found, main colour of %d right; both colours of %d of %d two-coloured ones named, of %d of %d where each covers a fifth; a second one that is none of %d of %d others", s.dice, s.main, s.both, s.two, s.plainBoth, s.plainTwo, s.wrong, s.one)
}
