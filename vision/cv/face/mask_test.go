//go:build cgo

package face

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Two kites that show the same are the same to the network, whatever the faces beside them show; and what a kite shows itself stays as it is.
func TestNeighboursOfAKiteAreHidden(t *testing.T) {
	const px = 64
	paint := func(x0, y0, x1, y1 int, into []byte) {
		for y := y0; y < y1; y++ {
			for x := x0; x < x1; x++ {
				for c := range 3 {
					into[3*(y*px+x)+c] = 250
				}
			}
		}
	}
	plain := make([]byte, 3*px*px)
	for i := range plain {
		plain[i] = 90
	}
	paint(27, 27, 37, 37, plain)
	before, beside := append([]byte(nil), plain...), append([]byte(nil), plain...)
	paint(0, 4, 7, 20, beside)   // a print of the face to the left
	paint(57, 4, 64, 20, beside) // of the one to the right
	paint(20, 60, 44, 64, beside)
	require.NotEqual(t, plain, beside)
	hideNeighbours(plain, px)
	hideNeighbours(beside, px)
	require.Equal(t, plain, beside)
	for y := 14; y < 50; y++ {
		at := 3 * (y*px + 22)
		require.Equal(t, before[at:at+3*20], plain[at:at+3*20], "row %d of what the kite shows", y)
	}
}
