//go:build cgo

package colour

import (
	"image"
	"image/color"
	"testing"

	"astragal/models/networks"
	"astragal/vision"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// A second colour is one of the plastic: it covers a good part of the die and reaches its edge on several sides. What is printed on
// the die, and the floor beside it, do not.
func TestSecondColorIsPlastic(t *testing.T) {
	const from, to = (networks.CropPx - networks.DiePx) / 2, (networks.CropPx + networks.DiePx) / 2
	line := []vision.Point{{from, from}, {to, from}, {to, to}, {from, to}}
	green, gold, red, blue := color.RGBA{30, 130, 60, 255}, color.RGBA{190, 150, 40, 255}, color.RGBA{170, 30, 35, 255}, color.RGBA{30, 60, 190, 255}
	white, black, grey := color.RGBA{235, 235, 230, 255}, color.RGBA{15, 15, 18, 255}, color.RGBA{120, 120, 122, 255}
	ivory := color.RGBA{230, 215, 180, 255}
	const mid = networks.CropPx / 2
	swirl := func(img *gocv.Mat, paint color.RGBA) { // bands across the die
		for x := from; x < to; x += 20 {
			gocv.Rectangle(img, image.Rect(x, from, x+6, to), paint, -1)
		}
	}
	icon := func(img *gocv.Mat, paint color.RGBA, r int) { gocv.Circle(img, image.Pt(mid, mid), r, paint, -1) }
	for name, c := range map[string]struct {
		body  color.RGBA
		paint func(img *gocv.Mat)
		want  []string
	}{
		"one colour":                       {red, func(*gocv.Mat) {}, []string{"red"}},
		"two":                              {green, func(img *gocv.Mat) { swirl(img, gold) }, []string{"green", "yellow"}},
		"two under a white icon":           {green, func(img *gocv.Mat) { swirl(img, gold); icon(img, white, 9) }, []string{"green", "yellow"}},
		"two, not what lies between":       {green, func(img *gocv.Mat) { swirl(img, gold); icon(img, ivory, 12); icon(img, white, 9) }, []string{"green", "yellow"}},
		"one under a large white icon":     {green, func(img *gocv.Mat) { icon(img, white, 17) }, []string{"green"}},
		"one under a large black icon":     {red, func(img *gocv.Mat) { icon(img, black, 17) }, []string{"red"}},
		"white with a black icon":          {white, func(img *gocv.Mat) { icon(img, black, 12) }, []string{"white"}},
		"a hued icon is no plastic either": {white, func(img *gocv.Mat) { icon(img, blue, 13) }, []string{"white"}},
		"black and red":                    {black, func(img *gocv.Mat) { swirl(img, red) }, []string{"black", "red"}},
		"the floor at one corner":          {red, func(img *gocv.Mat) { gocv.Rectangle(img, image.Rect(from, from, mid+1, mid+1), blue, -1) }, []string{"red"}},
		"grey is a shade":                  {red, func(img *gocv.Mat) { swirl(img, grey) }, []string{"red"}},
	} {
		t.Run(name, func(t *testing.T) {
			img := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(90, 90, 90, 0), networks.CropPx, networks.CropPx, gocv.MatTypeCV8UC3)
			defer img.Close()
			gocv.Rectangle(&img, image.Rect(from, from, to, to), c.body, -1)
			c.paint(&img)
			require.Equal(t, c.want, BodyColors(img, line, [3]float64{1, 1, 1}))
		})
	}
}
