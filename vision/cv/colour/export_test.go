//go:build cgo

package colour

import (
	"slices"

	"astragal/vision"
)

// ColorName is what one pixel votes for.
func ColorName(r, g, b float64) string {
	name, _ := colorName(r, g, b)
	return name.String()
}

// Kin tells whether light alone may turn one colour's name into another's.
func Kin(a, b string) bool {
	names := vision.Colors()
	return kin(colorID(slices.Index(names, a)), colorID(slices.Index(names, b)))
}
