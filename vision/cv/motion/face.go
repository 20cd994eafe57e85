//go:build cgo

package motion

import (
	"image"
	"math"

	"astragal/vision"
	"astragal/vision/settle"

	"gocv.io/x/gocv"
)

// The patch to which a die's top is brought to be compared.
const (
	faceSide  = 28 // px
	faceTurns = 48
	faceSlack = 2 // px
	// A die that lies where it throws the lamp back is lighter by a glint, the same in all three colours: glintMost (0 to 255) at
	// most, and without it no further apart than glintTint. Of 7,874 pairs of
	// two dice near each other on the virtual table 430 are alike by colour and face where no glint counts, and 2 more with it.
	glintMost, glintTint = 20, 0.3
)

// Liken compares the die that was within from at the last look with the one within to now, the best of all turns.
func (c *Comparison) Liken(from, to vision.Box) settle.Likeness {
	l := settle.Likeness{Face: c.facesAlike(c.m.refFull, whole(from, image.Pt(c.frame.Cols(), c.frame.Rows())), to)}
	if was, is, ok := c.middles(from, to); ok {
		l.Tint, l.Glint = tintsApart(was, is), glints(was, is) || glints(is, was)
	}
	return l
}

// facesAlike is Likeness.Face for a die that was within from (whole) in an earlier picture.
func (c *Comparison) facesAlike(then gocv.Mat, from, to vision.Box) float64 {
	to = whole(to, image.Pt(c.frame.Cols(), c.frame.Rows()))
	// One scale for both: the box of a square that is turned is larger.
	side := min(max(from[2], from[3]), max(to[2], to[3]))
	was, ok := facePatch(then, from, side)
	if !ok {
		return -1
	}
	defer was.Close()
	is, ok := facePatch(c.frame, to, side)
	if !ok {
		return -1
	}
	defer is.Close()
	best := -1.0
	turned := gocv.NewMat()
	defer turned.Close()
	for k := range faceTurns {
		turnPatch(was, &turned, float64(k)*2*math.Pi/faceTurns)
		best = max(best, faceScore(turned, is))
	}
	return best
}

// middles are the mean colours (BGR) of the middle of from at the last look, in the light of now, and of that of to now; not
// ok where one is out of the picture.
func (c *Comparison) middles(from, to vision.Box) (was, is [3]float64, ok bool) {
	then, now := c.m.inside(c.Carry(from), -0.25), c.m.inside(to, -0.25)
	if then.Empty() || now.Empty() {
		return was, is, false
	}
	return meanOf(c.then.pic, then), meanOf(c.m.now.pic, now), true
}

// meanOf is the mean colour of a rectangle of a picture.
func meanOf(pic gocv.Mat, r image.Rectangle) [3]float64 {
	part := pic.Region(r)
	defer part.Close()
	mean := part.Mean()
	return [3]float64{mean.Val1, mean.Val2, mean.Val3}
}

// tintsApart is how far apart two colours are: the sum of the three logarithms.
func tintsApart(a, b [3]float64) float64 {
	sum := 0.0
	for i := range a {
		sum += math.Abs(math.Log((a[i] + 10) / (b[i] + 10))) // 10 grey levels: darkness has no colour
	}
	return sum
}

// glints tells whether the one colour is the other with a glint.
func glints(dull, bright [3]float64) bool {
	for range glintMost {
		for i := range dull {
			dull[i]++
		}
		if tintsApart(dull, bright) <= glintTint {
			return true
		}
	}
	return false
}

// whole completes the box of a die that the picture's edge cuts to a square.
func whole(b vision.Box, size image.Point) vision.Box {
	w, h := max(b[2], b[3]*0.9), max(b[3], b[2]*0.9)
	if b[0] < 1 {
		b[0] -= w - b[2]
		b[2] = w
	} else if b[0]+b[2] > float64(size.X)-1 {
		b[2] = w
	}
	if b[1] < 1 {
		b[1] -= h - b[3]
		b[3] = h
	} else if b[1]+b[3] > float64(size.Y)-1 {
		b[3] = h
	}
	return b
}

