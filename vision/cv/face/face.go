//go:build cgo

// Package face says what a die shows: its solid, where its top face lies, its pips, its numeral, and the vectors by which
// a gallery knows its icon.
package face

import (
	"cmp"
	"image"
	"math"
	"slices"

	"astragal/models/networks"
	"astragal/vision"
	"astragal/vision/cv/find"
	"astragal/vision/cv/picture"

	"gocv.io/x/gocv"
)

// Answer is what the reader says of one die: probabilities of its classes.
type Answer struct {
	shape, mark, text []float64
}

// sureAtOnce is the least probability of a mark with which one look at a crop is enough.
const sureAtOnce = .93

// again is how a die is looked at once more: the crop so many times as large, turned by quarter turns, and blurred (px of the crop, sigma).
type again struct {
	quarters    int
	grown, blur float64
}

// moreLooks are the looks at a doubtful crop, besides the first:
//   - They are blurred, because glints, grain and weave go and pips stay.
//   - They are larger and smaller, because the finder's box may hold some shadow or leave an edge out.
//
// A die that reads differently in them stays doubtful. Each icon looks like one pip if it is blurred; so nothing is blurred if one pip is the likeliest so far.
func moreLooks() [looksAtMost - 1]again {
	return [...]again{{1, .9, 1.3}, {2, 1.1, 1.3}, {3, 1, 2}}
}

// looksAtMost is how often a crop is read.
const looksAtMost = 4

// iconAtOnce is the least probability of a mark that was never learned with which one look is enough, if faces are compared with a gallery: it most likely
// is an icon.
const iconAtOnce = .6

// ReadAll asks the reader about each crop once.
func (n *Networks) ReadAll(crops []gocv.Mat) ([][]float32, error) {
	const four = 4
	out := make([][]float32, 0, len(crops))
	for ; len(crops) >= four; crops = crops[four:] {
		rows, err := evened(crops[:four], networks.CropPx, n.fours)
		if err != nil {
			return nil, err
		}
		out = append(out, rows...)
	}
	for i := range crops {
		rows, err := evened(crops[i:i+1], networks.CropPx, n.reader)
		if err != nil {
			return nil, err
		}
		out = append(out, rows...)
	}
	return out, nil
}

// AnswerOf is what the reader says of a crop at first sight.
func AnswerOf(raw []float32) Answer { return joined(raw, len(raw)) }

// ReadFace is what the readers say of a find. raw is what the reader said of its crop at first. If that isn't enough, the reader and the second reader look
// again. icons says that icons are looked for as well; then the second reader isn't asked.
func (n *Networks) ReadFace(pic picture.Pyramid, f find.Found, raw []float32, icons bool) (Answer, error) {
	width := len(raw)
	first := joined(raw, width)
	if slices.Max(first.mark) > sureAtOnce || icons && first.mark[networks.UnknownMark] > iconAtOnce {
		return first, nil
	}
	readers := n.readers()
	if icons {
		readers = readers[:1]
	}
	for _, second := range readers[1:] {
		more, err := n.readAgain(pic, f, again{grown: 1}, second)
		if err != nil {
			return Answer{}, err
		}
		raw = append(raw, more...)
		if both := joined(raw, width); slices.Max(both.mark) > sureAtOnce {
			return both, nil
		}
	}
	for i, how := range moreLooks() {
		if icons && !joined(raw, width).mayPass(i+1) {
			break
		}
		if joined(raw, width).likeliestPips() == 1 {
			how.blur = 0
		}
		more, err := n.readAgain(pic, f, how, readers...)
		if err != nil {
			return Answer{}, err
		}
		raw = append(raw, more...)
	}
	return joined(raw, width), nil
}

// passable is the least mean probability over all looks with which pips may be believed, if faces are compared with a gallery. Below it more looks are useless:
// the gallery, the reader of numerals or a question decides.
const passable = .85

// mayPass tells whether the mean over all looks can still reach passable after so many of them.
func (a Answer) mayPass(looks int) bool {
	best := slices.Max(a.mark[:networks.NumeralMark])
	return best*float64(looks)+looksAtMost-float64(looks) >= passable*looksAtMost
}

// readAgain asks some readers about a find in another look.
func (n *Networks) readAgain(pic picture.Pyramid, f find.Found, how again, readers ...*gocv.Net) ([]float32, error) {
	crop := f.Grown(how.grown).FaceCrop(pic)
	defer crop.Close()
	t := turned(crop, how.quarters)
	defer t.Close()
	if how.blur > 0 {
		gocv.GaussianBlur(t, &t, image.Point{}, how.blur, how.blur, gocv.BorderReflect101)
	}
	rows, err := evened([]gocv.Mat{t}, networks.CropPx, readers...)
	if err != nil {
		return nil, err
	}
	return slices.Concat(rows...), nil
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

// joined averages the probabilities over the looks.
func joined(raw []float32, width int) Answer {
	const s, m = networks.ShapeClasses, networks.ShapeClasses + networks.MarkClasses
	a := Answer{make([]float64, s), make([]float64, m-s), make([]float64, width-m)}
	looks := float64(len(raw) / width)
	for at := 0; at < len(raw); at += width {
		row := raw[at : at+width]
		addSoftmax(a.shape, row[:s], looks)
		addSoftmax(a.mark, row[s:m], looks)
		addSoftmax(a.text, row[m:], looks)
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

// LikeliestKnown is the probability of the likeliest mark that the reader knows.
func (a Answer) LikeliestKnown() float64 { return slices.Max(a.mark[:networks.UnknownMark]) }

// Unknown is the probability of a face that the reader doesn't know, a drawing for one.
func (a Answer) Unknown() float64 { return a.mark[networks.UnknownMark] }

// likeliestPips is the likeliest number of pips, however unlikely any are.
func (a Answer) likeliestPips() int {
	pips := a.mark[:networks.MostPips]
	return 1 + slices.Index(pips, slices.Max(pips))
}

// Pips is how likely any number of pips is.
func (a Answer) Pips() float64 {
	sum := 0.0
	for _, p := range a.mark[:networks.MostPips] {
		sum += p
	}
	return sum
}

// PipsOn multiplies the probability of pips by that of a d6 as the aligner sees it: only a d6 has pips. A d10's two numerals, blurred, look like two pips.
func (a *Answer) PipsOn(d6 float64) {
	total := 0.0
	for i := range a.mark {
		if i < networks.MostPips {
			a.mark[i] *= max(d6, leastD6)
		}
		total += a.mark[i]
	}
	for i := range a.mark {
		a.mark[i] /= total
	}
}

// Shapes are the solids that the die may be, likeliest first. Pips are on d6 only.
func (a Answer) Shapes() []vision.ShapeScore {
	pips, out := a.Pips(), make([]vision.ShapeScore, 0, 6)
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

// Marks are what the top face may show, likeliest first, at most eight.
func (a Answer) Marks() []vision.Mark {
	var out []vision.Mark
	for v := range 6 {
		out = append(out, vision.Mark{Kind: vision.MarkPips, Value: v + 1, P: a.mark[v]})
	}
	out = append(out, vision.Mark{Kind: vision.MarkUnknown, P: a.mark[networks.UnknownMark]})
	out = append(out, a.numerals()...)
	slices.SortStableFunc(out, func(x, y vision.Mark) int { return cmp.Compare(y.P, x.P) })
	return out[:min(8, len(out))]
}
