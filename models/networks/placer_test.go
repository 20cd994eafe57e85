package networks

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPlacerSaysWhatTheTrainedOneSays(t *testing.T) {
	p, err := LoadPlacer()
	require.NoError(t, err)
	raw, err := os.ReadFile("testdata/placer.f32")
	require.NoError(t, err)
	sample := floatsOf(raw)
	require.Len(t, sample, AlignerNumbers+toldNumbers+PlacedNumbers)
	told := [2]float64{float64(sample[AlignerNumbers+1]), float64(sample[AlignerNumbers+2])}
	require.InDeltaSlice(t, sample[AlignerNumbers+toldNumbers:], p.Place(sample[:AlignerNumbers], &told), 1e-4)
	require.NotEqual(t, p.Place(sample[:AlignerNumbers], nil), p.Place(sample[:AlignerNumbers], &[2]float64{}), "a line of sight that doesn't lean is something known")
}

func TestPlacerRefusesAnotherShape(t *testing.T) {
	_, err := newPlacer(make([]byte, 40))
	require.ErrorContains(t, err, "placer.f32 has 40 bytes")
}
