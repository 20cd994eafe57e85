//go:build cgo

package motion

import (
	"image"
	"image/color"
	"math"

	"gocv.io/x/gocv"
)

// What counts as something large that reaches in.
const (
	// handShare is the least share of the picture that a hand covers.
	handShare = 0.02
	// coveredShare is the share of the picture behind something from which the tray counts as hidden.
	coveredShare = 0.6
	// sameEdges is how alike the edges of two pictures of one place are at least, whatever the
	// light (1 alike, 0 nothing to do with each other).
	sameEdges = 0.45
)

func black() color.RGBA { return color.RGBA{A: 255} }

// reachesIn tells whether a large thing that was not there in the still
// picture now comes in from the edge, and whether it hides most of the picture.
func (m *Motion) reachesIn() (hand, covered bool) {
	if m.ref.pic.Empty() {
		mask := m.changed.Clone()
		defer mask.Close()
		unknown := gocv.NewMat()
		defer unknown.Close()
		share := m.reach(&mask, unknown, 1)
		return share > 0, share > coveredShare
	}
	then, mask := newStill(), gocv.NewMat()
	defer then.pic.Close()
	defer mask.Close()
	move := unmoved()
	share := m.reachSince(move, then, &mask)
	if share > 0 {
		if move = m.sinceKept(); move != unmoved() {
			share = m.reachSince(move, then, &mask)
		}
	}
	m.mindBare(then.pic, mask, move)
	return share > 0, share > coveredShare
}

// sinceKept is how the camera has moved since the still picture was kept. Where
// the pictures have too little in common it is what was noticed on the way.
func (m *Motion) sinceKept() similar {
	move, ok := register(m.ref.pic, m.now.pic)
	return m.noticed(move, ok)
}

// sinceKeptSurely is sinceKept, with a second try where corners don't tell. It takes longer.
func (m *Motion) sinceKeptSurely() similar {
	move, ok := register(m.ref.pic, m.now.pic)
	if !ok {
		move, ok = edgeShift(m.ref.pic, m.now.pic)
	}
	return m.noticed(move, ok)
}

// noticed is a move that was found, or else what was noticed on the way.
func (m *Motion) noticed(move similar, ok bool) similar {
	if !ok {
		move = m.drift
	}
	if move.far(m.small()) <= 0.6 {
		return unmoved()
	}
	return move
}

// reachSince is the share of the picture behind large things that came in from
// the edge since the still picture was kept, the camera having moved since. It
// leaves the still picture as it should look now, and the mask of what differs from it.
func (m *Motion) reachSince(move similar, then *still, mask *gocv.Mat) float64 {
	m.asNow(m.ref, move, then)
	m.newSince(then, mask)
	far := move.far(m.small())
	clearFrame(mask, far)
	whole := mask.Clone()
	defer whole.Close()
	return m.reach(&whole, then.pic, int(far)+2)
}

// reach is the share of the picture behind the large things in a mask that come
// in from its edge, margin px off at most; then is what was there before them, empty where unknown.
func (m *Motion) reach(mask *gocv.Mat, then gocv.Mat, margin int) float64 {
	closed(mask)
	w, h := mask.Cols(), mask.Rows()
	share := 0.0
	m.hands = nil
	for _, b := range blobsOf(*mask) {
		part := float64(len(b.px)) / float64(w*h)
		if part >= handShare && b.atEdge(w, h, margin) && (then.Empty() || m.isThing(b, then)) {
			share += part
			m.hands = append(m.hands, b)
		}
	}
	return share
}

// maskBeside is the mask of a picture of a size outside some blobs, with some room around them; empty if there are none. The caller closes it.
func maskBeside(blobs []blob, size image.Point) gocv.Mat {
	if len(blobs) == 0 {
		return gocv.NewMat()
	}
	mask, round := gocv.Zeros(size.Y, size.X, gocv.MatTypeCV8U), gocv.GetStructuringElement(gocv.MorphRect, image.Pt(15, 15))
	defer round.Close()
	for _, b := range blobs {
		b.paint(mask, 255)
	}
	gocv.Dilate(mask, &mask, round)
	gocv.BitwiseNot(mask, &mask)
	return mask
}

// What a picture without light looks like, grey levels: darker than nightMean, no cell further than nightEven from the mean, whatever
// the noise; a die makes a cell differ by more. Where it is darker than blackMean the cells' variance is less than blackEven.
const (
	nightMean, nightEven = 45, 12
	blackMean, blackEven = 12, 9
)

