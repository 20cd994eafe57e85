//go:build cgo

package picture

import (
	"image"
	"image/color"
	"math"

	"gocv.io/x/gocv"
)

// SquareCrop cuts a square (px of the picture) and scales it to px × px; beyond the picture its edge goes on.
func SquareCrop(img gocv.Mat, cx, cy, side float64, px int) gocv.Mat {
	return cropTo(img, cx, cy, side, side, px)
}

// cropTo cuts a rectangle (px of the picture) and scales it to px × px; beyond the picture its edge goes on.
func cropTo(img gocv.Mat, cx, cy, width, height float64, px int) gocv.Mat {
	w, h := max(2, int(math.Round(width))), max(2, int(math.Round(height)))
	x0, y0 := int(math.Round(cx-width/2)), int(math.Round(cy-height/2))
	want := image.Rect(x0, y0, x0+w, y0+h)
	have := want.Intersect(image.Rect(0, 0, img.Cols(), img.Rows()))
	out := gocv.NewMat()
	if have.Empty() {
		out.Close()
		return gocv.NewMatWithSize(px, px, gocv.MatTypeCV8UC3)
	}
	part := img.Region(have)
	defer part.Close()
	how := gocv.InterpolationArea
	if h < px {
		how = gocv.InterpolationLinear
	}
	if have == want {
		gocv.Resize(part, &out, image.Pt(px, px), 0, 0, how)
		return out
	}
	whole := gocv.NewMat()
	defer whole.Close()
	gocv.CopyMakeBorder(part, &whole, have.Min.Y-y0, want.Max.Y-have.Max.Y, have.Min.X-x0, want.Max.X-have.Max.X, gocv.BorderReplicate, color.RGBA{})
	gocv.Resize(whole, &out, image.Pt(px, px), 0, 0, how)
	return out
}
