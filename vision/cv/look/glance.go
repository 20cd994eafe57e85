//go:build cgo

package look

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"astragal/models/networks"
	"astragal/vision"
	"astragal/vision/cv/colour"
	"astragal/vision/cv/face"
	"astragal/vision/cv/find"
	"astragal/vision/cv/picture"

	"gocv.io/x/gocv"
)

// Pips are in doubt too, if the aligner, in one look, gives a d6 less than perhapsD6. It is asked about up to few pips, however sure the reader is, and about more if the reader isn't quite sure
// of them (networks.PipRead below solidRead, nats). A d10's two numerals may look like two pips, a toy's eye like one: of 9,216 blurred d10, d% and d8 of the virtual table the reader took 40 for
// one or two pips of a d6 by 3 to 4.6 nats; plain d6 with so few pips have up to 4.5.
const solidRead, few, perhapsD6 = 2.0, 2, .3

// pipReadShare is how much the reader's word whether something has pips counts beside its top face's looks.
const pipReadShare = .5

// hopelessMark is the least probability of a weak find's likeliest known mark with which it is looked at closely, if faces are looked at.
const hopelessMark = .4

// glance is a find as it was read at first, with what a closer look at its top face needs.
type glance struct {
	vision.Sighting
	first []float32 // what the reader said of its crop; nil where it wasn't asked
	find  find.Found
	seen  face.Seen
	top   *face.Top // where it lies in what is seen; nil where nobody looked for it yet
	faces bool      // faces are compared with a gallery
}

// sightingsOf are the sightings of first glances.
func sightingsOf(first []glance) []vision.Sighting {
	out := make([]vision.Sighting, len(first))
	for i, g := range first {
		out[i] = g.Sighting
	}
	return out
}

// glanceOf is the glance that a sighting came of.
func glanceOf(d vision.Sighting, first []glance) glance {
	return first[slices.IndexFunc(first, func(g glance) bool { return g.Box == d.Box })]
}

// sightings reads each find far enough to tell whether it is a die. placed says that all are known to be dice. known is how the camera leans by what
// they tell. The caller closes what is seen.
func (l *Looker) sightings(pic picture.Pyramid, dice []find.Found, placed bool, how Looking) (out []glance, known *leaning, err error) {
	var once map[int]face.Top
	if how.Faces && !placed {
		if dice, once, err = l.faces.FirstLooks(pic, dice); err != nil {
			return nil, nil, fmt.Errorf("look for the top faces: %w", err)
		}
	}
	defer func() {
		if err != nil {
			closeSeen(out)
		}
	}()
	out = make([]glance, len(dice))
	white := colour.Balance(pic, how.Profile)
	crops := make([]gocv.Mat, len(dice))
	for i, f := range dice {
		crops[i] = f.FaceCrop(pic)
		defer crops[i].Close()
	}
	read := face.NewFirstRead(&l.faces, pic, dice, crops, how.Faces)
	var asked, aside, soon, late []int // whose top faces are looked for in the picture, and straightened; what is read before that, and after it
	for i, f := range dice {
		if how.Faces && f.Score >= find.WeakFound {
			late = append(late, i)
		} else {
			soon = append(soon, i)
		}
	}
	if err := read.Ask(soon); err != nil {
		return out, nil, err
	}
	if !how.Faces {
		if known, err = l.see(pic, dice, how, out, func(i int) vision.Shape { return read.Says[i].Shapes()[0].Shape }); err != nil {
			return out, nil, err
		}
		if err := read.ReadLeaning(seenOf(out)); err != nil {
			return out, nil, err
		}
	}
	hardly := map[int]bool{} // dice
	for i, f := range dice {
		switch {
		case how.Faces, read.Says[i].MayBeNumbered(false) && out[i].seen.Lean == 0:
			asked = append(asked, i)
		case read.Says[i].MayBeNumbered(false):
			aside = append(aside, i)
		}
		hardly[i] = !placed && how.Faces && f.Score < find.WeakFound && read.Says[i].LikeliestKnown() < hopelessMark
	}
	tops, err := l.faces.AlignAll(pic, dice, asked, once, hardly, how.Profile)
	if err != nil {
		return out, nil, fmt.Errorf("look for the top faces: %w", err)
	}
	if how.Faces {
		if known, err = l.see(pic, dice, how, out, func(i int) vision.Shape { return tops[i].Solid() }); err != nil {
			return out, nil, err
		}
		for i := range dice {
			if out[i].seen.Lean > 0 && !hardly[i] {
				aside = append(aside, i)
			}
		}
	}
	if err := l.faces.AlignSeen(seenOf(out), aside, tops); err != nil {
		return out, nil, fmt.Errorf("look for the straightened top faces: %w", err)
	}
	if err := read.AskUnlessDrawn(late, tops, seenOf(out)); err != nil {
		return out, nil, err
	}
	for i, f := range dice {
		out[i] = glance{first: read.Raw[i], find: f, seen: out[i].seen, top: tops[i], faces: how.Faces}
		numbered := read.Says[i].MayBeNumbered(how.Faces) && (!hardly[i] || tops[i].MayBeOverlooked())
		if err := l.sighting(&out[i], read.Says[i], numbered, pic, slices.Concat(dice[:i], dice[i+1:]), crops[i], white); err != nil {
			return out, nil, err
		}
	}
	return out, known, nil
}

