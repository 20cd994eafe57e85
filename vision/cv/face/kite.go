//go:build cgo

package face

import (
	"fmt"
	"math"

	"astragal/models/networks"
	"astragal/vision"
	"astragal/vision/cv/picture"
)

// eighth is by how much a kite is turned between its first looks and those that closely takes, rad.
//
// A kite can be turned in one way only, so no symmetry helps the aligner: its turn is several times as far off as a square's, and two kites that are compared are off by both. By
// how much one look is off has little to do with the next one (TestSoakKites).
const eighth = math.Pi / 4

// closely is where a kite lies as all quarter turns tell, and as many between them. The solid stays what it was taken for.
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
	if aslant.Solid() != t.Solid() || whole.Solid() != t.Solid() {
		return t, nil
	}
	return t.between(whole, aslant), nil
}

// saysAslant is what the aligner says of a find that is turned to the left by an eighth, in all turns from there.
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

// between is in the middle, in place, size and turn, of what was seen of the find as it is and turned to the left by an eighth.
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

// turnedLeft is a way in a picture as it is once the picture is turned to the left by an angle, rad; nil stays nil.
func turnedLeft(way *vision.Point, by float64) *vision.Point {
	if way == nil {
		return nil
	}
	sin, cos := math.Sincos(by)
	return &vision.Point{cos*way[0] + sin*way[1], cos*way[1] - sin*way[0]}
}
