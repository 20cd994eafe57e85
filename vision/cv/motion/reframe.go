//go:build cgo

package motion

import (
	"image"
	"math"

	"gocv.io/x/gocv"

	"astragal/vision/cv/picture"
)

// The limits of a picture that is taken for the one before it in another geometry.
const (
	// reframeShare is the share of the picture that must have changed at least.
	reframeShare = 0.01
	// reframeLeft is which part of the change may remain once it is explained.
	reframeLeft = 0.35
	// reframeRest is how much of the change in light may remain where something changed. A plain floor that is squeezed has a grain so dense that a shadow lies within its bounds: .68 to .81 remained in
	// three throws that were missed (73460, 97571, 120038), .54 at the most in pictures that were taken in the geometry.
	reframeRest = 0.65
	// reframeTold is the share of all that changed which must lie where the geometry shows something: little of it is explained by any.
	reframeTold = 0.1
	// reframeSeen is the share of the picture that must show something of the picture before.
	reframeSeen = 0.15
	// reframeFar is how far a corner of the picture must go at least, px of the small picture: less is a camera that was bumped.
	reframeFar = 12
	// reframeCorners is how many corners are compared. reframeAgree of them at least must go where a geometry takes them, to within reframeNear px of the small picture: 24 and more do so if the camera
	// turned, five did by chance (98461 of docs/clips.md).
	reframeCorners = 400
	reframeAgree   = 12
	reframeNear    = 3
	// reframeCalm is the share of what both pictures show in which nothing may have changed for its grain to say that the picture stayed.
	reframeCalm = 0.45
	// reframeGrain is by how much more the grain of what didn't change must be like that of the picture before as it was than as it should be.
	// Eight throws that were missed had .05 to .87 (seeds 73423 to 73480, 96021, 97571 and 98397 of docs/clips.md); pictures that were taken in another geometry .01 at the most.
	reframeGrain = 0.04
)

// affine is x' = a·x + b·y + c, y' = d·x + e·y + f, px of the small picture.
type affine [6]float64

// mirrors are the geometries that leave a picture of w × h px its size: mirrored, upside down, turned by half.
func mirrors(w, h float64) []affine {
	return []affine{{-1, 0, w - 1, 0, 1, 0}, {1, 0, 0, 0, -1, h - 1}, {-1, 0, w - 1, 0, -1, h - 1}}
}

// zooms are the steps in which cameras zoom by computing, about the middle of a picture of w × h px: there may be too few corners to tell them.
func zooms(w, h float64) []affine {
	var out []affine
	for _, f := range []float64{1.25, 1.5, 2, 3, .8, 2. / 3, .5, 1. / 3} {
		out = append(out, affine{f, 0, (1 - f) * (w - 1) / 2, 0, f, (1 - f) * (h - 1) / 2})
	}
	return out
}

// reframed tells whether this frame is the one before it in another geometry: turned, mirrored, zoomed or squeezed by the
// camera or by the program that sends its pictures.
func (m *Motion) reframed() bool {
	if m.share() < reframeShare || !m.spread() || m.before.Empty() {
		return false
	}
	size := m.small()
	w, h := float64(size.X), float64(size.Y)
	for _, t := range append(mirrors(w, h), zooms(w, h)...) {
		if m.framedBy(t) {
			return true
		}
	}
	for _, t := range m.reframings() {
		if m.framedBy(t) {
			return true
		}
	}
	return false
}

// framedBy tests a geometry: whether the frame before looks like this one in it, wherever both show something.
func (m *Motion) framedBy(t affine) bool {
	then, seen := newStill(), gocv.NewMat()
	defer then.pic.Close()
	defer seen.Close()
	t.warp(m.before, &then.pic)
	white := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(255, 0, 0, 0), m.before.Rows(), m.before.Cols(), gocv.MatTypeCV8U)
	defer white.Close()
	t.warp(white, &seen)
	gocv.Threshold(seen, &seen, 254, 255, gocv.ThresholdBinary)
	clearFrame(&seen, 2)
	if float64(gocv.CountNonZero(seen)) < reframeSeen*float64(seen.Total()) {
		return false
	}
	was, left := m.differs(m.before, seen), m.differs(then.pic, seen)
	defer picture.CloseAll(&was, &left)
	n := float64(gocv.CountNonZero(was))
	return n > 0 && n >= reframeTold*m.share()*float64(seen.Total()) && float64(gocv.CountNonZero(left)) <= reframeLeft*n &&
		apart(m.now.pic, then.pic, was) <= reframeRest*apart(m.now.pic, m.before, was) && !stayed(m, then.pic, seen)
}

