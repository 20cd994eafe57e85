//go:build cgo

package cv

// ColorName is what one pixel votes for.
func ColorName(r, g, b float64) string {
	name, _ := colorName(r, g, b)
	return name.String()
}
