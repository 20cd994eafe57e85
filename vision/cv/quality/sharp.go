//go:build cgo

package quality

import (
	"image"
	"slices"

	"gocv.io/x/gocv"

	"astragal/vision/cv/picture"
)

const (
	edgeWindow   = 15   // px around an edge in which its whole step lies
	edgeContrast = 50.0 // grey levels that make an edge worth measuring
	edgesNeeded  = 40   // px on edges, below which nothing is said about sharpness

	// Good photographs of dice have edges of 2.5 to 6.5 px; a blur of 3 px (standard deviation)
	// makes them 7 to 9.
	BlurredEdge = 7.0
	// Good photographs have 0.6 to 1; a smear of 15 px in one direction brings 0.25 to 0.58.
	smearedEdges = 0.52
)

// EdgeWidth says how wide, in px, the sharpest quarter of the strong edges of a
// grey picture is, and how much steeper one direction is than the other: 1 is
// even, 0 means that all edges of one direction are smeared. ok is false where
// the picture has too few edges to tell.
func EdgeWidth(grey gocv.Mat) (width, evenness float64, ok bool) {
	dx, dy := gocv.NewMat(), gocv.NewMat()
	contrast, steep := gocv.NewMat(), gocv.NewMat()
	kernel := gocv.GetStructuringElement(gocv.MorphRect, image.Pt(edgeWindow, edgeWindow))
	defer picture.CloseAll(&dx, &dy, &contrast, &steep, &kernel)
	gocv.MorphologyEx(grey, &contrast, gocv.MorphGradient, kernel)
	gocv.Sobel(grey, &dx, gocv.MatTypeCV16S, 1, 0, 3, 1, 0, gocv.BorderReplicate)
	gocv.Sobel(grey, &dy, gocv.MatTypeCV16S, 0, 1, 3, 1, 0, gocv.BorderReplicate)
	c, err := contrast.DataPtrUint8()
	if err != nil {
		return 0, 0, false
	}
	x, errX := dx.DataPtrInt16()
	y, errY := dy.DataPtrInt16()
	if errX != nil || errY != nil {
		return 0, 0, false
	}
	return measureEdges(c, x, y, grey.Cols(), grey.Rows())
}

// measureEdges looks at the px whose slope is the steepest of their row or
// column neighbours: there the width of an edge is its step by its slope.
func measureEdges(contrast []uint8, dx, dy []int16, w, h int) (width, evenness float64, ok bool) {
	var widths, along, down []float64
	for y := edgeWindow; y < h-edgeWindow; y++ {
		for x := edgeWindow; x < w-edgeWindow; x++ {
			i := y*w + x
			step := float64(contrast[i])
			if step < edgeContrast {
				continue
			}
			gx, gy := slope16(dx[i]), slope16(dy[i])
			if gx >= 2*gy && gx >= slope16(dx[i-1]) && gx > slope16(dx[i+1]) && gx > step/edgeWindow {
				widths, along = append(widths, step/gx), append(along, step/gx)
			}
			if gy >= 2*gx && gy >= slope16(dy[i-w]) && gy > slope16(dy[i+w]) && gy > step/edgeWindow {
				widths, down = append(widths, step/gy), append(down, step/gy)
			}
		}
	}
	if len(widths) < edgesNeeded {
		return 0, 0, false
	}
	evenness = 1
	if len(along) >= edgesNeeded/2 && len(down) >= edgesNeeded/2 {
		a, d := quarter(along), quarter(down)
		evenness = min(a, d) / max(a, d)
	}
	return quarter(widths), evenness, true
}

// slope16 is a Sobel slope in grey levels per px.
func slope16(v int16) float64 {
	if v < 0 {
		v = -v
	}
	return float64(v) / 8
}

// quarter is the first quartile.
func quarter(v []float64) float64 {
	slices.Sort(v)
	return v[len(v)/4]
}
