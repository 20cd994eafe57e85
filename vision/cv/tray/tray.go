//go:build cgo

// Package tray finds the tray in a picture, so that what lies beside it is left out.
package tray

import (
	"math"

	"astragal/vision"
	"astragal/vision/cv/picture"

	"gocv.io/x/gocv"
)

// traySide is the longer side, px, of the copy in which the tray is looked for.
const traySide = 2 * picture.LeastSide

// Find looks for the tray in a BGR picture (8 bits, 3 channels): round,
// square or with six corners, its floor of one colour and in the picture's
// middle. outline is convex, px of img, clockwise, and holds the tray with its
// rim. It exists to leave out what lies beside the tray, so it must never cut
// a die away: where the tray is not certain, or fills the picture, ok is
// false and the whole picture counts.
func Find(img gocv.Mat) (outline []vision.Point, ok bool) {
	if img.Empty() || img.Type() != gocv.MatTypeCV8UC3 {
		return nil, false
	}
	pic := picture.PyramidOf(img)
	defer pic.Close()
	return FindIn(pic)
}

// FindIn is FindTray in a BGR picture whose small copies others need too.
func FindIn(pic picture.Pyramid) (outline []vision.Point, ok bool) {
	img := pic.Image
	if img.Cols() < 64 || img.Rows() < 64 {
		return nil, false
	}
	scale := min(1, float64(traySide)/float64(max(img.Cols(), img.Rows())))
	f := newFloor(pic, scale)
	region := f.grow()
	edge := picture.Hull(region.edge())
	if !f.convincing(region, edge) {
		return nil, false
	}
	for _, p := range picture.Widened(edge, trayRim) {
		outline = append(outline, vision.Point{
			within((p[0]+0.5)/scale-0.5, img.Cols()),
			within((p[1]+0.5)/scale-0.5, img.Rows()),
		})
	}
	return outline, true
}

// trayRim is how much farther the outline lies from the middle than the
// floor's edge: dice lean on the rim and rise above it.
const trayRim = 0.15

// floor is the small picture in which the tray's floor is sought: CIE L*a*b*, 8 bits each.
type floor struct {
	w, h int
	lab  []uint8 // w*h*3
	mode [3]float64
}

func newFloor(pic picture.Pyramid, scale float64) *floor {
	small, lab := gocv.NewMat(), gocv.NewMat()
	defer small.Close()
	defer lab.Close()
	pic.To(int(math.RoundToEven(float64(pic.Image.Cols())*scale)), int(math.RoundToEven(float64(pic.Image.Rows())*scale)), &small)
	gocv.MedianBlur(small, &small, 5)
	gocv.CvtColor(small, &lab, gocv.ColorBGRToLab)
	f := &floor{w: lab.Cols(), h: lab.Rows(), lab: lab.ToBytes()}
	f.mode = f.commonColour()
	return f
}

// commonColour is the commonest colour of the picture's middle: the floor's,
// as long as dice cover less of it than floor.
func (f *floor) commonColour() [3]float64 {
	const l, ab = 11, 32 // bins
	var counts [l * ab * ab]int32
	var sums [l * ab * ab][3]int32
	best := 0
	for y := f.h / 4; y < f.h*3/4; y++ {
		for x := f.w / 4; x < f.w*3/4; x++ {
			c := f.at(x, y)
			b := (int(c[0])/24*ab+int(c[1])/8)*ab + int(c[2])/8
			counts[b]++
			for i := range c {
				sums[b][i] += int32(c[i])
			}
			if counts[b] > counts[best] {
				best = b
			}
		}
	}
	var mode [3]float64
	for i := range mode {
		mode[i] = float64(sums[best][i]) / float64(counts[best])
	}
	return mode
}

func (f *floor) at(x, y int) [3]uint8 {
	i := (y*f.w + x) * 3
	return [3]uint8{f.lab[i], f.lab[i+1], f.lab[i+2]}
}

// near tells whether a colour lies within a distance of another; lightness counts less, because light falls off.
func near(a, b [3]float64, within float64) bool {
	l, u, v := (a[0]-b[0])*lightCounts, a[1]-b[1], a[2]-b[2]
	return l*l+u*u+v*v < within*within
}

// lightCounts is the share of a difference in lightness that counts beside one in colour.
const lightCounts = 0.35

// nearBytes is near for two colours of the picture.
func nearBytes(a, b [3]uint8, within float64) bool {
	u, v := int(a[1])-int(b[1]), int(a[2])-int(b[2])
	if d := u*u + v*v; float64(d) >= within*within {
		return false
	}
	l := float64(int(a[0])-int(b[0])) * lightCounts
	return l*l+float64(u*u+v*v) < within*within
}

// distances holds how far each channel's values lie from one colour's, squared, so that near needs no arithmetic.
type distances [3][256]float64

func likeness(to [3]float64) *distances {
	var d distances
	for v := range 256 {
		l, a, b := (float64(v)-to[0])*lightCounts, float64(v)-to[1], float64(v)-to[2]
		d[0][v], d[1][v], d[2][v] = l*l, a*a, b*b
	}
	return &d
}

// within tells whether a colour is near that one.
func (d *distances) within(c [3]uint8, within float64) bool {
	return d[0][c[0]]+d[1][c[1]]+d[2][c[2]] < within*within
}

func (f *floor) colour(x, y int) [3]float64 {
	c := f.at(x, y)
	return [3]float64{float64(c[0]), float64(c[1]), float64(c[2])}
}

// region marks the px of the floor.
type region struct {
	w, h int
	in   []bool
	n    int
}

// grow follows the floor's colour outwards from the picture's middle. The
// colour may drift slowly (light falls off) but must not jump.
func (f *floor) grow() *region {
	r := &region{w: f.w, h: f.h, in: make([]bool, f.w*f.h)}
	queue := make([]int, 0, f.w*f.h)
	like := likeness(f.mode)
	for y := f.h / 4; y < f.h*3/4; y++ {
		for x := f.w / 4; x < f.w*3/4; x++ {
			if like.within(f.at(x, y), 6) {
				r.in[y*f.w+x] = true
				queue = append(queue, y*f.w+x)
			}
		}
	}
	take := func(at int, here [3]uint8) {
		if r.in[at] {
			return
		}
		if c := [3]uint8(f.lab[3*at : 3*at+3]); like.within(c, 14) && nearBytes(c, here, 3) {
			r.in[at] = true
			queue = append(queue, at)
		}
	}
	for ; r.n < len(queue); r.n++ {
		at := queue[r.n]
		x := at % f.w
		here := [3]uint8(f.lab[3*at : 3*at+3])
		if x+1 < f.w {
			take(at+1, here)
		}
		if x > 0 {
			take(at-1, here)
		}
		if at+f.w < f.w*f.h {
			take(at+f.w, here)
		}
		if at >= f.w {
			take(at-f.w, here)
		}
	}
	return r
}

// edge lists the region's px that begin or end a row.
func (r *region) edge() []vision.Point {
	var edge []vision.Point
	for y := range r.h {
		first, last := -1, -1
		for x := range r.w {
			if r.in[y*r.w+x] {
				if first < 0 {
					first = x
				}
				last = x
			}
		}
		if first >= 0 {
			edge = append(edge, vision.Point{float64(first), float64(y)}, vision.Point{float64(last), float64(y)})
		}
	}
	return edge
}

// within keeps a coordinate inside a picture with that many px.
func within(v float64, px int) float64 { return min(max(v, 0), float64(px-1)) }
