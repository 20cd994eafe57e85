package gallery

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"astragal/models"
	"astragal/models/dataset"
)

// Shot is a picture of one die and what its top face shows.
type Shot struct {
	ID int
	// File is the picture's path inside the gallery. SHA256 is its checksum in hex.
	File   string
	SHA256 string
	// Width and Height are the size of the picture, px.
	Width, Height int
	// Box and Outline are the place of the die in the picture, px.
	Box     dataset.Box
	Outline dataset.Polygons
	Shape   string

	// Die and Face say which face of which die it is. If nobody knows the die, Die is empty and Face is 0. The icon
	// is then that of any die of its shape.
	Die  string
	Face int
	Race string
	// Palette are the die's tints in its picture. See vision.Sighting.
	Palette []float32
	// Shows is the face as the die's definition describes it.
	Shows models.Face

	// SizeMM is the measured size of the die. It is 0 if no scale was known.
	SizeMM float64
	// Colors are the colours in the die's definition.
	Colors []string
	// From says how the shot came about: "taught", "confirmed", "corrected".
	From string
	// Of names the picture that the shot was cut from.
	Of string
	At time.Time
}

// Class is the class of the shot's face.
func (s Shot) Class() Class {
	c := classOf(s.Die, s.Race, s.Shows)
	if s.Die == "" {
		c.Owner = "any " + s.Shape
	}
	return c
}

// name is the name of a shot in errors.
func (s Shot) name() string { return fmt.Sprintf("shot %d (%s)", s.ID, s.File) }

// source is the picture that somebody taught the shot from, else its name here.
func (s Shot) source() string { return cmp.Or(s.Of, s.name()) }

// says is what the shot is said to show: "melee ×3 of oak_lord".
func (s Shot) says() string {
	words := s.Class().Words()
	if s.Die != "" {
		words += " of " + s.Die
	}
	return words
}

// check looks at a shot by itself.
func (s Shot) check() error {
	switch {
	case s.ID < 1:
		return errors.New("its id must be 1 or more")
	case !fs.ValidPath(s.File):
		return fmt.Errorf("%q is not a path inside the gallery", s.File)
	case len(s.SHA256) != 64:
		return errors.New("it has no checksum (sha256) of its picture")
	case s.Width < 1 || s.Height < 1:
		return fmt.Errorf("its picture is %d × %d px", s.Width, s.Height)
	case s.Die == "" && (s.Face != 0 || s.Race != ""):
		return errors.New("it says which face of a die it is, or of which race, but not of which die")
	case s.Face < 0:
		return fmt.Errorf("its face is %d: faces count from 0", s.Face)
	case s.Shows.Icon == "" && s.Shows.Value == nil:
		return errors.New("it says neither an icon nor a number")
	case s.Shows.Count < 0 || s.Shows.Count > 6:
		return fmt.Errorf("its count is %d: it must be 0 to 6", s.Shows.Count)
	case !slices.Contains(dataset.Shapes(), s.Shape):
		return fmt.Errorf("its shape is %q: it must be one of %v", s.Shape, dataset.Shapes())
	case s.Box[2] <= 0 || s.Box[3] <= 0:
		return fmt.Errorf("its box is %v: there is no die in it", s.Box)
	case s.Box[0]+s.Box[2] <= 0 || s.Box[1]+s.Box[3] <= 0 || s.Box[0] >= float64(s.Width) || s.Box[1] >= float64(s.Height):
		return fmt.Errorf("its box %v lies outside its picture of %d × %d px", s.Box, s.Width, s.Height)
	}
	return nil
}

// checkAll checks shots together: what each says, and that no two say different things of one picture.
func checkAll(shots []Shot) error {
	ids := map[int]bool{}
	faces := map[dieFace]Shot{}
	pictures := map[string]Shot{}
	for _, s := range shots {
		if err := s.check(); err != nil {
			return fmt.Errorf("%s: %w", s.name(), err)
		}
		if ids[s.ID] {
			return fmt.Errorf("%s: the id %d is used twice", s.name(), s.ID)
		}
		ids[s.ID] = true
		if o, ok := pictures[s.SHA256]; ok && (o.Die != s.Die || o.Class() != s.Class()) {
			return fmt.Errorf("%s and %s are the same picture, but one is %s and the other %s: remove the wrong one", o.source(), s.source(), o.says(), s.says())
		}
		pictures[s.SHA256] = s
		at := dieFace{s.Die, s.Face}
		if o, ok := faces[at]; ok && s.Die != "" && (o.Class() != s.Class() || o.Shape != s.Shape) {
			return fmt.Errorf("%s says that face %d of %s, a %s, is %v, but %s says a %s with %v: a face has one picture",
				s.name(), s.Face, s.Die, s.Shape, s.Class(), o.name(), o.Shape, o.Class())
		}
		faces[at] = s
	}
	return nil
}

type dieFace struct {
	die  string
	face int
}

// Fits says what differs between a shot and the definition of its die. It is nil if they agree.
func (s Shot) Fits(d models.Die) error {
	switch {
	case d.ID != s.Die:
		return fmt.Errorf("%s is of the die %q, not of %q", s.name(), s.Die, d.ID)
	case d.Shape != s.Shape:
		return fmt.Errorf("%s is of a %s, but the die %q is a %s", s.name(), s.Shape, d.ID, d.Shape)
	case s.Face >= len(d.Faces):
		return fmt.Errorf("%s shows face %d, but the die %q has the faces 0 to %d", s.name(), s.Face, d.ID, len(d.Faces)-1)
	}
	if got, want := s.Class(), ClassOf(d, s.Face); got != want {
		return fmt.Errorf("%s shows %v, but face %d of the die %q is %v", s.name(), got, s.Face, d.ID, want)
	}
	return nil
}

// Check says what differs between shots and the definitions of dice. It is nil if they agree. Shots of dice that
// aren't defined are skipped: a gallery may hold more dice than people play with.
func Check(shots []Shot, dice []models.Die) error {
	byID := map[string]models.Die{}
	for _, d := range dice {
		byID[d.ID] = d
	}
	for _, s := range shots {
		if d, ok := byID[s.Die]; ok {
			if err := s.Fits(d); err != nil {
				return err
			}
		}
	}
	return nil
}
