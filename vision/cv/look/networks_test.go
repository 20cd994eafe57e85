//go:build cgo

package look

import (
	"testing"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// Where no face is looked at, none of the networks for faces is loaded: they take memory.
func TestNetworksForFacesAreLoadedWhenTheyAreAsked(t *testing.T) {
	l, err := New()
	require.NoError(t, err)
	defer func() { require.NoError(t, l.Close()) }()
	blank := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(90, 120, 60, 0), 90, 160, gocv.MatTypeCV8UC3)
	defer func() { require.NoError(t, blank.Close()) }()
	for _, faces := range []bool{false, true} {
		_, err = l.Look(blank, Looking{Faces: faces})
		require.NoError(t, err)
		require.Zero(t, l.faces.InMemory(), "there is no die")
	}
}
