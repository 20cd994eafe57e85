//go:build cgo

package face

import (
	"strconv"

	"astragal/models/networks"
	"astragal/vision"
)

// numerals shares the probability of "a numeral" among the values that the likely solids carry.
func (a Answer) numerals() []vision.Mark {
	byValue := map[int]float64{}
	total := 0.0
	for i, text := range networks.Strings() {
		for k, shape := range vision.Shapes() {
			if value, ok := printed(shape, text); ok {
				p := a.text[i] * a.shape[k]
				byValue[value] += p
				total += p
			}
		}
	}
	var out []vision.Mark
	for value := range 91 {
		if p := byValue[value]; p > 0 {
			out = append(out, vision.Mark{Kind: vision.MarkNumeral, Value: value, P: a.mark[networks.NumeralMark] * p / max(total, .05)})
		}
	}
	return out
}

// printed is the value of a text on a solid; false where that solid never carries it.
func printed(s vision.Shape, text string) (int, bool) {
	value, err := strconv.Atoi(text)
	switch {
	case err != nil:
		return 0, false
	case s != vision.D10:
		return value, value >= 1 && value <= mostPrinted(s)
	case text == "0" || text == "10": // a percentile die's 10; a plain d10 prints 0
		return 10, true
	case text == "00":
		return 0, true
	}
	return value, value < 10 || value%10 == 0
}

// mostPrinted is the largest number on a solid that carries one for each face.
func mostPrinted(s vision.Shape) int {
	switch s {
	case vision.D4:
		return 4
	case vision.D6:
		return 6
	case vision.D8:
		return 8
	case vision.D12:
		return 12
	case vision.D20:
		return 20
	case vision.D10, vision.ShapeUnknown:
	}
	return 0
}
