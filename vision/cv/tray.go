//go:build cgo

package cv

import (
	"image"

	"astragal/vision"

	"gocv.io/x/gocv"
)

// traySide is the longer side, px, of the copy in which the tray is looked for.
const traySide = 320

// FindTray looks for the tray in a BGR picture (8 bits, 3 channels): round,
// square or with six corners, its floor of one colour and in the picture's
// middle. outline is convex, px of img, clockwise, and holds the tray with its
// rim. It exists to leave out what lies beside the tray, so it must never cut
// a die away: where the tray is not certain, or fills the picture, ok is
// false and the whole picture counts.
func FindTray(img gocv.Mat) (outline []vision.Point, ok bool) {
	if img.Empty() || img.Type() != gocv.MatTypeCV8UC3 || img.Cols() < 64 || img.Rows() < 64 {
		return nil, false
	}
	scale := min(1, float64(traySide)/float64(max(img.Cols(), img.Rows())))
	f := newFloor(img, scale)
	region := f.grow()
	edge := hull(region.edge())
	if !f.convincing(region, edge) {
		return nil, false
	}
	for _, p := range spread(edge, trayRim) {
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

func newFloor(img gocv.Mat, scale float64) *floor {
	small, lab := gocv.NewMat(), gocv.NewMat()
	defer small.Close()
	defer lab.Close()
	gocv.Resize(img, &small, image.Point{}, scale, scale, gocv.InterpolationArea)
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
	var counts [l * ab * ab]int
	var sums [l * ab * ab][3]int
	best := 0
	for y := f.h / 4; y < f.h*3/4; y++ {
		for x := f.w / 4; x < f.w*3/4; x++ {
			c := f.at(x, y)
			b := (int(c[0])/24*ab+int(c[1])/8)*ab + int(c[2])/8
			counts[b]++
			for i := range c {
				sums[b][i] += int(c[i])
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
	l, u, v := (a[0]-b[0])*0.35, a[1]-b[1], a[2]-b[2]
	return l*l+u*u+v*v < within*within
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
	for y := f.h / 4; y < f.h*3/4; y++ {
		for x := f.w / 4; x < f.w*3/4; x++ {
			if near(f.colour(x, y), f.mode, 6) {
				r.in[y*f.w+x] = true
				queue = append(queue, y*f.w+x)
			}
		}
	}
	for ; r.n < len(queue); r.n++ {
		at := queue[r.n]
		x, y := at%f.w, at/f.w
		here := f.colour(x, y)
		for _, d := range [4][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			u, v := x+d[0], y+d[1]
			if u < 0 || v < 0 || u >= f.w || v >= f.h || r.in[v*f.w+u] {
				continue
			}
			c := f.colour(u, v)
			if near(c, f.mode, 14) && near(c, here, 3) {
				r.in[v*f.w+u] = true
				queue = append(queue, v*f.w+u)
			}
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
