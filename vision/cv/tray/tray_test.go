//go:build cgo

package tray_test

import (
	"image"
	"image/color"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"astragal/vision"

	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/tray"
)

// insideOutline says whether a px lies in a convex outline that goes clockwise.
func insideOutline(outline []vision.Point, x, y float64) bool {
	for i, a := range outline {
		b := outline[(i+1)%len(outline)]
		if (b[0]-a[0])*(y-a[1])-(b[1]-a[1])*(x-a[0]) < 0 {
			return false
		}
	}
	return true
}

// painted is a table with a tray of the given corners on it and two dice in the tray.
func painted(tray []image.Point, felt color.RGBA) gocv.Mat {
	img := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(150, 170, 190, 0), 720, 1280, gocv.MatTypeCV8UC3)
	if len(tray) > 0 {
		polygon := gocv.NewPointsVectorFromPoints([][]image.Point{tray})
		defer polygon.Close()
		gocv.FillPoly(&img, polygon, felt)
		gocv.DrawContours(&img, polygon, -1, color.RGBA{60, 40, 30, 0}, 16)
	}
	for _, at := range []image.Point{{560, 330}, {700, 420}} {
		gocv.Rectangle(&img, image.Rectangle{Min: at, Max: at.Add(image.Pt(60, 60))}, color.RGBA{240, 235, 220, 0}, -1)
	}
	return img
}

func TestFindTray(t *testing.T) {
	green := color.RGBA{30, 110, 60, 0}
	var round []image.Point
	circle := gocv.NewMatWithSize(720, 1280, gocv.MatTypeCV8U)
	defer circle.Close()
	gocv.Circle(&circle, image.Pt(640, 360), 270, color.RGBA{255, 255, 255, 0}, -1)
	contours := gocv.FindContours(circle, gocv.RetrievalExternal, gocv.ChainApproxNone)
	defer contours.Close()
	round = contours.At(0).ToPoints()

	for name, corners := range map[string][]image.Point{
		"square":      {{340, 80}, {900, 90}, {890, 640}, {330, 620}},
		"six corners": {{640, 60}, {910, 210}, {910, 510}, {640, 660}, {370, 510}, {370, 210}},
		"round":       round,
	} {
		t.Run(name, func(t *testing.T) {
			img := painted(corners, green)
			defer img.Close()
			outline, ok := tray.Find(img)
			require.True(t, ok)
			for _, p := range corners {
				require.True(t, insideOutline(outline, float64(p.X), float64(p.Y)), "the tray's edge at %v is inside", p)
			}
			for _, far := range []vision.Point{{60, 60}, {1220, 60}, {60, 660}, {1220, 660}} {
				require.False(t, insideOutline(outline, far[0], far[1]), "the table at %v is outside", far)
			}
		})
	}
	t.Run("a bare table is no tray", func(t *testing.T) {
		img := painted(nil, green)
		defer img.Close()
		_, ok := tray.Find(img)
		require.False(t, ok)
	})
	t.Run("a lit spot on the table is no tray", func(t *testing.T) {
		img := painted(nil, green)
		defer img.Close()
		for r := 600; r > 0; r -= 4 {
			v := uint8(230 - r/4)
			gocv.Circle(&img, image.Pt(640, 360), r, color.RGBA{v, v, v, 0}, -1)
		}
		_, ok := tray.Find(img)
		require.False(t, ok)
	})
	t.Run("bad pictures are no trays", func(t *testing.T) {
		empty := gocv.NewMat()
		defer empty.Close()
		grey := gocv.NewMatWithSize(100, 100, gocv.MatTypeCV8U)
		defer grey.Close()
		tiny := gocv.NewMatWithSize(3, 900, gocv.MatTypeCV8UC3)
		defer tiny.Close()
		for _, img := range []gocv.Mat{empty, grey, tiny} {
			_, ok := tray.Find(img)
			require.False(t, ok)
		}
	})
}

func TestFindTrayCutsNoDieAway(t *testing.T) {
	for set, atLeast := range map[string]int{
		"real/byler_d6": 5, "real/yahtzee_box": 0, "real/rune_hextray": 0, "real/kingjacker_pan": 5,
		"real/burks_tower": 28, "real/tomek_touching": 0, "rendered/rolls": 10,
	} {
		t.Run(set, func(t *testing.T) {
			folder, s := cvtest.Photos(t, set)
			trays := 0
			for _, picture := range s.Images {
				img := gocv.IMRead(filepath.Join(folder, picture.FileName), gocv.IMReadColor)
				require.False(t, img.Empty(), picture.FileName)
				outline, ok := tray.Find(img)
				img.Close()
				if !ok {
					continue
				}
				trays++
				for _, a := range s.Annotations {
					if a.ImageID == picture.ID {
						require.True(t, insideOutline(outline, a.BBox[0]+a.BBox[2]/2, a.BBox[1]+a.BBox[3]/2),
							"%s: the die at %v is cut away", picture.FileName, a.BBox)
					}
				}
			}
			require.GreaterOrEqual(t, trays, atLeast, "trays found in %d pictures", len(s.Images))
			t.Logf("%s: a tray found in %d of %d pictures", set, trays, len(s.Images))
		})
	}
}

func BenchmarkFindTray(b *testing.B) {
	img := painted([]image.Point{{340, 80}, {900, 90}, {890, 640}, {330, 620}}, color.RGBA{30, 110, 60, 0})
	defer img.Close()
	for b.Loop() {
		tray.Find(img)
	}
}
