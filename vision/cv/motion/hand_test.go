//go:build cgo

package motion

import (
	"image"
	"testing"

	"github.com/stretchr/testify/require"
)

// A blob's rim is its outer contour away from the picture's edge, without the holes in it.
func TestRimLeavesHolesOut(t *testing.T) {
	const w, h = 40, 30
	b := blob{box: image.Rect(10, 12, 30, h)}
	for y := b.box.Min.Y; y < b.box.Max.Y; y++ {
		for x := b.box.Min.X; x < b.box.Max.X; x++ {
			if !image.Pt(x, y).In(image.Rect(15, 18, 25, 22)) {
				b.px = append(b.px, y*w+x)
			}
		}
	}
	rim := b.rim(w, h)
	require.Len(t, rim, 20+2*(h-2-12-1), "the top, and both sides as far as 2 px from the picture's edge")
	for _, at := range rim {
		x, y := at%w, at/w
		require.True(t, y == 12 || x == 10 || x == 29, "(%d, %d)", x, y)
	}
}
