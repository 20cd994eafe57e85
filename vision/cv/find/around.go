//go:build cgo

package find

import (
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

const (
	// aroundTurn is how far the second look at a square is turned, degrees. Dice in a row along the picture's side lie aslant in it.
	aroundTurn = 30
	// aroundPlace is the least score of a find in the look that isn't turned. It gives a die's place; the turned look may give its score.
	aroundPlace = .04
	// aroundFound is the least score of what the turned look adds.
	aroundFound = .25
)

// around is a square of the picture as the finder is shown it: its middle, px of the picture, how large it is shown, px, at which scale, and by how much it is turned, degrees.
type around struct {
	x, y, scale, turn float64
	px                int
}

// seenAround is what the finder sees in a square of the picture or in the same square turned, surest first.
func (n *Finder) seenAround(pic picture.Pyramid, at around) ([]Found, error) {
	plain, err := n.lookAround(n.usual, pic, at)
	if err != nil {
		return nil, err
	}
	at.turn = aroundTurn
	turned, err := n.lookAround(n.usual, pic, at)
	if err != nil {
		return nil, err
	}
	seen, more := plain.peaks(aroundPlace), turned.peaks(aroundFound)
	for i, f := range more {
		back := at.back(Outline(f, slices.Concat(more[:i], more[i+1:])))
		back.Score, back.level = f.Score, plain
		best, most := -1, 0.0
		for k, o := range seen {
			if s := back.Overlap(o); s > most && alike(back, o) && sameDie(back, o) {
				best, most = k, s
			}
		}
		if best < 0 {
			seen = append(seen, back)
			continue
		}
		seen[best].Score = max(seen[best].Score, back.Score)
	}
	return distinct(seen), nil
}

// lookAround runs a finder on a square of the picture. Where that is turned, the level's places are px of the square.
func (n *Finder) lookAround(which networks.Network, pic picture.Pyramid, at around) (*level, error) {
	img, px := pic.By(max(1, 1/at.scale))
	sin, cos := math.Sincos(at.turn * math.Pi / 180)
	k, half := at.scale*px, float64(at.px)/2
	x, y := at.x/px, at.y/px
	m := gocv.NewMatWithSize(2, 3, gocv.MatTypeCV64F)
	defer m.Close()
	for i, v := range []float64{k * cos, -k * sin, half - k*(cos*x-sin*y), k * sin, k * cos, half - k*(sin*x+cos*y)} {
		m.SetDoubleAt(i/3, i%3, v)
	}
	square := gocv.NewMat()
	defer square.Close()
	gocv.WarpAffineWithParams(img, &square, m, image.Pt(at.px, at.px), gocv.InterpolationLinear, gocv.BorderReplicate, color.RGBA{})
	net, err := n.netFor(which, image.Pt(at.px, at.px))
	if err != nil {
		return nil, err
	}
	planes, err := dnn.Run(net, square)
	if err != nil {
		return nil, err
	}
	l := &level{scale: 1, w: at.px / finderStride, h: at.px / finderStride, planes: planes}
	if at.turn == 0 {
		l.scale, l.x0, l.y0 = at.scale, at.x-half/at.scale, at.y-half/at.scale
	}
	return l, nil
}

// back is the box in the picture of an outline in the turned square.
func (at around) back(line []vision.Point) Found {
	sin, cos := math.Sincos(at.turn * math.Pi / 180)
	half := float64(at.px) / 2
	f := Found{X0: math.Inf(1), Y0: math.Inf(1), X1: math.Inf(-1), Y1: math.Inf(-1)}
	for _, p := range line {
		u, v := (p[0]-half)/at.scale, (p[1]-half)/at.scale
		x, y := at.x+cos*u+sin*v, at.y-sin*u+cos*v
		f.X0, f.Y0, f.X1, f.Y1 = min(f.X0, x), min(f.Y0, y), max(f.X1, x), max(f.Y1, y)
	}
	return f
}