// facePatch cuts a square of a side (px) around the middle of a box out of a
// frame (BGR) and brings it to faceSide plus slack, in float32.
func facePatch(frame gocv.Mat, b vision.Box, side float64) (gocv.Mat, bool) {
	const full = faceSide + 2*faceSlack
	x, y := b[0]+b[2]/2, b[1]+b[3]/2
	r := image.Rect(int(x-side), int(y-side), int(x+side)+1, int(y+side)+1).
		Intersect(image.Rect(0, 0, frame.Cols(), frame.Rows()))
	if side < 6 || r.Dx() < 4 || r.Dy() < 4 {
		return gocv.Mat{}, false
	}
	part, soft := frame.Region(r), gocv.NewMat()
	defer part.Close()
	defer soft.Close()
	k := max(1, int(side/faceSide))
	gocv.Blur(part, &soft, image.Pt(k, k))
	zoom := faceSide / side
	t := gocv.NewMatWithSize(2, 3, gocv.MatTypeCV64F)
	defer t.Close()
	for i, v := range []float64{
		zoom, 0, full/2.0 - zoom*(x-float64(r.Min.X)),
		0, zoom, full/2.0 - zoom*(y-float64(r.Min.Y)),
	} {
		t.SetDoubleAt(i/3, i%3, v)
	}
	out := gocv.NewMat()
	gocv.WarpAffineWithParams(soft, &out, t, image.Pt(full, full), gocv.InterpolationLinear, gocv.BorderReplicate, black())
	out.ConvertTo(&out, gocv.MatTypeCV32FC3)
	return out, true
}

func turnPatch(src gocv.Mat, dst *gocv.Mat, angle float64) {
	c, s, mid := math.Cos(angle), math.Sin(angle), float64(src.Cols()-1)/2
	turn := similar{a: c, b: s, x: mid - c*mid + s*mid, y: mid - s*mid - c*mid}
	turn.warp(src, dst)
}

// faceScore correlates the round middles of two patches, the best of a few px of slack.
func faceScore(a, b gocv.Mat) float64 {
	pa, errA := a.DataPtrFloat32()
	pb, errB := b.DataPtrFloat32()
	if errA != nil || errB != nil {
		return -1
	}
	best := -1.0
	for dy := -faceSlack; dy <= faceSlack; dy++ {
		for dx := -faceSlack; dx <= faceSlack; dx++ {
			best = max(best, discScore(pa, pb, dx, dy))
		}
	}
	return best
}

// discScore is the correlation of a with b moved by dx, dy over a disc, each
// colour about its own mean.
func discScore(a, b []float32, dx, dy int) float64 {
	const side, r = faceSide + 2*faceSlack, faceSide/2 - 1
	var sa, sb, ab, aa, bb [3]float64
	n := 0.0
	for y := -r; y <= r; y++ {
		for x := -r; x <= r; x++ {
			if x*x+y*y > r*r {
				continue
			}
			p := 3 * ((side/2+y)*side + side/2 + x)
			q := 3 * ((side/2+y+dy)*side + side/2 + x + dx)
			n++
			for c := range 3 {
				u, v := float64(a[p+c]), float64(b[q+c])
				sa[c] += u
				sb[c] += v
				ab[c] += u * v
				aa[c] += u * u
				bb[c] += v * v
			}
		}
	}
	var cross, va, vb float64
	for c := range 3 {
		cross += ab[c] - sa[c]*sb[c]/n
		va += aa[c] - sa[c]*sa[c]/n
		vb += bb[c] - sb[c]*sb[c]/n
	}
	if va < 1 || vb < 1 {
		return 0
	}
	return cross / math.Sqrt(va*vb)
}
