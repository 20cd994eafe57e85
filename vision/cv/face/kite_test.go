//go:build cgo

package face

import (
	"errors"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/models/networks"
	"astragal/vision"
	"astragal/vision/cv/find"
	"astragal/vision/cv/picture"
	"astragal/vision/virtual"
)

// A kite is turned upright nearly as well as a square is, once it is looked at closely.
func TestKitesAreTurnedUpright(t *testing.T) {
	before, after := turnsOff(t, 31200, 4)
	t.Logf("off by %.1f° in the mean before, %.1f° after (%d kites)", mean(before), mean(after), len(after))
	require.GreaterOrEqual(t, len(after), 20)
	require.Less(t, mean(after), .8*mean(before))
	require.Less(t, slices.Max(after), 8.0)
}

// How far off the turns of d10s are, before and after they are looked at closely, on 60 virtual tables with lights, floors and cameras of their own. It only reports.
func TestSoakKites(t *testing.T) {
	if os.Getenv("ASTRAGAL_SOAK") == "" {
		t.Skip("it takes minutes: make soak")
	}
	before, after := turnsOff(t, 31300, 60)
	t.Logf("%d kites, half, nine tenths and all of them are off by at most: %s before, %s after, degrees", len(after), quartiles(before), quartiles(after))
}

// turnsOff is how far off the turns of d10s are on some tables, degrees, before and after closely.
func turnsOff(t *testing.T, first uint64, tables int) (before, after []float64) {
	t.Helper()
	n := faceNetsOf(t)
	set, err := networks.Load()
	require.NoError(t, err)
	finder := find.New(set)
	t.Cleanup(func() { require.NoError(t, errors.Join(finder.Close())) })
	for seed := first; seed < first+uint64(tables); seed++ {
		look := virtual.RandomLook(seed)
		dice := append(slices.Repeat([]string{"d10"}, 6), "demo-sky", "demo-sky", "demo-sky", "demo-sky")
		pic, truth, _ := thrown(t, seed, virtual.Options{Look: &look, Dice: dice})
		finds, err := finder.Dice(pic, find.Search{Faces: true})
		require.NoError(t, err)
		tops, err := n.AlignAll(pic, finds, everyIndex(finds), nil, nil, nil)
		require.NoError(t, err)
		for i, f := range finds {
			for _, d := range truth.Dice {
				if d.Shape != vision.D10 || tops[i].ways != 1 || vision.Overlap(d.Box, vision.Box{f.X0, f.Y0, f.Width(), f.Height()}) < .6 {
					continue
				}
				closely, err := n.closely(pic, *tops[i])
				require.NoError(t, err)
				var seen vision.Sighting
				require.NoError(t, n.LookClose([]*vision.Sighting{&seen}, []picture.Pyramid{pic}, []Top{*tops[i]}))
				require.InDelta(t, 2*closely.nearer(iconShare(1)).half, seen.FacePx, 1e-9, "what a gallery compares is cut there")
				before, after = append(before, degreesOff(*tops[i], d.FaceUp)), append(after, degreesOff(closely, d.FaceUp))
			}
		}
	}
	return before, after
}

// degreesOff is by how many degrees a face's turn is off the way that the top of its print points.
func degreesOff(t Top, up vision.Point) float64 {
	apart := math.Mod(t.turn-math.Atan2(up[0], -up[1])+5*math.Pi, 2*math.Pi) - math.Pi
	return math.Abs(apart) * 180 / math.Pi
}

func mean(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum / float64(len(v))
}
