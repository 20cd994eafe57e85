//go:build cgo

package cv

import (
	"fmt"

	"astragal/models/networks"

	"gocv.io/x/gocv"
)

// mayBeNumeral is the probability of a numeral from which on the numeral reader is asked. It costs as much as the reader.
const mayBeNumeral = .1

// addNumeral puts what the numeral reader says of a die's middle in the place of the reader's own
// guess, which sees the whole die and so the numeral at half the size.
func (n *nets) addNumeral(says *answer, img gocv.Mat, f found) error {
	if says.mark[networks.NumeralMark] < mayBeNumeral {
		return nil
	}
	cx, cy := f.center()
	crop := squareCrop(img, cx, cy, f.side()*networks.NumeralPx/networks.NumeralDiePx, networks.NumeralPx)
	defer crop.Close()
	// The mean of the logits: what any one turn rules out is out.
	mean := make([]float32, len(networks.Strings()))
	for t := range quarterTurns {
		row, err := n.readNumeral(crop, t)
		if err != nil {
			return err
		}
		for i, v := range row {
			mean[i] += v / quarterTurns
		}
	}
	says.text = make([]float64, len(mean))
	addSoftmax(says.text, mean, 1)
	return nil
}

func (n *nets) readNumeral(crop gocv.Mat, quarter int) ([]float32, error) {
	t := turned(crop, quarter)
	defer t.Close()
	row, err := evened(t, networks.NumeralPx, &n.numerals)
	if err == nil && len(row) != len(networks.Strings()) {
		err = fmt.Errorf("the numeral reader answers with %d numbers, not %d", len(row), len(networks.Strings()))
	}
	return row, err
}
