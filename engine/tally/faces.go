package tally

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"astragal/engine"
)

// FaceCount is how many dice of one shape show the same face.
type FaceCount struct {
	Shape string `json:"shape,omitempty"`
	Shows string `json:"shows"`
	N     int    `json:"n"`
	value int
}

// Value is the number that the face shows, 0 if it shows none.
func (f FaceCount) Value() int { return f.value }

// FacesOf makes a FaceCount of its parts. value is the number that its JSON leaves out.
func FacesOf(shape, shows string, value, n int) FaceCount {
	return FaceCount{Shape: shape, Shows: shows, N: n, value: value}
}

// countFaces counts equal faces of equal dice. Unread dice are left out.
func countFaces(dice []engine.Thrown) []FaceCount {
	counts := []FaceCount{}
	for _, d := range dice {
		if d.Known() {
			counts = addFace(counts, faceOf(d))
		}
	}
	return counts
}

func faceOf(d engine.Thrown) FaceCount {
	f := FaceCount{Shape: d.Shape, Shows: d.Shows(), N: 1}
	if d.Value != nil {
		f.value = *d.Value
	}
	return f
}

// addFace adds f to counts, which is sorted and stays so.
func addFace(counts []FaceCount, f FaceCount) []FaceCount {
	at, there := slices.BinarySearchFunc(counts, f, func(a, b FaceCount) int {
		return cmp.Or(cmp.Compare(engine.Sides(a.Shape), engine.Sides(b.Shape)), cmp.Compare(a.Shape, b.Shape), cmp.Compare(b.value, a.value), cmp.Compare(a.Shows, b.Shows))
	})
	if there {
		counts[at].N += f.N
		return counts
	}
	return slices.Insert(counts, at, f)
}

// facesOf is the result of mode Faces.
func facesOf(dice []engine.Thrown) part {
	text := Names(dice)
	if counts := countFaces(dice); len(dice) > 0 {
		text = fmt.Sprintf("%s (%s)", FacesText(counts), text)
	}
	return part{text: text, lines: []engine.Line{{Rule: ruleFaces, Text: text, Dice: names(dice)}}}
}

// FacesText says counts of faces: "6 ×2, 5 ×1". Shapes are named if there are several.
func FacesText(counts []FaceCount) string {
	if len(counts) == 0 {
		return "nothing read"
	}
	words := make([]string, len(counts))
	for i, c := range counts {
		words[i] = fmt.Sprintf("%s ×%d", c.Shows, c.N)
		if mixed := counts[0].Shape != counts[len(counts)-1].Shape; mixed && c.Shape != "" {
			words[i] = c.Shape + " " + words[i]
		}
	}
	return strings.Join(words, ", ")
}
