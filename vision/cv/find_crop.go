//go:build cgo

package cv

import (
	"astragal/models/networks"
	"astragal/vision"

	"gocv.io/x/gocv"
)

// faceCrop cuts a die out with its surroundings, networks.CropPx square, a huge one from a smaller copy of the picture. The caller closes it.
func (f found) faceCrop(pic shrinks) gocv.Mat {
	cx, cy := f.center()
	side := f.side() * networks.CropPx / networks.DiePx
	img, px := pic.by(side / (2 * networks.CropPx))
	return squareCrop(img, cx/px, cy/px, side/px, networks.CropPx)
}

// inCrop is where places of the picture lie in faceCrop's.
func (f found) inCrop(line []vision.Point) []vision.Point {
	cx, cy := f.center()
	scale := networks.DiePx / f.side()
	out := make([]vision.Point, len(line))
	for i, p := range line {
		out[i] = vision.Point{networks.CropPx/2 + (p[0]-cx)*scale, networks.CropPx/2 + (p[1]-cy)*scale}
	}
	return out
}
