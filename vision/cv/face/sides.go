//go:build cgo

package face

import (
	"math"

	"astragal/vision"
	"astragal/vision/cv/picture"
)

// A d4 shows its number on each of the three sides that are seen from above: near the corner that is up, or, on older dice, along the edges below.
const (
	// lowest is so far below a side's middle (in halves of the face's square) that only a number along the edge reaches there.
	lowest = .6
	// standsLow is the least mean probability of a number there, upright or not, with which the numbers stand at the edges. Of drawn dice those at the corner give .05 to .2, those at the edges .5 to .9.
	standsLow = .3
	// sideLeast is the least probability that one side leaves a string that the others show.
	sideLeast = .02
	// sideCounts is the power of each side's word. All three are drawn, lit and blurred alike, so what misleads one often misleads another.
	sideCounts = .6
)

// atTheEdges is how far below a side's middle numbers along the edges are read.
func atTheEdges() []float64 { return []float64{.4, .5} }

// onEachSide are the strings' probabilities of a d4 of which rows were read near the corner that is up, and joined is what they say one by one. Three sides that show the same there are surer together than each.
// If the numbers stand at the edges, they are read there; small as they are, they make one another no surer.
func (n *Networks) onEachSide(pic picture.Pyramid, at Top, rows [][]float64, joined []float64) ([]float64, error) {
	below, err := n.sidesBelow(pic, at, lowest)
	if err != nil {
		return nil, err
	}
	low := 0.0
	for _, row := range below {
		low += numberIn(row) / float64(len(below))
	}
	if low < standsLow {
		return sharedBy(rows, joined), nil
	}
	var edges [][]float64
	for _, far := range atTheEdges() {
		more, err := n.sidesBelow(pic, at, far)
		if err != nil {
			return nil, err
		}
		edges = append(edges, more...)
	}
	says, _ := joinedNumeral(edges)
	return says.text, nil
}

// sharedBy are the strings' probabilities if each of rows shows the same string; their sum is that of joined. A row that shows no upright string speaks for none.
func sharedBy(rows [][]float64, joined []float64) []float64 {
	out, before, after := make([]float64, len(joined)), 0.0, 0.0
	for i := range out {
		out[i] = 1
	}
	for _, row := range rows {
		upright := 0.0
		for _, p := range row[:len(joined)] {
			upright += p
		}
		for i := range out {
			out[i] *= math.Pow(max(row[i]+(1-upright)/float64(len(joined)), sideLeast), sideCounts)
		}
	}
	for i, p := range joined {
		before, after = before+p, after+out[i]
	}
	for i := range out {
		out[i] *= before / after
	}
	return out
}

// sidesBelow reads a d4's three sides so far below the middle of each.
func (n *Networks) sidesBelow(pic picture.Pyramid, at Top, below float64) ([][]float64, error) {
	ways := waysUp(vision.D4)
	share, _ := numeralCut(vision.D4)
	return n.readNumerals(ways, func(to []float32) error {
		return at.cutsBelow(pic, share, below, at.turnFor(ways), 2*math.Pi/float64(ways), to)
	})
}
