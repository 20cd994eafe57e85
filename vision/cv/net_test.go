//go:build cgo

package cv

// Inside the package: it feeds the networks by hand, which no caller can.

import (
	"encoding/binary"
	"image"
	"math"
	"os"
	"testing"

	"astragal/models/networks"
	"astragal/vision"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// The networks give in OpenCV what they gave where they were trained.
func TestNetworksAgreeWithTraining(t *testing.T) {
	set, err := networks.Load()
	require.NoError(t, err)
	n, err := newNets(set)
	require.NoError(t, err)
	defer func() { require.NoError(t, n.close()) }()
	shape := set.Finder.SampleShape
	finder, err := n.finder(set.Finder, image.Pt(shape[3], shape[2]))
	require.NoError(t, err)
	under, err := n.finder(set.Under, image.Pt(shape[3], shape[2]))
	require.NoError(t, err)
	aligner, err := n.alignerOf(1)
	require.NoError(t, err)
	require.NoError(t, n.loadIcons())
	numerals, err := n.numeralsOf(1)
	require.NoError(t, err)
	for name, c := range map[string]struct {
		net   *gocv.Net
		shape []int
	}{"finder": {finder, shape}, "under": {under, set.Under.SampleShape}, "reader": {n.reader, set.Reader.SampleShape}, "second": {n.second, set.Second.SampleShape}, "numerals": {numerals, set.Numerals.SampleShape},
		"aligner": {aligner, set.Aligner.SampleShape}, "icons": {n.faces.icons[0], set.Icons.SampleShape}} {
		in, want := sample(t, name, c.shape)
		blob, err := gocv.NewMatWithSizesFromBytes(c.shape, gocv.MatTypeCV32F, in)
		require.NoError(t, err)
		got, err := forward(c.net, blob)
		require.NoError(t, blob.Close())
		require.NoError(t, err)
		require.Len(t, got, len(want))
		for i := range want {
			require.InDelta(t, want[i], got[i], 2e-3*max(1, math.Abs(float64(want[i]))), "%s: output %d", name, i)
		}
	}
}

// sample reads a stored input (as bytes) and the output that belongs to it.
func sample(t *testing.T, name string, shape []int) ([]byte, []float32) {
	raw, err := os.ReadFile("../../models/networks/testdata/" + name + ".f32")
	require.NoError(t, err)
	n := 4 * shape[0] * shape[1] * shape[2] * shape[3]
	out := make([]float32, (len(raw)-n)/4)
	for i := range out {
		out[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[n+4*i:]))
	}
	return raw[:n], out
}

func TestPrintedValues(t *testing.T) {
	for _, c := range []struct {
		shape string
		text  string
		value int
		ok    bool
	}{
		{"d10", "0", 10, true}, {"d10", "00", 0, true}, {"d10", "70", 70, true}, {"d10", "12", 12, false}, {"d10", "10", 10, true},
		{"d6", "7", 7, false}, {"d6", "0", 0, false}, {"d20", "20", 20, true}, {"d20", "30", 30, false}, {"d4", "4", 4, true},
	} {
		value, ok := printed(vision.Shape(c.shape), c.text)
		require.Equal(t, c.ok, ok, "%s %q", c.shape, c.text)
		if ok {
			require.Equal(t, c.value, value, "%s %q", c.shape, c.text)
		}
	}
}

// Where no face is looked at, none of the networks for faces is loaded: they take memory.
func TestNetworksForFacesAreLoadedWhenTheyAreAsked(t *testing.T) {
	l, err := NewLooker()
	require.NoError(t, err)
	defer func() { require.NoError(t, l.Close()) }()
	blank := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(90, 120, 60, 0), 90, 160, gocv.MatTypeCV8UC3)
	defer func() { require.NoError(t, blank.Close()) }()
	for _, faces := range []bool{false, true} {
		_, err = l.Look(blank, Looking{Faces: faces})
		require.NoError(t, err)
		require.Equal(t, faceNets{}, l.nets.faces, "there is no die")
	}
}
