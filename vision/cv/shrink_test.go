//go:build cgo

package cv

// Inside the package: small copies, rows and batches can't be asked for from outside.

import (
	"errors"
	"image"
	"math"
	"testing"

	"astragal/vision"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// photo is a photograph of dice, at least 640 px long.
func photo(t *testing.T) gocv.Mat {
	img := gocv.IMRead("testdata/tray_byler.jpg", gocv.IMReadColor)
	require.False(t, img.Empty())
	t.Cleanup(func() { require.NoError(t, img.Close()) })
	return img
}

// A small copy made of the halved picture is the one that is made of the picture itself.
func TestSmallCopiesOfTheHalf(t *testing.T) {
	img := photo(t)
	pic := shrinksOf(img)
	defer pic.close()
	require.NotEmpty(t, pic.smaller, "the photograph of %d × %d px is halved", img.Cols(), img.Rows())
	for _, by := range []int{4, 5, 8} {
		size := image.Pt(img.Cols()/by, img.Rows()/by)
		got, want := gocv.NewMat(), gocv.NewMat()
		defer got.Close()
		defer want.Close()
		pic.to(size.X, size.Y, &got)
		gocv.Resize(img, &want, size, 0, 0, gocv.InterpolationArea)
		require.Equal(t, want.Size(), got.Size())
		require.InDelta(t, 0, gocv.NormWithMats(got, want, gocv.NormL1)/float64(3*size.X*size.Y), .6, "grey levels off in the mean, by %d", by)
	}
	odd := img.Region(image.Rect(0, 0, img.Cols()-1, img.Rows()))
	defer odd.Close()
	of := shrinksOf(odd)
	defer of.close()
	require.Empty(t, of.smaller, "a picture with an odd side can't be halved evenly")
}

func TestRowInsideAConvexOutline(t *testing.T) {
	six := []vision.Point{{20.5, 3}, {41, 12.25}, {41, 30}, {20.5, 38}, {3.75, 30}, {3.75, 12.25}}
	for y := range 45 {
		from, to := rowInside(six, float64(y), 38)
		for x := range 38 {
			inside := insideConvex(six, vision.Point{float64(x), float64(y)})
			require.Equal(t, inside, x >= from && x < to, "%d, %d", x, y)
		}
	}
}

// A huge die is cut from the picture of half the size, and looks the same.
func TestAHugeDieIsCutFromTheHalf(t *testing.T) {
	img := photo(t)
	pic := shrinksOf(img)
	defer pic.close()
	whole := shrinks{img: img}
	require.NotEmpty(t, pic.smaller)
	f := found{x0: 301, y0: 103, x1: 587, y1: 393}
	a, b, apart := pic.faceCrop(f), whole.faceCrop(f), gocv.NewMat()
	defer func() { require.NoError(t, errors.Join(a.Close(), b.Close(), apart.Close())) }()
	gocv.AbsDiff(a, b, &apart)
	require.Less(t, apart.Mean().Val1, 3.0)
	f = found{x0: 301, y0: 103, x1: 387, y1: 193} // this one is large enough in the whole picture only
	c, d := pic.faceCrop(f), whole.faceCrop(f)
	defer func() { require.NoError(t, errors.Join(c.Close(), d.Close())) }()
	require.Equal(t, c.ToBytes(), d.ToBytes())
}

// A huge top face is cut from a smaller copy of the picture, and looks the same.
func TestAHugeFaceIsCutFromASmallerCopy(t *testing.T) {
	img := photo(t)
	pic := shrinksOf(img)
	defer pic.close()
	at := top{x: 444, y: 248, half: 230}
	used, px := pic.by(2 * at.half / topPx / finest)
	require.Equal(t, 2.0, px)
	require.Equal(t, img.Cols()/2, used.Cols())
	got, want := make([]float32, facePlane), make([]float32, facePlane)
	require.NoError(t, at.cuts(pic, .3, 0, got))
	require.NoError(t, at.cuts(shrinks{img: img}, .3, 0, want))
	apart := 0.0
	for i, v := range got {
		apart += math.Abs(float64(v-want[i])) / float64(len(got))
	}
	require.Less(t, apart, .03, "of a spread of .25")
}

// Reading several dice at once says of each what reading it alone says.
func TestReadingFourAtOnce(t *testing.T) {
	l, err := NewLooker()
	require.NoError(t, err)
	defer func() { require.NoError(t, l.Close()) }()
	pic := shrinksOf(photo(t))
	defer pic.close()
	dice, err := l.dice(pic, Looking{})
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(dice), 6)
	var crops []gocv.Mat
	for _, f := range dice[:6] {
		crops = append(crops, pic.faceCrop(f))
		defer crops[len(crops)-1].Close()
	}
	together, err := l.nets.readAll(crops)
	require.NoError(t, err)
	require.Len(t, together, 6)
	for i := range crops {
		alone, err := l.nets.readAll(crops[i : i+1])
		require.NoError(t, err)
		require.InDeltaSlice(t, alone[0], together[i], 1e-3, "die %d", i)
	}
}

// Evening leaves no light and no contrast in the middle disc, whatever the picture's were.
func TestEvenSquare(t *testing.T) {
	const px = 40
	for _, light := range []struct{ low, spread int }{{10, 90}, {90, 160}} {
		bgr, to := make([]uint8, 3*px*px), make([]float32, 3*px*px)
		for i := range bgr {
			bgr[i] = uint8(light.low + (i*7919)%light.spread)
		}
		evenSquare(bgr, to, px)
		sum, squares, n := 0.0, 0.0, 0.0
		for y := range px {
			for x := range px {
				dx, dy := float64(x)+.5-px/2, float64(y)+.5-px/2
				if dx*dx+dy*dy <= .35*.35*px*px {
					for k := range 3 {
						v := float64(to[(k*px+y)*px+x])
						sum, squares, n = sum+v, squares+v*v, n+1
					}
				}
			}
		}
		require.InDelta(t, 0, sum/n, 1e-4)
		require.InDelta(t, 1./16, squares/n, .02)
	}
}
