//go:build cgo

package look_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"astragal/vision"

	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/look"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// From above, and up to 45° aside, no picture's camera looks too flat; from 70° on most do, and of those nothing is accepted, each die says why, and so does the picture.
func TestACameraThatLooksTooFlatIsToldAndNothingIsAccepted(t *testing.T) {
	l := newLooker(t)
	for _, degrees := range []float64{0, 30, 45} {
		for seed := range uint64(4) {
			raw, _ := underCamera(t, 83000+seed, degrees, "d6", "d6", "d6", "d6")
			scene, err := l.Look(decoded(t, raw), look.Looking{})
			require.NoError(t, err)
			require.NotContains(t, scene.Problems, vision.TooFlat, "%v°, seed %d", degrees, seed)
		}
	}
	told := 0
	for _, faces := range []bool{false, true} {
		for seed := range uint64(4) {
			raw, _ := underCamera(t, 83000+seed, 70, "d6", "d6", "d6", "d6")
			scene, err := l.Look(decoded(t, raw), look.Looking{Faces: faces})
			require.NoError(t, err)
			if len(scene.Problems) == 0 {
				continue
			}
			told++
			require.Equal(t, []string{vision.TooFlat}, scene.Problems)
			for _, r := range vision.Read(scene) {
				require.False(t, r.Accepted)
				require.Equal(t, vision.TooFlat, r.Why)
			}
		}
	}
	require.GreaterOrEqual(t, told, 7)
}

// Several polyhedra tell it as well: from above none of their pictures' cameras looks too flat, and from far aside none of their readings is accepted.
func TestPolyhedraTellThatACameraLooksTooFlat(t *testing.T) {
	l := newLooker(t)
	for _, solid := range []string{"d20", "d12", "d10", "d8"} {
		for _, degrees := range []float64{0, 65} {
			raw, _ := underCamera(t, 84000, degrees, solid, solid, solid)
			scene, err := l.Look(decoded(t, raw), look.Looking{})
			require.NoError(t, err)
			if degrees == 0 {
				require.NotContains(t, scene.Problems, vision.TooFlat, "three %s from above", solid)
				continue
			}
			require.Equal(t, []string{vision.TooFlat}, scene.Problems, "three %s from aside", solid)
			for _, r := range vision.Read(scene) {
				require.False(t, r.Accepted)
			}
		}
	}
}

// Where the camera may look too flat nothing is believed: these tables had sides accepted for tops. In the last two, others tell that the camera looks too flat at a d10, and one that looks like a d6 is none, or lies on another face.
func TestADieOfWhichTheCameraMayLookTooFlatIsAskedAbout(t *testing.T) {
	l := newLooker(t)
	for _, c := range []struct {
		seed, throw uint64
		degrees     float64
		dice        []string
	}{
		{97003740, 0, 40, []string{"d12"}},
		{97005285, 0, 85, []string{"d12", "d12", "d12"}},
		{183312, 5, 85, []string{"d12"}},
		{97003550, 0, 50, []string{"d4", "d6", "d8", "d10", "d12", "d20"}},
		{97000540, 0, 40, []string{"d4", "d6", "d8", "d10", "d12", "d20"}},
	} {
		raw, truth := thrownUnder(t, c.seed, c.throw, c.degrees, c.dice...)
		scene, err := l.Look(decoded(t, raw), look.Looking{})
		require.NoError(t, err)
		readings := vision.Read(scene)
		for _, d := range truth.Dice {
			if i := nearest(readings, d.Box); i >= 0 && readings[i].Accepted {
				require.Equal(t, d.Value, readings[i].Value, "seed %d", c.seed)
			}
		}
	}
}

