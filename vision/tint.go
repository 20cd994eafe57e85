package vision

import (
	"math"
	"slices"
)

// How tints are compared. If a lamp mirrors in a die, it adds the same to all channels. So the part above the lowest
// channel keeps its direction, and that direction is the hue.
const (
	// These are shares of the brightest channel. If a tint's hue is below greyBelow, it has no hue. Above huedAbove
	// it counts fully.
	greyBelow, huedAbove = .04, .30
	// darkest is a brightness. A darker tint's hue is noise.
	darkest = .30
	// lightWeight is what brightness counts for, compared with hues, whose directions are up to 1.4 apart.
	lightWeight = .35
)

// TintGap says how different the colours of two dice are that one camera saw in one light. 0 is the same. Two
// plastics of different colours are mostly more than 0.3 apart. If a tint is missing, it is 2, which is more than any
// two tints have.
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

// tintAt is a tint as a point: the direction of its hue, if it has one, and how light it is.
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

// PaletteLike is how alike two palettes are (the Bhattacharyya coefficient). It is 1 if they are the same, and 0 if
// they share nothing or one is missing.
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
