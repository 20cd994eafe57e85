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
	// aPip is by how much (levels of 0 to 255) the middle differs from all around it where a pip is plainly seen, aSpot where a lamp bleaches one. If it differs by less than perhapsASpot from everything around it, nobody looks closer.
	aPip, aSpot, perhapsASpot = 90, 30, 20
	// bleached is how bright all three colours are in a lamp's mirror image at least.
	bleached = 180
)

// MiddlePip tells whether there may be a pip in the middle of a find's top face that shows two or four. sure is what the aligner said of the find, nil if it wasn't asked.
func (n *Networks) MiddlePip(pic picture.Pyramid, f find.Found, sure *Top) (bool, error) {
	x, y := f.Center()
	middle, ring, err := Top{x: x, y: y, half: f.Side() / 2}.middle(pic)
	if err != nil || slices.Max(unlike(middle, ring)) < perhapsASpot {
		return false, err
	}
	if sure == nil {
		at, err := n.AlignAtOnce(pic, f)
		if err != nil {
			return false, fmt.Errorf("look where a top face's middle is: %w", err)
		}
		sure = &at
	}
	if middle, ring, err = sure.middle(pic); err != nil {
		return false, err
	}
	brightest := slices.Min(middle[:])
	for _, o := range ring {
		brightest = max(brightest, slices.Min(o[:]))
	}
	spot := slices.Min(unlike(middle, ring))
	return spot >= aPip || brightest >= bleached && spot >= aSpot, nil
}

// unlike are the distances of colours from one, levels.
func unlike(one [3]float64, others [][3]float64) []float64 {
	out := make([]float64, len(others))
	for i, o := range others {
		out[i] = math.Hypot(math.Hypot(o[0]-one[0], o[1]-one[1]), o[2]-one[2])
	}
	return out
}

// middle is the mean colour (B, G, R; 0 to 255) in a face's middle, and those at eight places around it.
func (t Top) middle(pic picture.Pyramid) (middle [3]float64, ring [][3]float64, err error) {
	of := around(pic, t.x, t.y, t.half, middlePx)
	defer of.mat.Close()
	look := func(bgr []byte, px int) {
		middle = disc(bgr, px, 0, 0)
		for k := range 8 {
			sin, cos := math.Sincos(math.Pi / 4 * float64(k))
			ring = append(ring, disc(bgr, px, aroundMiddle*cos, aroundMiddle*sin))
		}
	}
	if err := of.cutOf(t.turn, middlePx, look, make([]float32, 3*middlePx*middlePx)); err != nil {
		return middle, nil, fmt.Errorf("look at a top face's middle: %w", err)
	}
	return middle, ring, nil
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
