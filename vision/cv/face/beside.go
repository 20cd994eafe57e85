//go:build cgo

package face

import (
	"cmp"
	"math"
	"slices"

	"astragal/models/networks"
	"astragal/vision"
	"astragal/vision/cv/picture"
)

// A terrain die is a d8 with a small number beside each icon, towards a corner of the triangle or
// towards an edge. It is looked for there, close enough to be read like any numeral: besideFar from
// the face's middle, in squares of besideNear around; both in halves of the cut face. models/train/train_numerals.py does the same.
const (
	besideFar  = .58
	besideNear = .42
	// besideFaces is the least probability of a d8 with which a number beside an icon is looked for.
	besideFaces = .3
	// besideSpots: corner, the edge after it, corner, …
	besideSpots = 6
	// maybeBeside is the least probability of a number, in one look, with which a spot is looked at in its other turns.
	maybeBeside = .5
	// closerSpots are as many spots as are looked at so: the number's, and one beside it that shows a part of it.
	closerSpots = 2
	// surelyUpright is the least probability of an upright number, in one look, with which a spot isn't looked at in its other turns. A 6 or a 9 is always looked at so.
	surelyUpright = .9
	// otherTurns are the quarter turns besides the first.
	otherTurns = 3
)

// spotBeside is where a number may stand beside a triangle's icon. An edge's number stands straight to the corner before it, or so many quarters off.
func (t Top) spotBeside(spot int) Top {
	const corners = 3
	way := t.turnFor(corners) + math.Pi/3*float64(spot)
	return Top{
		x: t.x + besideFar*t.half*math.Sin(way), y: t.y - besideFar*t.half*math.Cos(way), half: besideNear * t.half,
		turn: t.turnFor(corners) + 2*math.Pi/3*float64(spot/2),
	}
}

// besideSays reads cuts, gives the classes' probabilities for each and adds them to sum.
func (n *Networks) besideSays(looks int, write func(to []float32) error, sum []float64) ([][]float64, error) {
	rows, err := n.readNumerals(looks, write)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		for k, p := range row {
			sum[k] += p
		}
	}
	return rows, nil
}

// closerLook are the spots to look at in their other turns: the likeliest ones in which a number doesn't surely stand upright.
func closerLook(first [][]float64) []int {
	var out []int
	for i, row := range first {
		if numberIn(row) >= maybeBeside {
			out = append(out, i)
		}
	}
	slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(numberIn(first[b]), numberIn(first[a])) })
	return slices.DeleteFunc(out[:min(len(out), closerSpots)], func(i int) bool { return standsUpright(first[i]) })
}

// standsUpright: a number surely stands upright in a cut, and isn't another one on its head.
func standsUpright(row []float64) bool {
	for i, text := range networks.Strings() {
		if row[i] >= surelyUpright {
			return text != "6" && text != "9"
		}
	}
	return false
}

// numbersBeside reads a small number beside the icon of a triangle: the probabilities of 1 to vision.MostBeside. Their sum is the probability that there is a
// number. It is nil if the die is no d8 or a spot lies outside the picture.
func (n *Networks) numbersBeside(pic picture.Pyramid, at Top) ([]float32, error) {
	d8 := 0.0
	for i, s := range vision.Shapes() {
		if s == vision.D8 {
			d8 = at.solids[i]
		}
	}
	if d8 < besideFaces {
		return nil, nil
	}
	sum := make([]float64, len(networks.Strings())+networks.OtherClasses)
	var spots [besideSpots]Top
	for i := range spots {
		spots[i] = at.spotBeside(i)
		if s := spots[i]; s.x < 0 || s.y < 0 || s.x >= float64(pic.Image.Cols()) || s.y >= float64(pic.Image.Rows()) {
			return nil, nil
		}
	}
	first, err := n.besideSays(besideSpots, func(to []float32) error {
		for i, s := range spots {
			if err := s.cuts(pic, s.turn, 0, to[i*facePlane:(i+1)*facePlane]); err != nil {
				return err
			}
		}
		return nil
	}, sum)
	if err != nil {
		return nil, err
	}
	for _, i := range closerLook(first) {
		turns := func(to []float32) error { return spots[i].cuts(pic, spots[i].turn+math.Pi/2, math.Pi/2, to) }
		if _, err := n.besideSays(otherTurns, turns, sum); err != nil {
			return nil, err
		}
	}
	strings := len(sum) - networks.OtherClasses
	out, total := make([]float32, vision.MostBeside), 0.0
	for _, p := range sum[:strings] {
		total += p
	}
	for i := range out {
		out[i] = float32(sum[i] / max(1, total))
	}
	return out, nil
}
