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
	return &Looker{nets: n}, nil
}

// Close frees the networks.
func (l *Looker) Close() error { return errors.Join(l.nets.close(), l.straight.close()) }

const (
	// foundFloor: weaker finds are no dice. Between it and vision's bound they are asked about.
	foundFloor = .4
	// Where faces are looked at, finds down to hiddenFloor count where they surely are a d4: some are of their floor's colour.
	hiddenFloor, surelyD4 = .3, .97
	// A weaker find than weakFound counts only if its face reads with weakMark at least.
	weakFound, weakMark = .46, .6
	// plainD4 and plainD10 are the probabilities of a d4 and a d10 from which a weak find is one all the same, where faces are looked at.
	plainD4, plainD10 = .9, .8
	// plainSolid is that of any solid but a d6, where no faces are looked at: little else looks like one, boxes and buttons look like a d6.
	plainSolid = .85
	// perhapsD4 and perhapsD10 are those in one look from which it is looked at closer, whatever the reader says.
	perhapsD4, perhapsD10 = .5, .4
	// hopelessMark is the probability of its likeliest known mark below which a weak find isn't looked at closely where faces are looked at.
	hopelessMark = .4
	// anySolid is the probability of some solid, in one look, below which what fell to foundFloor is no die.
	anySolid = .7
	// A find weaker than oddFound must be about as large as the others.
	oddFound = .6
	// What lies beside the tray is named as a die only when it surely is one.
	outerFound, outerMark = .6, .9
	// Dice smaller than tinyPx at the usual size are looked for again in a larger picture,
	// dice larger than hugePx in a smaller one.
	tinyPx, hugePx = 21, 72
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
	dice, err := l.dice(pic, how)
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
	s.Tray = tray(pic, how.Profile)
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

// The finder answers to dice of 14 to 84 px, so sizes of the picture a factor of four apart see
// every die that is between a fortieth of the picture's longer side and the whole of it.
func usualSides() []int { return []int{usualSide, usualSide / 4, usualSide / 8} }

// usualSide is the longer side of the picture, px, in which most dice are found.
const usualSide = 512

// dice finds the dice, where faces are looked at also what is hardly one; a picture with tiny or huge ones is looked at once more, larger or smaller.
func (l *Looker) dice(pic shrinks, how Looking) ([]found, error) {
	dice, err := l.nets.find(pic, usualSides())
	if err != nil {
		return nil, err
	}
	long := float64(max(pic.img.Cols(), pic.img.Rows()))
	switch m := median(sides(dice)) * usualSide / long; {
	case m > 0 && m < tinyPx && long > usualSide:
		dice, err = l.nets.find(pic, append(usualSides(), 2*usualSide))
	case m > hugePx:
		dice, err = l.nets.find(pic, append(usualSides(), usualSide/2))
	}
	if err != nil {
		return nil, err
	}
	if dice, err = l.nets.doubted(pic, withoutTrays(dice, long)); err != nil {
		return nil, err
	}
	if how.Closer {
		if dice, err = l.nets.overlooked(pic, dice); err != nil {
			return nil, err
		}
	}
	least := foundFloor
	if how.Faces {
		least = hiddenFloor
	}
	return slices.DeleteFunc(dice, func(f found) bool { return f.score < least }), nil
}

// sides are the longer sides of the finds that are likely dice, px.
func sides(dice []found) []float64 {
	var out []float64
	for _, f := range dice {
		if f.score >= plainlyFound {
			out = append(out, f.side())
		}
	}
	return out
}

// median of the values, 0 for none.
func median(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	v = slices.Clone(v)
	slices.Sort(v)
	return v[len(v)/2]
}

// boxIn is the die's box, clipped to the picture.
func boxIn(f found, img gocv.Mat) vision.Box {
	w, h := boxMargin*f.width(), boxMargin*f.height()
	x0, y0 := max(0, f.x0-w), max(0, f.y0-h)
	x1, y1 := min(float64(img.Cols()), f.x1+w), min(float64(img.Rows()), f.y1+h)
	return vision.Box{x0, y0, max(0, x1-x0), max(0, y1-y0)}
}

// hardlyFound tells finds that are none but for what they surely are.
func hardlyFound(d vision.Sighting) bool {
	return d.Found < foundFloor && (d.Shapes[0].Shape != vision.D4 || d.Shapes[0].P < surelyD4)
}

// noDie tells weak finds on which nothing can be read either. Beside the tray more is wanted. Where faces are
// compared with a gallery, that the reader knows no mark says nothing: icons are none. The finder is weak on d4, and on d10 seen
// from their flat side, and hardly anything else looks like one to the aligner.
func noDie(faces bool) func(vision.Sighting) bool {
	return func(d vision.Sighting) bool {
		m := d.Marks[0]
		outside := slices.Contains(d.Doubts, outsideTray)
		switch {
		case outside && faces:
			return d.Found < outerFound
		case outside:
			return d.Found < outerFound || m.Kind == vision.MarkUnknown || m.P < outerMark
		case plainly(d.Shapes[0], faces):
			return false
		}
		return d.Found < weakFound && (m.Kind == vision.MarkUnknown || m.P < weakMark)
	}
}

// plainly tells the solids that hardly anything else looks like.
func plainly(s vision.ShapeScore, faces bool) bool {
	if !faces {
		return s.Shape != vision.D6 && s.P >= plainSolid
	}
	return s.Shape == vision.D4 && s.P >= plainD4 || s.Shape == vision.D10 && s.P >= plainD10
}

// withoutOddSizes drops weak finds that are much smaller or larger than the dice that surely lie there.
func withoutOddSizes(dice []vision.Sighting) []vision.Sighting {
	var sure []float64
	for _, d := range dice {
		if d.Found >= surelyFound || d.Found >= oddFound && d.Marks[0].P > weakMark {
			sure = append(sure, longer(d))
		}
	}
	usual := median(sure)
	return slices.DeleteFunc(dice, func(d vision.Sighting) bool {
		return usual > 0 && d.Found < oddFound && (longer(d) < .5*usual || longer(d) > tooLarge*usual)
	})
}

// longer is the longer side of a sighting's box, px.
func longer(d vision.Sighting) float64 { return max(d.Box[2], d.Box[3]) }

// tooLarge is how many times as large as the others a weak find is for it to be no die.
const tooLarge = 2.2

// Doubts in words.
const (
	outsideTray = "it lies outside the tray"
	cutOff      = "it is cut off by the edge of the picture"
)

// tray is the tray's outline: the profile's, or else what can be seen.
func tray(pic shrinks, p *calibration.Profile) []vision.Point {
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
