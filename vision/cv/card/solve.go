//go:build cgo

package card

import (
	"errors"
	"fmt"
	"image"
	"math"

	"astragal/calibration"
	"astragal/vision"
	"astragal/vision/cv/picture"

	"gocv.io/x/gocv"
)

// OpenCV's own numbers; gocv 0.31 has names only for its fisheye ones.
const (
	calibGuess          gocv.CalibFlag = 1
	calibFixAspect      gocv.CalibFlag = 2
	calibFixMiddle      gocv.CalibFlag = 4
	calibNoTangential   gocv.CalibFlag = 8
	calibFixFocalLength gocv.CalibFlag = 16
	calibFixK2          gocv.CalibFlag = 64
	calibFixK3          gocv.CalibFlag = 128
)

const (
	maxResidual  = 0.7  // mm: a card that fits worse is not flat
	lensIsWorth  = 0.6  // a lens is kept when it brings the residual below this part of what it was
	lensStrays   = 1.0  // px: and when it is certain to this in the picture's corners
	tiltsDiffer  = 12.0 // degrees between views that show the focal length
	viewsForLens = 3    // views that the focal length needs
)

// Calibrate works out a camera's profile from pictures of the card. In the
// first the card lies flat on the tray's floor; more pictures, with the card
// held at different slants and places, tell about the lens. rulerMM is what a
// real ruler says of the printed 100 mm (0: 100). notes say in words what
// could not be told and why. Camera, Tray, Background and Made are the caller's to fill in.
func Calibrate(views []View, rulerMM float64) (p calibration.Profile, notes []string, err error) {
	if rulerMM == 0 {
		rulerMM = calibration.CardRuler
	}
	if err := checkViews(views, rulerMM); err != nil {
		return p, nil, err
	}
	s := solver{views: views, scale: rulerMM / calibration.CardRuler}
	p = calibration.Profile{Width: views[0].Width, Height: views[0].Height, Views: len(views)}
	p.Lens, notes = s.lens()
	p.Homography, p.ResidualMM = s.plane(p.Lens)
	if p.ResidualMM > maxResidual*s.scale {
		return calibration.Profile{}, notes, fmt.Errorf("the card does not lie flat: its corners are %.1f mm off, %.1f at most is good; press it flat or glue it on cardboard", p.ResidualMM, maxResidual)
	}
	var why string
	if p.WhiteBalance, why = whiteBalance(views[0].Patches); why != "" {
		notes = append(notes, "colours are left as the camera gives them: "+why)
	}
	if err := p.Check(); err != nil {
		return calibration.Profile{}, notes, fmt.Errorf("the pictures of the card give no sound profile: %w; take them again", err)
	}
	return p, notes, nil
}

func checkViews(views []View, rulerMM float64) error {
	if len(views) == 0 {
		return errors.New("there is no picture of the card")
	}
	if !(rulerMM >= 50 && rulerMM <= 200) {
		return fmt.Errorf("the printed ruler's 100 mm can't be %g mm: measure again, in mm", rulerMM)
	}
	for _, v := range views {
		if v.Width != views[0].Width || v.Height != views[0].Height {
			return fmt.Errorf("the pictures differ in size (%d×%d and %d×%d px): take all with the same camera and setting",
				views[0].Width, views[0].Height, v.Width, v.Height)
		}
		if len(v.Corners) != calibration.CardCols*calibration.CardRows {
			return fmt.Errorf("a picture of the card has %d corners, not %d", len(v.Corners), calibration.CardCols*calibration.CardRows)
		}
	}
	return nil
}

// solver finds lens and plane; scale is how much larger than meant the card was printed.
type solver struct {
	views []View
	scale float64
}

// lens is the lens that explains the views, or none where they don't show one.
func (s solver) lens() (calibration.Lens, []string) {
	none := calibration.Lens{}
	_, straight := s.plane(none)
	guess := calibration.GuessLens(s.views[0].Width, s.views[0].Height)
	if len(s.views) >= viewsForLens {
		full, turned := s.solve(guess, calibGuess|calibFixAspect|calibNoTangential|calibFixK3)
		if turned >= tiltsDiffer && s.sound(full) {
			return full, nil
		}
	}
	bent, _ := s.solve(guess, calibGuess|calibFixFocalLength|calibFixMiddle|calibNoTangential|calibFixK2|calibFixK3)
	if _, residual := s.plane(bent); s.sound(bent) && residual < lensIsWorth*straight && s.strays(bent, residual) < lensStrays {
		return bent, []string{"the lens is corrected for its bending only; for its focal length too, add pictures of the card held at different slants"}
	}
	return none, []string{"the lens is taken to be straight: the pictures of the card show no bending"}
}

// strays guesses how uncertain, px, a lens's bending is in the picture's
// corners, when the card's corners fit to residual mm: bending grows with the
// third power of the distance from the middle, and so does what is wrong with it.
func (s solver) strays(l calibration.Lens, residual float64) float64 {
	v := s.views[0]
	h, _ := s.plane(l)
	p := calibration.Profile{Width: v.Width, Height: v.Height, Homography: h}
	reach := 1.0
	for _, c := range v.Corners {
		reach = max(reach, math.Hypot(c[0]-l.CX, c[1]-l.CY))
	}
	beyond := max(1, math.Hypot(float64(v.Width), float64(v.Height))/2/reach)
	return residual * p.PxPerMM() / math.Sqrt(float64(len(v.Corners))) * beyond * beyond * beyond
}

