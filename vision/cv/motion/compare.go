//go:build cgo

package motion

import (
	"image"
	"math"

	"astragal/vision"
	"astragal/vision/settle"

	"gocv.io/x/gocv"
)

// Comparison holds the last still picture against this frame, place by place.
// It is a settle.Evidence. The caller closes it before the next frame is added.
type Comparison struct {
	m     *Motion
	move  similar
	then  *still   // the last still picture as it should look now
	other gocv.Mat // mask: what has another colour than in then
	frame gocv.Mat
	relit bool
}

var _ settle.Evidence = (*Comparison)(nil)

// Compare holds the last still picture against frame, which must be the one
// added last and stay open; nil when there is none yet.
func (m *Motion) Compare(frame gocv.Mat) *Comparison {
	if m.ref.pic.Empty() || m.refFull.Empty() && !m.glimpsed {
		return nil
	}
	c := &Comparison{m: m, then: newStill(), other: gocv.NewMat(), frame: frame, move: m.sinceKeptSurely()}
	m.asNow(m.ref, c.move, c.then)
	m.newSince(c.then, &c.other)
	c.relit = !similarLight(&m.ref.light, &m.now.light)
	return c
}

// CompareFirst holds the first picture of a medium against frame, which must be the one added last and stay open; nil where there is none in this
// geometry.
func CompareFirst(m *Motion, frame gocv.Mat) *Comparison {
	if m.first.pic.Empty() {
		return nil
	}
	c := &Comparison{m: m, then: newStill(), other: gocv.NewMat(), frame: frame, move: unmoved()}
	m.asNow(m.first, c.move, c.then)
	m.newSince(c.then, &c.other)
	c.relit = !similarLight(&m.first.light, &m.now.light)
	return c
}

// Kept tells whether that picture was kept, or only glimpsed.
func (c *Comparison) Kept() bool { return !c.m.glimpsed }

// Close frees the comparison.
func (c *Comparison) Close() {
	c.then.pic.Close()
	c.other.Close()
}

// Relit tells whether the light on the tray has changed so much that the dice
// may look different.
func (c *Comparison) Relit() bool { return c.relit }

func similarLight(a, b *light) bool {
	g := gain(a, b)
	for _, f := range g {
		if math.Abs(math.Log(f)) > 0.12 {
			return false
		}
	}
	return true
}

// Bumped tells whether the camera has moved so far that outlines would lie beside the dice.
func (c *Comparison) Bumped() bool { return c.move.far(c.m.small()) > 1.5 }

// Carry gives where a box (px of the frame) of the last look lies now.
func (c *Comparison) Carry(b vision.Box) vision.Box { return c.m.carried(b, c.move) }

// carried gives where a box (px of the frame) of the still picture lies after a move.
func (m *Motion) carried(b vision.Box, move similar) vision.Box {
	by := float64(m.by)
	x, y := move.at((b[0]+b[2]/2)/by, (b[1]+b[3]/2)/by)
	zoom := math.Hypot(move.a, move.b)
	return vision.Box{x*by - b[2]*zoom/2, y*by - b[3]*zoom/2, b[2] * zoom, b[3] * zoom}
}

// Place compares what is within a box (px of the frame) now with what was there.
func (c *Comparison) Place(b vision.Box) settle.Place {
	return settle.Place{Touched: c.within(c.m.touched, b), Changed: c.within(c.other, b), Same: c.same(b), Sudden: sudden(c.m, b)}
}

// rect is a box (px of the frame) in px of the small picture, grown by the share grow on each side.
func (m *Motion) rect(b vision.Box, grow float64) image.Rectangle {
	by := float64(m.by)
	gx, gy := b[2]*grow, b[3]*grow
	return image.Rect(int(math.Floor((b[0]-gx)/by)), int(math.Floor((b[1]-gy)/by)),
		int(math.Ceil((b[0]+b[2]+gx)/by)), int(math.Ceil((b[1]+b[3]+gy)/by)))
}

