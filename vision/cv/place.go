//go:build cgo

package cv

import (
	"errors"
	"fmt"

	"astragal/vision"

	"gocv.io/x/gocv"
)

// placedPx is how large a die whose place is known is shown to the finder, px: the middle of what it learned.
const placedPx = 34

// LookAt reads the dice at places (px) that somebody else knows, in their order: of a labelled picture,
// or of a shot in a gallery. Nothing is looked for and nothing left out; how they are read is the same as in Look.
func (l *Looker) LookAt(img gocv.Mat, places []vision.Box, how Looking) (vision.Scene, error) {
	if img.Empty() || img.Type() != gocv.MatTypeCV8UC3 {
		return vision.Scene{}, errors.New("the picture is empty or isn't 8-bit colour: read it with Decode")
	}
	s := vision.Scene{Width: img.Cols(), Height: img.Rows(), Sightings: []vision.Sighting{}}
	var dice []found
	var large []float64
	for _, p := range places {
		f := found{x0: p[0], y0: p[1], x1: p[0] + p[2], y1: p[1] + p[3]}
		if p[2] < 4 || p[3] < 4 || f.x1 <= 0 || f.y1 <= 0 || f.x0 >= float64(s.Width) || f.y0 >= float64(s.Height) {
			return s, fmt.Errorf("there can't be a die at %v in a picture of %d × %d px", p, s.Width, s.Height)
		}
		dice, large = append(dice, f), append(large, f.side())
	}
	if len(dice) == 0 {
		return s, nil
	}
	pic := shrinksOf(img)
	defer pic.close()
	seen, err := l.nets.look(l.nets.set.Finder, pic, min(3, placedPx/median(large)))
	if err != nil {
		return s, fmt.Errorf("look at the dice: %w", err)
	}
	for i := range dice {
		dice[i].level, dice[i].score = seen, seen.surest(dice[i])
	}
	first, err := l.sightings(pic, dice, true, how)
	if err != nil {
		return s, fmt.Errorf("read the faces: %w", err)
	}
	s.Sightings = sightingsOf(first)
	if err := l.closer(pic, s.Sightings, first); err != nil {
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

// surest is how sure the finder is that some die's middle lies in the middle of a box.
func (l *level) surest(f found) float64 {
	cell := finderStride / l.scale
	cx, cy := f.center()
	best := 0.0
	for y := max(0, int((cy-f.height()/4)/cell)); y < min(l.h, int((cy+f.height()/4)/cell)+1); y++ {
		for x := max(0, int((cx-f.width()/4)/cell)); x < min(l.w, int((cx+f.width()/4)/cell)+1); x++ {
			best = max(best, sigmoid(l.at(0, x, y)))
		}
	}
	return best
}
