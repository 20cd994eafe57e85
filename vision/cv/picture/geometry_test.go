//go:build cgo

package picture

import (
	"testing"

	"astragal/vision"

	"github.com/stretchr/testify/require"
)

func TestHull(t *testing.T) {
	square := []vision.Point{{0, 0}, {4, 0}, {4, 4}, {0, 4}}
	got := Hull(append([]vision.Point{{2, 2}, {1, 3}, {4, 0}}, square...))
	require.ElementsMatch(t, square, got)
	require.InDelta(t, 16, Area(got), 1e-9)
	for i := range got { // clockwise on the screen
		require.Positive(t, Cross(got[i], got[(i+1)%4], got[(i+2)%4]))
	}
}
