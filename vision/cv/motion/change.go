//go:build cgo

package motion

import (
	"image"
	"math"

	"gocv.io/x/gocv"
)

// hear follows the camera's noise: the least difference between neighbouring
// frames of the last while.
func (m *Motion) hear() {
	gocv.AbsDiff(m.now.pic, m.before, &m.spare[0])
	mean := m.spare[0].Mean()
	n := (mean.Val1 + mean.Val2 + mean.Val3) / 3
	m.equal = n == 0
	if m.noise == 0 {
		m.noise = min(n, 2)
	}
	m.noise = min(n, m.noise*1.01+0.001)
}

// level is the difference from which a pixel has changed.
func (m *Motion) level() float32 {
	return float32(levelFloor + levelPerNoise*m.noise)
}

// setAnchor holds the coming frames against this one.
func (m *Motion) setAnchor() {
	m.anchor.set(m.now)
	m.bounds(m.anchor.pic, &m.lo, &m.hi)
}

// bounds gives the darkest and the lightest value of pic within one px, so
// that an edge that trembles is no change.
func (m *Motion) bounds(pic gocv.Mat, lo, hi *gocv.Mat) {
	near := gocv.GetStructuringElement(gocv.MorphRect, image.Pt(3, 3))
	defer near.Close()
	gocv.Erode(pic, lo, near)
	gocv.Dilate(pic, hi, near)
}

// moves tells whether something moves. m.changed is then the mask of it.
func (m *Motion) moves() bool {
	m.differ(m.anchor, m.lo, m.hi, &m.changed)
	if !m.clumps() {
		return false
	}
	explained := (m.calm > 0 || m.spread()) && m.shaken() || m.share() > wide && m.lit()
	m.setAnchor()
	return !explained || m.clumps()
}

// spread tells whether m.changed reaches over much of the picture, as it does
// when the camera shakes.
func (m *Motion) spread() bool {
	var all image.Rectangle
	for _, b := range blobsOf(m.changed) {
		all = all.Union(b.box)
	}
	return 2*all.Dx() > m.changed.Cols() || 2*all.Dy() > m.changed.Rows()
}

// differ writes the mask of what in this frame lies outside the bounds of an
// earlier picture, brought to the same exposure.
func (m *Motion) differ(then *still, lo, hi gocv.Mat, mask *gocv.Mat) {
	now := m.now.pic
	if g := gain(&m.now.light, &then.light); !even(g) {
		scale(now, &m.spare[1], g)
		now = m.spare[1]
	}
	m.outside(now, lo, hi, mask)
	clearFrame(mask, 1)
}

// outside writes the mask of what lies outside bounds in any colour.
func (m *Motion) outside(now, lo, hi gocv.Mat, mask *gocv.Mat) {
	gocv.Subtract(now, hi, &m.spare[2])
	gocv.Subtract(lo, now, &m.spare[3])
	gocv.Max(m.spare[2], m.spare[3], &m.spare[2])
	gocv.Threshold(m.spare[2], &m.spare[2], m.level(), 255, gocv.ThresholdBinary)
	gocv.CvtColor(m.spare[2], mask, gocv.ColorBGRToGray)
	gocv.Threshold(*mask, mask, 1, 255, gocv.ThresholdBinary)
}

// share is the part of the picture that m.changed covers.
func (m *Motion) share() float64 {
	return float64(gocv.CountNonZero(m.changed)) / float64(m.changed.Total())
}

// grain is the smallest patch of changed pixels that is not taken for noise, px.
func (m *Motion) grain() int {
	return max(6, min(9, m.changed.Total()/10000))
}

// clumps rubs specks out of m.changed and tells whether anything is left.
func (m *Motion) clumps() bool {
	if gocv.CountNonZero(m.changed) < m.grain() {
		return false
	}
	left := false
	for _, b := range blobsOf(m.changed) {
		if len(b.px) > m.grain()-1 {
			left = true
			continue
		}
		b.paint(m.changed, 0)
	}
	return left
}

// shaken tells whether the camera's own move explains most of m.changed, which
// then holds the rest.
func (m *Motion) shaken() bool {
	move, ok := register(m.anchor.pic, m.now.pic)
	if !ok || move.far(m.small()) < 0.4 {
		return false
	}
	then := newStill()
	defer then.pic.Close()
	move.warp(m.anchor.pic, &then.pic)
	then.light = lightOf(then.pic)
	lo, hi := gocv.NewMat(), gocv.NewMat()
	defer lo.Close()
	defer hi.Close()
	m.bounds(then.pic, &lo, &hi)
	if !m.explains(then, lo, hi, move.far(m.small())) {
		return false
	}
	m.drift = move.after(m.drift)
	move.warp(m.touched, &m.spare[5])
	m.spare[5].CopyTo(&m.touched)
	move.warp(m.often, &m.spare[5])
	m.spare[5].CopyTo(&m.often)
	return true
}

// explains tests an explanation of m.changed: the anchor as it should look now.
// Where it leaves little, m.changed becomes that.
func (m *Motion) explains(then *still, lo, hi gocv.Mat, frame float64) bool {
	was := m.share()
	rest := gocv.NewMat()
	defer rest.Close()
	m.differ(then, lo, hi, &rest)
	clearFrame(&rest, frame)
	if float64(gocv.CountNonZero(rest))/float64(rest.Total()) > explained*was {
		return false
	}
	rest.CopyTo(&m.changed)
	return true
}

// lit tells whether another light explains most of m.changed, which then holds the rest.
func (m *Motion) lit() bool {
	then := newStill()
	defer then.pic.Close()
	fitSlope(&m.anchor.light, &m.now.light).relight(m.anchor.pic, &then.pic)
	then.light = m.now.light
	lo, hi := gocv.NewMat(), gocv.NewMat()
	defer lo.Close()
	defer hi.Close()
	m.bounds(then.pic, &lo, &hi)
	return m.explains(then, lo, hi, 0)
}

// clearFrame empties a mask's edge, where a move brought in what nobody saw.
func clearFrame(mask *gocv.Mat, by float64) {
	w, h, n := mask.Cols(), mask.Rows(), int(math.Ceil(by))+1
	for _, r := range []image.Rectangle{
		image.Rect(0, 0, n, h), image.Rect(w-n, 0, w, h), image.Rect(0, 0, w, n), image.Rect(0, h-n, w, h),
	} {
		if r = r.Intersect(image.Rect(0, 0, w, h)); r.Empty() {
			continue
		}
		part := mask.Region(r)
		part.SetTo(gocv.Scalar{})
		part.Close()
	}
}
