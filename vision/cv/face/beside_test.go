//go:build cgo

package face

// Inside the package: which spots beside an icon are looked at closer shows in time alone.

import (
	"slices"
	"testing"

	"astragal/models/networks"

	"github.com/stretchr/testify/require"
)

// A number that surely stands upright at its spot is looked at no further, a 6 or a 9 is: it may stand on its head.
func TestWhichSpotsAreLookedAtCloser(t *testing.T) {
	says := func(text string, upright, otherwise float64) []float64 {
		row := make([]float64, len(networks.Strings())+networks.OtherClasses)
		row[slices.Index(networks.Strings(), text)] = upright
		row[len(networks.Strings())] = otherwise
		return row
	}
	none := says("1", .1, .1)
	for name, c := range map[string]struct {
		first [][]float64
		want  []int
	}{
		"nothing stands there":          {[][]float64{none, none, none}, nil},
		"some number, lying":            {[][]float64{none, says("4", .02, .9), none}, []int{1}},
		"the two likeliest, best first": {[][]float64{says("4", .1, .5), says("4", .1, .7), says("4", .1, .8)}, []int{2, 1}},
		"one surely upright":            {[][]float64{none, says("7", .97, .02), says("4", .3, .5)}, []int{2}},
		"one hardly upright":            {[][]float64{none, says("7", .8, .1)}, []int{1}},
		"a 6":                           {[][]float64{none, says("6", .97, .02)}, []int{1}},
		"a 9":                           {[][]float64{says("9", .97, .02), none}, []int{0}},
	} {
		require.Equal(t, c.want, closerLook(c.first), name)
	}
}
