//go:build cgo

package cv

// Inside the package: the lines of sight of dice that one camera sees, without pixels.

import (
	"math"
	"math/rand/v2"
	"testing"

	"astragal/models/networks"
	"astragal/vision"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// Under a camera that leans, faces lie nearer to where they really are once the dice have corrected each other, and none of them is taken for cocked.
func TestLeaningCameraOverTheVirtualTable(t *testing.T) {
	set, err := networks.Load()
	require.NoError(t, err)
	n, err := newNets(set)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, n.close()) })
	look := virtual.RandomLook(5).Leaning([2]float64{-9, 12})
	var dice []string
	for range 8 {
		dice = append(dice, "demo-sky")
	}
	alone, together, number := 0.0, 0.0, 0.0
	for seed := range uint64(2) {
		picture, truth, err := virtual.Still(seed, virtual.Options{Look: &look, Dice: dice})
		require.NoError(t, err)
		img, err := gocv.ImageToMatRGB(picture)
		require.NoError(t, err)
		var finds []found
		for _, d := range truth.Dice {
			finds = append(finds, found{x0: d.Box[0], y0: d.Box[1], x1: d.Box[0] + d.Box[2], y1: d.Box[1] + d.Box[3], score: 1})
		}
		tops, err := n.alignAll(img, finds)
		require.NoError(t, err)
		for i, d := range truth.Dice {
			one, err := n.alignAnyway(img, finds[i])
			require.NoError(t, err)
			alone += math.Hypot(one.x-d.FaceCenter[0], one.y-d.FaceCenter[1]) / finds[i].side()
			together += math.Hypot(tops[i].x-d.FaceCenter[0], tops[i].y-d.FaceCenter[1]) / finds[i].side()
			number++
			require.False(t, tops[i].cocked, "seed %d: a die that lies flat", seed)
		}
		require.NoError(t, img.Close())
	}
	t.Logf("off by %.3f of the die's side alone, %.3f together", alone/number, together/number)
	require.Less(t, together, .85*alone)
}

// A camera with a focal length of two picture widths that leans by 12°: dice that tell it with noise place one that tells nothing of it.
func TestLineOfSight(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	tilt := math.Tan(12 * math.Pi / 180)
	var dice []*sight
	for range 9 {
		at := vision.Point{rng.Float64() - .5, .56 * (rng.Float64() - .5)}
		dice = append(dice, &sight{at, vision.Point{tilt + .5*at[0] + .06*rng.NormFloat64(), .5*at[1] + .06*rng.NormFloat64()}})
	}
	for _, at := range []vision.Point{{}, {.3, .1}, {-.3, -.2}} {
		got := lineOfSight(dice, at)
		require.InDelta(t, tilt+.5*at[0], got[0], .07)
		require.InDelta(t, .5*at[1], got[1], .07)
	}
}

func TestFacesCorrectEachOther(t *testing.T) {
	d6, d4 := make([]float64, 6), make([]float64, 6)
	d6[1], d4[0] = 1, 1
	f := found{x0: 600, y0: 320, x1: 680, y1: 400, score: .8}
	near := top{x: 640, y: 360, half: 34, ways: 4, solids: d6}
	middle := vision.Point{640, 360}
	require.Equal(t, near, near.seenFrom(f, []*sight{nil}, middle, 1280), "a die alone lies where the aligner puts it")
	lean := &sight{at: vision.Point{.2, .1}, lean: vision.Point{.3, 0}}
	moved := near.seenFrom(f, []*sight{lean, nil, lean, lean, lean}, middle, 1280)
	require.InDelta(t, 360, moved.y, 2)
	require.Greater(t, moved.x, 643.0)
	require.Less(t, moved.x, 660.0)
	require.True(t, top{solids: d4}.isD4())
	require.False(t, near.isD4())
	far := sightOf(f, top{x: 700, y: 360, ways: 4}, middle, 1280)
	require.InDelta(t, mostLean, math.Hypot(far.lean[0], far.lean[1]), 1e-9, "no single die tells of more")
}

func TestACockedDieIsSeenFromElsewhere(t *testing.T) {
	var flat []*sight
	for i := range 6 {
		at := vision.Point{.1 * float64(i-3), .05 * float64(i%3-1)}
		flat = append(flat, &sight{at, vision.Point{.05 + .25*at[0], .25 * at[1]}})
	}
	lies := &sight{vision.Point{.2, .1}, vision.Point{.1, .03}}
	leans := &sight{lies.at, vision.Point{lies.lean[0] + .15, lies.lean[1] - .15}}
	require.False(t, lies.differs(flat, riseOf(4).flat))
	require.True(t, leans.differs(flat, riseOf(4).flat))
	require.False(t, leans.differs(flat[:3], riseOf(4).flat), "three dice tell too little of the camera")
	require.False(t, leans.differs([]*sight{nil, nil, nil, nil}, riseOf(4).flat))
}
