//go:build cgo

// Package picture holds what the other rooms of vision/cv share: pictures and their smaller copies, how files are
// decoded, squares that are cut out, and the plane geometry of outlines.
package picture

import (
	"time"

	"gocv.io/x/gocv"
)

// Picture is a BGR picture (8 bits, 3 channels) under a name that callers can
// use without importing gocv. Whoever makes one closes it.
type Picture = gocv.Mat

// New is an empty picture for a Source to fill.
func New() Picture { return gocv.NewMat() }

// Alike says whether two pictures show the same, apart from noise.
func Alike(a, b Picture) bool {
	if a.Empty() || b.Empty() || a.Rows() != b.Rows() || a.Cols() != b.Cols() || a.Type() != b.Type() {
		return false
	}
	diff := gocv.NewMat()
	defer diff.Close()
	gocv.AbsDiff(a, b, &diff)
	gocv.Threshold(diff, &diff, 40, 255, gocv.ThresholdBinary)
	mean := diff.Mean()
	return (mean.Val1+mean.Val2+mean.Val3)/3 < 255*0.001
}

// CloseAll frees pictures.
func CloseAll(mats ...*gocv.Mat) {
	for _, m := range mats {
		m.Close()
	}
}

// Stamp says which frame of a source a picture is and when it was taken.
type Stamp struct {
	// Frame counts the source's pictures from 0. A picture that is held for a while (a folder of
	// stills) keeps its number; frames that a slow reader missed on a live source are counted.
	Frame int
	// Time is media time for files and real elapsed time for live sources; it never goes back.
	Time time.Duration
}
