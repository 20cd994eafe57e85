//go:build cgo

package picture

import (
	"errors"
	"image"

	"gocv.io/x/gocv"
)

// Pyramid makes small copies of one picture. Most are made of a copy of half its size, of that one's half and so on, which OpenCV makes about ten
// times as quickly as any other: averages of averages are the same averages, but for rounding.
type Pyramid struct {
	Image   gocv.Mat   // the caller's
	Smaller []gocv.Mat // each half as large as the one before; none where the picture is small already or has an odd side
}

// LeastSide is the longer side, px, down to which a picture is halved.
const LeastSide = 160

// PyramidOf must be closed; the picture must live as long.
func PyramidOf(img gocv.Mat) Pyramid {
	s := Pyramid{Image: img}
	if max(img.Cols(), img.Rows()) < 4*LeastSide {
		return s
	}
	for from := img; ; {
		w, h := from.Cols(), from.Rows()
		if w%2 != 0 || h%2 != 0 || max(w, h) < 2*LeastSide {
			return s
		}
		half := gocv.NewMat()
		gocv.Resize(from, &half, image.Pt(w/2, h/2), 0, 0, gocv.InterpolationArea)
		s.Smaller = append(s.Smaller, half)
		from = half
	}
}

// Close frees the smaller copies; the picture stays its owner's.
func (s Pyramid) Close() error {
	var errs []error
	for _, m := range s.Smaller {
		errs = append(errs, m.Close())
	}
	return errors.Join(errs...)
}

// By is the smallest copy with a pixel on at most so many of the picture, and how many that are along a side.
func (s Pyramid) By(most float64) (copied gocv.Mat, px float64) {
	copied, px = s.Image, 1
	for _, m := range s.Smaller {
		if 2*px > most {
			break
		}
		copied, px = m, 2*px
	}
	return copied, px
}

// To writes the picture with w × h px.
func (s Pyramid) To(w, h int, out *gocv.Mat) {
	from, _ := s.By(min(2, min(float64(s.Image.Cols())/float64(w), float64(s.Image.Rows())/float64(h))/2))
	how := gocv.InterpolationArea
	if w > from.Cols() || h > from.Rows() {
		how = gocv.InterpolationLinear
	}
	gocv.Resize(from, out, image.Pt(w, h), 0, 0, how)
}
