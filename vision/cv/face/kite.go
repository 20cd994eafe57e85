//go:build cgo

package face

import (
	"fmt"
	"math"

	"astragal/models/networks"
	"astragal/vision"
	"astragal/vision/cv/picture"
)

// eighth is by how many radians a kite is turned between its first looks and those that closely adds.
//
// A kite can be turned upright in one way only, so no symmetry helps the aligner. The error of its turn is several
// times that of a square's. If two kites are compared, both are off. The error of one look has little to do with that
// of the next (TestSoakKites).
const eighth = math.Pi / 4

// closely is where a kite lies by looks at all quarter turns and at as many turns between them. The solid isn't
// decided anew.
func (n *Networks) closely(pic picture.Pyramid, t Top) (Top, error) {
	whole := t
	if len(t.says) < allTurns*networks.AlignerNumbers {
		at, err := cropped(pic, t.find)
		if err != nil {
			return Top{}, err
		}
		at.says = t.says
		if at, err = n.alignMore(at, allTurns); err != nil {
			return Top{}, fmt.Errorf("look at a kite in all turns: %w", err)
		}
		whole = n.placed(at.says, 0, t.find, t.told)
	}
	says, err := n.saysAslant(pic, t)
	if err != nil {
		return Top{}, fmt.Errorf("look at a kite between its turns: %w", err)
	}
	aslant := n.placed(says, 0, t.find, turnedLeft(t.told, eighth))
	if aslant.solid() != t.solid() || whole.solid() != t.solid() {
		return t, nil
	}
	return t.between(whole, aslant), nil
}

// saysAslant is the aligner's output for a find that is turned to the left by an eighth, and for the quarter turns
// from there.
func (n *Networks) saysAslant(pic picture.Pyramid, t Top) ([]float32, error) {
	const px = networks.CropPx
	x, y := t.find.Center()
	die := around(pic, x, y, t.find.Side()/2*px/networks.DiePx, px)
	defer die.mat.Close()
	crop := make([]float32, 3*px*px)
	if err := die.cut(eighth, px, crop); err != nil {
		return nil, err
	}
	var says []float32
	for from := 0; from < allTurns; from += alignTurns {
		more, err := n.alignerSays(crop, from, from+alignTurns)
		if err != nil {
			return nil, err
		}
		says = append(says, more...)
	}
	return says, nil
}

// between is the middle, in place, size and turn, between what was seen of the find as it is and what was seen of it
// turned to the left by an eighth.
func (t Top) between(whole, aslant Top) Top {
	x, y := t.find.Center()
	sin, cos := math.Sincos(eighth)
	dx, dy := aslant.x-x, aslant.y-y
	t.x, t.y = (whole.x+x+cos*dx-sin*dy)/2, (whole.y+y+sin*dx+cos*dy)/2
	t.half = math.Sqrt(whole.half * aslant.half)
	a, b := whole.turnFor(1), aslant.turnFor(1)+eighth
	t.turn = math.Atan2(math.Sin(a)+math.Sin(b), math.Cos(a)+math.Cos(b))
	return t
}

// turnedLeft is a direction in a picture after the picture was turned to the left by an angle (radians). If way is
// nil, it is nil.
func turnedLeft(way *vision.Point, by float64) *vision.Point {
	if way == nil {
		return nil
	}
	sin, cos := math.Sincos(by)
	return &vision.Point{cos*way[0] + sin*way[1], cos*way[1] - sin*way[0]}
}
