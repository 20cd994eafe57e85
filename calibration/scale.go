package calibration

import (
	"math"
	"slices"
)

// UsualDie is the side of an ordinary six-sided die, mm.
const UsualDie = 16.0

// GuessScale guesses the scale, in px per mm, from the side lengths (px) of the d6 on the tray, taken to be UsualDie
// mm. Dice of another size and other things don't matter as long as most are usual d6: the guess is the middle of the
// half that lies closest together. It is 0 if nothing can be guessed.
func GuessScale(sidePx []float64) float64 {
	sides := make([]float64, 0, len(sidePx))
	for _, s := range sidePx {
		if s > 0 && finite(s) {
			sides = append(sides, math.Log(s))
		}
	}
	if len(sides) == 0 {
		return 0
	}
	slices.Sort(sides)
	half := len(sides)/2 + 1
	best, from := math.Inf(1), 0
	for i := 0; i+half <= len(sides); i++ {
		if width := sides[i+half-1] - sides[i]; width < best {
			best, from = width, i
		}
	}
	return math.Exp(median(sides[from:from+half])) / UsualDie
}

// median is the median of sorted numbers.
func median(sorted []float64) float64 {
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
