package networks_test

import (
	"os"
	"testing"

	"astragal/models/networks"

	"github.com/stretchr/testify/require"
)

func TestNetworksAreTheOnesInTheManifest(t *testing.T) {
	find, read, err := networks.Load()
	require.NoError(t, err)
	require.NotEqual(t, find.SHA256, read.SHA256)
	for name, n := range map[string]networks.Network{"finder": find, "reader": read} {
		require.Less(t, len(n.ONNX), 5<<20, "%s must stay small enough for a Raspberry Pi", name)
		require.Len(t, n.SampleShape, 4)
		info, err := os.Stat("testdata/" + name + ".f32")
		require.NoError(t, err)
		size := 4
		for _, d := range n.SampleShape {
			size *= d
		}
		require.Greater(t, info.Size(), int64(size), "%s: the sample holds its input and its output", name)
	}
}

func TestStrings(t *testing.T) {
	s := networks.Strings()
	require.Len(t, s, 29)
	require.Equal(t, []string{"1", "20", "0", "00", "30", "90"}, []string{s[0], s[19], s[20], s[21], s[22], s[28]})
}
