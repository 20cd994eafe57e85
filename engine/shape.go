package engine

import (
	"slices"
	"strconv"
)

// Kinds of d10 whose name says which faces they have.
const (
	// TensKind is the d10 that shows 00, 10 … 90, by its name in the catalogue of dice.
	TensKind = "d%"
	// OnesKind is the d10 beside it, which shows 0 (kept as 10) to 9, where both are one d100.
	OnesKind = "d100 ones"
)

// Shapes lists the solids that dice may have: what a camera can tell.
func Shapes() []string { return []string{"d4", "d6", "d8", "d10", "d12", "d20"} }

// AllShapes lists everything that can be rolled: the solids, and what is known by its faces alone.
// A d3 shows 1 to 3, a dF −1, 0 or +1, a coin is worth 1 for heads and 0 for tails.
func AllShapes() []string { return append(Shapes(), "d100", "d3", "dF", "coin") }

// Sides returns how many different faces a shape has, 0 for one that is not known.
func Sides(shape string) int {
	switch shape {
	case "dF":
		return 3
	case "coin":
		return 2
	}
	if !slices.Contains(AllShapes(), shape) {
		return 0
	}
	n, err := strconv.Atoi(shape[1:])
	if err != nil {
		return 0
	}
	return n
}

// Bounds are the lowest and the highest value that a shape shows; both 0 for one that is not known. A
// d10 may show tens from 0 to 90 besides.
func Bounds(shape string) (low, high int) {
	switch shape {
	case "dF":
		return -1, 1
	case "coin":
		return 0, 1
	}
	if n := Sides(shape); n > 0 {
		return 1, n
	}
	return 0, 0
}

// IsTens reports whether v is on a d10 with tens.
func IsTens(v int) bool { return v >= 0 && v <= 90 && v%10 == 0 }

// CanShow reports whether a die of a known shape, or of the kind with tens, shows v.
func CanShow(shape, kind string, v int) bool {
	low, high := Bounds(shape)
	switch {
	case shape == "d10" && kind == TensKind:
		return IsTens(v)
	case shape == "d10" && (kind == OnesKind || kind == "d10"):
		return v >= low && v <= high
	case shape == "d10":
		return v >= low && v <= high || IsTens(v)
	}
	return Sides(shape) > 0 && v >= low && v <= high
}

// ShapeOf reads a die's name as people write it: "d%" is a d10 with tens, and so it has that kind. The
// name of a shape that isn't known comes back as it is.
func ShapeOf(name string) (shape, kind string) {
	if name == TensKind {
		return "d10", TensKind
	}
	return name, ""
}

// ShowValue says a value as the die shows it: a coin's heads, a dF's plus, a ten-sided die's 00.
func ShowValue(shape, kind string, v int) string {
	switch {
	case shape == "coin" && v == 1:
		return "heads"
	case shape == "coin" && v == 0:
		return "tails"
	case shape == "dF" && v == 1:
		return "+"
	case shape == "dF" && v == -1:
		return "−"
	case shape == "d10" && kind == TensKind && v == 0:
		return "00"
	case shape == "d10" && kind == OnesKind && v == 10:
		return "0"
	}
	return strconv.Itoa(v)
}
