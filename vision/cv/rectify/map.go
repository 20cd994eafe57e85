//go:build cgo

package rectify

import (
	"errors"
	"fmt"
	"math"

	"astragal/calibration"
	"astragal/vision"

	"gocv.io/x/gocv"
)

// prepare makes the maps that Rectify uses, and maps the tray's outline.
func (r *Rectifier) prepare(moves bool) error {
	r.x, r.y, r.gains = gocv.NewMat(), gocv.NewMat(), gocv.NewMat()
	var tray []calibration.Point
	for _, t := range r.from.Tray {
		if p, ok := r.Rectified(vision.Point(t)); ok {
			tray = append(tray, calibration.Point(p))
		}
	}
	r.to.Tray = tray
	err := r.balance()
	if err == nil && moves {
		err = r.maps()
	}
	if err != nil {
		return errors.Join(err, r.Close())
	}
	return nil
}

// maps fills x and y with the camera's px for each px of the straightened picture.
func (r *Rectifier) maps() error {
	r.x.Close()
	r.y.Close()
	r.x = gocv.NewMatWithSize(r.flat.h, r.flat.w, gocv.MatTypeCV32F)
	r.y = gocv.NewMatWithSize(r.flat.h, r.flat.w, gocv.MatTypeCV32F)
	xs, err := r.x.DataPtrFloat32()
	if err != nil {
		return fmt.Errorf("straighten pictures: %w", err)
	}
	ys, err := r.y.DataPtrFloat32()
	if err != nil {
		return fmt.Errorf("straighten pictures: %w", err)
	}
	for i := range xs {
		p, ok := r.Original(vision.Point{float64(i % r.flat.w), float64(i / r.flat.w)})
		if !ok {
			p = vision.Point{-1e4, -1e4}
		}
		xs[i], ys[i] = float32(min(max(p[0], -1e4), 1e5)), float32(min(max(p[1], -1e4), 1e5))
	}
	return nil
}

// balance makes the table that turns the camera's colours into balanced ones.
func (r *Rectifier) balance() error {
	g := r.from.WhiteBalance
	if g == [3]float64{} || g == [3]float64{1, 1, 1} {
		return nil
	}
	table := make([]byte, 256*3)
	for v := range 256 {
		for c := range 3 { // OpenCV keeps blue first
			table[v*3+c] = uint8(min(255, math.Round(float64(v)*g[2-c])))
		}
	}
	m, err := gocv.NewMatFromBytes(1, 256, gocv.MatTypeCV8UC3, table)
	if err != nil {
		return fmt.Errorf("balance colours: %w", err)
	}
	defer m.Close()
	m.CopyTo(&r.gains) // a copy: m shares its bytes with Go
	return nil
}

// fitting is the scale and the shift that let all of the camera's picture fit
// into a straightened one of the same size: straightened = px·scale + shift.
func fitting(p calibration.Profile) (scale, dx, dy float64) {
	if !p.Lens.Bends() {
		return 1, 0, 0
	}
	w, h := float64(p.Width-1), float64(p.Height-1)
	low, high := calibration.Point{0, 0}, calibration.Point{w, h}
	for i := range 65 {
		t := float64(i) / 64
		for _, at := range []calibration.Point{{w * t, 0}, {w * t, h}, {0, h * t}, {w, h * t}} {
			s := p.Lens.Straighten(at)
			for c := range s {
				low[c], high[c] = min(low[c], s[c]), max(high[c], s[c])
			}
		}
	}
	scale = min(1.5, max((high[0]-low[0])/w, (high[1]-low[1])/h))
	return scale, (low[0]+high[0])/2 - scale*w/2, (low[1]+high[1])/2 - scale*h/2
}

// composed is the homography that applies b and then a; all zero where a is not known.
func composed(a, b [9]float64) [9]float64 {
	var m [9]float64
	for i := range 3 {
		for j := range 3 {
			for k := range 3 {
				m[3*i+j] += a[3*i+k] * b[3*k+j]
			}
		}
	}
	return m
}
