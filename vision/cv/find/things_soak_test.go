//go:build cgo

package find

import (
	"bufio"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"astragal/models/dataset"
	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/picture"

	"github.com/stretchr/testify/require"
)

// What a written find is.
const (
	noDieThere = iota // it overlaps no die
	dieThere          // its middle lies in a die of its size
	unclear
)

// widePx is the side of a crop that is written, px: wider than what the network sees, so that it can be moved and scaled.
const widePx = 104

// TestSoakThings writes what the network that tells dice from other things learns from to ASTRAGAL_OUT: all that the finder finds in the pictures of the sets in ASTRAGAL_SETS (folders, by commas), even if it is hardly a die. For each find these are
// widePx² pixels (BGR), the find's longer side being half of that, and what it is (uint32, little-endian).
func TestSoakThings(t *testing.T) {
	cvtest.Soaking(t)
	out := os.Getenv("ASTRAGAL_OUT")
	if out == "" {
		t.Skip("ASTRAGAL_OUT and ASTRAGAL_SETS say where the finds go and what is looked at")
	}
	file, err := os.Create(filepath.Clean(out))
	require.NoError(t, err)
	to := bufio.NewWriter(file)
	n := finderOf(t)
	for _, dir := range strings.FieldsFunc(os.Getenv("ASTRAGAL_SETS"), func(r rune) bool { return r == ',' }) {
		set, err := dataset.Open(dir)
		require.NoError(t, err)
		written := map[uint32]int{}
		for _, p := range set.Pictures {
			raw, err := os.ReadFile(filepath.Clean(p.Path))
			require.NoError(t, err)
			img, err := picture.Decode(raw)
			require.NoError(t, err)
			pic := picture.PyramidOf(img)
			finds, err := n.Dice(pic, Search{Faces: true})
			require.NoError(t, err)
			for _, f := range finds {
				what := whatIs(f, p.Dice)
				written[what]++
				wide := 2 * f.Side()
				own, px := pic.By(wide / (2 * widePx))
				x, y := f.Center()
				crop := picture.SquareCrop(own, x/px, y/px, wide/px, widePx)
				_, err := to.Write(crop.ToBytes())
				require.NoError(t, errors.Join(err, crop.Close(), binary.Write(to, binary.LittleEndian, what)))
			}
			require.NoError(t, errors.Join(pic.Close(), img.Close()))
		}
		t.Logf("%s: %d are no dice, %d are, of %d nobody knows", dir, written[noDieThere], written[dieThere], written[unclear])
	}
	require.NoError(t, errors.Join(to.Flush(), file.Close()))
}

// whatIs is what a find is by the dice of its picture.
func whatIs(f Found, dice []dataset.Die) uint32 {
	x, y := f.Center()
	is := uint32(noDieThere)
	for _, d := range dice {
		b := d.Box
		if size := f.Side() / max(b[2], b[3]); x > b[0] && x < b[0]+b[2] && y > b[1] && y < b[1]+b[3] && size > .6 && size < 1.7 {
			return dieThere
		}
		if f.X0 < b[0]+b[2] && b[0] < f.X1 && f.Y0 < b[1]+b[3] && b[1] < f.Y1 {
			is = unclear
		}
	}
	return is
}