// blank tells whether the picture shows nothing at all: a cap on the lens, no light.
func (m *Motion) blank() bool {
	var sum, square float64
	low, high := 255.0, 0.0
	for _, c := range m.now.light {
		v := float64(c[0]+c[1]+c[2]) / 3
		sum += v
		square += v * v
		low, high = min(low, v), max(high, v)
	}
	n := float64(len(m.now.light))
	mean := sum / n
	return mean < blackMean && square/n-mean*mean < blackEven || mean < nightMean && max(mean-low, high-mean) < nightEven
}

// asNow writes an earlier picture as it should look now: moved, and in this frame's light.
func (m *Motion) asNow(then *still, move similar, out *still) {
	pic := then.pic
	if move != unmoved() {
		move.warp(then.pic, &m.spare[4])
		pic = m.spare[4]
	}
	l := lightOf(pic)
	fitSlope(&l, &m.now.light).relight(pic, &out.pic)
	out.light = m.now.light
}

// newSince writes the mask of what is different from an earlier picture in the same light.
func (m *Motion) newSince(then *still, mask *gocv.Mat) {
	lo, hi := gocv.NewMat(), gocv.NewMat()
	defer lo.Close()
	defer hi.Close()
	m.bounds(then.pic, &lo, &hi)
	m.outside(m.now.pic, lo, hi, mask)
}

// closed fills the cracks of a mask.
func closed(mask *gocv.Mat) {
	near := gocv.GetStructuringElement(gocv.MorphEllipse, image.Pt(7, 7))
	defer near.Close()
	gocv.MorphologyEx(*mask, mask, gocv.MorphClose, near)
}

// isThing tells whether a changed patch is a thing that lies over what was
// there before, and not another light on it nor the place that a thing left.
func (m *Motion) isThing(b blob, then gocv.Mat) bool {
	now, old := edgesOf(m.now.pic), edgesOf(then)
	defer now.Close()
	defer old.Close()
	if now.alike(old, b.px) > sameEdges {
		return false
	}
	rim := b.rim(m.now.pic.Cols(), m.now.pic.Rows())
	return now.strength(rim) >= 0.8*old.strength(rim)
}

// rim gives the pixels in which the blob meets the rest of the picture from outside: what shows through it, such as the
// tray's wall as dark as the shadow of the hand over it, is no contour of a hand.
func (b blob) rim(w, h int) []int {
	mask := gocv.NewMatWithSizeFromScalar(gocv.Scalar{}, h, w, gocv.MatTypeCV8U)
	defer mask.Close()
	b.paint(mask, 255)
	around := gocv.FindContours(mask, gocv.RetrievalExternal, gocv.ChainApproxNone)
	defer around.Close()
	var out []int
	for _, line := range around.ToPoints() {
		for _, p := range line {
			if p.X < 2 || p.Y < 2 || p.X >= w-2 || p.Y >= h-2 {
				continue // the picture's edge is no contour
			}
			out = append(out, p.Y*w+p.X)
		}
	}
	return out
}

// edges are the gradients of a picture.
type edges struct{ gx, gy gocv.Mat }

func edgesOf(pic gocv.Mat) edges {
	grey := gocv.NewMat()
	defer grey.Close()
	gocv.CvtColor(pic, &grey, gocv.ColorBGRToGray)
	e := edges{gocv.NewMat(), gocv.NewMat()}
	gocv.Sobel(grey, &e.gx, gocv.MatTypeCV32F, 1, 0, 3, 1, 0, gocv.BorderReplicate)
	gocv.Sobel(grey, &e.gy, gocv.MatTypeCV32F, 0, 1, 3, 1, 0, gocv.BorderReplicate)
	return e
}

func (e edges) Close() {
	e.gx.Close()
	e.gy.Close()
}

// alike is how well the edges of two pictures agree at the given pixels: 1 when
// they are the same up to contrast, 0 when they have nothing to do with each other.
func (e edges) alike(o edges, px []int) float64 {
	ax, _ := e.gx.DataPtrFloat32()
	ay, _ := e.gy.DataPtrFloat32()
	bx, _ := o.gx.DataPtrFloat32()
	by, _ := o.gy.DataPtrFloat32()
	var ab, aa, bb float64
	for _, at := range px {
		x, y, u, v := float64(ax[at]), float64(ay[at]), float64(bx[at]), float64(by[at])
		ab += x*u + y*v
		aa += x*x + y*y
		bb += u*u + v*v
	}
	if aa == 0 || bb == 0 {
		return 0
	}
	return ab / math.Sqrt(aa*bb)
}

// strength is the mean length of the gradient at the given pixels.
func (e edges) strength(px []int) float64 {
	gx, _ := e.gx.DataPtrFloat32()
	gy, _ := e.gy.DataPtrFloat32()
	sum := 0.0
	for _, at := range px {
		sum += math.Hypot(float64(gx[at]), float64(gy[at]))
	}
	return sum / float64(max(1, len(px)))
}
