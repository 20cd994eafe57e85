//go:build cgo

package face

import (
	"errors"
	"image"
	"image/color"
	"math"

	"gocv.io/x/gocv"

	"astragal/vision"
	"astragal/vision/cv/find"
	"astragal/vision/cv/picture"
)

// Seen is a find as its top face is looked at: in the picture, or, if the camera leans, in a picture of its own in which the plane of the top face is stretched as if it were seen from straight above. So all
// that reads faces from above reads them from aside.
type Seen struct {
	Pic  picture.Pyramid
	Find find.Found
	// Lean is by how much the camera leans there, degrees; 0 in the picture itself.
	Lean float64
}

// leastLean is the lean, degrees, from which a die is straightened.
const leastLean = 18

// seenWide is how many times as wide as the die its own picture is.
const seenWide = 2.4

// rise is how high the top face of a solid that lies flat is over its middle, as a share of the die's width from above; 0 if it has none, as a d4. For a cube, which may be turned any way, the width is the
// mean one.
func rise(s vision.Shape) float64 {
	switch s {
	case vision.D20, vision.D12:
		return .4
	case vision.D6:
		return math.Pi / 8
	case vision.D10:
		return .33
	case vision.D8:
		return .3
	default:
		return 0
	}
}

// high is how high a solid that lies flat looks if the camera leans, as a share of its width from above: a cube shows its front below its top face, round solids look alike from all sides.
func high(s vision.Shape, how lean) float64 {
	if s != vision.D6 {
		return 1
	}
	sin, cos := math.Sincos(how.degrees * math.Pi / 180)
	return cos + sin*math.Pi/4
}

// straightens tells whether a solid is looked at straightened if the camera leans so.
func straightens(s vision.Shape, how lean) bool { return rise(s) > 0 && how.degrees >= leastLean }

// See is a find of a picture as its top face is looked at. camera is how it leans, nil if nobody knows; solid is what the die most likely is. It must be closed.
func See(pic picture.Pyramid, f find.Found, camera *Leaning, solid vision.Shape) Seen {
	var how lean
	if camera != nil {
		how = camera.at(pic.Image, f)
	}
	if !straightens(solid, how) {
		return Seen{Pic: pic, Find: f}
	}
	sin, cos := math.Sincos(how.degrees * math.Pi / 180)
	wide := math.Sqrt(f.Width() * f.Height() / high(solid, how))
	px := int(seenWide * wide)
	x, y := f.Center()
	up := rise(solid) * sin * wide
	x, y = x+how.up[0]*up, y+how.up[1]*up
	// A step in its own picture is one in the picture, shorter where it goes up.
	shorter := 1 - cos
	xx, xy, yy := 1-shorter*how.up[0]*how.up[0], -shorter*how.up[0]*how.up[1], 1-shorter*how.up[1]*how.up[1]
	middle := float64(px-1) / 2
	m := gocv.NewMatWithSize(2, 3, gocv.MatTypeCV64F)
	defer m.Close()
	for i, v := range []float64{xx, xy, x - (xx+xy)*middle, xy, yy, y - (xy+yy)*middle} {
		m.SetDoubleAt(i/3, i%3, v)
	}
	own := gocv.NewMat()
	gocv.WarpAffineWithParams(pic.Image, &own, m, image.Pt(px, px), gocv.InterpolationLinear|gocv.WarpInverseMap, gocv.BorderReplicate, color.RGBA{})
	s := Seen{Pic: picture.PyramidOf(own), Find: f, Lean: how.degrees}
	s.Find.X0, s.Find.X1 = middle-wide/2, middle+wide/2
	s.Find.Y0, s.Find.Y1 = s.Find.X0, s.Find.X1
	return s
}

// Close frees the find's own picture.
func (s Seen) Close() error {
	if s.Lean == 0 {
		return nil
	}
	return errors.Join(s.Pic.Close(), s.Pic.Image.Close())
}

// AlignSeen asks where the top faces of some straightened dice lie, and puts it into tops. In its own picture a die that lies flat looks straight up.
func (n *Networks) AlignSeen(seen []Seen, which []int, tops []*Top) error {
	for _, i := range which {
		at, err := n.AlignAnyway(seen[i].Pic, seen[i].Find)
		if err != nil {
			return err
		}
		at.Cocked = at.tells(seen[i].Find) && at.looksFrom(vision.Point{}) > witnessOf(at.Solid()).flat
		tops[i] = &at
	}
	return nil
}
