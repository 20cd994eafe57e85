//go:build cgo

package look_test

import (
	"fmt"
	"image"
	"math/rand/v2"
	"os"
	"path/filepath"
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

// keepWrong writes what was accepted wrong to ASTRAGAL_OUT, to be looked at: the picture as it is beside it made worse, with what was read in the name.
func keepWrong(t *testing.T, was, img gocv.Mat, by float64, r vision.Reading, how, name string) {
	out := os.Getenv("ASTRAGAL_OUT")
	if out == "" {
		return
	}
	const px = 240
	b := r.BBox
	x, y, side := b[0]+b[2]/2, b[1]+b[3]/2, 2*max(b[2], b[3])
	both := gocv.NewMat()
	defer both.Close()
	left, right := picture.SquareCrop(was, x/by, y/by, side/by, px), picture.SquareCrop(img, x, y, side, px)
	defer left.Close()
	defer right.Close()
	gocv.Hconcat(left, right, &both)
	file := fmt.Sprintf("%s %s %.0f,%.0f read %d.png", strings.TrimSuffix(name, filepath.Ext(name)), how, x/by, y/by, *r.Value)
	require.True(t, gocv.IMWrite(filepath.Join(out, strings.ReplaceAll(file, " ", "_")), both))
}

// Pictures of the sets in ASTRAGAL_SETS (folders, by commas), every ASTRAGAL_EACHth, are read as they are and made worse. It only reports how many dice are found, read right, accepted, and accepted though a label says otherwise or nothing.
// Pictures of the last are written to ASTRAGAL_OUT, a folder, if that is set.
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
				was := img.Clone()
				how.make(t, &img)
				scene, err := l.Look(img, look.Looking{})
				require.NoError(t, err)
				by := float64(img.Cols()) / w
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
							keepWrong(t, was, img, by, r, how.name, filepath.Base(p.Path))
						}
					}
				}
				require.NoError(t, img.Close())
				require.NoError(t, was.Close())
			}
			t.Logf("%s, %s: %d dice, found %d, right %d, accepted %d, wrong %d", dir, how.name, dice, found, right, accepted, wrong)
		}
	}
}
