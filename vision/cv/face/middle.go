//go:build cgo

package face

import (
	"fmt"
	"math"
	"slices"

	"astragal/vision/cv/find"
	"astragal/vision/cv/picture"
)

// A lamp that mirrors in a shiny die's top face misleads the reader, however sure it is: it bleaches the pip under it, so that the middle one of three or five is overlooked, or it looks like a pip itself, beside the only one. In the middle
// of a two or a four there is nothing.
const (
	// middlePx is the side of the cut in which a face's middle is looked at, px. Lengths below are in halves of it.
	middlePx = 48
	// middleDisc is the radius of the discs whose means are compared: less than a pip's. aroundMiddle is how far from the middle the others lie: farther than a pip reaches.
	middleDisc, aroundMiddle = .11, .36
	// aPip is by how much (levels of 0 to 255) the middle differs from all around it where a pip is plainly seen, aSpot where a lamp bleaches one.
	aPip, aSpot = 90, 30
	// bleached is how bright all three colours are in a lamp's mirror image at least.
	bleached = 180
)

// MiddlePip tells whether there may be a pip in the middle of a find's top face that shows two or four. top is what the aligner said of the find, nil if it wasn't asked.
func (n *Networks) MiddlePip(pic picture.Pyramid, f find.Found, top *Top) (bool, error) {
	x, y := f.Center()
	roughly, err := Top{x: x, y: y, half: f.Side() / 2}.middle(pic)
	if err != nil || !roughly.holds(slices.Max(roughly.unlike())) {
		return false, err
	}
	if top == nil {
		at, err := n.AlignAtOnce(pic, f)
		if err != nil {
			return false, fmt.Errorf("look where a top face's middle is: %w", err)
		}
		top = &at
	}
	seen, err := top.middle(pic)
	return err == nil && seen.holds(slices.Min(seen.unlike())), err
}

// middle is what a face looks like in its middle, and at eight places around that: mean colours (B, G, R; 0 to 255).
type middle struct {
	of   [3]float64
	ring [8][3]float64
}

// holds tells whether there may be a pip if the middle differs so much from what is around it.
func (m middle) holds(spot float64) bool {
	brightest := slices.Min(m.of[:])
	for _, o := range m.ring {
		brightest = max(brightest, slices.Min(o[:]))
	}
	return spot >= aPip || brightest >= bleached && spot >= aSpot
}

// unlike is how much the middle differs from each place around it, levels.
func (m middle) unlike() []float64 {
	var out []float64
	for _, o := range m.ring {
		out = append(out, math.Hypot(math.Hypot(o[0]-m.of[0], o[1]-m.of[1]), o[2]-m.of[2]))
	}
	return out
}

// middle looks at the middle of a face.
func (t Top) middle(pic picture.Pyramid) (m middle, err error) {
	of := around(pic, t.x, t.y, t.half, middlePx)
	defer of.mat.Close()
	look := func(bgr []byte, px int) {
		m.of = disc(bgr, px, 0, 0)
		for k := range m.ring {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / float64(len(m.ring)))
			m.ring[k] = disc(bgr, px, aroundMiddle*cos, aroundMiddle*sin)
		}
	}
	if err := of.cutOf(t.turn, middlePx, look, make([]float32, 3*middlePx*middlePx)); err != nil {
		return m, fmt.Errorf("look at a top face's middle: %w", err)
	}
	return m, nil
}

// disc is the mean colour of a small disc around x, y.
func disc(bgr []byte, px int, x, y float64) (mean [3]float64) {
	half, n := float64(px)/2, 0.0
	cx, cy, r := half*(1+x), half*(1+y), half*middleDisc
	for j := int(cy - r); j <= int(cy+r); j++ {
		for i := int(cx - r); i <= int(cx+r); i++ {
			if math.Hypot(float64(i)+.5-cx, float64(j)+.5-cy) < r {
				for k := range mean {
					mean[k] += float64(bgr[3*(j*px+i)+k])
				}
				n++
			}
		}
	}
	for k := range mean {
		mean[k] /= n
	}
	return mean
}
