//go:build cgo

package tray

import (
	"astragal/vision"
	"astragal/vision/cv/picture"

	"testing"

	"github.com/stretchr/testify/require"
)

func TestRowInsideAConvexOutline(t *testing.T) {
	six := []vision.Point{{20.5, 3}, {41, 12.25}, {41, 30}, {20.5, 38}, {3.75, 30}, {3.75, 12.25}}
	for y := range 45 {
		from, to := rowInside(six, float64(y), 38)
		for x := range 38 {
			inside := picture.Inside(six, vision.Point{float64(x), float64(y)})
			require.Equal(t, inside, x >= from && x < to, "%d, %d", x, y)
		}
	}
}