// apart is by how many grey values, over all colours, two pictures differ within a mask, without a pixel's noise.
func apart(a, b, within gocv.Mat) float64 {
	one, other := gocv.NewMat(), gocv.NewMat()
	defer picture.CloseAll(&one, &other)
	gocv.GaussianBlur(a, &one, image.Point{}, 1, 1, gocv.BorderDefault)
	gocv.GaussianBlur(b, &other, image.Point{}, 1, 1, gocv.BorderDefault)
	gocv.AbsDiff(one, other, &one)
	mean := one.MeanWithMask(within)
	return mean.Val1 + mean.Val2 + mean.Val3
}

// stayed tells whether the grain of the floor, within a mask, lies where it lay: then only something on it moved, and the picture that is brought into
// another geometry is like this one by chance, as a hand's shadow on a plain floor is.
func stayed(m *Motion, moved, within gocv.Mat) bool {
	calm, round := gocv.NewMat(), gocv.GetStructuringElement(gocv.MorphRect, image.Pt(15, 15))
	defer picture.CloseAll(&calm, &round)
	gocv.Dilate(m.changed, &calm, round)
	gocv.BitwiseNot(calm, &calm)
	gocv.BitwiseAnd(calm, within, &calm)
	if float64(gocv.CountNonZero(calm)) < reframeCalm*float64(gocv.CountNonZero(within)) {
		return false
	}
	now, was, should := grain(m.now.pic, calm), grain(m.before, calm), grain(moved, calm)
	defer picture.CloseAll(&now, &was, &should)
	return correlation(now, was)-correlation(now, should) > reframeGrain
}

// grain is what is fine in a picture within a mask, in grey values (32 bits) around 0, without a pixel's noise: details of about 1 to 4 px. The caller closes it.
func grain(pic, within gocv.Mat) gocv.Mat {
	grey, fine, out := gocv.NewMat(), gocv.NewMat(), gocv.Zeros(pic.Rows(), pic.Cols(), gocv.MatTypeCV32F)
	defer picture.CloseAll(&grey, &fine)
	gocv.CvtColor(pic, &grey, gocv.ColorBGRToGray)
	grey.ConvertTo(&grey, gocv.MatTypeCV32F)
	gocv.GaussianBlur(grey, &fine, image.Point{}, 1, 1, gocv.BorderDefault)
	gocv.GaussianBlur(grey, &grey, image.Point{}, 4, 4, gocv.BorderDefault)
	gocv.Subtract(fine, grey, &fine)
	fine.CopyToWithMask(&out, within)
	return out
}

// correlation of two pictures around 0: 1 if they are alike, 0 if they have nothing in common or one is plain.
func correlation(a, b gocv.Mat) float64 {
	size := gocv.Norm(a, gocv.NormL2) * gocv.Norm(b, gocv.NormL2)
	if size == 0 {
		return 0
	}
	both := gocv.NewMat()
	defer both.Close()
	gocv.Multiply(a, b, &both)
	return both.Sum().Val1 / size
}

// differs is the mask of the pixels within another one that this frame has otherwise than a picture. The caller closes it.
func (m *Motion) differs(pic, within gocv.Mat) gocv.Mat {
	lo, hi, mask := gocv.NewMat(), gocv.NewMat(), gocv.NewMat()
	defer picture.CloseAll(&lo, &hi)
	m.bounds(pic, &lo, &hi)
	m.outside(m.now.pic, lo, hi, &mask)
	gocv.BitwiseAnd(mask, within, &mask)
	return mask
}

// warp brings a picture into the geometry; what it shows nothing of is black.
func (t affine) warp(src gocv.Mat, dst *gocv.Mat) {
	mat := gocv.NewMatWithSize(2, 3, gocv.MatTypeCV64F)
	defer mat.Close()
	for i, v := range t {
		mat.SetDoubleAt(i/3, i%3, v)
	}
	gocv.WarpAffine(src, dst, mat, image.Pt(src.Cols(), src.Rows()))
}

// at gives where a point goes.
func (t affine) at(x, y float64) (float64, float64) {
	return t[0]*x + t[1]*y + t[2], t[3]*x + t[4]*y + t[5]
}