// inside is the part of rect that is in the picture.
func (m *Motion) inside(b vision.Box, grow float64) image.Rectangle {
	return m.rect(b, grow).Intersect(image.Rectangle{Max: m.small()})
}

// within is the share of a box that a mask covers.
func (c *Comparison) within(mask gocv.Mat, b vision.Box) float64 {
	r := c.m.inside(b, -0.1)
	if r.Empty() {
		return 0
	}
	return filled(mask, r)
}

// filled is the share of a rectangle that a mask covers.
func filled(mask gocv.Mat, r image.Rectangle) float64 {
	part := mask.Region(r)
	defer part.Close()
	return float64(gocv.CountNonZero(part)) / float64(r.Dx()*r.Dy())
}

// same looks for what was within the box, with a little of its surroundings, in the same place
// now, a few px off at most.
func (c *Comparison) same(b vision.Box) float64 {
	const slack = 2
	within := image.Rectangle{Max: c.m.small()}
	r := c.m.rect(b, 0.15).Intersect(within.Inset(slack))
	if r.Dx() < 3 || r.Dy() < 3 {
		return 0
	}
	was, is := c.then.pic.Region(r), c.m.now.pic.Region(r.Inset(-slack))
	defer was.Close()
	defer is.Close()
	if flat(was) && flat(is) {
		return 1
	}
	score, mask := gocv.NewMat(), gocv.NewMat()
	defer score.Close()
	defer mask.Close()
	gocv.MatchTemplate(is, was, &score, gocv.TmCcoeffNormed, mask)
	_, best, _, _ := gocv.MinMaxLoc(score)
	return float64(best)
}

// flat tells whether a picture has nothing in it to recognise.
func flat(pic gocv.Mat) bool {
	mean, dev := gocv.NewMat(), gocv.NewMat()
	defer mean.Close()
	defer dev.Close()
	gocv.MeanStdDev(pic, &mean, &dev)
	for i := range dev.Rows() {
		if dev.GetDoubleAt(i, 0) > 3 {
			return false
		}
	}
	return true
}

// Unexplained tells whether something of a die's size has come to lie outside
// all the boxes (px of the frame).
func (c *Comparison) Unexplained(boxes []vision.Box) bool {
	mask := gocv.NewMat()
	defer mask.Close()
	gocv.BitwiseAnd(c.other, c.m.touched, &mask)
	die := c.cutOut(&mask, boxes, 0.25)
	least, most := max(12, 0.12*die), 4*die
	if die == 0 {
		least, most = 30, handShare*float64(mask.Total())
	}
	for _, b := range blobsOf(mask) {
		if n := float64(len(b.px)); n >= least && n <= most {
			return true
		}
	}
	return false
}

// cutOut empties the boxes, grown by a share on each side, in a mask. It gives
// the area of the largest box as it is, px of the small picture.
func (c *Comparison) cutOut(mask *gocv.Mat, boxes []vision.Box, grow float64) float64 {
	largest := 0.0
	for _, b := range boxes {
		r := c.m.rect(b, 0)
		largest = max(largest, float64(r.Dx()*r.Dy()))
		if r = c.m.inside(b, grow); r.Empty() {
			continue
		}
		part := mask.Region(r)
		part.SetTo(gocv.Scalar{})
		part.Close()
	}
	return largest
}

// Hand tells whether something large that was not there at the last look comes
// in from the picture's edge, when the dice (px of the frame) are taken out of it.
func (c *Comparison) Hand(dice []vision.Box) bool {
	if !c.m.hand {
		return false
	}
	mask := c.other.Clone()
	defer mask.Close()
	closed(&mask)
	die := c.cutOut(&mask, dice, 0.25)
	w, h := mask.Cols(), mask.Rows()
	least, margin := max(4*die, handShare*float64(w*h)), int(c.move.far(c.m.small()))+2
	for _, b := range blobsOf(mask) {
		if float64(len(b.px)) > least && b.atEdge(w, h, margin) && c.m.isThing(b, c.then.pic) {
			return true
		}
	}
	return false
}
