//go:build cgo

package find

import (
	"astragal/models/networks"
	"astragal/vision"
	"astragal/vision/cv/picture"

	"gocv.io/x/gocv"
)

// FaceCrop cuts a die out with its surroundings, networks.CropPx square, a huge one from a smaller copy of the picture. The caller closes it.
func (f Found) FaceCrop(pic picture.Pyramid) gocv.Mat {
	cx, cy := f.Center()
	side := f.Side() * networks.CropPx / networks.DiePx
	img, px := pic.By(side / (2 * networks.CropPx))
	return picture.SquareCrop(img, cx/px, cy/px, side/px, networks.CropPx)
}

// InCrop is where places of the picture lie in FaceCrop's.
func (f Found) InCrop(line []vision.Point) []vision.Point {
	cx, cy := f.Center()
	scale := networks.DiePx / f.Side()
	out := make([]vision.Point, len(line))
	for i, p := range line {
		out[i] = vision.Point{networks.CropPx/2 + (p[0]-cx)*scale, networks.CropPx/2 + (p[1]-cy)*scale}
	}
	return out
}
