//go:build cgo

package find

// Inside the package: no caller sees the strips.

import (
	"image"
	"testing"

	"github.com/stretchr/testify/require"
)

// Strips are of one size that needs no filling up along the longer side, cover the picture, and share enough for a die.
func TestStripsCoverAPicture(t *testing.T) {
	for _, size := range []image.Point{{768, 432}, {768, 576}, {432, 768}, {768, 768}, {512, 288}, {193, 100}, {200, 199}} {
		all := stripsOf(size)
		require.Len(t, all, strips, "%v", size)
		end := 0
		for k, s := range all {
			from, to, length := s.Min.X, s.Max.X, size.X
			if size.Y > size.X {
				from, to, length = s.Min.Y, s.Max.Y, size.Y
			}
			require.Equal(t, all[0].Size(), s.Size())
			require.Zero(t, (to-from)%finderStep)
			require.True(t, s.In(image.Rectangle{Max: size}), "%v in %v", s, size)
			require.Equal(t, min(size.X, size.Y), s.Dx()*s.Dy()/(to-from))
			if k == 0 {
				require.Zero(t, from)
			} else {
				require.GreaterOrEqual(t, end-from, stripsShare, "%v", size)
			}
			if end = to; k == strips-1 {
				require.Equal(t, length, end)
			}
		}
	}
	require.Equal(t, []image.Rectangle{image.Rect(0, 0, 192, 108)}, stripsOf(image.Pt(192, 108)))
}
