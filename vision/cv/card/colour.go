//go:build cgo

package card

import (
	"astragal/calibration"
	"astragal/vision"
	"astragal/vision/cv/picture"

	"gocv.io/x/gocv"
)

// patches measures the card's patches (red, green, blue, 0 to 255), given
// where the chessboard's corners lie; nil where some lie outside the picture.
func patches(img gocv.Mat, corners []vision.Point) [][3]float64 {
	plane, err := calibration.NewPlane(homography(corners, 1))
	if err != nil {
		return nil
	}
	var out [][3]float64
	for _, patch := range calibration.CardPatches() {
		c, ok := patchColour(img, plane, patch.Rect)
		if !ok {
			return nil
		}
		out = append(out, c)
	}
	return out
}

// patchColour is the median colour of the middle half of a patch.
func patchColour(img gocv.Mat, plane calibration.Plane, r calibration.Rect) (rgb [3]float64, ok bool) {
	const n = 7
	var samples [3][]float64
	for j := range n {
		for i := range n {
			mm := calibration.Point{
				r.X + r.W*(0.25+0.5*float64(i)/(n-1)),
				r.Y + r.H*(0.25+0.5*float64(j)/(n-1)),
			}
			px, ok := plane.Px(mm)
			x, y := int(px[0]+0.5), int(px[1]+0.5)
			if !ok || px[0] < 0 || px[1] < 0 || x >= img.Cols() || y >= img.Rows() {
				return rgb, false
			}
			v := img.GetVecbAt(y, x)
			for c := range samples {
				samples[c] = append(samples[c], float64(v[2-c]))
			}
		}
	}
	for c := range rgb {
		rgb[c] = picture.Median(samples[c])
	}
	return rgb, true
}

// whiteBalance works out the factors for red, green and blue (green 1) from
// the grey patches. why says in words why there are none.
func whiteBalance(measured [][3]float64) (gains [3]float64, why string) {
	known := calibration.CardPatches()
	if len(measured) != len(known) {
		return gains, "the colour patches lie outside the picture"
	}
	last := 256.0
	var over, under [3]float64
	used := 0
	for i, p := range known {
		if !p.Grey {
			continue
		}
		m := measured[i]
		if m[1] > last-3 && m[1] < 245 { // each must be clearly darker than the one before
			return gains, "something lies or shines on the grey patches"
		}
		last = m[1]
		if max(m[0], m[1], m[2]) > 245 || min(m[0], m[1], m[2]) < 20 {
			continue // too bright or too dark to tell its colour
		}
		used++
		for c := range m {
			over[c] += m[c] * m[1]
			under[c] += m[c] * m[c]
		}
	}
	if used < 2 {
		return gains, "the grey patches are too bright or too dark"
	}
	for c := range gains {
		gains[c] = over[c] / under[c]
		if gains[c] < 0.25 || gains[c] > 4 {
			return [3]float64{}, "the light is so coloured that grey can't be told"
		}
	}
	if name := wrongColour(measured, gains); name != "" {
		return [3]float64{}, "the " + name + " patch does not look " + name
	}
	return gains, ""
}

// wrongColour names a colour patch whose strongest or weakest colour is not the printed one.
func wrongColour(measured [][3]float64, gains [3]float64) string {
	for i, p := range calibration.CardPatches() {
		if p.Grey {
			continue
		}
		var want, got [3]float64
		for c := range want {
			want[c] = float64(p.RGB[c])
			got[c] = measured[i][c] * gains[c]
		}
		strong, weak := extremes(want)
		// Printers and cameras differ; only a colour turned round is wrong.
		if got[strong] <= got[weak] {
			return p.Name
		}
	}
	return ""
}

func extremes(c [3]float64) (strong, weak int) {
	for i := range c {
		if c[i] > c[strong] {
			strong = i
		}
		if c[i] < c[weak] {
			weak = i
		}
	}
	return strong, weak
}
