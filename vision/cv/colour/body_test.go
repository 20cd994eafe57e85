//go:build cgo

package colour_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/vision/cv/colour"
)

// Dark plastic keeps the name of its colour; black is what has none. The coloured ones are the middle
// pixels of purple and green dice on photographs.
func TestDarkPlasticIsNotCalledBlack(t *testing.T) {
	for pixel, name := range map[[3]float64]string{
		{40, 18, 44}: "purple", {34, 11, 36}: "purple", {38, 17, 38}: "purple", {23, 51, 31}: "green", {23, 49, 35}: "green",
		{12, 10, 11}: "black", {20, 6, 8}: "black", {34, 28, 30}: "black", {70, 52, 50}: "black",
		{242, 242, 238}: "white", {185, 22, 29}: "red", {241, 205, 27}: "yellow", {28, 69, 173}: "blue",
	} {
		require.Equal(t, name, colour.ColorName(pixel[0], pixel[1], pixel[2]), "%v", pixel)
	}
}
