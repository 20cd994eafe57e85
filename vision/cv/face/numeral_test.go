//go:build cgo

package face

import (
	"slices"
	"testing"

	"astragal/models/networks"
	"astragal/vision"

	"github.com/stretchr/testify/require"
)

func textOf(s string, p float64) []float64 {
	out := make([]float64, len(networks.Strings()))
	out[slices.Index(networks.Strings(), s)] = p
	return out
}

func TestWhatIsPrintedTellsTheSolid(t *testing.T) {
	a := Answer{shape: []float64{0, 0, .6, .1, 0, .3}, mark: []float64{.02, 0, 0, 0, 0, 0, .5, .48}, text: textOf("7", .6)}
	a.believe(numeral{text: textOf("17", .98), is: .99})
	require.Equal(t, vision.D20, a.Shapes()[0].Shape)
	top := a.Marks()[0]
	require.Equal(t, vision.MarkNumeral, top.Kind)
	require.Equal(t, 17, top.Value)
	require.Greater(t, top.P, .9)
	require.InDelta(t, .02, a.mark[0], 1e-9, "what the reader says of pips stays")
}

func TestNoNumeralLeavesAnUnknownMark(t *testing.T) {
	a := Answer{shape: []float64{0, 1, 0, 0, 0, 0}, mark: []float64{0, 0, 0, 0, 0, 0, .6, .4}, text: textOf("5", .5)}
	a.believe(numeral{text: textOf("5", .3), is: .02})
	require.Equal(t, vision.MarkUnknown, a.Marks()[0].Kind)
}

// The reader of whole dice is shown them any way up. Its word for a 6 doesn't outweigh the upright face's for a 9. On other numerals its word counts.
func TestWhichOfSixAndNineSaysTheUprightFace(t *testing.T) {
	for is, other := range map[string]string{"9": "6", "6": "9"} {
		face, whole := textOf(is, .54), textOf(other, .9)
		face[slices.Index(networks.Strings(), other)] = .46
		text := numeral{text: face}.with(whole)
		require.Greater(t, text[slices.Index(networks.Strings(), is)], text[slices.Index(networks.Strings(), other)])
	}
	face := textOf("5", .54)
	face[slices.Index(networks.Strings(), "8")] = .46
	text := numeral{text: face}.with(textOf("8", .9))
	require.Greater(t, text[slices.Index(networks.Strings(), "8")], text[slices.Index(networks.Strings(), "5")])
}

// What the first turns hint at stays among the texts of the turns between, and all of them together stay a probability, also if a d4's edges say more than its corners.
func TestBothTurnsOfAFaceCount(t *testing.T) {
	zeros, eight := slices.Index(networks.Strings(), "00"), slices.Index(networks.Strings(), "8")
	text := eitherTurn(textOf("8", .9), textOf("00", .09), .9, .2)
	require.InDelta(t, .9, text[eight], 1e-9)
	require.InDelta(t, .09, text[zeros], 1e-9)
	text = eitherTurn(textOf("2", .8), textOf("3", 1), .8, .1)
	total := 0.0
	for _, p := range text {
		total += p
	}
	require.InDelta(t, 1, total, 1e-9)
}
