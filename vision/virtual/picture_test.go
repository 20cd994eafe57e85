package virtual_test

import (
	"image"
	"testing"

	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// light is the mean brightness of a picture, 0 to 255.
func light(img *image.RGBA) float64 {
	sum := 0.0
	for i, v := range img.Pix {
		if i%4 != 3 {
			sum += float64(v)
		}
	}
	return sum / float64(len(img.Pix)/4*3)
}

func TestLampDimsAndReturns(t *testing.T) {
	look := virtual.RandomLook(2)
	look.Ambient = 0.4
	look.Lamps = []virtual.Lamp{{X: 200, Y: 100, Z: 600, Radius: 60, Strength: 0.6, Kelvin: 4000}}
	o := small
	o.Look = &look
	table, err := virtual.New(2, o, virtual.Wait(0.2), virtual.LampTo(0, 0.1), virtual.Wait(2), virtual.LampTo(1, 0.1), virtual.Wait(2))
	require.NoError(t, err)
	lamps := table.Events()
	before, dark := light(table.Frame(0)), light(table.Frame(lamps[0].Start+2))
	adapted, after := light(table.Frame(lamps[1].Start-1)), light(table.Frame(table.Frames()))
	require.Less(t, dark, 0.8*before)
	require.Greater(t, adapted, 1.05*dark, "the camera answers the dark with a longer exposure")
	require.InDelta(t, before, after, 1)
}

func TestBumpMovesPictureAndTruthAlike(t *testing.T) {
	look := virtual.RandomLook(3)
	look.Noise = 0
	o := small
	o.Look = &look
	table, err := virtual.New(3, o, virtual.Throw("d6", "d6"), virtual.Wait(0.5), virtual.Bump(), virtual.Wait(1))
	require.NoError(t, err)
	rest, end := table.Rolls()[0].Rest, table.Frames()
	a, b := table.Truth(rest).Dice[0].Outline[0], table.Truth(end).Dice[0].Outline[0]
	dx, dy := int(b[0]-a[0]+100.5)-100, int(b[1]-a[1]+100.5)-100
	require.NotZero(t, dx*dx+dy*dy)
	before, after := table.Frame(rest), table.Frame(end)
	differ := 0
	for y := 20; y < 160; y++ {
		for x := 20; x < 300; x++ {
			if before.RGBAAt(x, y) != after.RGBAAt(x+dx, y+dy) {
				differ++
			}
		}
	}
	// The vignette stays with the lens while the table moves in the picture.
	require.InDelta(t, 0, b[0]-a[0]-float64(dx), 1e-6)
	require.LessOrEqual(t, differ, 280*140/8)
}

// TestDiceAreWhereTruthSays compares a table with the same table without dice. Without lamps, only dice and the floor
// beside them can look different.
func TestDiceAreWhereTruthSays(t *testing.T) {
	look := virtual.RandomLook(8)
	look.Noise, look.Lamps, look.Ambient = 0, nil, 1
	o := virtual.Options{Look: &look, Width: 640, Height: 360, Dice: []string{"d6", "d4", "d8", "d10", "d12", "d20"}}
	img, truth, err := virtual.Still(8, o)
	require.NoError(t, err)
	table, err := virtual.New(8, o)
	require.NoError(t, err)
	empty := table.Frame(0)
	for _, d := range truth.Dice {
		inside, changed := 0, 0
		for y := int(d.Box[1]); y < int(d.Box[1]+d.Box[3]); y++ {
			for x := int(d.Box[0]); x < int(d.Box[0]+d.Box[2]); x++ {
				if !within(d, float64(x)+0.5, float64(y)+0.5) {
					continue
				}
				inside++
				if img.RGBAAt(x, y) != empty.RGBAAt(x, y) {
					changed++
				}
			}
		}
		require.Greater(t, inside, 200, d.Die)
		require.Greater(t, float64(changed), 0.97*float64(inside), d.Die)
	}
	require.Equal(t, empty.RGBAAt(3, 3), img.RGBAAt(3, 3))
}

// within says whether a point is inside a die's outline, which is clockwise.
func within(d virtual.DieTruth, x, y float64) bool {
	for i, p := range d.Outline {
		q := d.Outline[(i+1)%len(d.Outline)]
		if (q[0]-p[0])*(y-p[1])-(q[1]-p[1])*(x-p[0]) < 0 {
			return false
		}
	}
	return true
}

func TestTouchingDice(t *testing.T) {
	touching, all := 0, 0
	for seed := range uint64(5) {
		_, truth, err := virtual.Still(seed, virtual.Options{Width: 64, Height: 64, Dice: many("d6", 8), Touching: 1})
		require.NoError(t, err)
		for _, d := range truth.Dice {
			all++
			if d.Touching {
				touching++
			}
		}
	}
	require.Greater(t, touching, all/2)
}
