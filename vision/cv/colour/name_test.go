//go:build cgo

package colour

import (
	"testing"

	"astragal/vision"

	"github.com/stretchr/testify/require"
)

func TestColorNames(t *testing.T) {
	for _, c := range []struct {
		r, g, b float64
		want    string
	}{{230, 228, 225, "white"}, {20, 20, 24, "black"}, {200, 30, 30, "red"}, {30, 150, 60, "green"}, {30, 60, 190, "blue"}, {230, 210, 40, "yellow"}, {110, 30, 160, "purple"}, {120, 120, 122, "grey"}} {
		got, weight := colorName(c.r, c.g, c.b)
		require.Equal(t, c.want, got.String())
		require.Positive(t, weight)
	}
}

// Every name of the closed list has its place and at least itself for kin.
func TestColorIDsAreTheListOfColors(t *testing.T) {
	require.Len(t, vision.Colors(), colorCount)
	require.Equal(t, "white", colorWhite.String())
	require.Equal(t, "light blue", colorLightBlue.String())
	require.Equal(t, "silver", colorSilver.String())
	for c := range colorID(colorCount) {
		require.True(t, kin(c, c), c)
	}
	require.True(t, kin(colorGold, colorBrown))
	require.False(t, kin(colorGold, colorGreen))
	require.False(t, kin(colorWhite, colorBlack))
}

// A place within a convex outline is as deep as it is far from the nearest edge.
func TestDepth(t *testing.T) {
	square := sidesOf([]vision.Point{{10, 10}, {50, 10}, {50, 50}, {10, 50}})
	require.InDelta(t, 20, depth(square, 30, 30), 1e-9)
	require.InDelta(t, 3, depth(square, 13, 30), 1e-9)
	require.InDelta(t, 4, depth(square, 30, 46), 1e-9)
	require.Negative(t, depth(square, 5, 30))
	require.Negative(t, depth(nil, 5, 30))
}

func TestEighths(t *testing.T) {
	for k, p := range [][2]int{{5, 2}, {2, 5}, {-2, 5}, {-5, 2}, {-5, -2}, {-2, -5}, {2, -5}, {5, -2}} {
		require.Equal(t, k, eighth(p[0], p[1]), "%v", p)
	}
}
