package networks_test

import (
	"encoding/binary"
	"math"
	"os"
	"testing"

	"astragal/models/networks"

	"github.com/stretchr/testify/require"
)

// sample is what models/train/export_faces.py stored: the packed places of two faces and the comparer's result there.
func sample(t testing.TB) (a, b []byte, says float64) {
	raw, err := os.ReadFile("testdata/comparer.f32")
	require.NoError(t, err)
	v := make([]float32, len(raw)/4)
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
	}
	require.Len(t, v, 2*networks.PlacesSize+1)
	for i := range networks.PlacesSize {
		a, b = append(a, byte(int8(v[i]))), append(b, byte(int8(v[networks.PlacesSize+i])))
	}
	return a, b, float64(v[len(v)-1])
}

func TestComparerSaysWhatItSaidWhereItWasMade(t *testing.T) {
	c, err := networks.LoadComparer()
	require.NoError(t, err)
	a, b, says := sample(t)
	one, ok := c.Ready(a)
	require.True(t, ok)
	two, ok := c.Ready(b)
	require.True(t, ok)
	layers := networks.NewLayers()
	require.InDelta(t, says, c.Same(one, two, layers), 1e-3*max(1, math.Abs(says)))
	require.InDelta(t, says, c.Same(one, two, layers), 1e-3*max(1, math.Abs(says)), "a second time, with what was kept")
	require.True(t, two.Refill(a))
	require.Greater(t, math.Abs(c.Same(one, two, layers)-says), 1e-2*max(1, math.Abs(says)), "another face in the same memory")
	require.True(t, two.Refill(b))
	require.InDelta(t, says, c.Same(one, two, layers), 1e-3*max(1, math.Abs(says)), "nothing is left of the face before")
	_, ok = c.Ready(a[1:])
	require.False(t, ok, "places of another size are none")
}

func TestPackPlacesKeepsDirectionsAndSoftensLengths(t *testing.T) {
	planes := make([]float32, networks.PlacesSize)
	const n = networks.MapSide * networks.MapSide
	planes[0], planes[3*n] = 3, -4 // the first place has length 5
	got := networks.PackPlaces(planes)
	require.Len(t, got, networks.PlacesSize)
	soft := 5 / math.Sqrt(26)
	require.InDelta(t, 127*soft*3/5, float64(int8(got[0])), .5)
	require.InDelta(t, -127*soft*4/5, float64(int8(got[3])), .5)
	require.Zero(t, got[1])
}

func BenchmarkComparer(b *testing.B) {
	c, err := networks.LoadComparer()
	require.NoError(b, err)
	x, y, _ := sample(b)
	one, _ := c.Ready(x)
	two, _ := c.Ready(y)
	layers := networks.NewLayers()
	for b.Loop() {
		two.Refill(y)
		c.Same(one, two, layers)
	}
}
