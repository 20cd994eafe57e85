//go:build cgo

package look

import (
	"fmt"
	"math"
	"slices"

	"astragal/calibration"
	"astragal/vision"
	"astragal/vision/cv/find"
	"astragal/vision/cv/picture"
	"astragal/vision/cv/rectify"

	"gocv.io/x/gocv"
)

// straightener takes out what a lens bends before a picture is read, and maps
// what was read back to the camera's own px. It keeps the maps of the last lens.
type straightener struct {
	rect *rectify.Rectifier
	of   calibration.Profile // what rect was made for
}

func (s *straightener) close() error {
	if s.rect == nil {
		return nil
	}
	r := s.rect
	s.rect = nil
	return r.Close()
}

// bends tells whether a profile holds for a picture and knows of a lens that bends it.
func bends(p *calibration.Profile, img gocv.Mat) bool {
	return p != nil && p.Lens.Bends() && p.Width == img.Cols() && p.Height == img.Rows()
}

// through gives the Rectifier for a lens and a plane. It leaves colours and the tray alone.
func (s *straightener) through(p calibration.Profile) (*rectify.Rectifier, error) {
	of := calibration.Profile{Width: p.Width, Height: p.Height, Lens: p.Lens, Homography: p.Homography}
	if s.rect != nil && s.of.Lens == of.Lens && s.of.Homography == of.Homography && s.of.Width == of.Width && s.of.Height == of.Height {
		return s.rect, nil
	}
	if err := s.close(); err != nil {
		return nil, fmt.Errorf("free the maps of another lens: %w", err)
	}
	r, err := rectify.New(of)
	if err != nil {
		return nil, err
	}
	s.rect, s.of = r, of
	return r, nil
}

// lookStraight reads a picture with its lens's bending taken out. What it gives is in px of the picture as it came.
func (l *Looker) lookStraight(img gocv.Mat, how Looking) (vision.Scene, error) {
	r, err := l.straight.through(*how.Profile)
	if err != nil {
		return vision.Scene{}, err
	}
	flat := gocv.NewMat()
	defer flat.Close()
	if err := r.Rectify(img, &flat); err != nil {
		return vision.Scene{}, err
	}
	pic := picture.PyramidOf(img)
	defer pic.Close()
	outline := trayOf(pic, how.Profile)
	straight := r.Profile()
	straight.WhiteBalance = how.Profile.WhiteBalance
	for _, p := range outline {
		if q, ok := r.Rectified(p); ok {
			straight.Tray = append(straight.Tray, calibration.Point(q))
		}
	}
	inner := how
	inner.Profile, inner.Crops = &straight, false
	s, err := l.look(flat, inner)
	if err != nil {
		return s, err
	}
	s.Tray = outline
	var zoom []float64
	for i, d := range s.Sightings {
		s.Sightings[i] = unstraightened(d, r, s.Width, s.Height)
		zoom = append(zoom, s.Sightings[i].SizePx/max(d.SizePx, 1))
	}
	if len(zoom) > 0 {
		s.PxPerMM *= picture.Median(zoom)
	}
	if how.Crops {
		if err := addCrops(img, s.Sightings); err != nil {
			return s, err
		}
	}
	return s, nil
}

// unstraightened is a sighting of the straightened picture in px of the camera's, which is w × h px large.
func unstraightened(d vision.Sighting, r *rectify.Rectifier, w, h int) vision.Sighting {
	line := make([]vision.Point, 0, len(d.Outline))
	for _, p := range d.Outline {
		q, _ := r.Original(p) // a lens alone has all of the picture in front of it
		line = append(line, q)
	}
	if was := picture.Area(d.Outline); was > 0 {
		d.SizePx *= math.Sqrt(picture.Area(line) / was)
	}
	const steps = 8 // a box's edges become arcs
	low, high := vision.Point{math.Inf(1), math.Inf(1)}, vision.Point{math.Inf(-1), math.Inf(-1)}
	for i := range steps + 1 {
		t := float64(i) / steps
		for _, p := range []vision.Point{
			{d.Box[0] + t*d.Box[2], d.Box[1]}, {d.Box[0] + t*d.Box[2], d.Box[1] + d.Box[3]},
			{d.Box[0], d.Box[1] + t*d.Box[3]}, {d.Box[0] + d.Box[2], d.Box[1] + t*d.Box[3]},
		} {
			q, _ := r.Original(p)
			for c := range q {
				low[c], high[c] = min(low[c], q[c]), max(high[c], q[c])
			}
		}
	}
	// Beyond the picture's edge the straightened one is black: a die that reaches it was cut there.
	if cut := min(low[0], low[1], float64(w)-high[0], float64(h)-high[1]) < 0; cut && !slices.Contains(d.Doubts, find.CutOff) {
		d.Doubts = append(slices.Clone(d.Doubts), find.CutOff)
	}
	x0, y0 := max(0, low[0]), max(0, low[1])
	d.Outline = line
	d.Box = vision.Box{x0, y0, max(0, min(float64(w), high[0])-x0), max(0, min(float64(h), high[1])-y0)}
	return d
}
