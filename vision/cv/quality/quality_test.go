//go:build cgo

package quality_test

import (
	"image"
	"image/color"
	"math"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"astragal/calibration"
	"astragal/vision"

	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/quality"
)

// spoilt is a good photograph made bad in one way; the caller closes it.
func spoilt(img gocv.Mat, how string) gocv.Mat {
	out := gocv.NewMat()
	switch how {
	case "dark":
		img.ConvertToWithParams(&out, gocv.MatTypeCV8UC3, 0.25, 0)
	case "bright":
		img.ConvertToWithParams(&out, gocv.MatTypeCV8UC3, 2.2, 40)
	case "blurred":
		gocv.GaussianBlur(img, &out, image.Point{}, 3, 3, gocv.BorderDefault)
	case "smeared":
		gocv.Blur(img, &out, image.Pt(15, 1))
	default: // glare at a part of the picture's width and height
		at := map[string][2]float64{"glare upper left": {0.2, 0.2}, "glare right": {0.85, 0.5}}[how]
		lamp := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(0, 0, 0, 0), img.Rows(), img.Cols(), gocv.MatTypeCV8UC3)
		defer lamp.Close()
		r := img.Cols() / 16
		gocv.Circle(&lamp, image.Pt(int(at[0]*float64(img.Cols())), int(at[1]*float64(img.Rows()))), r, color.RGBA{255, 255, 255, 0}, -1)
		gocv.GaussianBlur(lamp, &lamp, image.Point{}, float64(r)/2, float64(r)/2, gocv.BorderDefault)
		lamp.ConvertToWithParams(&lamp, gocv.MatTypeCV8UC3, 1.5, 0)
		gocv.Add(img, lamp, &out)
	}
	return out
}

func TestMeterOnPhotographs(t *testing.T) {
	says := map[string]string{
		"dark": "too dark", "bright": "too bright", "blurred": "out of focus", "smeared": "smeared by motion",
		"glare upper left": "glare at the upper left", "glare right": "glare at the right",
	}
	for _, set := range []string{"real/byler_d6", "real/yahtzee_box"} {
		t.Run(set, func(t *testing.T) {
			folder, s := cvtest.Photos(t, set)
			for i, picture := range s.Images {
				if i%2 == 1 { // half of them, for the test's sake
					continue
				}
				img := gocv.IMRead(filepath.Join(folder, picture.FileName), gocv.IMReadColor)
				require.False(t, img.Empty(), picture.FileName)
				require.Empty(t, new(quality.Meter).Measure(img, nil, nil).Words, "%s is a good picture", picture.FileName)
				for how, word := range says {
					if i%10 != 0 {
						break
					}
					bad := spoilt(img, how)
					q := new(quality.Meter).Measure(bad, nil, nil) // its own: light that goes up and down is a flicker
					bad.Close()
					require.False(t, q.Good, "%s, %s", picture.FileName, how)
					require.Len(t, q.Words, 1, "%s, %s", picture.FileName, how)
					require.Contains(t, q.Words[0], word, picture.FileName)
				}
				img.Close()
			}
		})
	}
}

// cloth is a grey tray with noise and dice in it, which is good.
func cloth(level uint8) gocv.Mat {
	img := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(float64(level), float64(level), float64(level), 0), 480, 640, gocv.MatTypeCV8UC3)
	for i := range 6 {
		at := image.Pt(80+90*i, 100+50*(i%3))
		gocv.Rectangle(&img, image.Rectangle{Min: at, Max: at.Add(image.Pt(50, 50))}, color.RGBA{220, 215, 210, 0}, -1)
		gocv.Circle(&img, at.Add(image.Pt(25, 25)), 8, color.RGBA{20, 20, 20, 0}, -1)
	}
	return img
}

func TestMeterKnowsDistance(t *testing.T) {
	img := cloth(90)
	defer img.Close()
	dice := func(side float64) *vision.Scene {
		s := &vision.Scene{Width: 640, Height: 480}
		for i := range 5 {
			s.Sightings = append(s.Sightings, vision.Sighting{Box: vision.Box{50 * float64(i), 100, side, side}, SizePx: side})
		}
		return s
	}
	near := &calibration.Profile{Width: 640, Height: 480, Homography: [9]float64{0.25, 0, 0, 0, 0.25, 0, 0, 0, 1}}
	distant := &calibration.Profile{Width: 640, Height: 480, Homography: [9]float64{0.5, 0, 0, 0, 0.5, 0, 0, 0, 1}}
	var m quality.Meter
	require.Empty(t, m.Measure(img, dice(48), nil).Words)
	require.Contains(t, m.Measure(img, dice(30), nil).Words[0], "too far away: a die is 30 px")
	q := m.Measure(img, dice(32), distant)
	require.Contains(t, q.Words[0], "too far away: 2.0 px per mm, 3 are needed")
	require.InDelta(t, 2, q.PxPerMM, 1e-9)
	q = m.Measure(img, dice(30), near)
	require.Empty(t, q.Words, "small dice, 7.5 mm, are near enough")
	require.True(t, q.Good)

	guessed := dice(44)
	guessed.PxPerMM, guessed.ScaleFrom = 44/16.0, "dice"
	require.Empty(t, m.Measure(img, guessed, nil).Words, "dice of 44 px are large enough, whatever their mm are guessed to be")
	for i := range guessed.Sightings {
		guessed.Sightings[i].SizePx = 20
	}
	require.Contains(t, m.Measure(img, guessed, nil).Words[0], "a die is 20 px wide")
}

