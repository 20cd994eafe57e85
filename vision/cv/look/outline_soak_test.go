//go:build cgo

package look_test

import (
	"math/rand/v2"
	"testing"

	"astragal/vision"
	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/look"
	"astragal/vision/cv/picture"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

const (
	// tooWide is how many times as wide or high as its die an outline is that nobody would take for the die's.
	tooWide = 1.6
	// besideDie is how far beside a die the middle of an outline may lie, die sizes, to be the die's.
	besideDie = .6
)

// One to eight dice of all solids lie on each of ASTRAGAL_TABLES virtual tables (200) of the seeds from ASTRAGAL_SEED on, in pictures of 480, 800 and 1,280 px in turn. It reports how many of the outlines are much larger than
// their die, or lie where no die does, and how sure the finder was of each.
func TestSoakOutlinesHaveTheirDice(t *testing.T) {
	cvtest.Soaking(t)
	first := cvtest.Number(t, "ASTRAGAL_SEED", 186000)
	l := newLooker(t)
	dice, outlines, wide, none, most := 0, 0, 0, 0, 0.0
	for seed := first; seed < first+cvtest.Number(t, "ASTRAGAL_TABLES", 200); seed++ {
		r := rand.New(rand.NewPCG(uint64(seed), 0x0117))
		var kinds []string
		for range 1 + r.IntN(8) {
			kinds = append(kinds, []string{"d6", "d6", "d6", "d4", "d8", "d10", "d%", "d12", "d20"}[r.IntN(9)])
		}
		width := []int{480, 800, 1280}[seed%3]
		drawn, truth, err := virtual.Still(uint64(seed), virtual.Options{Width: width, Height: width * 9 / 16, Dice: kinds})
		require.NoError(t, err)
		scene, err := l.Look(decoded(t, cvtest.JPEG(t, drawn)), look.Looking{})
		require.NoError(t, err)
		dice += len(truth.Dice)
		for _, s := range scene.Sightings {
			if s.Found < vision.Usual().Found {
				continue
			}
			outlines++
			ratio, ok := timesItsDie(s, truth.Dice)
			most = max(most, ratio)
			switch {
			case !ok:
				none++
				t.Logf("seed %d: an outline where no die lies, %.0f px, found with %.2f: %.0f", seed, s.SizePx, s.Found, s.Box)
			case ratio > tooWide:
				wide++
				t.Logf("seed %d: an outline %.1f times as large as its die, %.0f px, found with %.2f: %.0f", seed, ratio, s.SizePx, s.Found, s.Box)
			}
		}
	}
	t.Logf("%d dice, %d outlines: %d are larger than %.1f times their die, %d lie where none does; the largest is %.2f times as large", dice, outlines, wide, tooWide, none, most)
}

// timesItsDie is how many times as wide or high an outline is as the nearest die's; false where none lies in its middle.
func timesItsDie(s vision.Sighting, dice []virtual.DieTruth) (float64, bool) {
	best, ratio := besideDie, 0.0
	box := boxOf(s.Outline)
	for _, d := range dice {
		if far := vision.Apart(d.Box, box); far < best || picture.Inside(s.Outline, vision.Point{d.Box[0] + d.Box[2]/2, d.Box[1] + d.Box[3]/2}) && ratio == 0 {
			best, ratio = min(best, far), max(box[2]/d.Box[2], box[3]/d.Box[3])
		}
	}
	return ratio, ratio > 0
}

// boxOf is the box around an outline, px.
func boxOf(line []vision.Point) vision.Box {
	x0, y0, x1, y1 := line[0][0], line[0][1], line[0][0], line[0][1]
	for _, p := range line {
		x0, y0, x1, y1 = min(x0, p[0]), min(y0, p[1]), max(x1, p[0]), max(y1, p[1])
	}
	return vision.Box{x0, y0, x1 - x0, y1 - y0}
}
