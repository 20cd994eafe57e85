//go:build cgo

package face

import (
	"fmt"
	"slices"

	"astragal/models/networks"
	"astragal/vision/cv/find"
	"astragal/vision/cv/picture"

	"gocv.io/x/gocv"
)

// If faces are compared with a gallery, the reader of numerals looks at each face's first turn. It may surely see neither a numeral nor pips there (surelyDrawn). The
// reader, which takes twice as long, could only say that it doesn't know the drawing. So, if manyDrawn faces at least are such, the reader isn't asked about:
//   - these faces;
//   - other solids than d6, which have no pips, if they most likely show no numeral.
//
// Small or blurred pips look like drawings. So the reader is asked about all dice if one of them surely has pips.
const surelyDrawn, manyDrawn = .9, 4

// surelyOne is the least probability of one pip that shows that dice with pips lie there.
const surelyOne = .95

// FirstRead is what the reader says of a picture's finds, which it is asked about one after the other.
type FirstRead struct {
	nets  *Networks
	pic   picture.Pyramid
	dice  []find.Found
	crops []gocv.Mat
	faces bool // faces are compared with a gallery
	Says  []Answer
	Raw   [][]float32 // what the reader said of a crop at first; nil where it wasn't asked
}

// NewFirstRead asks nothing yet. The crops are those of the dice, in their order.
func NewFirstRead(n *Networks, pic picture.Pyramid, dice []find.Found, crops []gocv.Mat, faces bool) FirstRead {
	return FirstRead{nets: n, pic: pic, dice: dice, crops: crops, faces: faces, Says: make([]Answer, len(dice)), Raw: make([][]float32, len(dice))}
}

// Ask asks the reader about some of the finds.
func (r *FirstRead) Ask(which []int) error {
	var crops []gocv.Mat
	for _, i := range which {
		crops = append(crops, r.crops[i])
	}
	rows, err := r.nets.ReadAll(crops)
	if err != nil {
		return err
	}
	for k, i := range which {
		r.Raw[i] = rows[k]
		if r.Says[i], err = r.nets.ReadFace(r.pic, r.dice[i], rows[k], r.faces); err != nil {
			return err
		}
	}
	return nil
}

// AskUnlessDrawn asks the reader about those of some finds, whose top faces are known and lie in what is seen, that may show something else than a drawing.
func (r *FirstRead) AskUnlessDrawn(which []int, tops []*Top, seen []Seen) error {
	if len(which) < manyDrawn {
		return r.Ask(which)
	}
	var faces []*Top
	var pics []picture.Pyramid
	for _, i := range which {
		faces, pics = append(faces, tops[i]), append(pics, seen[i].Pic)
	}
	says, err := r.nets.firstTurns(pics, faces)
	if err != nil {
		return fmt.Errorf("look for numerals: %w", err)
	}
	var drawn, others []int
	surely := 0
	for k, i := range which {
		r.Says[i] = says[k]
		if says[k].surelyDrawn() {
			surely++
		}
		if says[k].maybeDrawn(tops[i].D6()) {
			drawn = append(drawn, i)
		} else {
			others = append(others, i)
		}
	}
	if surely < manyDrawn {
		return r.Ask(which)
	}
	if err := r.Ask(others); err != nil {
		return err
	}
	if slices.ContainsFunc(others, func(i int) bool { return r.Says[i].surelyPips() }) {
		return r.Ask(drawn)
	}
	return nil
}

// surelyPips tells whether a die surely has pips. Drawings look like one pip more often than like several.
func (a Answer) surelyPips() bool {
	return a.mark[0] > surelyOne || slices.Max(a.mark[1:networks.MostPips]) >= passable
}

func (a Answer) surelyDrawn() bool { return a.mark[networks.UnknownMark] >= surelyDrawn }

// maybeDrawn tells whether the reader needn't be asked about a die beside many drawings. d6 is the probability that the die is one.
func (a Answer) maybeDrawn(d6 float64) bool {
	return a.surelyDrawn() || d6 < leastD6 && a.mark[networks.NumeralMark] < likelyNumeral
}

// firstTurns is what the reader of numerals says of faces in their first turns, four at a time; it is kept there. pics are what the faces lie in.
func (n *Networks) firstTurns(pics []picture.Pyramid, faces []*Top) ([]Answer, error) {
	const four = 4
	var out []Answer
	for some := range slices.Chunk(faces, four) {
		rows, err := n.readNumerals(len(some), func(to []float32) error {
			for i, at := range some {
				if err := at.closeCuts(pics[len(out)+i], at.Solid(), at.turnFor(waysUp(at.Solid())), 0, to[i*facePlane:(i+1)*facePlane]); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		for i, at := range some {
			at.printed, at.printedSolid = rows[i], at.Solid()
			out = append(out, at.drawing())
		}
	}
	return out, nil
}

// drawing is what the reader of numerals, in one turn, and the aligner say of a die.
func (t Top) drawing() Answer {
	strings := len(networks.Strings())
	neither := strings + networks.OtherClasses - networks.MostPips - 1
	says := Answer{shape: slices.Clone(t.solids), mark: make([]float64, networks.MarkClasses), text: slices.Clone(t.printed[:strings])}
	copy(says.mark, t.printed[neither+1:])
	says.mark[networks.NumeralMark], says.mark[networks.UnknownMark] = numberIn(t.printed), t.printed[neither]
	return says
}
