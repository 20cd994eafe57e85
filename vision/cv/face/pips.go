//go:build cgo

package face

import (
	"image"
	"math"
	"slices"

	"astragal/models/networks"
	"astragal/vision"
	"astragal/vision/cv/picture"

	"gocv.io/x/gocv"
)

// A third opinion on what may be many pips. Drilled pips with a glint in each look like small icons to the judges and to the reader of numerals. Blurred, the glints go, and
// the reader of numerals takes them for pips; five or six blurred copies of a drawing stay drawings. Fewer round drawings don't, so it isn't asked about up to four.
const (
	// manyPips are the fewest that it is asked about.
	manyPips = 5
	// softSigma is how much less sharp the face is shown, px of the cut.
	softSigma = 2
	// softLike is how much likelier pips must then be than something that is neither pips nor a numeral, nats. It was chosen, and the other bounds with it, on drawn dice with
	// drilled pips (models/train/stills.py), faces of staged sets with copies of a drawing, and kingjacker_pan.
	softLike = .5
	// leastLike is the least word of the judge of looks (nats) with which the third opinion is asked: what that judge surely takes for a drawing is one. agreed is the word (nats) for pips on
	// which all three agree.
	leastLike, agreed = -.2, 4.0
)

// PipsAnyway joins the third opinion to what the judges say of a face (nats). like is the word of the judge of looks. It gives agreed if the reader of numerals sees as many pips
// as the reader, sharp and blurred; else it gives judged.
func (n *Networks) PipsAnyway(judged, like float64, marks []vision.Mark, pic picture.Pyramid, at Top) (float64, error) {
	i := slices.IndexFunc(marks, func(m vision.Mark) bool { return m.Kind == vision.MarkPips })
	if like < leastLike || judged >= agreed || i < 0 || marks[i].Value < manyPips || at.ways != waysUp(vision.D6) {
		return judged, nil
	}
	for _, sigma := range []float64{softSigma, 0} {
		rows, err := n.readNumerals(at.ways, func(to []float32) error { return at.softCuts(pic, sigma, to) })
		if err != nil {
			return 0, err
		}
		number, soft := pipsIn(rows)
		if number != marks[i].Value || sigma > 0 && soft < softLike {
			return judged, nil
		}
	}
	return agreed, nil
}

// softCuts writes the face's cuts in all its turns, blurred by so many px of a cut.
func (t Top) softCuts(pic picture.Pyramid, sigma float64, to []float32) error {
	part := around(pic, t.x, t.y, t.half, topPx)
	defer part.mat.Close()
	if sigma > 0 {
		gocv.GaussianBlur(part.mat, &part.mat, image.Point{}, sigma*part.k, sigma*part.k, gocv.BorderReflect101)
	}
	return part.cuts(t.turn, t.step(), to)
}

// pipsIn is the likeliest number of pips by what the reader of numerals says of a face's turns, and how much likelier any are than something that is neither pips
// nor a numeral, nats.
func pipsIn(rows [][]float64) (number int, like float64) {
	first := len(networks.Strings()) + networks.OtherClasses - networks.MostPips
	var pips [networks.MostPips]float64
	neither, most := 0.0, 0.0
	for _, row := range rows {
		neither += row[first-1]
		for i, p := range row[first:] {
			pips[i] += p
		}
	}
	for i, p := range pips {
		if p > most {
			number, most = i+1, p
		}
	}
	return number, math.Log(max(most, 1e-9) / max(neither, 1e-9))
}

// FateFace is how likely a top face is a Fate die's plus, minus or blank, or none of these (networks.FateClasses).
func (n *Networks) FateFace(pic picture.Pyramid, at Top) ([]float32, error) {
	rows, err := n.PipRows(pic, at)
	if err != nil {
		return nil, err
	}
	return networks.Fate(rows), nil
}
