//go:build cgo

package cv_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"astragal/vision"
	"astragal/vision/cv"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// What a usual look overlooks, a faint d10 and a d4 half under a d8, a closer one finds; and the d8's place then is its own.
func TestCloserLookFindsWhatWasOverlooked(t *testing.T) {
	l, err := cv.NewLooker()
	require.NoError(t, err)
	defer func() { require.NoError(t, l.Close()) }()
	for _, c := range []struct {
		name                       string
		seed                       uint64
		frame, width               int
		die                        string
		usually, closer, neighbour float64 // overlaps with the die's and its neighbour's true places
	}{
		{"a faint d10", 71670, 28, 480, "d10", 0, .8, 0},
		{"a d4 under a d8", 71636, 263, 1280, "d4", .3, .7, .7},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := virtual.Options{Width: c.width, Height: c.width * 9 / 16, FPS: 15}
			table, err := virtual.New(c.seed, o, evening(rand.New(rand.NewPCG(c.seed, 0x5e771e)))...)
			require.NoError(t, err)
			img, err := gocv.ImageToMatRGB(table.Frame(c.frame))
			require.NoError(t, err)
			defer img.Close()
			truth := table.Truth(c.frame).Dice
			at := slices.IndexFunc(truth, func(d virtual.DieTruth) bool { return d.Die == c.die })
			require.GreaterOrEqual(t, at, 0)
			best := func(closer bool, place vision.Box) float64 {
				s, err := l.Look(img, cv.Looking{Closer: closer})
				require.NoError(t, err)
				best := 0.0
				for _, d := range s.Sightings {
					best = max(best, vision.Overlap(place, d.Box))
				}
				return best
			}
			require.LessOrEqual(t, best(false, truth[at].Box), c.usually)
			require.GreaterOrEqual(t, best(true, truth[at].Box), c.closer)
			if c.neighbour > 0 {
				d8 := slices.IndexFunc(truth, func(d virtual.DieTruth) bool { return d.Die == "d8" })
				require.Less(t, best(false, truth[d8].Box), c.neighbour)
				require.GreaterOrEqual(t, best(true, truth[d8].Box), c.neighbour)
			}
		})
	}
}
