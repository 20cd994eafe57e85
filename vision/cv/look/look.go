//go:build cgo

// Package look reads one picture: it asks the other rooms where dice lie and what they show, and makes a scene of that.
package look

import (
	"errors"
	"fmt"
	"slices"

	"astragal/calibration"
	"astragal/models/networks"
	"astragal/vision"
	"astragal/vision/cv/face"
	"astragal/vision/cv/find"
	"astragal/vision/cv/picture"
	"astragal/vision/cv/thing"
	"astragal/vision/cv/tray"

	"gocv.io/x/gocv"
)

// Looking says how a picture is to be read.
type Looking struct {
	// Profile is the camera's calibration; nil where none was made.
	Profile *calibration.Profile
	// Crops asks for a JPEG of each die.
	Crops bool
	// Faces asks for what a gallery compares: each top face's vectors and its count of copies.
	Faces bool
	// Closer also looks for dice that a usual look overlooks: small ones that lie against larger ones, and faint ones. It takes longer, and more of its finds
	// are false. It is for a picture in which something is known to lie that was not read.
	Closer bool
	// Standing is what throws before have told of the camera; nil for a picture by itself. Look adds what this picture tells.
	Standing *Standing
}

// Standing is what throws under a camera that stands still have told of how it leans. The zero value is a camera of which nothing is known.
type Standing struct {
	known, newest *face.Leaning
}

// Thrown says that the dice of the newest look were thrown anew: what they told counts for later looks.
func (s *Standing) Thrown() {
	if s.newest != nil {
		s.known = s.newest
	}
}

// Known says whether throws have told of the camera.
func (s *Standing) Known() bool { return s.known != nil }

// Forget says that the camera may look from elsewhere now.
func (s *Standing) Forget() { *s = Standing{} }

// Looker finds and reads the dice of one picture at a time. It owns the
// networks; it is not safe for concurrent use.
type Looker struct {
	finder   find.Finder
	faces    face.Networks
	things   thing.Judge
	straight straightener
}

// New loads the built-in networks.
func New() (*Looker, error) {
	set, err := networks.Load()
	if err != nil {
		return nil, err
	}
	return NewWith(set)
}

// NewWith reads with other networks than the built-in ones. They must come from
// networks.LoadDir: OpenCV ends the process over a broken file.
func NewWith(set networks.Set) (*Looker, error) {
	n, err := face.New(set)
	if err != nil {
		return nil, err
	}
	return &Looker{finder: find.New(set), faces: n, things: thing.New(set)}, nil
}

// Close frees the networks.
func (l *Looker) Close() error {
	return errors.Join(l.finder.Close(), l.faces.Close(), l.things.Close(), l.straight.close())
}

const (
	// smallestPx: nobody reads the face of a smaller die.
	smallestPx = 15
	// boxMargin is left around a die on each side: people draw boxes with some room.
	boxMargin = .03
)

// Look reads a BGR picture (8 bits, 3 channels). The picture stays the caller's. What a profile knows of
// the lens is taken out before; places are px of the picture as it came all the same.
func (l *Looker) Look(img gocv.Mat, how Looking) (vision.Scene, error) {
	if img.Empty() || img.Type() != gocv.MatTypeCV8UC3 {
		return vision.Scene{}, errors.New("the picture is empty or isn't 8-bit colour: read it with Decode")
	}
	if img.Cols() < 16 || img.Rows() < 16 {
		return vision.Scene{}, fmt.Errorf("the picture is %d × %d px: at least 16 × 16 are needed", img.Cols(), img.Rows())
	}
	if bends(how.Profile, img) {
		return l.lookStraight(img, how)
	}
	return l.look(img, how)
}

