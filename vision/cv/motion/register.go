//go:build cgo

package motion

import (
	"image"
	"math"
	"math/rand/v2"

	"gocv.io/x/gocv"
)

// similar is a move, turn and zoom in the plane of the picture:
// x' = a·x − b·y + x0, y' = b·x + a·y + y0, px of the small picture.
type similar struct{ a, b, x, y float64 }

// unmoved is the move that leaves everything where it is.
func unmoved() similar { return similar{a: 1} }

// at gives where a point goes.
func (s similar) at(x, y float64) (float64, float64) {
	return s.a*x - s.b*y + s.x, s.b*x + s.a*y + s.y
}

// after is this move made after another one.
func (s similar) after(o similar) similar {
	x, y := s.at(o.x, o.y)
	return similar{a: s.a*o.a - s.b*o.b, b: s.b*o.a + s.a*o.b, x: x, y: y}
}

// far is how far the move takes the corner of a picture that it takes furthest, px.
func (s similar) far(size image.Point) float64 {
	d := 0.0
	for _, p := range []image.Point{{}, {X: size.X}, {Y: size.Y}, size} {
		x, y := s.at(float64(p.X), float64(p.Y))
		d = max(d, math.Hypot(x-float64(p.X), y-float64(p.Y)))
	}
	return d
}

// warp moves a picture; what comes in from outside repeats the edge.
func (s similar) warp(src gocv.Mat, dst *gocv.Mat) {
	t := gocv.NewMatWithSize(2, 3, gocv.MatTypeCV64F)
	defer t.Close()
	for i, v := range []float64{s.a, -s.b, s.x, s.b, s.a, s.y} {
		t.SetDoubleAt(i/3, i%3, v)
	}
	gocv.WarpAffineWithParams(src, dst, t, image.Pt(src.Cols(), src.Rows()),
		gocv.InterpolationLinear, gocv.BorderReplicate, black())
}

// walk is a point that was followed from one picture to another.
type walk struct{ x, y, u, v float64 }

// The limits of a registration.
const (
	followMost   = 240 // corners followed
	followLeast  = 14  // that must agree
	followNear   = 1.2 // px: how near a corner must come to where the move takes it
	followBack   = 0.5 // px: how near to its start a corner that is followed there and back must end
	followZoom   = 0.12
	followRounds = 160
)

// The limits of a shift that is told by edges.
const (
	shiftMost   = 16  // px of the small picture that it can be along each side
	shiftAlike  = 0.6 // how alike the edges of both pictures must be then, 1 for the same
	shiftBetter = 0.15
	shiftBlur   = 2.0 // px
)

// edgeShift finds the shift that takes the picture a to b by all their edges at once, where corners don't tell: on a floor of much grain most of them are noise. ok is false
// where the edges agree hardly better than without a shift, as where a hand hides the most.
func edgeShift(a, b gocv.Mat) (similar, bool) {
	w, h := a.Cols(), a.Rows()
	if b.Cols() != w || b.Rows() != h || min(w, h) < 4*shiftMost {
		return unmoved(), false
	}
	ea, eb := edgesAlone(a), edgesAlone(b)
	defer ea.Close()
	defer eb.Close()
	middle := ea.Region(image.Rect(shiftMost, shiftMost, w-shiftMost, h-shiftMost))
	defer middle.Close()
	alike, none := gocv.NewMat(), gocv.NewMat()
	defer alike.Close()
	defer none.Close()
	gocv.MatchTemplate(eb, middle, &alike, gocv.TmCcoeffNormed, none)
	_, best, _, at := gocv.MinMaxLoc(alike)
	if best < shiftAlike || best < alike.GetFloatAt(shiftMost, shiftMost)+shiftBetter {
		return unmoved(), false
	}
	return similar{a: 1, x: float64(at.X - shiftMost), y: float64(at.Y - shiftMost)}, true
}

// edgesAlone is how steep a picture is at each px, its grain blurred.
func edgesAlone(pic gocv.Mat) gocv.Mat {
	soft := gocv.NewMat()
	defer soft.Close()
	gocv.GaussianBlur(pic, &soft, image.Point{}, shiftBlur, 0, gocv.BorderDefault)
	return gradient(soft, image.Rect(0, 0, pic.Cols(), pic.Rows()))
}

