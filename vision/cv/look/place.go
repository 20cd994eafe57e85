//go:build cgo

package look

import (
	"errors"
	"fmt"

	"astragal/vision"
	"astragal/vision/cv/picture"

	"gocv.io/x/gocv"
)

// LookAt reads the dice at places (px) that somebody else knows, in their order: of a labelled picture,
// or of a shot in a gallery. Nothing is looked for and nothing left out; how they are read is the same as in Look.
func (l *Looker) LookAt(img gocv.Mat, places []vision.Box, how Looking) (vision.Scene, error) {
	if img.Empty() || img.Type() != gocv.MatTypeCV8UC3 {
		return vision.Scene{}, errors.New("the picture is empty or isn't 8-bit colour: read it with Decode")
	}
	s := vision.Scene{Width: img.Cols(), Height: img.Rows(), Sightings: []vision.Sighting{}}
	for _, p := range places {
		if p[2] < 4 || p[3] < 4 || p[0]+p[2] <= 0 || p[1]+p[3] <= 0 || p[0] >= float64(s.Width) || p[1] >= float64(s.Height) {
			return s, fmt.Errorf("there can't be a die at %v in a picture of %d × %d px", p, s.Width, s.Height)
		}
	}
	if len(places) == 0 {
		return s, nil
	}
	pic := picture.PyramidOf(img)
	defer pic.Close()
	dice, err := l.finder.At(pic, places)
	if err != nil {
		return s, fmt.Errorf("look at the dice: %w", err)
	}
	first, _, err := l.sightings(pic, dice, true, how)
	if err != nil {
		return s, fmt.Errorf("read the faces: %w", err)
	}
	defer closeSeen(first)
	s.Sightings = sightingsOf(first)
	if err := l.closer(s.Sightings, first); err != nil {
		return s, err
	}
	if how.Crops {
		if err := addCrops(img, s.Sightings); err != nil {
			return s, err
		}
	}
	giveScale(&s, how.Profile)
	return s, nil
}
