//go:build cgo

package cv

import (
	"errors"
	"image"

	"gocv.io/x/gocv"
)

// shrinks makes small copies of one picture. Most are made of a copy of half its size, of that one's half and so on, which OpenCV makes about ten
// times as quickly as any other: averages of averages are the same averages, but for rounding.
type shrinks struct {
	img     gocv.Mat   // the caller's
	smaller []gocv.Mat // each half as large as the one before; none where the picture is small already or has an odd side
}

// leastShrunk is the longer side, px, down to which a picture is halved.
const leastShrunk = 160

// shrinksOf must be closed; the picture must live as long.
func shrinksOf(img gocv.Mat) shrinks {
	s := shrinks{img: img}
	if max(img.Cols(), img.Rows()) < 4*leastShrunk {
		return s
	}
	for from := img; ; {
		w, h := from.Cols(), from.Rows()
		if w%2 != 0 || h%2 != 0 || max(w, h) < 2*leastShrunk {
			return s
		}
		half := gocv.NewMat()
		gocv.Resize(from, &half, image.Pt(w/2, h/2), 0, 0, gocv.InterpolationArea)
		s.smaller = append(s.smaller, half)
		from = half
	}
}

func (s shrinks) close() error {
	var errs []error
	for _, m := range s.smaller {
		errs = append(errs, m.Close())
	}
	return errors.Join(errs...)
}

// by is the smallest copy with a pixel on at most so many of the picture, and how many that are along a side.
func (s shrinks) by(most float64) (copied gocv.Mat, px float64) {
	copied, px = s.img, 1
	for _, m := range s.smaller {
		if 2*px > most {
			break
		}
		copied, px = m, 2*px
	}
	return copied, px
}

// to writes the picture with w × h px.
func (s shrinks) to(w, h int, out *gocv.Mat) {
	from, _ := s.by(min(2, min(float64(s.img.Cols())/float64(w), float64(s.img.Rows())/float64(h))/2))
	how := gocv.InterpolationArea
	if w > from.Cols() || h > from.Rows() {
		how = gocv.InterpolationLinear
	}
	gocv.Resize(from, out, image.Pt(w, h), 0, 0, how)
}
