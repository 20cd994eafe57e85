//go:build cgo

package face

// Inside the package: the lines of sight of dice that one camera sees, without pixels.

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"astragal/calibration"
	"astragal/models/networks"
	"astragal/vision"
	"astragal/vision/cv/find"
	"astragal/vision/cv/picture"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// Under a camera that leans, faces lie nearer to where they really are once the dice have corrected each other, and none of them is taken for cocked.
func TestLeaningCameraOverTheVirtualTable(t *testing.T) {
	n := faceNetsOf(t)
	look := virtual.RandomLook(5).Leaning([2]float64{-9, 12})
	var dice []string
	for range 8 {
		dice = append(dice, "demo-sky")
	}
	alone, together, number := 0.0, 0.0, 0.0
	for seed := range uint64(2) {
		pic, truth, finds := thrown(t, seed, virtual.Options{Look: &look, Dice: dice})
		tops, err := n.AlignAll(pic, finds, everyIndex(finds), nil, nil, nil)
		require.NoError(t, err)
		for i, d := range truth.Dice {
			one, err := n.AlignAnyway(pic, finds[i])
			require.NoError(t, err)
			alone += math.Hypot(one.x-d.FaceCenter[0], one.y-d.FaceCenter[1]) / finds[i].Side()
			together += math.Hypot(tops[i].x-d.FaceCenter[0], tops[i].y-d.FaceCenter[1]) / finds[i].Side()
			number++
			require.False(t, tops[i].Cocked, "seed %d: a die that lies flat", seed)
		}
	}
	t.Logf("off by %.3f of the die's side alone, %.3f together", alone/number, together/number)
	require.Less(t, together, .85*alone)
}

// faceNetsOf are the networks that ship.
func faceNetsOf(t *testing.T) *Networks {
	set, err := networks.Load()
	require.NoError(t, err)
	n, err := New(set)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, n.Close()) })
	return &n
}

// thrown is a picture of the virtual table, what lies there, and its dice as finds.
func thrown(t *testing.T, seed uint64, o virtual.Options) (picture.Pyramid, virtual.Truth, []find.Found) {
	drawn, truth, err := virtual.Still(seed, o)
	require.NoError(t, err)
	img, err := gocv.ImageToMatRGB(drawn)
	require.NoError(t, err)
	pic := picture.PyramidOf(img)
	t.Cleanup(func() { require.NoError(t, errors.Join(pic.Close(), img.Close())) })
	var finds []find.Found
	for _, d := range truth.Dice {
		finds = append(finds, find.Found{X0: d.Box[0], Y0: d.Box[1], X1: d.Box[0] + d.Box[2], Y1: d.Box[1] + d.Box[3], Score: 1})
	}
	return pic, truth, finds
}

func everyIndex(dice []find.Found) []int {
	out := make([]int, len(dice))
	for i := range out {
		out[i] = i
	}
	return out
}

// A camera with a focal length of two picture widths that leans by 12°: dice that tell it with noise place one that tells nothing of it.
func TestLineOfSight(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	tilt := math.Tan(12 * math.Pi / 180)
	var dice []*sight
	for range 9 {
		at := vision.Point{rng.Float64() - .5, .56 * (rng.Float64() - .5)}
		dice = append(dice, &sight{at, vision.Point{tilt + .5*at[0] + .06*rng.NormFloat64(), .5*at[1] + .06*rng.NormFloat64()}, witnessOf(vision.D6)})
	}
	for _, at := range []vision.Point{{}, {.3, .1}, {-.3, -.2}} {
		got := lineOfSight(dice, at)
		require.InDelta(t, tilt+.5*at[0], got[0], .07)
		require.InDelta(t, .5*at[1], got[1], .07)
	}
}

// What the others tell changes where a face is taken to lie, and no single die tells of more than mostLean.
func TestFacesAreToldOfTheCamera(t *testing.T) {
	n := faceNetsOf(t)
	_, err := n.alignerOf(1)
	require.NoError(t, err)
	d6, d4 := make([]float64, 6), make([]float64, 6)
	d6[1], d4[0] = 1, 1
	require.Equal(t, vision.D4, Top{solids: d4}.Solid())
	f := find.Found{X0: 600, Y0: 320, X1: 680, Y1: 400, Score: .8}
	far := sightOf(f, Top{looks: vision.Point{.9, .1}, solids: d6}, vision.Point{640, 360}, 1280)
	require.InDelta(t, mostLean, math.Hypot(far.lean[0], far.lean[1]), 1e-9, "no single die tells of more")
	says := make([]float32, 2*networks.AlignerNumbers)
	right, down := n.placed(says, 0, f, &vision.Point{.3, 0}), n.placed(says, 0, f, &vision.Point{0, .3})
	require.Greater(t, right.looks[0], down.looks[0]+.03, "in each quarter turn the same way of the picture is told")
	require.Greater(t, down.looks[1], right.looks[1]+.03)
	require.Greater(t, right.x-down.x, 1.0)
	require.Greater(t, down.y-right.y, 1.0)
}

