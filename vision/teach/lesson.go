package teach

import (
	"cmp"
	"errors"
	"fmt"

	"astragal/models"
	"astragal/models/dataset"
)

// lesson is a picture and the dice in it from which something is learned.
type lesson struct {
	picture dataset.Picture
	dice    []dataset.Die
	faces   []models.Face
	races   []string
	colors  [][]string
}

// lessonsOf checks a set against the definitions. Its error names the first thing that is wrong.
func lessonsOf(set dataset.Set, part dataset.Split, dice []models.Die) ([]lesson, error) {
	byID := map[string]models.Die{}
	for _, d := range dice {
		byID[d.ID] = d
	}
	var out []lesson
	for i, picture := range set.Pictures {
		if len(picture.Dice) == 0 {
			return nil, fmt.Errorf("%s has no die in it: label it, or take it out of the set", picture.File)
		}
		if !part.Holds(i) {
			continue
		}
		l := lesson{picture: picture}
		for _, d := range picture.Dice {
			if err := l.add(d, byID); err != nil {
				return nil, fmt.Errorf("%s, the die at %.0f,%.0f: %w", picture.File, d.Box[0], d.Box[1], err)
			}
		}
		if len(l.dice) > 0 {
			out = append(out, l)
		}
	}
	if len(out) == 0 {
		return nil, errors.New("no die in it shows an icon or is named")
	}
	return out, nil
}

// add adds a labelled die to the lesson. If its face can't be seen well, nothing is added.
func (l *lesson) add(d dataset.Die, byID map[string]models.Die) error {
	if d.Box[0]+d.Box[2] <= 0 || d.Box[1]+d.Box[3] <= 0 || l.picture.Width > 0 && (d.Box[0] >= float64(l.picture.Width) || d.Box[1] >= float64(l.picture.Height)) {
		return fmt.Errorf("its box %v lies outside the picture of %d × %d px", d.Box, l.picture.Width, l.picture.Height)
	}
	face := models.Face{Icon: d.Icon, Count: d.Count, Value: d.Value}
	var race string
	var colors []string
	switch id := d.Attributes.Die; {
	case id != "":
		def, known := byID[id]
		switch {
		case !known:
			return fmt.Errorf("no die has the id %q: define it in the file that --dice names", id)
		case d.Face == nil:
			return fmt.Errorf("it is %s, but which face is up isn't said", id)
		case *d.Face < 0 || *d.Face >= len(def.Faces):
			return fmt.Errorf("face %d is up, but %s has the faces 0 to %d", *d.Face, id, len(def.Faces)-1)
		case def.Shape != d.Shape:
			return fmt.Errorf("it is labelled %s, but %s is a %s", d.Shape, id, def.Shape)
		}
		face, race, colors = def.Faces[*d.Face], def.Race, def.Colors
		if err := contradiction(d, face); err != nil {
			return fmt.Errorf("face %d of %s: %w", *d.Face, id, err)
		}
	case d.Icon == "" || d.Kind == "pips" || d.Kind == "numerals":
		return nil // it names neither icon nor die, so a gallery can't learn from it
	default:
		face.Value = nil // the number that an icon stands for isn't printed on it
	}
	if d.FaceCovered || d.Cocked || d.Truncated || face.Icon == "" && face.Value == nil {
		return nil
	}
	l.dice, l.faces, l.races, l.colors = append(l.dice, d), append(l.faces, face), append(l.races, race), append(l.colors, colors)
	return nil
}

// contradiction says how a label differs from the definition of its face.
func contradiction(d dataset.Die, face models.Face) error {
	switch {
	case d.Icon != "" && d.Icon != face.Icon:
		return fmt.Errorf("the label says %q, the definition %q", d.Icon, cmp.Or(face.Icon, "no icon"))
	case d.Count != 0 && face.Count != 0 && d.Count != face.Count:
		return fmt.Errorf("the label says %d × %s, the definition %d ×", d.Count, cmp.Or(d.Icon, "the icon"), face.Count)
	case d.Value != nil && (face.Value == nil || *d.Value != *face.Value):
		return fmt.Errorf("the label says the number %d, the definition another", *d.Value)
	}
	return nil
}
