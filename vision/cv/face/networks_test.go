//go:build cgo

package face

// Inside the package: it feeds the networks by hand, which no caller can.

import (
	"testing"

	"astragal/models/networks"
	"astragal/vision"
	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/dnn"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// The networks give in OpenCV what they gave where they were trained.
func TestNetworksAgreeWithTraining(t *testing.T) {
	set, err := networks.Load()
	require.NoError(t, err)
	n, err := New(set)
	require.NoError(t, err)
	defer func() { require.NoError(t, n.Close()) }()
	aligner, err := n.alignerOf(1)
	require.NoError(t, err)
	require.NoError(t, n.loadIcons())
	numerals, err := n.numeralsOf(1)
	require.NoError(t, err)
	require.NoError(t, dnn.Load(&n.faces.leaning, set.Leaning, "leaning"))
	for name, c := range map[string]struct {
		net   *gocv.Net
		shape []int
	}{"reader": {n.reader, set.Reader.SampleShape}, "second": {n.second, set.Second.SampleShape}, "numerals": {numerals, set.Numerals.SampleShape},
		"aligner": {aligner, set.Aligner.SampleShape}, "icons": {n.faces.icons[0], set.Icons.SampleShape}, "leaning": {n.faces.leaning, set.Leaning.SampleShape}} {
		cvtest.SameAsTrained(t, name, c.net, c.shape)
	}
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
