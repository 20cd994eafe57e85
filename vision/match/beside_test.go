package match

import (
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/vision"
)

func besides(numbers map[int]float32) []float32 {
	out := make([]float32, vision.MostBeside)
	for n, p := range numbers {
		out[n-1] = p
	}
	return out
}

func TestBesideCost(t *testing.T) {
	sure := besides(map[int]float32{7: .97, 1: .02})
	require.InDelta(t, 0, besideCost(sure, 7), 1e-9)
	require.Less(t, besideCost(sure, 1), -3.0)
	require.InDelta(t, besideFloor, besideCost(sure, 3), 2)
	require.GreaterOrEqual(t, besideCost(sure, 3), besideFloor)
	require.InDelta(t, 0, besideCost(besides(nil), 3), 1e-9, "nothing was read: all are as likely")
	require.InDelta(t, 0, besideCost(nil, 3), 1e-9, "nobody looked")
	require.InDelta(t, 0, besideCost(besides(map[int]float32{6: .5, 9: .49}), 9), .1, "a 6 upside down may be a 9")
	require.Zero(t, besideCost(sure, 40))
}
