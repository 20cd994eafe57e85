//go:build cgo

package cv

import (
	"image"

	"gocv.io/x/gocv"
)

// shrinks makes small copies of one picture. Most are made of a copy of half its size, which OpenCV makes about ten
// times as quickly as any other: averages of averages are the same averages, but for rounding.
type shrinks struct {
	img  gocv.Mat // the caller's
	half gocv.Mat // empty where the picture is small already or has an odd side
}

// shrinksOf must be closed; the picture must live as long.
func shrinksOf(img gocv.Mat) shrinks {
	s := shrinks{img: img, half: gocv.NewMat()}
	if w, h := img.Cols(), img.Rows(); w%2 == 0 && h%2 == 0 && max(w, h) >= 2*traySide {
		gocv.Resize(img, &s.half, image.Pt(w/2, h/2), 0, 0, gocv.InterpolationArea)
	}
	return s
}

func (s shrinks) close() error { return s.half.Close() }

// to writes the picture with w × h px.
func (s shrinks) to(w, h int, out *gocv.Mat) {
	from, how := s.img, gocv.InterpolationArea
	if !s.half.Empty() && 2*w <= s.half.Cols() && 2*h <= s.half.Rows() {
		from = s.half
	}
	if w > from.Cols() || h > from.Rows() {
		how = gocv.InterpolationLinear
	}
	gocv.Resize(from, out, image.Pt(w, h), 0, 0, how)
}
