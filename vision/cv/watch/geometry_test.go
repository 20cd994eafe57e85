//go:build cgo

package watch_test

import (
	"fmt"
	"image"
	"os"
	"strings"
	"testing"

	"astragal/vision"

	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/watch"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// geometry is another way to give the same picture: x' = m0·x + m1·y + m2, y' = m3·x + m4·y + m5, px, in a picture of another size.
type geometry struct {
	m    [6]float64
	size image.Point
}

// geometries are the ways in which a camera's picture of w × h px may come from one moment to the next.
func geometries(w, h float64) map[string]geometry {
	whole, turned := image.Pt(int(w), int(h)), image.Pt(int(h), int(w))
	zoom := func(f, x, y float64) [6]float64 { return [6]float64{f, 0, w/2 - f*x*w, 0, f, h/2 - f*y*h} }
	return map[string]geometry{
		"turned by 90°":            {[6]float64{0, -1, h, 1, 0, 0}, turned},
		"turned by 270°":           {[6]float64{0, 1, 0, -1, 0, w}, turned},
		"turned by 180°":           {[6]float64{-1, 0, w, 0, -1, h}, whole},
		"mirrored":                 {[6]float64{-1, 0, w, 0, 1, 0}, whole},
		"upside down":              {[6]float64{1, 0, 0, 0, -1, h}, whole},
		"half as large":            {[6]float64{.5, 0, 0, 0, .5, 0}, image.Pt(int(w/2), int(h/2))},
		"squeezed to 4:3":          {[6]float64{.75, 0, 0, 0, 1, 0}, image.Pt(int(.75*w), int(h))},
		"cut to 4:3":               {[6]float64{1, 0, -w / 8, 0, 1, 0}, image.Pt(int(.75*w), int(h))},
		"with black bars":          {[6]float64{.75, 0, w / 8, 0, .75, h / 8}, whole},
		"squeezed in its own size": {[6]float64{.75, 0, w / 8, 0, 1, 0}, whole},
		"turned between bars":      {[6]float64{0, -h / w, w/2 + h*h/w/2, h / w, 0, h/2 - h/2}, whole},
		"zoomed in":                {zoom(1.25, .5, .5), whole},
		"zoomed in on a side":      {zoom(1.5, .45, .5), whole},
		"zoomed far in":            {zoom(2, .5, .5), whole},
		"zoomed out":               {zoom(.8, .5, .5), whole},
		"zoomed far out":           {zoom(.5, .5, .5), whole},
		"shifted":                  {[6]float64{1, 0, w / 7, 0, 1, -h / 9}, whole},
		"turned by 20°":            {[6]float64{.94, -.342, w * .12, .342, .94, -h * .2}, whole},
	}
}

// of is a picture seen so.
func (g geometry) of(img *gocv.Mat) {
	t := gocv.NewMatWithSize(2, 3, gocv.MatTypeCV64F)
	defer t.Close()
	for i, v := range g.m {
		t.SetDoubleAt(i/3, i%3, v)
	}
	out := gocv.NewMat()
	defer out.Close()
	gocv.WarpAffine(*img, &out, t, g.size)
	out.CopyTo(img)
}

// box is where a box lies then; ok is false where most of it is out of the picture.
func (g geometry) box(b vision.Box) (vision.Box, bool) {
	var x, y [2]float64
	for i, p := range [][2]float64{{b[0], b[1]}, {b[0] + b[2], b[1] + b[3]}} {
		x[i] = g.m[0]*p[0] + g.m[1]*p[1] + g.m[2]
		y[i] = g.m[3]*p[0] + g.m[4]*p[1] + g.m[5]
	}
	x0, x1, y0, y1 := min(x[0], x[1]), max(x[0], x[1]), min(y[0], y[1]), max(y[0], y[1])
	in := (x0+x1)/2 > 0 && (x0+x1)/2 < float64(g.size.X) && (y0+y1)/2 > 0 && (y0+y1)/2 < float64(g.size.Y)
	return vision.Box{x0, y0, x1 - x0, y1 - y0}, in
}

// A picture of other geometry is a camera that moved: nothing is counted, whatever lies there.
func TestAnotherGeometryOfThePictureIsNoRoll(t *testing.T) {
	const w, h = 1280, 720
	for _, n := range []int{1, 2, 5, 9} {
		for seed := range uint64(cvtest.Number(t, "ASTRAGAL_CLIPS", 1)) {
			dice := strings.Fields(strings.Repeat("d6 d6 d20 d8 d10 ", 2))[:n]
			table, err := virtual.New(40000+100*uint64(n)+seed, virtual.Options{FPS: 15}, virtual.Throw(dice...), virtual.Wait(7))
			require.NoError(t, err)
			rest := table.Rolls()[0].Rest
			shots := []gocv.Mat{}
			for i := range 4 {
				m, err := gocv.ImageToMatRGB(table.Frame(rest + 10 + i))
				require.NoError(t, err)
				defer m.Close()
				shots = append(shots, m)
			}
			for name, g := range geometries(w, h) {
				t.Run(fmt.Sprintf("%s, %d dice, seed %d", name, n, seed), func(t *testing.T) {
					now := func(frame int) bool { return frame >= 20 && frame < 40 || frame >= 60 }
					src := &slides{shots: shots, n: 80, next: func(frame int, img *gocv.Mat) {
						if now(frame) {
							g.of(img)
						}
					}}
					all := watched(t, watch.Watching{Source: src, Reader: &oracle{dice: func() []vision.Sighting {
						var out []vision.Sighting
						for _, d := range table.Truth(rest + 10).Dice {
							b, in := d.Box, true
							if now(src.frame - 1) {
								b, in = g.box(d.Box)
							}
							if in {
								out = append(out, vision.Sighting{Box: b, Found: 1, SizePx: max(b[2], b[3])})
							}
						}
						return out
					}}})
					if os.Getenv("SHOW") != "" {
						for _, e := range all {
							if e.Kind != vision.EventSource && e.Kind != vision.EventState {
								fmt.Println(name, n, e.Kind, e.Frame)
							}
						}
					}
					require.Len(t, all.of(vision.EventSettled), 1, "%v", all)
				})
			}
		}
	}
}
