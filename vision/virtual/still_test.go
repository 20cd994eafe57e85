package virtual_test

import (
	"math"
	"testing"

	"astragal/models"
	"astragal/models/catalog"
	"astragal/vision"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

func TestStillTellsWhatLies(t *testing.T) {
	o := virtual.Options{Width: 640, Height: 360, Dice: []string{"d6", "d4", "d8", "d10", "d%", "d12", "d20", "demo-sky"}, Touching: 0.5}
	img, truth, err := virtual.Still(5, o)
	require.NoError(t, err)
	require.Equal(t, 640, img.Bounds().Dx())
	require.Len(t, truth.Dice, len(o.Dice))
	for i, d := range truth.Dice {
		require.Equal(t, o.Dice[i], d.Die)
		require.GreaterOrEqual(t, len(d.Outline), 4)
		require.Greater(t, d.Box[2], 10.0, d.Die)
		require.Subset(t, vision.Colors(), d.Colors)
		if d.Icon == "" {
			require.NotNil(t, d.Value)
		}
	}
	again, _, err := virtual.Still(5, o)
	require.NoError(t, err)
	require.Equal(t, img.Pix, again.Pix, "the same seed must give the same picture")
}

func TestEveryBuiltInDieCanBeDrawn(t *testing.T) {
	for _, d := range append(append(catalog.Generic(), catalog.Fate()), catalog.Demo()...) {
		_, truth, err := virtual.Still(1, virtual.Options{Width: 64, Height: 64, Dice: []string{d.ID}})
		require.NoError(t, err)
		require.Equal(t, d.ID, truth.Dice[0].Die)
		require.Equal(t, d.Faces[truth.Dice[0].Face].Icon, truth.Dice[0].Icon)
	}
}

func TestOwnDice(t *testing.T) {
	own := models.Die{ID: "mine", Shape: "d4", Colors: []string{"#14652c", "#b58a22"}, Ink: "#ffffff", Pattern: "marble",
		Faces: []models.Face{{Icon: "star", Count: 1}, {Icon: "moon", Count: 1}, {}, {Icon: "drop", Count: 1}}}
	_, truth, err := virtual.Still(1, virtual.Options{Width: 64, Height: 64, Dice: []string{"mine"}, Own: []models.Die{own}})
	require.NoError(t, err)
	require.Equal(t, "green", truth.Dice[0].Colors[0])
	own.Faces[2].Icon = "unicorn"
	_, _, err = virtual.Still(1, virtual.Options{Width: 64, Height: 64, Dice: []string{"mine"}, Own: []models.Die{own}})
	require.ErrorContains(t, err, "unicorn")
	own.Ink = "whitish"
	_, _, err = virtual.Still(1, virtual.Options{Width: 64, Height: 64, Dice: []string{"mine"}, Own: []models.Die{own}})
	require.ErrorContains(t, err, "#rrggbb")
}

func TestStillRefusesInWords(t *testing.T) {
	for want, o := range map[string]virtual.Options{
		"no built-in die":     {Dice: []string{"d7"}},
		"outside 64 to 4096":  {Width: 1, Height: 100000},
		"outside 1 to 240":    {FPS: -4},
		"do not fit":          {Dice: many("d20", 60)},
		"too many for one":    {Dice: many("d6", 61)},
		"clear metal glitter": {Material: "wood"},
	} {
		_, _, err := virtual.Still(1, o)
		require.ErrorContains(t, err, want)
	}
}

func many(die string, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = die
	}
	return out
}

// Dice that lean touch the rim or another die, stand on the floor, and say how far they lean.
func TestCockedDice(t *testing.T) {
	leaning := 0
	for seed := range uint64(6) {
		_, truth, err := virtual.Still(seed, virtual.Options{Width: 64, Height: 64, Dice: []string{"d6", "d6", "d8", "d10", "d12", "d20", "d4", "d6"}, Cocked: .5})
		require.NoError(t, err)
		for _, d := range truth.Dice {
			require.Equal(t, d.Tilt >= 5, d.Cocked, "%s at %.1f°", d.Die, d.Tilt)
			if !d.Cocked {
				require.Zero(t, d.Tilt)
				continue
			}
			leaning++
			require.InDelta(t, 30, d.Tilt, 22.1, d.Die)
			half := virtual.RandomLook(seed)
			toRim := min(half.TrayWidth/2-math.Abs(d.MM[0]), half.TrayHeight/2-math.Abs(d.MM[1]))
			require.True(t, d.Touching || half.RimHeight > 0 && toRim < 1.1*d.SizeMM, "seed %d: a %s leans on nothing: %v", seed, d.Die, d.MM)
		}
	}
	require.InDelta(t, 24, leaning, 9)
}
