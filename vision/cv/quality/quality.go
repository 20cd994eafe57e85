//go:build cgo

// Package quality says in words what is wrong with a picture: its light, its sharpness, the camera's distance and lean.
package quality

import (
	"fmt"
	"image"
	"math"
	"slices"

	"astragal/calibration"
	"astragal/vision"
	"astragal/vision/cv/picture"

	"gocv.io/x/gocv"
)

// Meter says in words what is wrong with the picture of a tray. The zero value
// is ready; it is not safe for concurrent use. It looks at one picture at a
// time, about once a second, and remembers only the light of the last few, to
// notice flicker. It holds no Mat.
type Meter struct {
	light []frameLight
}

// What the words of the meter stand on. Light is grey levels, 0 to 255.
const (
	meterSide    = 320  // px of the copy that light is measured in
	sharpSide    = 1280 // px of the copy that sharpness is measured in
	tooDark      = 75.0 // the brightest fiftieth of the tray is darker than this
	tooBright    = 0.25 // part of the tray that is burnt out
	burntOut     = 250  // all three colours reach this
	pxPerMMNeeds = 3.0
	dieNeeds     = 40.0 // px
	tooTilted    = 30.0 // degrees
)

// Measure looks at a BGR picture (8 bits, 3 channels). scene is what was seen
// in it and profile the camera's calibration; either may be nil. A picture
// with nothing wrong is good; what can't be told is not complained about.
func (m *Meter) Measure(img gocv.Mat, scene *vision.Scene, profile *calibration.Profile) vision.Quality {
	if img.Empty() || img.Type() != gocv.MatTypeCV8UC3 || img.Cols() < 64 || img.Rows() < 64 {
		return vision.Quality{Words: []string{"no picture"}}
	}
	if scene == nil {
		scene = &vision.Scene{}
	}
	q := vision.Quality{Words: []string{}, PxPerMM: scaleOf(scene, profile)}
	p := newPixels(img, scene.Tray)
	q.Words = append(q.Words, p.lightWords()...)
	dark := len(q.Words) > 0 && p.dark()
	if !dark {
		q.Words = append(q.Words, p.glareWords()...)
		q.Words = append(q.Words, sharpWords(img)...)
	}
	q.Words = append(q.Words, distanceWords(scene, q.PxPerMM)...)
	if slices.Contains(scene.Problems, vision.TooFlat) {
		q.Words = append(q.Words, vision.TooFlat)
	} else {
		q.Words = append(q.Words, tiltWords(scene, profile)...)
	}
	if m.flickers(p) {
		q.Words = append(q.Words, "the light flickers: use another lamp, or lock the camera's exposure")
	}
	q.Good = len(q.Words) == 0
	return q
}

// scaleOf is the scale in px per mm, 0 where nobody knows.
func scaleOf(scene *vision.Scene, profile *calibration.Profile) float64 {
	if scene.PxPerMM > 0 {
		return scene.PxPerMM
	}
	if profile != nil {
		return profile.PxPerMM()
	}
	return 0
}

// sharpWords says whether the picture is blurred, and by what.
func sharpWords(img gocv.Mat) []string {
	small, grey := gocv.NewMat(), gocv.NewMat()
	defer picture.CloseAll(&small, &grey)
	src := img
	if long := max(img.Cols(), img.Rows()); long > sharpSide {
		s := float64(sharpSide) / float64(long)
		gocv.Resize(img, &small, image.Point{}, s, s, gocv.InterpolationArea)
		src = small
	}
	gocv.CvtColor(src, &grey, gocv.ColorBGRToGray)
	width, evenness, ok := EdgeWidth(grey)
	switch {
	case !ok:
		return nil
	case evenness < smearedEdges:
		return []string{"smeared by motion: fix the camera and give more light"}
	case width > BlurredEdge:
		return []string{"out of focus: focus the camera on the tray's floor or wipe its lens"}
	}
	return nil
}

// distanceWords says whether dice are drawn too small to be read. A scale that
// was guessed from the dice tells nothing that their size in px doesn't.
func distanceWords(scene *vision.Scene, pxPerMM float64) []string {
	if pxPerMM > 0 && scene.ScaleFrom != "dice" {
		if pxPerMM < pxPerMMNeeds*0.97 {
			return []string{fmt.Sprintf("too far away: %.1f px per mm, %.0f are needed; bring the camera nearer or raise the picture's size", pxPerMM, pxPerMMNeeds)}
		}
		return nil
	}
	var sides []float64
	for _, s := range scene.Sightings {
		if s.SizePx > 0 {
			sides = append(sides, s.SizePx)
		}
	}
	if len(sides) > 0 && picture.Median(sides) < dieNeeds {
		return []string{fmt.Sprintf("too far away: a die is %.0f px wide, %.0f are needed; bring the camera nearer or raise the picture's size", picture.Median(sides), dieNeeds)}
	}
	return nil
}

// tiltWords says whether the camera looks from the side.
func tiltWords(scene *vision.Scene, profile *calibration.Profile) []string {
	if profile != nil && profile.Homography != [9]float64{} {
		if tilt := profile.Tilt(); tilt > tooTilted {
			return []string{fmt.Sprintf("tilted: the camera looks from the side (%.0f°); let it look straight down", tilt)}
		}
		return nil
	}
	if growth := growthOf(scene.Sightings, scene.Height); growth > 1.45 {
		return []string{"tilted: the camera looks from the side; let it look straight down"}
	}
	return nil
}

// growthOf is how much larger dice are drawn at the picture's bottom than at
// its top, or the other way round: at least 1. It is 1 unless many dice agree on it closely.
func growthOf(dice []vision.Sighting, height int) float64 {
	if len(dice) < 6 || height <= 0 {
		return 1
	}
	var n, sy, ss, syy, sys, sss, low, high float64
	low, high = math.Inf(1), math.Inf(-1)
	for _, d := range dice {
		if d.SizePx <= 0 {
			continue
		}
		y, s := (d.Box[1]+d.Box[3]/2)/float64(height), math.Log(d.SizePx)
		n, sy, ss, syy, sys, sss = n+1, sy+y, ss+s, syy+y*y, sys+y*s, sss+s*s
		low, high = min(low, y), max(high, y)
	}
	vy, vs, c := n*syy-sy*sy, n*sss-ss*ss, n*sys-sy*ss
	if n < 6 || high-low < 0.4 || vy <= 0 || vs <= 0 || c*c < 0.8*vy*vs {
		return 1
	}
	return math.Exp(math.Abs(c / vy))
}

// where names a ninth of a picture.
func where(x, y float64, w, h int) string {
	names := [3][3]string{
		{"at the upper left", "at the upper edge", "at the upper right"},
		{"at the left", "in the middle", "at the right"},
		{"at the lower left", "at the lower edge", "at the lower right"},
	}
	return names[min(2, max(0, int(3*y/float64(h))))][min(2, max(0, int(3*x/float64(w))))]
}

// percentile of numbers, which are sorted by it; part goes from 0 to 1.
func percentile(v []uint8, part float64) float64 {
	if len(v) == 0 {
		return 0
	}
	slices.Sort(v)
	return float64(v[min(len(v)-1, int(part*float64(len(v))))])
}
