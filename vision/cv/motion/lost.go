//go:build cgo

package motion

import (
	"image"
	"slices"

	"astragal/vision"

	"gocv.io/x/gocv"
)

const (
	// lostOverlap is how much a die's box must share with the place at which one went out of sight to be the same one, lostAlike
	// how alike they must look, lostTint how far apart their colours may be.
	lostOverlap, lostAlike, lostTint = 0.85, 0.7, 0.45
	// lostTouched is the share of such a place over which nothing may have moved for the die to be under there still.
	lostTouched = 0.15
)

// lost is a die that went out of sight although its place was never seen bare: something may lie over it.
type lost struct {
	at    vision.Box // its place in the still picture, px of the frame
	crop  gocv.Mat   // what it looked like, cut out of a frame
	in    vision.Box // its box in crop
	tint  [3]float64 // the mean colour of its middle
	light light      // in which it had that
}

// Lose remembers the dice that lay in boxes (px of the last look's picture) and went out of sight since, and forgets those that
// did so before unless what lies over them stayed. It comes before Motion.Keep.
func (c *Comparison) Lose(gone []vision.Box) {
	m := c.m
	under := m.lost[:0]
	for _, l := range m.lost {
		if l.at = c.Carry(l.at); c.within(m.touched, l.at) < lostTouched {
			under = append(under, l)
		} else {
			l.crop.Close()
		}
	}
	m.lost = under
	size := image.Pt(c.frame.Cols(), c.frame.Rows())
	for _, b := range gone {
		middle, square := m.inside(b, -0.25), whole(b, size)
		r := image.Rect(int(square[0]-square[2]/2), int(square[1]-square[3]/2), int(square[0]+1.5*square[2])+1, int(square[1]+1.5*square[3])+1).
			Intersect(image.Rectangle{Max: size})
		if middle.Empty() || r.Empty() {
			continue
		}
		part := m.refFull.Region(r)
		square[0], square[1] = square[0]-float64(r.Min.X), square[1]-float64(r.Min.Y)
		m.lost = append(m.lost, lost{c.Carry(b), part.Clone(), square, meanOf(m.ref.pic, middle), m.ref.light})
		part.Close()
	}
}

// ForgetLost drops what Lose remembers.
func (m *Motion) ForgetLost() {
	for _, l := range m.lost {
		l.crop.Close()
	}
	m.lost = nil
}

// Back tells whether the die within a box (px of the frame) is one that went out of sight just there.
func (c *Comparison) Back(b vision.Box) bool {
	return slices.ContainsFunc(c.m.lost, func(l lost) bool {
		at := c.Carry(l.at)
		if vision.Overlap(at, b) < lostOverlap {
			return false
		}
		middle := c.m.inside(b, -0.25)
		if middle.Empty() {
			return false
		}
		w, h := c.m.small().X, c.m.small().Y
		f := fitSlope(&l.light, &c.m.now.light).at(float64(middle.Min.X+middle.Max.X)/float64(w)-1, float64(middle.Min.Y+middle.Max.Y)/float64(h)-1)
		was := l.tint
		for i := range was {
			was[i] *= f[i]
		}
		return tintsApart(was, meanOf(c.m.now.pic, middle)) <= lostTint && c.facesAlike(l.crop, l.in, b) >= lostAlike
	})
}