// A calibrated camera tells even a single die how it leans; its profile says nothing of a picture of another size, as a shot's crop is.
func TestAProfileTellsOfTheCamera(t *testing.T) {
	n := faceNetsOf(t)
	pic, _, finds := thrown(t, 3, virtual.Options{Dice: []string{"demo-sky"}})
	p := leaning(t, pic.Image, .2)
	alone, err := n.AlignAnyway(pic, finds[0])
	require.NoError(t, err)
	x, y := finds[0].Center()
	up, ok := p.Up(calibration.Point{x, y})
	require.True(t, ok)
	told, err := n.AlignAll(pic, finds, []int{0}, nil, nil, &p)
	require.NoError(t, err)
	require.Equal(t, n.placed(alone.says, 0, alone.find, (*vision.Point)(&up)), *told[0])
	require.NotEqual(t, alone, *told[0])
	p.Width, p.Height = 320, 320
	told, err = n.AlignAll(pic, finds, []int{0}, nil, nil, &p)
	require.NoError(t, err)
	require.Equal(t, alone, *told[0])
}

// Where all dice tell of another camera than its profile, somebody has moved it: none of them leans.
func TestAProfileThatHoldsNoLonger(t *testing.T) {
	n := faceNetsOf(t)
	pic, _, finds := thrown(t, 3, virtual.Options{Dice: []string{"demo-sky", "demo-sky", "demo-sky", "demo-sky", "demo-sky", "demo-sky"}})
	stale := leaning(t, pic.Image, .45)
	told, err := n.AlignAll(pic, finds, everyIndex(finds), nil, nil, &stale)
	require.NoError(t, err)
	without, err := n.AlignAll(pic, finds, everyIndex(finds), nil, nil, nil)
	require.NoError(t, err)
	require.Equal(t, without, told)
}

// leaning is the profile of a camera that leans so much (the sine of the floor's lean, down the picture).
func leaning(t *testing.T, img gocv.Mat, lean float64) calibration.Profile {
	return leaningThrough(t, img, lean, 1500)
}

// leaningThrough is the profile of one with a focal length, px.
func leaningThrough(t *testing.T, img gocv.Mat, lean, focal float64) calibration.Profile {
	cos := math.Sqrt(1 - lean*lean)
	toPx, toMM := gocv.NewMatWithSize(3, 3, gocv.MatTypeCV64F), gocv.NewMat()
	defer func() { require.NoError(t, toPx.Close()); require.NoError(t, toMM.Close()) }()
	for i, v := range []float64{focal, 640 * lean, 640 * 500, 0, focal*cos + 360*lean, 360 * 500, 0, lean, 500} {
		toPx.SetDoubleAt(i/3, i%3, v)
	}
	gocv.Invert(toPx, &toMM, gocv.SolveDecompositionLu)
	p := calibration.Profile{Width: img.Cols(), Height: img.Rows(), Lens: calibration.Lens{FX: focal, FY: focal, CX: 640, CY: 360}}
	for i := range p.Homography {
		p.Homography[i] = toMM.GetDoubleAt(i/3, i%3)
	}
	return p
}

// What is hardly a die is looked at once, but for those solids on which the finder is weak.
func TestWhatIsHardlyADieIsLookedAtOnce(t *testing.T) {
	n := faceNetsOf(t)
	pic, truth, finds := thrown(t, 4, virtual.Options{Dice: []string{"demo-sky", "demo-sky", "d4"}})
	hardly, seen := map[int]bool{}, map[int]Top{}
	for i, f := range finds {
		at, err := n.AlignAtOnce(pic, f)
		require.NoError(t, err)
		hardly[i], seen[i] = true, at
	}
	once, err := n.AlignAll(pic, finds, everyIndex(finds), seen, hardly, nil)
	require.NoError(t, err)
	closely, err := n.AlignAll(pic, finds, everyIndex(finds), nil, nil, nil)
	require.NoError(t, err)
	for i, d := range truth.Dice {
		require.GreaterOrEqual(t, len(closely[i].says), alignTurns*networks.AlignerNumbers)
		if d.Shape == vision.D4 {
			require.Len(t, once[i].says, len(closely[i].says), "a d4")
		} else {
			require.Len(t, once[i].says, networks.AlignerNumbers, "die %d", i)
		}
	}
}

// Half of the dice that lean are named at least, and none that lies flat.
func TestACockedDieLooksElsewhere(t *testing.T) {
	n := faceNetsOf(t)
	named, leaning := 0, 0
	for _, seed := range []uint64{5100, 5101} {
		pic, truth, finds := thrown(t, seed, virtual.Options{Dice: slices.Repeat([]string{"demo-sky"}, 9), Cocked: .3})
		tops, err := n.AlignAll(pic, finds, everyIndex(finds), nil, nil, nil)
		require.NoError(t, err)
		for i, d := range truth.Dice {
			if d.Cocked {
				leaning++
			}
			if tops[i].Cocked {
				named++
				require.True(t, d.Cocked, "seed %d: die %d lies flat", seed, i)
			}
		}
	}
	t.Logf("%d of %d dice that lean are named", named, leaning)
	require.GreaterOrEqual(t, 2*named, leaning)
	require.GreaterOrEqual(t, leaning, 3)
}
