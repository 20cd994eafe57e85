//go:build cgo

package look_test

import (
	"image"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"astragal/models/dataset"
	"astragal/vision"

	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/look"
	"astragal/vision/cv/picture"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// worse are ways in which a picture is made worse, in place.
var worse = []struct {
	name string
	make func(t *testing.T, img *gocv.Mat)
}{
	{"as it is", func(*testing.T, *gocv.Mat) {}},
	{"640 px", func(t *testing.T, img *gocv.Mat) {
		by := 640 / float64(max(img.Cols(), img.Rows()))
		if by < 1 {
			gocv.Resize(*img, img, image.Point{}, by, by, gocv.InterpolationArea)
		}
	}},
	{"JPEG quality 25", func(t *testing.T, img *gocv.Mat) {
		buf, err := gocv.IMEncodeWithParams(gocv.JPEGFileExt, *img, []int{gocv.IMWriteJpegQuality, 25})
		require.NoError(t, err)
		defer buf.Close()
		again, err := picture.Decode(append([]byte(nil), buf.GetBytes()...))
		require.NoError(t, err)
		defer again.Close()
		again.CopyTo(img)
	}},
	{".22 of the light, noise of 3", func(t *testing.T, img *gocv.Mat) { lit(t, img, .22, 3) }},
	{"blurred by 3 px", func(t *testing.T, img *gocv.Mat) {
		gocv.GaussianBlur(*img, img, image.Point{}, 3, 3, gocv.BorderDefault)
	}},
	{"twice the light", func(t *testing.T, img *gocv.Mat) { lit(t, img, 2, 0) }},
}

// lit is a picture in so many times its light (linear), with the noise of a sensor.
func lit(t *testing.T, img *gocv.Mat, by, noise float64) {
	data, err := img.DataPtrUint8()
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(1, 1))
	for i, v := range data {
		data[i] = uint8(min(255, max(0, float64(v)*by+noise*rng.NormFloat64())))
	}
}

// Pictures of the sets in ASTRAGAL_SETS (folders, by commas), every ASTRAGAL_EACHth, are read as they are and made worse. It only reports how many dice are found, read right, accepted, and accepted though a label says otherwise or nothing.
func TestSoakPicturesMadeWorse(t *testing.T) {
	cvtest.Soaking(t)
	l, each := newLooker(t), cvtest.Number(t, "ASTRAGAL_EACH", 1)
	for _, dir := range strings.FieldsFunc(os.Getenv("ASTRAGAL_SETS"), func(r rune) bool { return r == ',' }) {
		set, err := dataset.Open(dir)
		require.NoError(t, err)
		for _, how := range worse {
			dice, found, right, accepted, wrong := 0, 0, 0, 0, 0
			for i, p := range set.Pictures {
				if i%each != 0 {
					continue
				}
				raw, err := os.ReadFile(p.Path)
				require.NoError(t, err)
				img, err := picture.Decode(raw)
				require.NoError(t, err)
				w := float64(img.Cols())
				how.make(t, &img)
				scene, err := l.Look(img, look.Looking{})
				require.NoError(t, err)
				by := float64(img.Cols()) / w
				require.NoError(t, img.Close())
				dice += len(p.Dice)
				for _, r := range vision.Read(scene) {
					is, at := false, false
					for _, d := range p.Dice {
						box := vision.Box{by * d.Box[0], by * d.Box[1], by * d.Box[2], by * d.Box[3]}
						if vision.Overlap(r.BBox, box) >= .5 {
							at = true
							is = r.Value != nil && d.Value != nil && *r.Value == *d.Value
						}
					}
					if at {
						found++
					}
					if is {
						right++
					}
					if r.Accepted {
						accepted++
						if !is {
							wrong++
							t.Logf("%s, %s: accepted %v at %.0f", p.Path, how.name, *r.Value, r.BBox)
						}
					}
				}
			}
			t.Logf("%s, %s: %d dice, found %d, right %d, accepted %d, wrong %d", dir, how.name, dice, found, right, accepted, wrong)
		}
	}
}
