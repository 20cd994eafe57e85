//go:build cgo

package cv

import (
	"fmt"

	"astragal/models/networks"

	"gocv.io/x/gocv"
)

// mayBeNumeral is the probability of a numeral from which on the numeral reader is asked. It costs as much as the reader.
// Where faces are compared with a gallery a numeral that is unlikelier than likelyNumeral can't be believed anyway.
const mayBeNumeral, likelyNumeral = .1, .5

// addNumeral puts what the numeral reader says of a die's middle in the place of the reader's own
// guess, which sees the whole die and so the numeral at half the size. icons says that icons are looked for as well.
func (n *nets) addNumeral(says *answer, img gocv.Mat, f found, icons bool) error {
	if p := says.mark[networks.NumeralMark]; p < mayBeNumeral || icons && p < likelyNumeral {
		return nil
	}
	cx, cy := f.center()
	crop := squareCrop(img, cx, cy, f.side()*networks.NumeralPx/networks.NumeralDiePx, networks.NumeralPx)
	defer crop.Close()
	// The mean of the logits: what any one turn rules out is out.
	mean := make([]float32, len(networks.Strings()))
	rows, err := n.readNumerals(crop)
	if err != nil {
		return err
	}
	for _, row := range rows {
		for i, v := range row {
			mean[i] += v / quarterTurns
		}
	}
	says.text = make([]float64, len(mean))
	addSoftmax(says.text, mean, 1)
	return nil
}

// readNumerals asks the numeral reader about a crop in all its quarter turns.
func (n *nets) readNumerals(crop gocv.Mat) ([][]float32, error) {
	turns := make([]gocv.Mat, quarterTurns)
	for t := range turns {
		turns[t] = turned(crop, t)
		defer turns[t].Close()
	}
	rows, err := evened(turns, networks.NumeralPx, &n.numerals)
	if err == nil && len(rows[0]) != len(networks.Strings()) {
		err = fmt.Errorf("the numeral reader answers with %d numbers, not %d", len(rows[0]), len(networks.Strings()))
	}
	return rows, err
}