// reframings are geometries that the corners of both pictures speak for, found by what surrounds each (ORB), mirrored and not. A hand's corners don't count: a hand that is raised grows.
func (m *Motion) reframings() []affine {
	orb := gocv.NewORBWithParams(reframeCorners, 1.2, 8, 8, 0, 2, gocv.ORBScoreTypeHarris, 31, 10)
	defer orb.Close()
	all, beside, besideFlipped := gocv.NewMat(), maskBeside(m.hands, m.small()), gocv.NewMat()
	before, now, flipped := even8(m.before), even8(m.now.pic), gocv.NewMat()
	defer picture.CloseAll(&all, &beside, &besideFlipped, &before, &now, &flipped)
	gocv.Flip(before, &flipped, 1)
	if !beside.Empty() {
		gocv.Flip(beside, &besideFlipped, 1)
	}
	to, toLooks := orb.DetectAndCompute(now, all)
	defer toLooks.Close()
	var out []affine
	for _, from := range []struct {
		pic, within gocv.Mat
		undo        affine
	}{{before, beside, affine{1, 0, 0, 0, 1, 0}}, {flipped, besideFlipped, affine{-1, 0, float64(before.Cols() - 1), 0, 1, 0}}} {
		points, looks := orb.DetectAndCompute(from.pic, from.within)
		if !looks.Empty() && !toLooks.Empty() {
			for _, t := range geometriesOf(matched(points, to, looks, toLooks)) {
				if t = t.after(from.undo); t.far(m.small()) >= reframeFar {
					out = append(out, t)
				}
			}
		}
		looks.Close()
	}
	return out
}

// even8 is a picture in grey, its contrast evened out. The caller closes it.
func even8(pic gocv.Mat) gocv.Mat {
	grey := gocv.NewMat()
	gocv.CvtColor(pic, &grey, gocv.ColorBGRToGray)
	gocv.EqualizeHist(grey, &grey)
	return grey
}

// matched pairs the corners of two pictures that look most alike, each to the other.
func matched(from, to []gocv.KeyPoint, looks, toLooks gocv.Mat) []walk {
	matcher := gocv.NewBFMatcherWithParams(gocv.NormHamming, true)
	defer matcher.Close()
	var out []walk
	for _, near := range matcher.KnnMatch(looks, toLooks, 1) {
		for _, k := range near {
			if k.QueryIdx < len(from) && k.TrainIdx < len(to) {
				p, q := from[k.QueryIdx], to[k.TrainIdx]
				out = append(out, walk{p.X, p.Y, q.X, q.Y})
			}
		}
	}
	return out
}

// geometriesOf are the maps that most walks agree with: a move with turn and zoom, and one that squeezes as well.
func geometriesOf(walks []walk) []affine {
	if len(walks) < reframeAgree {
		return nil
	}
	var from, to []gocv.Point2f
	for _, w := range walks {
		from = append(from, gocv.Point2f{X: float32(w.x), Y: float32(w.y)})
		to = append(to, gocv.Point2f{X: float32(w.u), Y: float32(w.v)})
	}
	a, b := gocv.NewPoint2fVectorFromPoints(from), gocv.NewPoint2fVectorFromPoints(to)
	defer a.Close()
	defer b.Close()
	var out []affine
	for _, fit := range []func(gocv.Point2fVector, gocv.Point2fVector) gocv.Mat{gocv.EstimateAffinePartial2D, gocv.EstimateAffine2D} {
		mat := fit(a, b)
		if !mat.Empty() && mat.Type() == gocv.MatTypeCV64F {
			var t affine
			for i := range t {
				t[i] = mat.GetDoubleAt(i/3, i%3)
			}
			if t.agrees(walks) >= reframeAgree {
				out = append(out, t)
			}
		}
		mat.Close()
	}
	return out
}

// agrees counts the walks that end where the map takes them.
func (t affine) agrees(walks []walk) int {
	n := 0
	for _, w := range walks {
		if x, y := t.at(w.x, w.y); math.Hypot(x-w.u, y-w.v) <= reframeNear {
			n++
		}
	}
	return n
}

// far is how far the map takes the corner of a picture that it takes furthest, px.
func (t affine) far(size image.Point) float64 {
	d := 0.0
	for _, p := range []image.Point{{}, {X: size.X}, {Y: size.Y}, size} {
		x, y := t.at(float64(p.X), float64(p.Y))
		d = max(d, math.Hypot(x-float64(p.X), y-float64(p.Y)))
	}
	return d
}

// after is this map made after another one.
func (t affine) after(o affine) affine {
	return affine{
		t[0]*o[0] + t[1]*o[3], t[0]*o[1] + t[1]*o[4], t[0]*o[2] + t[1]*o[5] + t[2],
		t[3]*o[0] + t[4]*o[3], t[3]*o[1] + t[4]*o[4], t[3]*o[2] + t[4]*o[5] + t[5],
	}
}
