//go:build cgo

// Package find says where dice lie in a picture, and which finds are dice.
package find

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"

	"astragal/models/networks"
	"astragal/vision"
	"astragal/vision/cv/dnn"
	"astragal/vision/cv/picture"

	"gocv.io/x/gocv"
)

// The finder sees dice of about 14 to 84 px. The picture is shown to it at several sizes, so
// that a die of any size falls into that range at one of them.
const (
	finderStride = 4
	finderStep   = 16   // the sides of what it is shown are multiples of this, px
	finderUnit   = 16.0 // its distances are logs in this unit, px
	peakFloor    = 0.12 // weaker peaks aren't looked at
	mostGrown    = 1.6  // no picture is shown to it larger than so many times
)

// Found is a die's place in the picture, px, and how sure the finder is.
type Found struct {
	X0, Y0, X1, Y1 float64
	Score          float64
	Doubted        bool // a look from near took it for a die, the first look hardly: the page asks about it
	level          *level
}

// Width, Height and Side, the longer one, are those of the die's box, px.
func (f Found) Width() float64  { return f.X1 - f.X0 }
func (f Found) Height() float64 { return f.Y1 - f.Y0 }
func (f Found) Side() float64   { return max(f.Width(), f.Height()) }

// Center is the middle of the die's box, px.
func (f Found) Center() (x, y float64) {
	return (f.X0 + f.X1) / 2, (f.Y0 + f.Y1) / 2
}

// level is the finder's answer at one size of the picture: planes of w × h cells.
type level struct {
	scale  float64 // level px per picture px
	x0, y0 float64 // where its first cell begins, px of the picture
	w, h   int     // cells
	planes []float32
}

func (l *level) at(plane, x, y int) float64 { return float64(l.planes[(plane*l.h+y)*l.w+x]) }

// findBy are the dice of a picture, surest first, by the usual finder or by that for dice half under others.
func (n *Finder) findBy(which networks.Network, pic picture.Pyramid, longSides []int) ([]Found, error) {
	all, err := n.peaks(which, pic, longSides)
	return distinct(all), err
}

// peaks are all finds of a finder in a picture with these longer sides (px). One die may be several of them.
func (n *Finder) peaks(which networks.Network, pic picture.Pyramid, longSides []int) ([]Found, error) {
	var all []Found
	long := max(pic.Image.Cols(), pic.Image.Rows())
	for _, side := range longSides {
		if float64(side) > mostGrown*float64(long) {
			continue
		}
		l, err := n.look(which, pic, float64(side)/float64(long))
		if err != nil {
			return nil, err
		}
		all = append(all, l.peaks(peakFloor)...)
	}
	return all, nil
}

// look runs a finder on the picture at a scale.
func (n *Finder) look(which networks.Network, pic picture.Pyramid, scale float64) (*level, error) {
	small := shownAt(pic, scale)
	defer small.Close()
	return n.ask(which, small, scale)
}

// shownAt is the picture as a finder is shown it. The caller closes it.
func shownAt(pic picture.Pyramid, scale float64) gocv.Mat {
	w := max(finderStep, int(math.Round(float64(pic.Image.Cols())*scale)))
	h := max(finderStep, int(math.Round(float64(pic.Image.Rows())*scale)))
	small := gocv.NewMat()
	pic.To(w, h, &small)
	return small
}

