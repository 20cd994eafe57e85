package vision

import (
	"math"
	"slices"
)

// How tints are compared. A lamp that mirrors in a die adds the same to all channels: what is above
// the least of them keeps its direction, and that direction is the hue.
const (
	// Below greyBelow of its brightest channel a tint has no hue, above huedAbove all of it.
	greyBelow, huedAbove = .04, .30
	// darkest: a darker tint's hue is noise.
	darkest = .30
	// lightWeight is what light and dark count for, beside hues, whose directions are up to 1.4 apart.
	lightWeight = .35
)

// TintGap says how differently two dice are coloured that one camera saw in one light: 0 is the same, two
// plastics of other colours are mostly more than 0.3 apart. Of tints that are missing it makes 2, which is
// more than any two have.
func TintGap(a, b []float32) float64 {
	if len(a) != 3 || len(b) != 3 {
		return 2
	}
	at, to := tintAt(a), tintAt(b)
	sum := 0.0
	for k := range at {
		sum += (at[k] - to[k]) * (at[k] - to[k])
	}
	return math.Sqrt(sum)
}

// tintAt is a tint's place: its hue's direction, as long as it has one, and how light it is.
func tintAt(t []float32) [4]float64 {
	low, high := float64(slices.Min(t)), float64(slices.Max(t))
	out := [4]float64{3: lightWeight * high}
	size := 0.0
	for k, v := range t {
		out[k] = float64(v) - low
		size += out[k] * out[k]
	}
	if size = math.Sqrt(size); size == 0 {
		return out
	}
	hued := min(1, max(0, (size/max(high, darkest)-greyBelow)/(huedAbove-greyBelow)))
	for k := range t {
		out[k] *= hued / size
	}
	return out
}

// PaletteLike is how alike two palettes are (the Bhattacharyya coefficient): 1 for the same, 0 where they share nothing, or one is missing.
func PaletteLike(a, b []float32) float64 {
	if len(a) != len(b) {
		return 0
	}
	sum := 0.0
	for i := range a {
		sum += math.Sqrt(float64(a[i]) * float64(b[i]))
	}
	return sum
}
