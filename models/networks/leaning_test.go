package networks

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLeaningSaysWhatTheTrainedOneSays(t *testing.T) {
	l, err := LoadLeaning()
	require.NoError(t, err)
	raw, err := os.ReadFile("testdata/leaning.f32")
	require.NoError(t, err)
	sample := floatsOf(raw)
	require.Len(t, sample, 4*AlignerNumbers+Views)
	require.InDeltaSlice(t, sample[4*AlignerNumbers:], l.Of(sample[:4*AlignerNumbers]), 1e-4)
}

// A crop that is turned to the left shows what points up as pointing to the left.
func TestViewsOfATurnedCrop(t *testing.T) {
	for i := range Views {
		degrees, up := View(i)
		for quarters, left := range [][2]float64{up, {up[1], -up[0]}, {-up[0], -up[1]}, {-up[1], up[0]}} {
			if i == 0 {
				require.Zero(t, turnedBack(i, quarters))
				continue
			}
			for k := range Views {
				if d, u := View(k); d == degrees && k > 0 && (u[0]-left[0])*(u[0]-left[0])+(u[1]-left[1])*(u[1]-left[1]) < 1e-9 {
					require.Equal(t, i, turnedBack(k, quarters))
				}
			}
		}
	}
}

func TestLeaningRefusesAnotherShape(t *testing.T) {
	_, err := newLeaning(make([]byte, 40))
	require.ErrorContains(t, err, "leaning.f32 has 40 bytes")
}
