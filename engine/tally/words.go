package tally

import (
	"fmt"
	"strconv"
	"strings"

	"astragal/engine"
)

// Number says a small number as a word.
func Number(n int) string {
	words := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
	if n >= 0 && n < len(words) {
		return words[n]
	}
	return fmt.Sprint(n)
}

func plural(n int, one, more string) string {
	if n == 1 {
		return "one " + one
	}
	return Number(n) + " " + more
}

// Names says which dice there are: "three d6", "two d6 and one d20", "no dice".
func Names(dice []engine.Thrown) string {
	var words []string
	for _, shape := range append(engine.AllShapes(), "") {
		n := 0
		for _, d := range dice {
			if d.Shape == shape {
				n++
			}
		}
		switch {
		case n > 0 && shape == "":
			words = append(words, plural(n, "die", "dice"))
		case n > 0 && shape == "coin":
			words = append(words, plural(n, "coin", "coins"))
		case n > 0:
			words = append(words, Number(n)+" "+shape)
		}
	}
	switch len(words) {
	case 0:
		return "no dice"
	case 1:
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// Name says one die: "the red d6 (no. 3)". The number is its place in the roll. It isn't written as the id ("d3"),
// which reads like a shape.
func Name(d engine.Thrown) string {
	what := d.Shape
	if what == "" {
		what = "die"
	}
	place := strings.TrimPrefix(d.ID, "d")
	n, err := strconv.Atoi(place)
	switch {
	case err != nil && len(d.Colors) > 0:
		return fmt.Sprintf("the %s %s (%s)", d.Colors[0], what, place)
	case err != nil:
		return fmt.Sprintf("the %s (%s)", what, place)
	case len(d.Colors) > 0:
		return fmt.Sprintf("the %s %s (no. %d)", d.Colors[0], what, n)
	}
	return fmt.Sprintf("the %s (no. %d)", what, n)
}

// shows is what dice show, in order: "6, 5, 3".
func shows(dice []engine.Thrown) string {
	words := make([]string, len(dice))
	for i, d := range dice {
		words[i] = d.Shows()
	}
	return strings.Join(words, ", ")
}
