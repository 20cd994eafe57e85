// Package calibration describes one camera over one tray: its lens, the plane of the tray (px and mm), the empty tray
// and the colour of its light. It also holds the printable card from which vision/cv works these out.
//
// A [Profile] holds all of this, as data that is loaded, saved and checked. A [Lens] straightens px, a [Plane] turns
// straightened px into mm and back. The package touches no pixels.
package calibration

import (
	"fmt"
	"math"
	"time"
)

// Version is the version of the profile files that this program writes.
const Version = 1

// Point is a place: px in a picture (origin at the top left) or mm on the tray's floor (origin at the card's first
// inner corner). Each use of a Point says which of the two it is.
type Point [2]float64

// Profile is what is known of one camera over one tray. The zero value holds nothing.
type Profile struct {
	// Version is the constant Version for profiles made by this program. Save sets it.
	Version int `json:"version"`
	// Camera is the stable name of the camera that the profile was made with.
	Camera string `json:"camera"`
	// Width and Height are the size, in px, of the pictures that the profile is for.
	Width  int `json:"width"`
	Height int `json:"height"`
	// Lens is the camera's lens. The zero value doesn't distort.
	Lens Lens `json:"lens,omitzero"`
	// Homography maps px (homogeneous, after the lens is corrected) to mm on the tray's floor, row by row. It is all
	// zero if the plane isn't known.
	Homography [9]float64 `json:"homography"`
	// WhiteBalance holds the factors for red, green and blue that make grey paper grey. The factor for green is 1.
	// They are all zero if they aren't known.
	WhiteBalance [3]float64 `json:"white_balance,omitzero"`
	// Tray is the tray's outline, px in the picture as the camera gives it. It is empty if none was found.
	Tray []Point `json:"tray,omitempty"`
	// Background is a small JPEG of the empty tray. It is empty if none was taken.
	Background []byte `json:"background,omitempty"`
	// Made is when the profile was made.
	Made time.Time `json:"made"`
	// Views counts the pictures of the card that the profile was made from.
	Views int `json:"views,omitempty"`
	// ResidualMM is how far the card's corners lie from where the profile puts them (root mean square, mm).
	ResidualMM float64 `json:"residual_mm,omitempty"`
}

// Plane returns the tray's plane. ok is false if the profile has none.
func (p Profile) Plane() (plane Plane, ok bool) {
	if p.Homography == [9]float64{} {
		return Plane{}, false
	}
	plane, err := NewPlane(p.Homography)
	return plane, err == nil
}

// MM maps a px of the camera's picture to mm on the tray's floor. It corrects the lens first. ok is false if the
// plane isn't known or px lies beyond its horizon.
func (p Profile) MM(px Point) (mm Point, ok bool) {
	plane, ok := p.Plane()
	if !ok {
		return Point{}, false
	}
	return plane.MM(p.Lens.Straighten(px))
}

// Px maps mm on the tray's floor to a px of the camera's picture. It is the inverse of MM.
func (p Profile) Px(mm Point) (px Point, ok bool) {
	plane, ok := p.Plane()
	if !ok {
		return Point{}, false
	}
	px, ok = plane.Px(mm)
	return p.Lens.Bend(px), ok
}

// PxPerMM is the scale, in px per mm, in the middle of the tray, or of the picture if there is no tray. It is 0 if
// the plane isn't known.
func (p Profile) PxPerMM() float64 {
	plane, ok := p.Plane()
	if !ok {
		return 0
	}
	return plane.PxPerMM(p.Lens.Straighten(p.middle()))
}

// Tilt is the angle between the camera's view and straight down, in degrees. It is 0 if the plane isn't known. If the
// lens isn't known, a view of 60° is assumed.
func (p Profile) Tilt() float64 {
	plane, ok := p.Plane()
	if !ok {
		return 0
	}
	lens := p.Lens
	if !lens.Known() {
		lens = GuessLens(p.Width, p.Height)
	}
	return plane.tilt(lens)
}

// Up is the direction in the picture of things that stand upright on the tray's floor, seen at a px: the normal's
// part across the line of sight, to the right and down. Its length is the sine of the angle between the two. ok is
// false if lens or plane isn't known.
func (p Profile) Up(px Point) (way Point, ok bool) {
	plane, ok := p.Plane()
	if !ok || !p.Lens.Known() {
		return Point{}, false
	}
	return plane.up(p.Lens, p.Lens.Straighten(px))
}

// For returns the profile for pictures of the named camera and of the given size (px). If the aspect is the same, the
// profile is scaled. Another camera or another aspect is an error. An empty camera isn't checked.
func (p Profile) For(camera string, width, height int) (Profile, error) {
	if camera != "" && p.Camera != "" && camera != p.Camera {
		return Profile{}, fmt.Errorf("the profile was made with the camera %q, not with %q: calibrate this camera, or name its own profile", p.Camera, camera)
	}
	if width == p.Width && height == p.Height {
		return p, nil
	}
	if width <= 0 || height <= 0 {
		return Profile{}, fmt.Errorf("a picture of %d×%d px has no profile", width, height)
	}
	sx, sy := float64(width)/float64(p.Width), float64(height)/float64(p.Height)
	if math.Abs(sx/sy-1) > 0.01 {
		return Profile{}, fmt.Errorf("the profile holds for pictures of %d×%d px, this one has %d×%d and another shape: set the camera to the old size or calibrate again",
			p.Width, p.Height, width, height)
	}
	return p.scaled(width, height, sx, sy), nil
}

// scaled is the profile for a picture that is sx times as wide and sy times as high.
func (p Profile) scaled(width, height int, sx, sy float64) Profile {
	p.Width, p.Height = width, height
	p.Lens = p.Lens.scaled(sx, sy)
	for i := 0; i < 9; i += 3 {
		// Centres of px are at whole numbers: x' = (x+½)·s-½.
		p.Homography[i+2] += p.Homography[i]*(0.5/sx-0.5) + p.Homography[i+1]*(0.5/sy-0.5)
		p.Homography[i] /= sx
		p.Homography[i+1] /= sy
	}
	tray := make([]Point, 0, len(p.Tray))
	for _, t := range p.Tray {
		tray = append(tray, Point{(t[0]+0.5)*sx - 0.5, (t[1]+0.5)*sy - 0.5})
	}
	if p.Tray = nil; len(tray) > 0 {
		p.Tray = tray
	}
	return p
}

// middle is the middle of the tray, or of the picture.
func (p Profile) middle() Point {
	if len(p.Tray) == 0 {
		return Point{float64(p.Width-1) / 2, float64(p.Height-1) / 2}
	}
	var m Point
	for _, t := range p.Tray {
		m[0] += t[0] / float64(len(p.Tray))
		m[1] += t[1] / float64(len(p.Tray))
	}
	return m
}
