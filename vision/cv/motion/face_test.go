//go:build cgo

package motion_test

import (
	"image"
	"image/color"
	"testing"

	"astragal/vision"

	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/motion"
	"astragal/vision/cv/picture"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// drawDie draws a die of 40 px whose pips lie at the given distances (px) from its middle.
func drawDie(img *gocv.Mat, x, y int, body color.RGBA, pips ...image.Point) {
	gocv.Rectangle(img, image.Rect(x-20, y-20, x+20, y+20), body, -1)
	for _, p := range pips {
		gocv.Circle(img, image.Pt(x, y).Add(p), 3, color.RGBA{250, 250, 250, 0}, -1)
	}
}

// A die that is pushed to where it throws the lamp back, or into its shade, is still that die; one of another colour or with another face is not.
func TestAlikeWhereADieCatchesTheLamp(t *testing.T) {
	green, glint := color.RGBA{30, 80, 40, 0}, color.RGBA{47, 97, 57, 0}
	light, shade := color.RGBA{82, 161, 53, 0}, color.RGBA{62, 118, 60, 0}
	one, four := []image.Point{{}}, []image.Point{{-10, -10}, {-10, 10}, {10, -10}, {10, 10}}
	for name, c := range map[string]struct {
		was, is color.RGBA
		pips    []image.Point
		alike   bool
	}{
		"the same light":     {green, green, one, true},
		"a glint":            {green, glint, one, true},
		"a glint that ends":  {glint, green, one, true},
		"a lighter die":      {green, color.RGBA{110, 160, 120, 0}, one, false},
		"a yellow die":       {green, color.RGBA{110, 90, 40, 0}, one, false},
		"a glint and a four": {green, glint, four, false},
		"shade":              {light, shade, one, true},
		"light":              {shade, light, one, true},
		"shade and a four":   {light, shade, four, false},
		"shade and a five":   {light, shade, append([]image.Point{{}}, four...), false},
	} {
		t.Run(name, func(t *testing.T) {
			shots := cvtest.Noisy(t, 480, 270, 2)
			drawDie(&shots[0], 150, 100, c.was, one...)
			drawDie(&shots[1], 200, 120, c.is, c.pips...)
			m := motion.New()
			defer m.Close()
			m.Add(shots[0], picture.Stamp{})
			m.Keep(shots[0])
			m.Add(shots[1], picture.Stamp{Frame: 1})
			now := m.Compare(shots[1])
			defer now.Close()
			alike := now.Liken(vision.Box{130, 80, 40, 40}, vision.Box{180, 100, 40, 40}).Alike()
			if c.alike {
				require.Greater(t, alike, 0.7)
			} else {
				require.Less(t, alike, 0.3)
			}
		})
	}
}

// A hand lies over a die and goes again, in another light: that die is known again, and none else that lies there then.
func TestDieThatComesToLightAgainIsKnown(t *testing.T) {
	green, one := color.RGBA{30, 80, 40, 0}, []image.Point{{}}
	at := vision.Box{130, 80, 40, 40}
	for name, c := range map[string]struct {
		x     int
		body  color.RGBA
		pips  []image.Point
		touch bool // something moved over the place after it was kept that something lies there
		back  bool
	}{
		"the die":       {150, green, one, false, true},
		"after a while": {150, green, one, true, false},
		"another face":  {150, green, []image.Point{{-10, -10}, {-10, 10}, {10, -10}, {10, 10}}, false, false},
		"another die":   {150, color.RGBA{110, 90, 40, 0}, one, false, false},
		"beside it":     {165, green, one, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			shots := cvtest.Noisy(t, 480, 270, 4)
			drawDie(&shots[0], 150, 100, green, one...)
			gocv.Rectangle(&shots[1], image.Rect(110, 0, 190, 130), color.RGBA{120, 90, 80, 0}, -1)
			gocv.Rectangle(&shots[2], image.Rect(110, 0, 190, 130), color.RGBA{60, 90, 150, 0}, -1)
			drawDie(&shots[3], c.x, 100, c.body, c.pips...)
			shots[3].MultiplyFloat(0.7)
			m := motion.New()
			defer m.Close()
			m.Add(shots[0], picture.Stamp{})
			m.Keep(shots[0])
			lose := func(n int, gone ...vision.Box) {
				m.Add(shots[n], picture.Stamp{Frame: n})
				now := m.Compare(shots[n])
				defer now.Close()
				now.Lose(gone)
				m.Keep(shots[n])
			}
			lose(1, at)
			lose(1) // kept again under the same hand
			if c.touch {
				lose(2)
			}
			m.Add(shots[3], picture.Stamp{Frame: 3})
			now := m.Compare(shots[3])
			defer now.Close()
			require.Equal(t, c.back, now.Back(vision.Box{float64(c.x - 20), 80, 40, 40}))
		})
	}
}
