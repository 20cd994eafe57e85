//go:build cgo

package cv

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// A huge die is cut from the picture of half the size, and looks the same.
func TestAHugeDieIsCutFromTheHalf(t *testing.T) {
	img := photo(t)
	pic := shrinksOf(img)
	defer pic.close()
	whole := shrinks{img: img}
	require.NotEmpty(t, pic.smaller)
	f := found{x0: 301, y0: 103, x1: 587, y1: 393}
	a, b, apart := f.faceCrop(pic), f.faceCrop(whole), gocv.NewMat()
	defer func() { require.NoError(t, errors.Join(a.Close(), b.Close(), apart.Close())) }()
	gocv.AbsDiff(a, b, &apart)
	require.Less(t, apart.Mean().Val1, 3.0)
	f = found{x0: 301, y0: 103, x1: 387, y1: 193} // this one is large enough in the whole picture only
	c, d := f.faceCrop(pic), f.faceCrop(whole)
	defer func() { require.NoError(t, errors.Join(c.Close(), d.Close())) }()
	require.Equal(t, c.ToBytes(), d.ToBytes())
}