// sighting makes what was read of one die among others.
func (l *Looker) sighting(g *glance, says face.Answer, numbered bool, pic picture.Pyramid, others []find.Found, crop gocv.Mat, white [3]float64) error {
	if g.faces {
		says.JoinShapes(*g.top)
	}
	if g.top != nil {
		says.PipsOn(g.top.D6())
	}
	if numbered {
		if err := l.faces.AddNumeral(&says, g.seen.Pic, *g.top, g.faces); err != nil {
			return fmt.Errorf("read a numeral: %w", err)
		}
	}
	line := find.Outline(g.find, others)
	g.Sighting = vision.Sighting{
		Box: boxIn(g.find, pic.Image), Outline: line, Found: g.find.Score, Shapes: says.Shapes(), Marks: says.Marks(),
		Colors: colour.BodyColors(crop, g.find.InCrop(line), white), Palette: colour.Palette(crop, white), Tint: colour.Tint(crop), SizePx: math.Sqrt(picture.Area(line)), Doubts: doubts(g.find, pic.Image),
	}
	if len(g.Doubts) == 0 && g.Marks[0].Kind == vision.MarkNumeral && g.SizePx < smallestNumeral(solidOf(g.Sighting)) {
		g.Doubts = append(g.Doubts, onlySoLarge(g.SizePx))
	}
	if g.faces && g.top.Cocked {
		g.Doubts = append(g.Doubts, vision.Cocked)
	}
	return nil
}

// closer looks at the top faces of the finds that are dice. It takes as long as all steps before it together.
func (l *Looker) closer(dice []vision.Sighting, first []glance) error {
	var glances []glance
	var faces []*vision.Sighting
	var tops []face.Top
	var pics []picture.Pyramid
	for i, s := range dice {
		g := glanceOf(s, first)
		glances = append(glances, g)
		if g.faces {
			faces, tops, pics = append(faces, &dice[i]), append(tops, *g.top), append(pics, g.seen.Pic)
		}
	}
	if err := l.faces.LookClose(faces, pics, tops); err != nil {
		return fmt.Errorf("look at the top faces: %w", err)
	}
	for i, g := range glances {
		s := &dice[i]
		if g.first == nil { // the reader wasn't asked: it shows no pips
			continue
		}
		read := networks.PipRead(g.first)
		doubt, top, err := l.pipsInDoubt(g, read)
		if err != nil {
			return err
		}
		if m := s.Marks[0]; m.Kind == vision.MarkPips && (m.Value == 2 || m.Value == 4) {
			middle, err := l.faces.MiddlePip(g.seen.Pic, g.seen.Find, top)
			if err != nil {
				return fmt.Errorf("look for a middle pip: %w", err)
			}
			if middle {
				s.Marks = aboutOne(s.Marks)
			}
		}
		if !doubt {
			continue
		}
		if g.top == nil {
			at, err := l.faces.AlignAnyway(g.seen.Pic, g.seen.Find)
			if err != nil {
				return fmt.Errorf("look for a top face: %w", err)
			}
			g.top = &at
		}
		like, err := l.faces.PipLike(g.seen.Pic, *g.top)
		if err != nil {
			return fmt.Errorf("look whether a top face has pips: %w", err)
		}
		like, err = l.faces.PipsAnyway(like+pipReadShare*read, like, g.Marks, g.seen.Pic, *g.top)
		if err != nil {
			return fmt.Errorf("look whether a top face has pips: %w", err)
		}
		s.PipLike = &like
	}
	return nil
}

// aboutOne are marks of which the likeliest is as likely one pip more, or one less.
func aboutOne(marks []vision.Mark) []vision.Mark {
	first := marks[0]
	out := []vision.Mark{{Kind: first.Kind, Value: first.Value}, {Kind: first.Kind, Value: first.Value + 1}, {Kind: first.Kind, Value: first.Value - 1}}
	for i := range out {
		out[i].P = first.P / 3
	}
	for _, m := range marks[1:] {
		if i := slices.IndexFunc(out, func(o vision.Mark) bool { return o.Kind == m.Kind && o.Value == m.Value }); i >= 0 {
			out[i].P += m.P
		} else {
			out = append(out, m)
		}
	}
	slices.SortStableFunc(out, func(a, b vision.Mark) int { return cmp.Compare(b.P, a.P) })
	return out
}

// pipsInDoubt tells whether a find's pips need a second opinion. read is what the reader's word alone says of them (networks.PipRead). It also gives what the aligner said of the find, nil if nobody asked it.
func (l *Looker) pipsInDoubt(g glance, read float64) (bool, *face.Top, error) {
	if vision.PipsInDoubt(g.Marks, read, g.faces) {
		return true, g.top, nil
	}
	if g.Marks[0].Value > few && read >= solidRead || !vision.PipsInDoubt(g.Marks, read, true) {
		return false, g.top, nil
	}
	once, err := l.faces.AlignAtOnce(g.seen.Pic, g.seen.Find)
	if err != nil {
		return false, nil, fmt.Errorf("look which solid has pips: %w", err)
	}
	return once.D6() < perhapsD6, &once, nil
}
