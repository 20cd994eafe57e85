//go:build cgo

package look

import (
	"math"

	"astragal/calibration"
	"astragal/vision"
	"astragal/vision/cv/picture"
)

// giveScale fills in sizes in mm, from the profile or else guessed from the dice.
func giveScale(s *vision.Scene, profile *calibration.Profile) {
	if profile != nil {
		giveMM(s, *profile)
	}
	if s.PxPerMM > 0 {
		return
	}
	var d6 []float64
	for _, d := range s.Sightings {
		if d.Shapes[0].Shape == vision.D6 && len(d.Doubts) == 0 {
			d6 = append(d6, d.SizePx)
		}
	}
	if s.PxPerMM = calibration.GuessScale(d6); s.PxPerMM == 0 {
		return
	}
	s.ScaleFrom = "dice"
	for i := range s.Sightings {
		s.Sightings[i].SizeMM = s.Sightings[i].SizePx / s.PxPerMM
	}
}

// giveMM measures each die on the calibrated plane.
func giveMM(s *vision.Scene, p calibration.Profile) {
	var scales []float64
	for i, d := range s.Sightings {
		x, y := d.Box[0]+d.Box[2]/2, d.Box[1]+d.Box[3]/2
		r := max(d.SizePx/2, 1)
		a, okA := p.MM(calibration.Point{x - r, y})
		b, okB := p.MM(calibration.Point{x + r, y})
		c, okC := p.MM(calibration.Point{x, y - r})
		e, okE := p.MM(calibration.Point{x, y + r})
		if !okA || !okB || !okC || !okE {
			continue
		}
		mm := math.Sqrt(math.Hypot(b[0]-a[0], b[1]-a[1]) * math.Hypot(e[0]-c[0], e[1]-c[1]))
		if mm <= 0 {
			continue
		}
		s.Sightings[i].SizeMM = d.SizePx * mm / (2 * r)
		scales = append(scales, 2*r/mm)
	}
	if len(scales) > 0 {
		s.PxPerMM, s.ScaleFrom = picture.Median(scales), "profile"
	}
}
