//go:build cgo

package watch_test

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"astragal/vision"

	"astragal/vision/cv/look"
	"astragal/vision/cv/watch"
	"astragal/vision/virtual"

	"gocv.io/x/gocv"

	"github.com/stretchr/testify/require"
)

// reading gives the reader of a clip and what frees it.
type reading func(src *staged, r *rand.Rand) (watch.Reader, func() error, error)

// standIn knows where the dice are, and overlooks 4 % of them.
func standIn(src *staged, r *rand.Rand) (watch.Reader, func() error, error) {
	return &oracle{dice: src.lying, flicker: 0.04, rand: r}, func() error { return nil }, nil
}

// byNetworks reads as the program does.
func byNetworks(*staged, *rand.Rand) (watch.Reader, func() error, error) {
	l, err := look.New()
	if err != nil {
		return nil, nil, err
	}
	return l, l.Close, nil
}

// overlooksD4 reads as the program does, but that it overlooks each d4 unless it looks closer.
func overlooksD4(src *staged, r *rand.Rand) (watch.Reader, func() error, error) {
	l, end, err := byNetworks(src, r)
	return readerOf(func(img gocv.Mat, how look.Looking) (vision.Scene, error) {
		scene, err := l.Look(img, how)
		if !how.Closer {
			scene.Sightings = slices.DeleteFunc(scene.Sightings, func(d vision.Sighting) bool { return d.Shapes[0].Shape == vision.D4 })
		}
		return scene, err
	}), end, err
}

type readerOf func(gocv.Mat, look.Looking) (vision.Scene, error)

func (f readerOf) Look(img gocv.Mat, how look.Looking) (vision.Scene, error) { return f(img, how) }

// asked is the reading that ASTRAGAL_NETWORKS asks for: by the networks if it says anything.
func asked() reading {
	if os.Getenv("ASTRAGAL_NETWORKS") != "" {
		return byNetworks
	}
	return standIn
}

// silentlyWrong tells whether all that was read was accepted and the sum is another one than that of the dice in view.
func silentlyWrong(scene vision.Scene, dice []virtual.DieTruth) bool {
	sum, want := 0, 0
	for _, r := range vision.Read(scene) {
		if !r.Accepted || r.Value == nil {
			return false
		}
		sum += *r.Value
	}
	for _, d := range dice {
		if d.Box[2] > 4 && d.Box[3] > 4 && d.Hidden < 0.5 && d.Value != nil {
			want += *d.Value
		}
	}
	return sum != want
}

func TestSilentlyWrong(t *testing.T) {
	three, four := 3, 4
	truth := []virtual.DieTruth{{Box: vision.Box{10, 10, 30, 30}, Value: &three}, {Box: vision.Box{90, 10, 30, 30}, Value: &four}}
	read := func(value int, p float64) vision.Sighting {
		return vision.Sighting{Found: 1, Shapes: []vision.ShapeScore{{Shape: vision.D6, P: 1}},
			Marks: []vision.Mark{{Kind: vision.MarkPips, Value: value, P: p}, {Kind: vision.MarkUnknown, P: 1 - p}}}
	}
	for name, c := range map[string]struct {
		seen []vision.Sighting
		want bool
	}{
		"right":      {[]vision.Sighting{read(3, 1), read(4, 1)}, false},
		"wrong":      {[]vision.Sighting{read(3, 1), read(5, 1)}, true},
		"asked":      {[]vision.Sighting{read(3, 1), read(5, 0.5)}, false},
		"overlooked": {[]vision.Sighting{read(3, 1)}, true},
		"too many":   {[]vision.Sighting{read(3, 1), read(4, 1), read(1, 1)}, true},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, c.want, silentlyWrong(vision.Scene{Sightings: c.seen}, truth))
		})
	}
}
