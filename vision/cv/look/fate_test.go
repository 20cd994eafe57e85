//go:build cgo

package look_test

import (
	"slices"
	"testing"

	"astragal/models/networks"
	"astragal/vision"

	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/look"
	"astragal/vision/cv/picture"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// fateScore is how dice were read where Fate dice were waited for.
type fateScore struct{ dice, found, accepted, wrong int }

// readFate reads a virtual table where waits are waited for; fate says what each die of it shows of a Fate die, networks.NoFate for none.
func readFate(t *testing.T, l *look.Looker, seed uint64, o virtual.Options, waits vision.Waits, fate func(virtual.DieTruth) int) fateScore {
	drawn, truth, err := virtual.Still(seed, o)
	require.NoError(t, err)
	img, err := picture.Decode(cvtest.JPEG(t, drawn))
	require.NoError(t, err)
	defer img.Close()
	scene, err := l.Look(img, look.Looking{})
	require.NoError(t, err)
	readings := vision.ReadFate(scene, vision.ReadNumbers(scene), waits)
	s := fateScore{dice: len(truth.Dice)}
	for _, d := range truth.Dice {
		at := slices.IndexFunc(readings, func(r vision.Reading) bool { return vision.Overlap(r.BBox, d.Box) > .5 })
		if at < 0 {
			continue
		}
		s.found++
		r := readings[at]
		if !r.Accepted || r.Icon == nil {
			continue
		}
		s.accepted++
		if class := fate(d); class == networks.NoFate || *r.Icon != vision.FateFaces()[2*class] {
			s.wrong++
			t.Logf("seed %d: %s %q %v at %.0f read as %s", seed, d.Die, d.Icon, d.Value, d.Box, *r.Icon)
		}
	}
	return s
}

func (s *fateScore) add(o fateScore) {
	s.dice, s.found, s.accepted, s.wrong = s.dice+o.dice, s.found+o.found, s.accepted+o.accepted, s.wrong+o.wrong
}

// Four Fate dice are read off a picture; pips and numbers beside them never are Fate faces.
func TestFateDiceAreReadOffAPicture(t *testing.T) {
	l, all := newLooker(t), fateScore{}
	for seed := range uint64(3) {
		all.add(readFate(t, l, 700+seed, virtual.Options{Dice: []string{"dF", "dF", "dF", "dF"}}, vision.Waits{Fate: true}, fateClass))
	}
	require.Zero(t, all.wrong)
	require.GreaterOrEqual(t, 2*all.accepted, all.dice, "of %d found of %d", all.found, all.dice)
	none := readFate(t, l, 710, virtual.Options{Dice: []string{"d6", "d6", "d6-numbered", "d6-numbered", "demo-sky"}, Up: []int{0, 1, 0, 5, 0}}, vision.Waits{Fate: true},
		func(virtual.DieTruth) int { return networks.NoFate })
	require.Zero(t, none.accepted)
}

// What a gallery compares tells of half of the icon dice and more that they are no Fate dice, without a look of its own. Fate dice get it all the same.
func TestIconDiceAreSparedTheLookForFateFaces(t *testing.T) {
	l := newLooker(t)
	looked := func(seed uint64, die string) (n, of int) {
		drawn, _, err := virtual.Still(seed, virtual.Options{Dice: slices.Repeat([]string{die}, 6)})
		require.NoError(t, err)
		img, err := picture.Decode(cvtest.JPEG(t, drawn))
		require.NoError(t, err)
		defer img.Close()
		scene, err := l.Look(img, look.Looking{Faces: true})
		require.NoError(t, err)
		for _, d := range scene.Sightings {
			if d.Fate != nil {
				n++
			}
		}
		return n, len(scene.Sightings)
	}
	icons, of := looked(720, "demo-sky")
	require.Equal(t, 6, of)
	require.LessOrEqual(t, icons, 3)
	fate, of := looked(721, "dF")
	require.Equal(t, 6, of)
	require.GreaterOrEqual(t, fate, 5)
}
