//go:build cgo

package cv

import (
	"fmt"
	"math"

	"astragal/models/networks"
	"astragal/vision"

	"gocv.io/x/gocv"
)

// A terrain die is a d8 with a small number beside each icon, towards a corner of the triangle or
// towards an edge. It is looked for there, close enough to be read like any numeral: besideFar from
// the face's middle, in squares of besideNear around; both in halves of the cut face. models/train/train_numerals.py does the same.
const (
	besideFar  = .58
	besideNear = .42
	// besideFaces is the probability of a d8 from which a number beside an icon is looked for.
	besideFaces = .3
)

// numbersBeside reads a small number beside the icon of a triangle: the probabilities of 1 to
// vision.MostBeside, whose sum is how sure it is that there is one. It is nil for dice that are no d8.
func (n *nets) numbersBeside(img gocv.Mat, at top) ([]float32, error) {
	d8 := 0.0
	for i, s := range vision.Shapes() {
		if s == vision.D8 {
			d8 = at.solids[i]
		}
	}
	if d8 < besideFaces {
		return nil, nil
	}
	const corners, plane = 3, 3 * topPx * topPx
	net, err := n.numeralsOf(quarterTurns)
	if err != nil {
		return nil, err
	}
	strings := len(networks.Strings())
	width, sum := strings+2, make([]float64, strings+2)
	for spot := range 2 * corners { // corner, the edge after it, corner, …
		// The edge's number stands straight to the corner before it, or so many quarters off.
		way, up := at.turnFor(corners)+math.Pi/3*float64(spot), at.turnFor(corners)+2*math.Pi/3*float64(spot/2)
		near := top{x: at.x + besideFar*at.half*math.Sin(way), y: at.y - besideFar*at.half*math.Cos(way), half: besideNear * at.half}
		cuts, err := near.cuts(img, up, math.Pi/2, quarterTurns)
		if err != nil {
			return nil, nil //nolint:nilerr // the corner lies outside the picture: nothing is read there
		}
		raw, err := forwardFloats(net, []int{quarterTurns, 3, topPx, topPx}, cuts[:quarterTurns*plane])
		if err != nil {
			return nil, err
		}
		if len(raw) != quarterTurns*width {
			return nil, fmt.Errorf("the reader of numerals gave %d numbers for %d cuts, expected %d: it isn't the one this program was made for", len(raw), quarterTurns, quarterTurns*width)
		}
		for at := 0; at < len(raw); at += width {
			addSoftmax(sum, raw[at:at+width], 1)
		}
	}
	out, total := make([]float32, vision.MostBeside), 0.0
	for _, p := range sum[:strings] {
		total += p
	}
	for i := range out {
		out[i] = float32(sum[i] / max(1, total))
	}
	return out, nil
}