// ask runs a finder on a picture that is shown at a scale. Its sides are filled up to a multiple of finderStep.
func (n *Finder) ask(which networks.Network, small gocv.Mat, scale float64) (*level, error) {
	right, below := (finderStep-small.Cols()%finderStep)%finderStep, (finderStep-small.Rows()%finderStep)%finderStep
	full := gocv.NewMat()
	defer full.Close()
	gocv.CopyMakeBorder(small, &full, 0, below, 0, right, gocv.BorderReplicate, color.RGBA{})
	net, err := n.netFor(which, image.Pt(full.Cols(), full.Rows()))
	if err != nil {
		return nil, err
	}
	planes, err := dnn.Run(net, full)
	if err != nil {
		return nil, err
	}
	return &level{scale: scale, w: full.Cols() / finderStride, h: full.Rows() / finderStride, planes: planes}, nil
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// logit undoes sigmoid.
func logit(p float64) float64 { return math.Log(p / (1 - p)) }

// peaks are the cells whose centre score is the highest around and least or more, with their boxes.
func (l *level) peaks(least float64) []Found {
	var out []Found
	floor := logit(least)
	for y := range l.h {
		for x := range l.w {
			v := l.at(0, x, y)
			if v < floor || !l.highest(x, y, v) {
				continue
			}
			cx, cy := (float64(x)+.5)*finderStride, (float64(y)+.5)*finderStride
			d := func(k int) float64 { return finderUnit * math.Exp(math.Min(l.at(k, x, y), 4)) }
			out = append(out, Found{
				X0: l.x0 + (cx-d(1))/l.scale, Y0: l.y0 + (cy-d(2))/l.scale, X1: l.x0 + (cx+d(3))/l.scale, Y1: l.y0 + (cy+d(4))/l.scale,
				Score: sigmoid(v), level: l,
			})
		}
	}
	return out
}

func (l *level) highest(x, y int, v float64) bool {
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			nx, ny := x+dx, y+dy
			if nx < 0 || ny < 0 || nx >= l.w || ny >= l.h || (dx == 0 && dy == 0) {
				continue
			}
			if o := l.at(0, nx, ny); o > v || (o == v && (dy < 0 || dy == 0 && dx < 0)) {
				return false
			}
		}
	}
	return true
}

// SurelyFound is the score from which a find isn't looked at again.
const SurelyFound = .7

const (
	// Finds between leastDoubted and SurelyFound are looked at again. Half of the false ones look less like a die then, and hardly any of the dice.
	leastDoubted = .3
	// plainlyFound is the first score from which a find is never dropped by the second looks. The page asks about it: a die that vanishes is worse than a question.
	plainlyFound = .55
)

// lookAgain is a second look of the finder at a find: a square of so many px around it, mirrored or not, in which its longer side is die px.
type lookAgain struct {
	px, die  int
	mirrored bool
}

func looksAgain() []lookAgain { return []lookAgain{{64, 28, false}, {96, 46, true}, {80, 36, true}} }

func (f Found) doubtful() bool { return f.Score >= leastDoubted && f.Score < SurelyFound }

// doubted looks at each doubtful find again, until it is doubtful no more or all looks are used up. The score is then the mean of all looks' logits, within the bounds that
// bounded sets.
func (n *Finder) doubted(pic picture.Pyramid, dice []Found) ([]Found, error) {
	usual := picture.Median(Sides(dice))
	for i, f := range dice {
		if !f.doubtful() {
			continue
		}
		sum := logit(f.Score)
		for k, how := range looksAgain() {
			v, err := n.centre(pic, f, how)
			if err != nil {
				return nil, fmt.Errorf("look at a find again: %w", err)
			}
			sum += v
			dice[i].Score = sigmoid(sum / float64(k+2))
			if f.settled(dice[i].Score, k+1) {
				break
			}
		}
		if dice[i].Score = f.bounded(dice[i].Score); usual > 0 && f.Side() > tooLarge*usual {
			dice[i].Score = min(dice[i].Score, f.Score) // it may be the tray that holds the dice
		}
	}
	return dice, nil
}

// settled tells whether the mean of the first look and so many others is enough: the find isn't doubtful any more, or its score is as low as it may get.
func (f Found) settled(mean float64, others int) bool {
	return mean < leastDoubted || mean >= SurelyFound || f.Score >= FoundFloor && mean < FoundFloor && others > 1
}

