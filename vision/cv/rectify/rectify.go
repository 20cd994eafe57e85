//go:build cgo

// Package rectify takes the lens out of a picture, and lays it out as seen from straight above, by a calibration.
package rectify

import (
	"errors"
	"fmt"
	"image/color"

	"astragal/calibration"
	"astragal/vision"

	"gocv.io/x/gocv"
)

// Rectifier straightens a camera's pictures as its profile says: the lens's
// bending is taken out, and grey is made grey. It maps places of the straightened
// picture back to the camera's. It owns Mats; Close frees them. It is not safe for concurrent use.
type Rectifier struct {
	from, to calibration.Profile // of the camera's pictures and of the straightened ones
	flat     view
	x, y     gocv.Mat // for each straightened px the camera's px, 32-bit floats; empty: nothing moves
	gains    gocv.Mat // 1×256, three channels; empty: colours stay
}

// view maps px of the straightened picture to straightened px at the camera's scale, and back.
type view struct {
	there, back func(calibration.Point) (calibration.Point, bool)
	w, h        int
}

// New makes a Rectifier that takes out what the lens bends and the
// colour of the light. The straightened picture has the camera's size and
// shows all that the camera's picture shows.
func New(p calibration.Profile) (*Rectifier, error) {
	if err := p.Check(); err != nil {
		return nil, fmt.Errorf("straighten pictures: %w", err)
	}
	scale, dx, dy := fitting(p)
	v := view{w: p.Width, h: p.Height}
	v.there = func(o calibration.Point) (calibration.Point, bool) {
		return calibration.Point{o[0]*scale + dx, o[1]*scale + dy}, true
	}
	v.back = func(s calibration.Point) (calibration.Point, bool) {
		return calibration.Point{(s[0] - dx) / scale, (s[1] - dy) / scale}, true
	}
	r := &Rectifier{from: p, flat: v}
	r.to = p
	r.to.Lens, r.to.WhiteBalance, r.to.Background = calibration.Lens{}, [3]float64{}, nil
	r.to.Homography = composed(p.Homography, [9]float64{scale, 0, dx, 0, scale, dy, 0, 0, 1})
	if err := r.prepare(p.Lens.Bends()); err != nil {
		return nil, err
	}
	return r, nil
}

// Close frees the maps.
func (r *Rectifier) Close() error {
	return errors.Join(r.x.Close(), r.y.Close(), r.gains.Close())
}

// Profile is the straightened pictures' own: no lens, the plane and the tray where they are now.
func (r *Rectifier) Profile() calibration.Profile { return r.to }

// Rectify writes the straightened picture to dst. src is a BGR picture (8
// bits, 3 channels) of the size that the profile holds for; both stay the caller's.
func (r *Rectifier) Rectify(src gocv.Mat, dst *gocv.Mat) error {
	if src.Empty() || src.Type() != gocv.MatTypeCV8UC3 {
		return errors.New("straighten a picture: it is empty or has no colour")
	}
	if src.Cols() != r.from.Width || src.Rows() != r.from.Height {
		return fmt.Errorf("straighten a picture: it has %d×%d px, the profile holds for %d×%d", src.Cols(), src.Rows(), r.from.Width, r.from.Height)
	}
	if r.x.Empty() {
		src.CopyTo(dst)
	} else {
		gocv.Remap(src, dst, &r.x, &r.y, gocv.InterpolationLinear, gocv.BorderConstant, color.RGBA{})
	}
	if !r.gains.Empty() {
		gocv.LUT(*dst, r.gains, dst)
	}
	return nil
}

// Original maps a place in the straightened picture to the camera's, px. ok is
// false where the floor is not in front of the camera.
func (r *Rectifier) Original(p vision.Point) (original vision.Point, ok bool) {
	s, ok := r.flat.there(calibration.Point(p))
	return vision.Point(r.from.Lens.Bend(s)), ok
}

// Rectified maps a place in the camera's picture to the straightened one, px; it is the inverse of Original.
func (r *Rectifier) Rectified(p vision.Point) (rectified vision.Point, ok bool) {
	o, ok := r.flat.back(r.from.Lens.Straighten(calibration.Point(p)))
	return vision.Point(o), ok
}
