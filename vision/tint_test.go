package vision_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/vision"
)

// A glint makes a die paler but keeps its hue. The die stays nearer to its own colour than to white.
func TestATintKeepsItsHueUnderAGlint(t *testing.T) {
	red, glint := []float32{.69, .14, .15}, []float32{.87, .54, .53}
	blue, pale := []float32{.19, .32, .71}, []float32{.40, .43, .69}
	purple, white := []float32{.37, .18, .52}, []float32{.85, .83, .82}
	for _, other := range [][]float32{blue, purple, white} {
		require.Less(t, vision.TintGap(red, glint), vision.TintGap(other, glint)/2)
	}
	for _, other := range [][]float32{red, purple, white} {
		require.Less(t, vision.TintGap(blue, pale), vision.TintGap(other, pale)/2)
	}
}

func TestTintsWithoutAHueAreToldByLight(t *testing.T) {
	white, grey, black := []float32{.85, .84, .82}, []float32{.45, .45, .46}, []float32{.07, .06, .07}
	require.Zero(t, vision.TintGap(white, white))
	require.Less(t, vision.TintGap(white, grey), vision.TintGap(white, black))
	require.Less(t, vision.TintGap([]float32{.80, .80, .80}, white), vision.TintGap([]float32{.80, .80, .80}, grey))
}

// A tint that was never measured is like nothing.
func TestAMissingTintIsLikeNothing(t *testing.T) {
	require.Greater(t, vision.TintGap(nil, nil), vision.TintGap([]float32{1, 0, 0}, []float32{0, 0, 1}))
	require.Greater(t, vision.TintGap([]float32{1, 0, 0}, nil), 1.5)
}
