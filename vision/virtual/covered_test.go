package virtual_test

import (
	"math"
	"testing"

	"astragal/vision"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// A large die hides a small die behind it more and more as the camera leans further. If nothing stands in the way,
// nothing is hidden.
func TestCoveredFaces(t *testing.T) {
	hidden := func(lean float64) []float64 {
		return virtual.CoveredBehind(lean, 16, 40, 28.2)
	}
	upright := hidden(0)
	require.Zero(t, upright[0], "from above two dice on the floor hide nothing of each other's middle")
	require.Zero(t, upright[1])
	some, most := hidden(20), hidden(50)
	require.Zero(t, some[1], "the large die stands in front")
	require.Greater(t, some[0], .1)
	require.Less(t, some[0], .9)
	require.Greater(t, most[0], some[0])
	require.InDelta(t, 1, most[0], 1e-9)
	require.Zero(t, hidden(-50)[0], "seen from the other side the small die stands in front")
}

// The middle of each face lies inside its die's outline. For a camera above it, its distance from the die's middle is
// that which its height over the floor gives.
func TestFaceCenters(t *testing.T) {
	look := virtual.RandomLook(3)
	look.Lean, look.Spin = [2]float64{}, 0
	o := virtual.Options{Look: &look, Dice: []string{"d6", "d4", "d8", "d10", "d12", "d20"}}
	_, truth, err := virtual.Still(4, o)
	require.NoError(t, err)
	focal := 1280 * look.Height / look.View
	for _, d := range truth.Dice {
		require.True(t, within(d, d.FaceCenter[0], d.FaceCenter[1]), d.Die)
		require.Zero(t, d.FaceCovered, d.Die)
		// A camera that doesn't lean sees what is straight above a die's middle at focal / depth.
		x, y := d.FaceCenter[0]-640, d.FaceCenter[1]-360
		depth := focal * math.Hypot(d.MM[0], d.MM[1]) / math.Hypot(x, y)
		over := look.Height - depth
		want := 2 * d.MM[2] // faces that lie opposite each other
		if d.Shape == vision.D4 {
			want = 4 * d.MM[2]
		}
		if d.Shape != vision.D10 { // the middle of a kite isn't over the middle of the body
			require.InDelta(t, want, over, .3, d.Die)
			require.InDelta(t, d.MM[0]/d.MM[1], -x/y, .01+.01*math.Abs(x/y), d.Die)
		}
	}
}

// A leaning camera points at the tray's middle and sees the whole tray. It is no further off than it must be. What
// lies in the picture's middle is as large across the lean as the camera's distance makes it, and shorter along the
// lean.
func TestLeaning(t *testing.T) {
	stepped := 0
	for seed := range uint64(8) {
		was := virtual.RandomLook(seed)
		look := was.Leaning([2]float64{15 * math.Cos(float64(seed)), 15 * math.Sin(float64(seed))})
		require.GreaterOrEqual(t, look.View, was.View)
		require.Less(t, look.View, 1.3*was.View)
		if look.View > was.View {
			stepped++
		}
		require.InDelta(t, look.View/was.View, look.Height/was.Height, 1e-9, "it steps back, it doesn't zoom")
		_, truth, err := virtual.Still(seed, virtual.Options{Look: &look, Width: 320, Height: 180, Dice: many("d6", 6)})
		require.NoError(t, err)
		for _, p := range truth.Tray {
			require.True(t, p[0] >= 0 && p[1] >= 0 && p[0] <= 320 && p[1] <= 180, "seed %d: the tray's corner %v", seed, p)
		}
		for _, d := range truth.Dice {
			require.False(t, d.CutOff, "seed %d: a die at %v", seed, d.MM)
		}
		focal := 320 * look.Height / look.View
		tilt := math.Acos(math.Cos(look.Lean[0]*math.Pi/180) * math.Cos(look.Lean[1]*math.Pi/180))
		require.InDelta(t, focal*math.Cos(tilt)/look.Height, truth.PxPerMM, 1e-6)
	}
	require.Positive(t, stepped)
	require.Less(t, stepped, 8)

	// This is a square on the floor, seen from the lean's side. Its length is shortened by the cosine of the tilt.
	look := virtual.RandomLook(1)
	look.Spin = 0
	across, along := virtual.Seen(look.Leaning([2]float64{0, 15}), 1)
	require.InDelta(t, math.Cos(15*math.Pi/180), across/along, 1e-3, "foreshortened from left to right")
	along, across = virtual.Seen(look.Leaning([2]float64{-15, 0}), 1)
	require.InDelta(t, math.Cos(15*math.Pi/180), across/along, 1e-3, "foreshortened from top to bottom")
}

// A camera may look from anywhere between straight above and just over the table. It stays as far off, dice in the
// middle stay as large, and their tops look where the camera's lean says.
func TestFromAboveToFlat(t *testing.T) {
	for degrees := 0.; degrees <= 85; degrees += 17 {
		for quarters, up := range [][2]float64{{0, -1}, {-1, 0}, {0, 1}, {1, 0}} {
			look := virtual.RandomLook(3)
			look.Spin = 0
			look = look.From(degrees, quarters, 500)
			_, truth, err := virtual.Still(7, virtual.Options{Look: &look, Width: 320, Height: 180, Dice: []string{"d6"}, Up: []int{2}, At: []virtual.Spot{{}}})
			require.NoError(t, err)
			d := truth.Dice[0]
			require.Equal(t, 2, d.Face)
			sin := math.Sin(degrees * math.Pi / 180)
			require.InDelta(t, sin*up[0], d.FaceLooks[0], .02, "%v°, %d quarters", degrees, quarters)
			require.InDelta(t, sin*up[1], d.FaceLooks[1], .02, "%v°, %d quarters", degrees, quarters)
			require.InDelta(t, 16*320/virtual.RandomLook(3).View, d.SizePx, 1.5)
		}
	}
}