// bounded is a find's score by the mean of all looks, within two bounds:
//   - From below: a find that was plainlyFound stays one to ask about, and one that was at FoundFloor stays there, because its face may still show that it is a die.
//   - From above: no look makes a find surer than it was at first, beyond what the page asks about. A cube in a picture book looks more like a die each time.
func (f Found) bounded(again float64) float64 {
	asked, least := vision.Usual().Found-.01, 0.0
	switch {
	case f.Score >= plainlyFound:
		least = asked
	case f.Score >= FoundFloor:
		least = FoundFloor
	}
	return min(max(again, least), max(f.Score, asked))
}

// centre is the finder's logit that a die's middle lies at that of a find.
func (n *Finder) centre(pic picture.Pyramid, f Found, how lookAgain) (float64, error) {
	x, y := f.Center()
	side := f.Side() * float64(how.px) / float64(how.die)
	shown := side / float64(how.px)
	img, px := pic.By(max(shown/2, min(2, shown))) // px of the square that is cut out: as many as are shown at least
	square := picture.SquareCrop(img, x/px, y/px, side/px, how.px)
	defer square.Close()
	if how.mirrored {
		gocv.Flip(square, &square, 1)
	}
	net, err := n.netFor(n.usual, image.Pt(how.px, how.px))
	if err != nil {
		return 0, err
	}
	planes, err := dnn.Run(net, square)
	if err != nil {
		return 0, err
	}
	l := level{w: how.px / finderStride, h: how.px / finderStride, planes: planes}
	best, reach := math.Inf(-1), max(1, how.die/20)
	for y := l.h/2 - reach; y < l.h/2+reach; y++ {
		for x := l.w/2 - reach; x < l.w/2+reach; x++ {
			best = max(best, l.at(0, x, y))
		}
	}
	return best, nil
}

// distinct are the surest of finds that are the same die.
func distinct(all []Found) []Found {
	all = slices.SortedStableFunc(slices.Values(all), func(a, b Found) int { return cmp.Compare(b.Score, a.Score) })
	var out []Found
	for _, f := range all {
		if !slices.ContainsFunc(out, func(o Found) bool { return sameDie(f, o) }) {
			out = append(out, f)
		}
	}
	return out
}

// sameDie: much shared area. Finds of very different size
// are never the same: which of them is the die is known once they are read (see nested).
func sameDie(a, b Found) bool {
	w := min(a.X1, b.X1) - max(a.X0, b.X0)
	h := min(a.Y1, b.Y1) - max(a.Y0, b.Y0)
	small, large := min(a.Side(), b.Side()), max(a.Side(), b.Side())
	if w <= 0 || h <= 0 || small < muchSmaller*large {
		return false
	}
	shared := w * h
	areaA, areaB := a.Width()*a.Height(), b.Width()*b.Height()
	return shared/(areaA+areaB-shared) > .4 || shared/min(areaA, areaB) > .75
}

// muchSmaller is how small a pip, or a die on a tray, is beside what holds it.
const muchSmaller = .45

// Grown is the find with its box k times as large.
func (f Found) Grown(k float64) Found {
	x, y := f.Center()
	w, h := k*f.Width()/2, k*f.Height()/2
	f.X0, f.X1, f.Y0, f.Y1 = x-w, x+w, y-h, y+h
	return f
}

// surest is how sure the finder is that some die's middle lies in the middle of a box.
func (l *level) surest(f Found) float64 {
	cell := finderStride / l.scale
	cx, cy := f.Center()
	cx, cy = cx-l.x0, cy-l.y0
	best := 0.0
	for y := max(0, int((cy-f.Height()/4)/cell)); y < min(l.h, int((cy+f.Height()/4)/cell)+1); y++ {
		for x := max(0, int((cx-f.Width()/4)/cell)); x < min(l.w, int((cx+f.Width()/4)/cell)+1); x++ {
			best = max(best, sigmoid(l.at(0, x, y)))
		}
	}
	return best
}