// A cube's side that is seen squarely from far aside looks as its top does from above. Where rows of cubes may be seen so nothing is believed, and from above they are read as before.
func TestCubesThatShowTheirSidesAreAskedAbout(t *testing.T) {
	l := newLooker(t)
	for _, c := range []struct {
		seed    uint64
		degrees float64
	}{{167005, 80}, {172005, 85}, {172011, 85}, {178103, 80}, {183103, 85}, {183106, 85}} {
		raw, _ := rowUnderCamera(t, c.seed, c.degrees)
		scene, err := l.Look(decoded(t, raw), look.Looking{})
		require.NoError(t, err)
		for _, r := range vision.Read(scene) {
			require.False(t, r.Accepted, "%v°, seed %d", c.degrees, c.seed)
			require.Equal(t, vision.TooFlat, r.Why)
		}
	}
	for seed := range uint64(5) {
		raw, truth := rowUnderCamera(t, 5000+seed, 10)
		scene, err := l.Look(decoded(t, raw), look.Looking{})
		require.NoError(t, err)
		for _, d := range truth.Dice {
			r := vision.Read(scene)[nearest(vision.Read(scene), d.Box)]
			require.True(t, r.Accepted, "seed %d: %s", 5000+seed, r.Why)
			require.Equal(t, d.Value, r.Value)
		}
	}
}

// Up to 45° aside the tops of d6 are read, thrown and in rows that lie squarely to the camera, where their sides are seen as well as their tops.
func TestTopsOfD6AreReadFromFarAside(t *testing.T) {
	l := newLooker(t)
	var all tally
	for _, degrees := range []float64{35, 40, 45} {
		for seed := range uint64(3) {
			raw, truth := underCamera(t, 471000+seed, degrees, "d6", "d6", "d6", "d6")
			all.add(t, l, raw, truth, nil)
			raw, truth = rowUnderCamera(t, 471000+seed, degrees)
			all.add(t, l, raw, truth, nil)
		}
	}
	t.Log(all)
	require.Zero(t, all.wrong[0])
	require.GreaterOrEqual(t, 10*all.accepted[0], 8*all.dice)
}

// So are the top faces of d8, d10, d12 and d20 up to 35° aside: as they lie in the picture, another face is nearer to the camera there.
func TestTopsOfPolyhedraAreReadFromAside(t *testing.T) {
	l := newLooker(t)
	var all tally
	for _, solid := range []string{"d8", "d10", "d12", "d20"} {
		for seed := range uint64(3) {
			raw, truth := underCamera(t, 472000+seed, 35, solid, solid, solid)
			all.add(t, l, raw, truth, nil)
		}
	}
	t.Log(all)
	require.Zero(t, all.wrong[0])
	require.GreaterOrEqual(t, 10*all.right, 8*all.dice)
	require.GreaterOrEqual(t, 4*all.accepted[0], all.dice)
}

// rowUnderCamera is a row of d6 that lie squarely to a camera that leans so far, and what lies there.
func rowUnderCamera(t *testing.T, seed uint64, degrees float64) ([]byte, virtual.Truth) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 0x50fa))
	quarters := []int{0, 0, 0, 1, 3}[seed%5]
	l := virtual.RandomLook(seed)
	l.TrayWidth, l.TrayHeight, l.View = 150, 85, 165
	l = l.From(degrees, quarters, 300+10*float64(seed%40))
	n := 4 - quarters%2 // across the picture's shorter side fewer fit
	o := virtual.Options{Look: &l, Width: 640, Height: 360, Dice: slices.Repeat([]string{"d6"}, n)}
	gap := 19 + 5*rng.Float64()
	aside := 20 * (rng.Float64() - .5)
	for i := range n {
		along, off := gap*(float64(i)-float64(n-1)/2), aside+6*(rng.Float64()-.5)
		at := virtual.Spot{X: along, Y: off, Yaw: .12*(rng.Float64()-.5) + math.Pi/2*float64(rng.IntN(4))}
		if quarters%2 == 1 {
			at.X, at.Y = at.Y, at.X
		}
		o.At = append(o.At, at)
	}
	drawn, truth, err := virtual.Still(seed, o)
	require.NoError(t, err)
	return cvtest.JPEG(t, drawn), truth
}
