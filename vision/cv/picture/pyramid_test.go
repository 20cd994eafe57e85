//go:build cgo

package picture

// Inside the package: small copies, rows and batches can't be asked for from outside.

import (
	"image"
	"testing"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"astragal/vision/cv/cvtest"
)

// A small copy made of the halved picture is the one that is made of the picture itself.
func TestSmallCopiesOfTheHalf(t *testing.T) {
	img := cvtest.Photo(t)
	pic := PyramidOf(img)
	defer pic.Close()
	require.NotEmpty(t, pic.Smaller, "the photograph of %d × %d px is halved", img.Cols(), img.Rows())
	for _, by := range []int{4, 5, 8} {
		size := image.Pt(img.Cols()/by, img.Rows()/by)
		got, want := gocv.NewMat(), gocv.NewMat()
		defer got.Close()
		defer want.Close()
		pic.To(size.X, size.Y, &got)
		gocv.Resize(img, &want, size, 0, 0, gocv.InterpolationArea)
		require.Equal(t, want.Size(), got.Size())
		require.InDelta(t, 0, gocv.NormWithMats(got, want, gocv.NormL1)/float64(3*size.X*size.Y), .6, "grey levels off in the mean, by %d", by)
	}
	odd := img.Region(image.Rect(0, 0, img.Cols()-1, img.Rows()))
	defer odd.Close()
	of := PyramidOf(odd)
	defer of.Close()
	require.Empty(t, of.Smaller, "a picture with an odd side can't be halved evenly")
}
