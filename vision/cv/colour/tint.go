//go:build cgo

package colour

import (
	"astragal/models/networks"
	"astragal/vision/cv/picture"

	"gocv.io/x/gocv"
)

// Tint is the middle of each channel over a die's crop (BGR): red, green and blue, 0 to 1.
func Tint(crop gocv.Mat) []float32 {
	data, err := crop.DataPtrUint8()
	if err != nil || len(data) < networks.CropPx*networks.CropPx*3 {
		return nil
	}
	const c, r = networks.CropPx / 2, networks.DiePx * 42 / 100
	var channels [3]picture.ByteCounts
	n := 0
	for y := c - r; y <= c+r; y++ {
		for x := c - r; x <= c+r; x++ {
			if (x-c)*(x-c)+(y-c)*(y-c) > r*r {
				continue
			}
			n++
			for k := range channels {
				channels[k][data[(y*networks.CropPx+x)*3+2-k]]++
			}
		}
	}
	out := make([]float32, len(channels))
	for k := range channels {
		out[k] = float32(channels[k].Ranked(n/2)) / 255
	}
	return out
}
