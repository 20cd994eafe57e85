//go:build cgo

package cvtest

import (
	"encoding/binary"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// Photo is a photograph of dice, at least 640 px long.
func Photo(t *testing.T) gocv.Mat {
	img := gocv.IMRead("../cvtest/testdata/tray_byler.jpg", gocv.IMReadColor)
	require.False(t, img.Empty())
	t.Cleanup(func() { require.NoError(t, img.Close()) })
	return img
}

// sample reads a stored input (as bytes) and the output that belongs to it.
func sample(t *testing.T, name string, shape []int) ([]byte, []float32) {
	raw, err := os.ReadFile("../../../models/networks/testdata/" + name + ".f32")
	require.NoError(t, err)
	n := 4 * shape[0] * shape[1] * shape[2] * shape[3]
	out := make([]float32, (len(raw)-n)/4)
	for i := range out {
		out[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[n+4*i:]))
	}
	return raw[:n], out
}

// SameAsTrained requires that a network gives in OpenCV what it gave where it was trained: models/networks/testdata holds an input and its answer by the network's name.
func SameAsTrained(t *testing.T, name string, net *gocv.Net, shape []int) {
	t.Helper()
	in, want := sample(t, name, shape)
	blob, err := gocv.NewMatWithSizesFromBytes(shape, gocv.MatTypeCV32F, in)
	require.NoError(t, err)
	net.SetInput(blob, "")
	out := net.Forward("")
	got, err := out.DataPtrFloat32()
	require.NoError(t, err)
	require.Len(t, got, len(want))
	for i := range want {
		require.InDelta(t, want[i], got[i], 2e-3*max(1, math.Abs(float64(want[i]))), "%s: output %d", name, i)
	}
	require.NoError(t, out.Close())
	require.NoError(t, blob.Close())
}