// look reads a picture as it is.
func (l *Looker) look(img gocv.Mat, how Looking) (vision.Scene, error) {
	s := vision.Scene{Width: img.Cols(), Height: img.Rows(), Sightings: []vision.Sighting{}}
	pic := picture.PyramidOf(img)
	defer pic.Close()
	like := l.likenessIn(pic)
	search := find.Search{Faces: how.Faces, Closer: how.Closer, Reads: l.readsSurely(pic, how.Faces)}
	if how.Standing == nil {
		// A camera that stands still knows what lay there before the throw. What else it finds was thrown, and a throw must not be missed.
		search.WithoutThings = like.withoutThings
	}
	dice, err := l.finder.Dice(pic, search)
	if err != nil {
		return s, fmt.Errorf("find the dice: %w", err)
	}
	first, known, err := l.sightings(pic, dice, false, how)
	if err != nil {
		return s, fmt.Errorf("read the faces: %w", err)
	}
	defer closeSeen(first)
	dice, more, err := l.under(pic, first)
	if err != nil {
		return s, err
	}
	if more > 0 {
		if first, known, err = l.sightings(pic, dice, false, how); err != nil {
			return s, fmt.Errorf("read the faces again: %w", err)
		}
		defer closeSeen(first)
	}
	s.Tray = trayOf(pic, how.Profile)
	s.Sightings = sightingsOf(first)
	doubtOutside(s.Sightings, s.Tray)
	s.Sightings = find.LikelyDice(slices.DeleteFunc(s.Sightings, find.HardlyFound), float64(max(s.Width, s.Height)), how.Faces)
	if err := like.askPerhapsThings(s.Sightings, first); err != nil {
		return s, err
	}
	askDoubted(s.Sightings, first)
	if err := l.closer(s.Sightings, first); err != nil {
		return s, err
	}
	if err := l.fate(s.Sightings, first); err != nil {
		return s, err
	}
	if err := l.doubtFlat(pic, &s, first, known, how); err != nil {
		return s, err
	}
	giveScale(&s, how.Profile)
	if how.Crops {
		if err := addCrops(img, s.Sightings); err != nil {
			return s, err
		}
	}
	return s, nil
}

// boxIn is the die's box, clipped to the picture.
func boxIn(f find.Found, img gocv.Mat) vision.Box {
	w, h := boxMargin*f.Width(), boxMargin*f.Height()
	x0, y0 := max(0, f.X0-w), max(0, f.Y0-h)
	x1, y1 := min(float64(img.Cols()), f.X1+w), min(float64(img.Rows()), f.Y1+h)
	return vision.Box{x0, y0, max(0, x1-x0), max(0, y1-y0)}
}

// trayOf is the tray's outline: the profile's, or else what can be seen.
func trayOf(pic picture.Pyramid, p *calibration.Profile) []vision.Point {
	if p != nil && len(p.Tray) > 2 {
		var out []vision.Point
		for _, c := range p.Tray {
			out = append(out, vision.Point(c))
		}
		return out
	}
	out, _ := tray.FindIn(pic)
	return out
}

// doubtOutside marks the dice whose middle is not over the tray.
func doubtOutside(dice []vision.Sighting, tray []vision.Point) {
	for i, d := range dice {
		if len(tray) > 2 && !picture.Inside(tray, vision.Point{d.Box[0] + d.Box[2]/2, d.Box[1] + d.Box[3]/2}) {
			dice[i].Doubts = append(dice[i].Doubts, find.OutsideTray)
		}
	}
}

// solidOf is what a die most likely is.
func solidOf(d vision.Sighting) vision.Shape {
	if len(d.Shapes) == 0 {
		return vision.ShapeUnknown
	}
	return d.Shapes[0].Shape
}

// doubts are reasons to ask that no network sees: the die is cut off or too small.
func doubts(f find.Found, img gocv.Mat) []string {
	if over := .12 * f.Side(); f.X0 < -over || f.Y0 < -over || f.X1 > float64(img.Cols())+over || f.Y1 > float64(img.Rows())+over {
		return []string{find.CutOff}
	}
	if f.Side() < smallestPx {
		return []string{onlySoLarge(f.Side())}
	}
	return nil
}

// smallestNumeral is the least size of a solid whose number counts, px; 0 if what holds for all dice (smallestPx) is enough. A d20's digits are a fourth as large as the die, a d4's a fifth. What was accepted
// wrong on the virtual table: three of 90 d20 under 36 px, and three rolls of docs/clips.md for d20 under 40 and a d4 of 26.
func smallestNumeral(s vision.Shape) float64 {
	switch s {
	case vision.D20:
		return 40
	case vision.D4:
		return 28
	default:
		return 0
	}
}

// onlySoLarge says that a die is too small in the picture. size is in px.
func onlySoLarge(size float64) string {
	return fmt.Sprintf("it is only %.0f px large: bring the camera nearer", size)
}

// addCrops puts a JPEG of each die into its sighting.
func addCrops(img gocv.Mat, dice []vision.Sighting) error {
	for i, d := range dice {
		b := d.Box
		crop := picture.SquareCrop(img, b[0]+b[2]/2, b[1]+b[3]/2, vision.CropMargin*max(b[2], b[3]), vision.CropPx)
		buf, err := gocv.IMEncodeWithParams(gocv.JPEGFileExt, crop, []int{gocv.IMWriteJpegQuality, 92})
		crop.Close()
		if err != nil {
			return fmt.Errorf("make a picture of a die: %w", err)
		}
		dice[i].Crop = append([]byte(nil), buf.GetBytes()...)
		buf.Close()
	}
	return nil
}
