//go:build cgo

package cv

import (
	"cmp"
	"image"
	"image/color"
	"math"
	"slices"
	"strconv"

	"astragal/models/networks"
	"astragal/vision"

	"gocv.io/x/gocv"
)

// answer is what the reader says of one die: probabilities of its classes.
type answer struct {
	shape, mark, text []float64
}

// faceCrop cuts a die out with its surroundings, networks.CropPx square. The caller closes it.
func faceCrop(img gocv.Mat, f found) gocv.Mat {
	cx, cy := f.center()
	side := f.side() * networks.CropPx / networks.DiePx
	return squareCrop(img, cx, cy, side, networks.CropPx)
}

// squareCrop cuts a square (px of the picture) and scales it to px × px; beyond the picture its edge goes on.
func squareCrop(img gocv.Mat, cx, cy, side float64, px int) gocv.Mat {
	n := max(2, int(math.Round(side)))
	x0, y0 := int(math.Round(cx-side/2)), int(math.Round(cy-side/2))
	want := image.Rect(x0, y0, x0+n, y0+n)
	have := want.Intersect(image.Rect(0, 0, img.Cols(), img.Rows()))
	out := gocv.NewMat()
	if have.Empty() {
		out.Close()
		return gocv.NewMatWithSize(px, px, gocv.MatTypeCV8UC3)
	}
	part := img.Region(have)
	defer part.Close()
	whole := gocv.NewMat()
	defer whole.Close()
	gocv.CopyMakeBorder(part, &whole, have.Min.Y-y0, want.Max.Y-have.Max.Y, have.Min.X-x0, want.Max.X-have.Max.X, gocv.BorderReplicate, color.RGBA{})
	how := gocv.InterpolationArea
	if n < px {
		how = gocv.InterpolationLinear
	}
	gocv.Resize(whole, &out, image.Pt(px, px), 0, 0, how)
	return out
}

// readFaces asks the reader about each crop, in several turns of the crop, and joins the answers.
// A crop that reads differently when it is turned is a doubtful one.
func (n *nets) readFaces(crops []gocv.Mat, turns int) ([]answer, error) {
	if len(crops) == 0 {
		return nil, nil
	}
	var batch []gocv.Mat
	defer func() {
		for _, m := range batch {
			m.Close()
		}
	}()
	for _, c := range crops {
		for t := range turns {
			batch = append(batch, turned(c, t))
		}
	}
	raw, err := run(&n.reader, batch)
	if err != nil {
		return nil, err
	}
	width := len(raw) / len(batch)
	out := make([]answer, len(crops))
	for i := range crops {
		out[i] = joined(raw[i*turns*width:(i+1)*turns*width], width)
	}
	return out, nil
}

// turned is a copy of the crop, turned by quarter turns.
func turned(c gocv.Mat, quarter int) gocv.Mat {
	out := gocv.NewMat()
	switch quarter {
	case 1:
		gocv.Rotate(c, &out, gocv.Rotate90Clockwise)
	case 2:
		gocv.Rotate(c, &out, gocv.Rotate180Clockwise)
	case 3:
		gocv.Rotate(c, &out, gocv.Rotate90CounterClockwise)
	default:
		c.CopyTo(&out)
	}
	return out
}

// joined averages the probabilities over the turns.
func joined(raw []float32, width int) answer {
	const s, m = networks.ShapeClasses, networks.ShapeClasses + networks.MarkClasses
	a := answer{make([]float64, s), make([]float64, m-s), make([]float64, width-m)}
	turns := float64(len(raw) / width)
	for at := 0; at < len(raw); at += width {
		row := raw[at : at+width]
		addSoftmax(a.shape, row[:s], turns)
		addSoftmax(a.mark, row[s:m], turns)
		addSoftmax(a.text, row[m:], turns)
	}
	return a
}

// addSoftmax adds softmax(logits) / parts to sum.
func addSoftmax(sum []float64, logits []float32, parts float64) {
	top, total := slices.Max(logits), 0.0
	e := make([]float64, len(logits))
	for i, v := range logits {
		e[i] = math.Exp(float64(v - top))
		total += e[i]
	}
	for i := range e {
		sum[i] += e[i] / total / parts
	}
}

// shapes are the solids that the die may be, likeliest first. Pips are on d6 only.
func (a answer) shapes() []vision.ShapeScore {
	pips := 0.0
	for v := range 6 {
		pips += a.mark[v]
	}
	out := make([]vision.ShapeScore, 0, 6)
	for i, s := range vision.Shapes() {
		p := a.shape[i] * (1 - pips)
		if s == vision.D6 {
			p += pips
		}
		out = append(out, vision.ShapeScore{Shape: s, P: p})
	}
	slices.SortStableFunc(out, func(x, y vision.ShapeScore) int { return cmp.Compare(y.P, x.P) })
	return out
}

// marks are what the top face may show, likeliest first, at most eight.
func (a answer) marks() []vision.Mark {
	var out []vision.Mark
	for v := range 6 {
		out = append(out, vision.Mark{Kind: vision.MarkPips, Value: v + 1, P: a.mark[v]})
	}
	out = append(out, vision.Mark{Kind: vision.MarkUnknown, P: a.mark[networks.UnknownMark]})
	out = append(out, a.numerals()...)
	slices.SortStableFunc(out, func(x, y vision.Mark) int { return cmp.Compare(y.P, x.P) })
	return out[:min(8, len(out))]
}

// numerals shares the probability of "a numeral" among the values that the likely solids carry.
func (a answer) numerals() []vision.Mark {
	byValue := map[int]float64{}
	total := 0.0
	for i, text := range networks.Strings() {
		for k, shape := range vision.Shapes() {
			if value, ok := printed(shape, text); ok {
				p := a.text[i] * a.shape[k]
				byValue[value] += p
				total += p
			}
		}
	}
	var out []vision.Mark
	for value := range 91 {
		if p := byValue[value]; p > 0 {
			out = append(out, vision.Mark{Kind: vision.MarkNumeral, Value: value, P: a.mark[networks.NumeralMark] * p / max(total, .05)})
		}
	}
	return out
}

// printed is the value of a text on a solid; false where that solid never carries it.
func printed(s vision.Shape, text string) (int, bool) {
	sides := map[vision.Shape]int{vision.D4: 4, vision.D6: 6, vision.D8: 8, vision.D12: 12, vision.D20: 20}
	value, err := strconv.Atoi(text)
	if err != nil {
		return 0, false
	}
	if s == vision.D10 {
		switch {
		case text == "0":
			return 10, true
		case text == "00":
			return 0, true
		case value == 10: // a percentile die's 10; a plain d10 prints 0
			return 10, true
		}
		return value, value < 10 || value%10 == 0
	}
	return value, value >= 1 && value <= sides[s]
}