// sound says whether a lens is one that a profile may have.
func (s solver) sound(l calibration.Lens) bool {
	h, _ := s.plane(l)
	return calibration.Profile{Width: s.views[0].Width, Height: s.views[0].Height, Lens: l, Homography: h}.Check() == nil
}

// solve runs OpenCV's calibration from a guess; turned is the largest angle, degrees, between two views' cards.
func (s solver) solve(guess calibration.Lens, flags gocv.CalibFlag) (l calibration.Lens, turned float64) {
	var object [][]gocv.Point3f
	var seen [][]gocv.Point2f
	for _, v := range s.views {
		var o []gocv.Point3f
		var i []gocv.Point2f
		for k, c := range calibration.CardCorners() {
			o = append(o, gocv.NewPoint3f(float32(c[0]*s.scale), float32(c[1]*s.scale), 0))
			i = append(i, gocv.NewPoint2f(float32(v.Corners[k][0]), float32(v.Corners[k][1])))
		}
		object, seen = append(object, o), append(seen, i)
	}
	o, i := gocv.NewPoints3fVectorFromPoints(object), gocv.NewPoints2fVectorFromPoints(seen)
	defer o.Close()
	defer i.Close()
	k := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(0, 0, 0, 0), 3, 3, gocv.MatTypeCV64F)
	d := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(0, 0, 0, 0), 1, 5, gocv.MatTypeCV64F)
	r, t := gocv.NewMat(), gocv.NewMat()
	defer picture.CloseAll(&k, &d, &r, &t)
	k.SetDoubleAt(0, 0, guess.FX)
	k.SetDoubleAt(1, 1, guess.FY)
	k.SetDoubleAt(0, 2, guess.CX)
	k.SetDoubleAt(1, 2, guess.CY)
	k.SetDoubleAt(2, 2, 1)
	gocv.CalibrateCamera(o, i, image.Pt(s.views[0].Width, s.views[0].Height), &k, &d, &r, &t, flags)
	l = calibration.Lens{FX: k.GetDoubleAt(0, 0), FY: k.GetDoubleAt(1, 1), CX: k.GetDoubleAt(0, 2), CY: k.GetDoubleAt(1, 2)}
	l.K1, l.K2, l.P1, l.P2, l.K3 = d.GetDoubleAt(0, 0), d.GetDoubleAt(0, 1), d.GetDoubleAt(0, 2), d.GetDoubleAt(0, 3), d.GetDoubleAt(0, 4)
	return l, widest(r)
}

// widest is the largest angle, degrees, between the normals of cards turned by rotation vectors.
func widest(rotations gocv.Mat) float64 {
	var normals [][3]float64
	for i := range rotations.Rows() {
		v := rotations.GetVecdAt(i, 0)
		normals = append(normals, normal([3]float64{v[0], v[1], v[2]}))
	}
	most := 0.0
	for i, a := range normals {
		for _, b := range normals[:i] {
			dot := a[0]*b[0] + a[1]*b[1] + a[2]*b[2]
			most = max(most, math.Acos(min(1, max(-1, dot)))*180/math.Pi)
		}
	}
	return most
}

// normal is where the z axis goes when it is turned by a rotation vector.
func normal(v [3]float64) [3]float64 {
	angle := math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2])
	if angle == 0 {
		return [3]float64{0, 0, 1}
	}
	x, y, z := v[0]/angle, v[1]/angle, v[2]/angle
	sin, cos := math.Sincos(angle)
	return [3]float64{x*z*(1-cos) + y*sin, y*z*(1-cos) - x*sin, z*z*(1-cos) + cos}
}

// plane is the homography from straightened px to mm of the first view, and
// how far its corners lie off, mm (root mean square).
func (s solver) plane(l calibration.Lens) ([9]float64, float64) {
	straight := make([]vision.Point, 0, len(s.views[0].Corners))
	for _, c := range s.views[0].Corners {
		straight = append(straight, vision.Point(l.Straighten(calibration.Point(c))))
	}
	h := homography(straight, s.scale)
	plane, err := calibration.NewPlane(h)
	if err != nil {
		return h, math.Inf(1)
	}
	sum := 0.0
	for i, c := range calibration.CardCorners() {
		mm, ok := plane.MM(calibration.Point(straight[i]))
		if !ok {
			return h, math.Inf(1)
		}
		dx, dy := mm[0]-c[0]*s.scale, mm[1]-c[1]*s.scale
		sum += dx*dx + dy*dy
	}
	return h, math.Sqrt(sum / float64(len(straight)))
}

// homography maps px to mm so that the card's corners, printed scale times as large, come out best.
func homography(px []vision.Point, scale float64) [9]float64 {
	src := gocv.NewMatWithSize(len(px), 1, gocv.MatTypeCV64FC2)
	dst := gocv.NewMatWithSize(len(px), 1, gocv.MatTypeCV64FC2)
	mask := gocv.NewMat()
	defer picture.CloseAll(&src, &dst, &mask)
	for i, c := range calibration.CardCorners() {
		src.SetDoubleAt(i, 0, px[i][0])
		src.SetDoubleAt(i, 1, px[i][1])
		dst.SetDoubleAt(i, 0, c[0]*scale)
		dst.SetDoubleAt(i, 1, c[1]*scale)
	}
	m := gocv.FindHomography(src, &dst, gocv.HomograpyMethodAllPoints, 3, &mask, 2000, 0.995)
	defer m.Close()
	var h [9]float64
	if m.Empty() || m.Rows() != 3 || m.Cols() != 3 {
		return h
	}
	for i := range h {
		h[i] = m.GetDoubleAt(i/3, i%3)
	}
	return h
}
