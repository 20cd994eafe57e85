//go:build cgo

package face

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"gocv.io/x/gocv"

	"astragal/vision/cv/picture"
)

// part is a piece of a picture, not much finer than the squares that are cut from it. Its owner closes mat.
type part struct {
	mat  gocv.Mat
	x, y float64 // the middle of the cuts, px of mat
	k    float64 // px of mat on one of a cut
}

// finest is how many px of a picture a cut's may stand for.
const finest = 1.6

// around is the part of a picture from which squares of px × px are cut: their middle is at x, y, and half their side
// is half px of the picture. models/train/faces.py cuts in the same way. If a face lies outside the picture, the part is the picture's edge nearest to it.
func around(pic picture.Pyramid, x, y, half float64, px int) part {
	img, by := pic.By(2 * half / float64(px) / finest)
	x, y, half = (x+.5)/by-.5, (y+.5)/by-.5, half/by
	reach := half*1.5 + 3
	x0, y0 := min(max(0, int(x-reach)), img.Cols()-2), min(max(0, int(y-reach)), img.Rows()-2)
	box := image.Rect(x0, y0, max(x0+2, min(img.Cols(), int(x+reach)+2)), max(y0+2, min(img.Rows(), int(y+reach)+2)))
	src := img.Region(box)
	defer src.Close()
	p := part{mat: gocv.NewMat(), x: x - float64(x0), y: y - float64(y0), k: 2 * half / float64(px)}
	if p.k > finest {
		f := 1.25 / p.k
		gocv.Resize(src, &p.mat, image.Point{}, f, f, gocv.InterpolationArea)
		p.k, p.x, p.y = p.k*f, (p.x+.5)*f-.5, (p.y+.5)*f-.5
	} else {
		src.CopyTo(&p.mat)
	}
	return p
}

// facePlane is how many numbers a face's cut is: planes of R, G, B.
const facePlane = 3 * topPx * topPx

// cuts writes evened squares of topPx × topPx, the first turned upright by turn, each next one by step more (rad), as many as there is room for.
func (p part) cuts(turn, step float64, to []float32) error {
	for i := range len(to) / facePlane {
		if err := p.cut(turn+step*float64(i), topPx, to[i*facePlane:(i+1)*facePlane]); err != nil {
			return err
		}
	}
	return nil
}

// cut writes the evened square of px × px, turned upright by turn (rad), as planes of R, G, B.
func (p part) cut(turn float64, px int, to []float32) error { return p.cutOf(turn, px, nil, to) }

// cutOf does the same, after before changed the pixels (B, G, R); nil changes nothing.
func (p part) cutOf(turn float64, px int, before func(bgr []byte, px int), to []float32) error {
	sin, cos := math.Sincos(turn)
	sin, cos = sin*p.k, cos*p.k
	o := float64(px-1) / 2
	m := gocv.NewMatWithSize(2, 3, gocv.MatTypeCV64F)
	defer m.Close()
	for i, v := range [6]float64{cos, -sin, p.x - cos*o + sin*o, sin, cos, p.y - sin*o - cos*o} {
		m.SetDoubleAt(i/3, i%3, v)
	}
	cut := gocv.NewMat()
	defer cut.Close()
	gocv.WarpAffineWithParams(p.mat, &cut, m, image.Pt(px, px), gocv.InterpolationLinear|gocv.WarpInverseMap, gocv.BorderReplicate, color.RGBA{})
	bgr, err := cut.DataPtrUint8()
	if err != nil {
		return fmt.Errorf("read a cut square's pixels: %w", err)
	}
	if before != nil {
		before(bgr, px)
	}
	evenSquare(bgr, to, px)
	return nil
}
