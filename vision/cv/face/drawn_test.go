//go:build cgo

package face

import (
	"testing"

	"astragal/models/networks"

	"github.com/stretchr/testify/require"
)

// Beside many drawings the reader isn't asked about other solids than d6 either, unless a numeral is likely there.
func TestWhatMayBeDrawn(t *testing.T) {
	says := func(unknown, numeral float64) Answer {
		a := Answer{mark: make([]float64, networks.MarkClasses)}
		a.mark[networks.UnknownMark], a.mark[networks.NumeralMark] = unknown, numeral
		return a
	}
	require.True(t, says(.95, .01).maybeDrawn(1), "surely drawn")
	require.False(t, says(.85, .01).maybeDrawn(1), "a d6 may have pips")
	require.True(t, says(.6, .3).maybeDrawn(.01))
	require.False(t, says(.6, .3).maybeDrawn(.2), "perhaps a d6")
	require.False(t, says(.3, .6).maybeDrawn(.01), "likely a numeral")
}