func TestMeterKnowsTilt(t *testing.T) {
	img := cloth(90)
	defer img.Close()
	var m quality.Meter
	t.Run("from the plane", func(t *testing.T) {
		d := cvtest.UsualDesk()
		d.Distance = 200
		for _, c := range []struct {
			tilt float64
			says bool
		}{{0, false}, {20, false}, {40, true}} {
			d.Tilt = [2]float64{c.tilt, 0}
			p := cvtest.ProfileOf(t, d)
			words := m.Measure(img, nil, &p).Words
			if !c.says {
				require.Empty(t, words, "%v°", c.tilt)
				continue
			}
			require.Len(t, words, 1)
			require.Contains(t, words[0], "tilted")
			require.Contains(t, words[0], "40°")
		}
	})
	t.Run("from dice that grow towards the camera", func(t *testing.T) {
		scene := &vision.Scene{Width: 640, Height: 480}
		for i := range 8 {
			side := 45 * math.Pow(1.7, float64(i)/7)
			scene.Sightings = append(scene.Sightings, vision.Sighting{Box: vision.Box{60 * float64(i%3), 55 * float64(i), side, side}, SizePx: side})
		}
		require.Contains(t, m.Measure(img, scene, nil).Words[0], "tilted")
		for i := range scene.Sightings { // dice of two sizes, anywhere
			scene.Sightings[i].SizePx = 45 * (1 + 0.7*float64(i*3%8/4))
		}
		require.Empty(t, m.Measure(img, scene, nil).Words)
	})
}

func TestMeterKnowsFlicker(t *testing.T) {
	// lit is the n-th picture under a lamp.
	lit := func(n int, lamp func(n, y int) float64) gocv.Mat {
		img := cloth(90)
		bytes, err := img.DataPtrUint8()
		require.NoError(t, err)
		for i := range bytes {
			bytes[i] = uint8(min(250, float64(bytes[i])*lamp(n, i/(640*3))))
		}
		return img
	}
	measure := func(m *quality.Meter, lamp func(n, y int) float64) (words []string) {
		for n := range 6 {
			img := lit(n, lamp)
			words = m.Measure(img, nil, nil).Words
			img.Close()
		}
		return words
	}
	var steady, switched, stripes, pulse quality.Meter
	require.Empty(t, measure(&steady, func(int, int) float64 { return 1 }))
	require.Empty(t, measure(&switched, func(n, _ int) float64 { return 1 + 0.3*float64(n/3) }), "a lamp that is switched once does not flicker")
	require.Contains(t, measure(&stripes, func(n, y int) float64 { return 1 + 0.05*math.Sin(float64(y)/30+float64(n)*2) })[0], "flickers")
	require.Contains(t, measure(&pulse, func(n, _ int) float64 { return 1 + 0.15*float64(n%2) })[0], "flickers")

	// laid is what the meter says at last of pictures on which something lies, the n-th of eight there.
	laid := func(there func(n int) image.Rectangle) (words []string) {
		var m quality.Meter
		for n := range 8 {
			img := cloth(90)
			gocv.Rectangle(&img, there(n), color.RGBA{230, 225, 210, 0}, -1)
			words = append(words, m.Measure(img, nil, nil).Words...)
			img.Close()
		}
		return words
	}
	t.Run("dice that come and go are no flicker", func(t *testing.T) {
		for name, way := range map[string]image.Point{"across": {60, 0}, "down": {0, 50}, "aslant": {60, 40}} {
			at := image.Pt(20, 20)
			require.Empty(t, laid(func(n int) image.Rectangle {
				at := at.Add(way.Mul(n))
				return image.Rectangle{Min: at, Max: at.Add(image.Pt(90, 90))}
			}), name)
		}
	})
	t.Run("a hand that comes and goes is no flicker", func(t *testing.T) {
		require.Empty(t, laid(func(n int) image.Rectangle { return image.Rect(200, 480-300*(n%2), 420, 480) }))
	})
}

func TestMeterLooksOnlyAtTheTray(t *testing.T) {
	img := cloth(90)
	defer img.Close()
	gocv.Rectangle(&img, image.Rect(0, 300, 640, 480), color.RGBA{255, 255, 255, 0}, -1) // a white table below
	scene := &vision.Scene{Tray: []vision.Point{{0, 0}, {640, 0}, {640, 290}, {0, 290}}}
	var m quality.Meter
	require.Empty(t, m.Measure(img, scene, nil).Words)
	require.Contains(t, m.Measure(img, nil, nil).Words[0], "too bright")
}

func TestMeterWithoutAPicture(t *testing.T) {
	empty := gocv.NewMat()
	defer empty.Close()
	var m quality.Meter
	require.Equal(t, vision.Quality{Words: []string{"no picture"}}, m.Measure(empty, nil, nil))
}

func BenchmarkMeter(b *testing.B) {
	img := gocv.NewMat()
	small := cloth(90)
	defer img.Close()
	defer small.Close()
	gocv.Resize(small, &img, image.Pt(1280, 720), 0, 0, gocv.InterpolationCubic)
	var m quality.Meter
	for b.Loop() {
		m.Measure(img, nil, nil)
	}
}

// A camera that looks too flat is told as that, once, not as one that merely looks from the side.
func TestMeterKnowsACameraThatLooksTooFlat(t *testing.T) {
	img := cloth(90)
	defer img.Close()
	q := new(quality.Meter).Measure(img, &vision.Scene{Problems: []string{vision.TooFlat}}, nil)
	require.Equal(t, []string{vision.TooFlat}, q.Words)
	require.False(t, q.Good)
}