// register finds the move that takes the picture a to b by its corners; ok is
// false where too few agree.
func register(a, b gocv.Mat) (similar, bool) {
	walks := follow(a, b)
	if len(walks) < followLeast {
		return unmoved(), false
	}
	best, most := unmoved(), 0
	r := rand.New(rand.NewPCG(1, uint64(len(walks))))
	for range followRounds {
		s, ok := between(walks[r.IntN(len(walks))], walks[r.IntN(len(walks))])
		if !ok {
			continue
		}
		if n := len(agreeing(walks, s)); n > most {
			best, most = s, n
		}
	}
	with := agreeing(walks, best)
	if len(with) < followLeast || 2*len(with) < len(walks) || !everywhere(with, a.Cols(), a.Rows()) {
		return unmoved(), false
	}
	return fitted(with), true
}

// everywhere tells whether the walks start from all over the picture and not
// from one thing in it.
func everywhere(walks []walk, w, h int) bool {
	var in [9]int
	for _, k := range walks {
		in[min(2, int(k.x*3/float64(w)))+3*min(2, int(k.y*3/float64(h)))]++
	}
	n := 0
	for _, k := range in {
		if k > 0 {
			n++
		}
	}
	return n >= 4
}

// between is the move that takes two walks' starts to their ends.
func between(p, q walk) (similar, bool) {
	dx, dy, du, dv := q.x-p.x, q.y-p.y, q.u-p.u, q.v-p.v
	n := dx*dx + dy*dy
	if n < 400 {
		return similar{}, false
	}
	s := similar{a: (dx*du + dy*dv) / n, b: (dx*dv - dy*du) / n}
	if math.Abs(math.Hypot(s.a, s.b)-1) > followZoom {
		return similar{}, false
	}
	x, y := s.at(p.x, p.y)
	s.x, s.y = p.u-x, p.v-y
	return s, true
}

func agreeing(walks []walk, s similar) []walk {
	var out []walk
	for _, w := range walks {
		if x, y := s.at(w.x, w.y); math.Hypot(x-w.u, y-w.v) <= followNear {
			out = append(out, w)
		}
	}
	return out
}

// fitted is the move that fits all walks best (least squares).
func fitted(walks []walk) similar {
	var mx, my, mu, mv float64
	n := float64(len(walks))
	for _, w := range walks {
		mx, my, mu, mv = mx+w.x/n, my+w.y/n, mu+w.u/n, mv+w.v/n
	}
	var s similar
	sum := 0.0
	for _, w := range walks {
		dx, dy, du, dv := w.x-mx, w.y-my, w.u-mu, w.v-mv
		s.a += dx*du + dy*dv
		s.b += dx*dv - dy*du
		sum += dx*dx + dy*dy
	}
	if sum == 0 {
		return similar{a: 1, x: mu - mx, y: mv - my}
	}
	s.a, s.b = s.a/sum, s.b/sum
	x, y := s.at(mx, my)
	s.x, s.y = mu-x, mv-y
	return s
}

// follow finds corners of a again in b (BGR, one size). A corner counts only
// when it leads back to where it came from: on a plain floor there is nothing
// but noise to follow, and noise does not.
func follow(a, b gocv.Mat) []walk {
	ga, gb := gocv.NewMat(), gocv.NewMat()
	defer ga.Close()
	defer gb.Close()
	gocv.CvtColor(a, &ga, gocv.ColorBGRToGray)
	gocv.CvtColor(b, &gb, gocv.ColorBGRToGray)
	gocv.EqualizeHist(ga, &ga)
	gocv.EqualizeHist(gb, &gb)
	from, to, back := gocv.NewMat(), gocv.NewMat(), gocv.NewMat()
	there, here, miss := gocv.NewMat(), gocv.NewMat(), gocv.NewMat()
	for _, m := range []*gocv.Mat{&from, &to, &back, &there, &here, &miss} {
		defer m.Close()
	}
	gocv.GoodFeaturesToTrack(ga, &from, followMost, 0.02, 7)
	if from.Empty() {
		return nil
	}
	gocv.CalcOpticalFlowPyrLK(ga, gb, from, to, &there, &miss)
	if to.Rows() < from.Rows() || there.Rows() < from.Rows() {
		return nil
	}
	gocv.CalcOpticalFlowPyrLK(gb, ga, to, back, &here, &miss)
	if back.Rows() < from.Rows() || here.Rows() < from.Rows() {
		return nil
	}
	var out []walk
	for i := range from.Rows() {
		if there.GetUCharAt(i, 0) == 0 || here.GetUCharAt(i, 0) == 0 {
			continue
		}
		p, q, r := from.GetVecfAt(i, 0), to.GetVecfAt(i, 0), back.GetVecfAt(i, 0)
		if math.Hypot(float64(r[0]-p[0]), float64(r[1]-p[1])) > followBack {
			continue
		}
		out = append(out, walk{float64(p[0]), float64(p[1]), float64(q[0]), float64(q[1])})
	}
	return out
}
