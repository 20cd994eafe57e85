//go:build cgo

package find

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/picture"
)

// A huge die is cut from the picture of half the size, and looks the same.
func TestAHugeDieIsCutFromTheHalf(t *testing.T) {
	img := cvtest.Photo(t)
	pic := picture.PyramidOf(img)
	defer pic.Close()
	whole := picture.Pyramid{Image: img}
	require.NotEmpty(t, pic.Smaller)
	f := Found{X0: 301, Y0: 103, X1: 587, Y1: 393}
	a, b, apart := f.FaceCrop(pic), f.FaceCrop(whole), gocv.NewMat()
	defer func() { require.NoError(t, errors.Join(a.Close(), b.Close(), apart.Close())) }()
	gocv.AbsDiff(a, b, &apart)
	require.Less(t, apart.Mean().Val1, 3.0)
	f = Found{X0: 301, Y0: 103, X1: 387, Y1: 193} // this one is large enough in the whole picture only
	c, d := f.FaceCrop(pic), f.FaceCrop(whole)
	defer func() { require.NoError(t, errors.Join(c.Close(), d.Close())) }()
	require.Equal(t, c.ToBytes(), d.ToBytes())
}
