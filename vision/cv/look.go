//go:build cgo

package cv

import (
	"errors"
	"fmt"
	"slices"

	"astragal/calibration"
	"astragal/models/networks"
	"astragal/vision"

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
	// Closer looks for dice as well that a usual look overlooks: small ones that lie against larger ones, and faint ones. It takes longer, and more of what it
	// finds is none; so it is for a picture in which something is known to lie that was not read.
	Closer bool
}

// Looker finds and reads the dice of one picture at a time. It owns the
// networks; it is not safe for concurrent use.
type Looker struct {
	finder   finder
	nets     nets
	straight straightener
}

// NewLooker loads the built-in networks.
func NewLooker() (*Looker, error) {
	set, err := networks.Load()
	if err != nil {
		return nil, err
	}
	return NewLookerWith(set)
}

// NewLookerWith reads with other networks than the built-in ones. They must come from
// networks.LoadDir: OpenCV ends the process over a broken file.
func NewLookerWith(set networks.Set) (*Looker, error) {
	n, err := newNets(set)
	if err != nil {
		return nil, err
	}
	return &Looker{finder: newFinder(set), nets: n}, nil
}

// Close frees the networks.
func (l *Looker) Close() error {
	return errors.Join(l.finder.close(), l.nets.close(), l.straight.close())
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
	pic := shrinksOf(img)
	defer pic.close()
	dice, err := l.finder.dice(pic, how.Faces, how.Closer)
	if err != nil {
		return s, fmt.Errorf("find the dice: %w", err)
	}
	first, err := l.sightings(pic, dice, false, how)
	if err != nil {
		return s, fmt.Errorf("read the faces: %w", err)
	}
	dice, more, err := l.under(pic, first)
	if err != nil {
		return s, err
	}
	if more > 0 {
		if first, err = l.sightings(pic, dice, false, how); err != nil {
			return s, fmt.Errorf("read the faces again: %w", err)
		}
	}
	s.Tray = trayOf(pic, how.Profile)
	s.Sightings = sightingsOf(first)
	doubtOutside(s.Sightings, s.Tray)
	s.Sightings = likelyDice(slices.DeleteFunc(s.Sightings, hardlyFound), float64(max(s.Width, s.Height)), how.Faces)
	if err := l.closer(pic, s.Sightings, first); err != nil {
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
func boxIn(f found, img gocv.Mat) vision.Box {
	w, h := boxMargin*f.width(), boxMargin*f.height()
	x0, y0 := max(0, f.x0-w), max(0, f.y0-h)
	x1, y1 := min(float64(img.Cols()), f.x1+w), min(float64(img.Rows()), f.y1+h)
	return vision.Box{x0, y0, max(0, x1-x0), max(0, y1-y0)}
}

// trayOf is the tray's outline: the profile's, or else what can be seen.
func trayOf(pic shrinks, p *calibration.Profile) []vision.Point {
	if p != nil && len(p.Tray) > 2 {
		var out []vision.Point
		for _, c := range p.Tray {
			out = append(out, vision.Point(c))
		}
		return out
	}
	out, _ := findTray(pic)
	return out
}

// doubtOutside marks the dice whose middle is not over the tray.
func doubtOutside(dice []vision.Sighting, tray []vision.Point) {
	for i, d := range dice {
		if len(tray) > 2 && !insideConvex(tray, vision.Point{d.Box[0] + d.Box[2]/2, d.Box[1] + d.Box[3]/2}) {
			dice[i].Doubts = append(dice[i].Doubts, outsideTray)
		}
	}
}

// doubts are reasons to ask that the networks don't know of.
func doubts(f found, img gocv.Mat) []string {
	if over := .12 * f.side(); f.x0 < -over || f.y0 < -over || f.x1 > float64(img.Cols())+over || f.y1 > float64(img.Rows())+over {
		return []string{cutOff}
	}
	if f.side() < smallestPx {
		return []string{fmt.Sprintf("it is only %.0f px large: bring the camera nearer", f.side())}
	}
	return nil
}

// addCrops puts a JPEG of each die into its sighting.
func addCrops(img gocv.Mat, dice []vision.Sighting) error {
	for i, d := range dice {
		b := d.Box
		crop := squareCrop(img, b[0]+b[2]/2, b[1]+b[3]/2, vision.CropMargin*max(b[2], b[3]), vision.CropPx)
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
