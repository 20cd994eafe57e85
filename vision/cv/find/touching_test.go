//go:build cgo

package find

import (
	"slices"
	"testing"

	"astragal/models/networks"
	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/picture"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// Side by side are finds of one size that lie against each other, along the picture's sides or turned; what lies apart, on each other or is much larger isn't.
func TestWhichFindsLieSideBySide(t *testing.T) {
	die := foundAt(100, 100, 40, .8)
	for name, c := range map[string]struct {
		o    Found
		want bool
	}{
		"flush":               {foundAt(140, 100, 40, .8), true},
		"turned":              {foundAt(120, 120, 40, .8), true},
		"a little apart":      {foundAt(146, 100, 40, .8), true},
		"half a die apart":    {foundAt(160, 100, 40, .8), false},
		"the same once more":  {foundAt(104, 100, 40, .8), false},
		"a die twice as wide": {foundAt(160, 100, 80, .8), false},
	} {
		require.Equal(t, c.want, die.Besides(c.o), name)
	}
	row := []Found{foundAt(180, 100, 40, .3), foundAt(100, 100, 40, .8), foundAt(140, 100, 40, .5), foundAt(300, 100, 40, .9)}
	require.ElementsMatch(t, row[:3], chained(row, 1))
	w := windowAround(row[:3])
	require.True(t, w.shows(row[0]) && w.shows(row[1]))
	require.False(t, w.shows(row[3]))
}

// What the second finder sees beside another of its size is new where no find counts, and where it can't be a pip.
func TestWhatIsNewBesideTouchingDice(t *testing.T) {
	seen := []Found{foundAt(100, 100, 40, .8), foundAt(140, 100, 40, .8), foundAt(300, 100, 40, .8)}
	require.Equal(t, seen[:2], unknownAmong(seen, nil), "the third lies alone")
	require.Equal(t, seen[1:2], unknownAmong(seen, []Found{foundAt(100, 100, 40, .5)}), "the first is known")
	require.Equal(t, seen[:2], unknownAmong(seen, []Found{foundAt(100, 100, 40, .3)}), "it is hardly known")
	require.Empty(t, unknownAmong(seen, []Found{foundAt(120, 100, 120, .8)}), "they may be a die's pips")
}

// What takes the place of a weak find of the first look is asked about, though another die has taken it before, or it is seen once more.
func TestWhatTakesTheFirstLooksPlaceIsAskedAbout(t *testing.T) {
	block, far := foundAt(100, 100, 80, .42), foundAt(400, 100, 40, .9)
	first := []Found{block, far}
	kept, added := taken(foundAt(80, 100, 41, .8), first, slices.Clone(first), nil)
	require.Equal(t, []Found{far}, kept)
	kept, added = taken(foundAt(120, 100, 41, .8), first, kept, added)
	kept, added = taken(foundAt(81, 100, 40, .7), first, kept, added)
	kept, added = taken(foundAt(440, 100, 40, .8), first, kept, added)
	require.Equal(t, []Found{far}, kept)
	var doubted []bool
	for _, f := range added {
		doubted = append(doubted, f.Doubted)
	}
	require.Equal(t, []bool{true, true, false}, doubted)
}

// Nothing that is seen only beside others counts unless it reads: the patterns of cloth look like dice in rows.
func TestWhatDoesNotReadIsNoDieOfARow(t *testing.T) {
	set, err := networks.Load()
	require.NoError(t, err)
	n := New(set)
	t.Cleanup(func() { require.NoError(t, n.Close()) })
	look := virtual.RandomLook(7)
	look.View, look.RimHeight, look.RimWidth, look.Lean, look.Spin = 260, 0, 0, [2]float64{}, 0
	o := virtual.Options{Width: 640, Height: 360, Look: &look}
	for i := range 7 {
		o.Dice, o.At = append(o.Dice, "d6:#1c1c1e"), append(o.At, virtual.Spot{X: 16 * float64(i-3)})
	}
	drawn, _, err := virtual.Still(7, o)
	require.NoError(t, err)
	img, err := gocv.IMDecode(cvtest.JPEG(t, drawn), gocv.IMReadColor)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, img.Close()) })
	pic := picture.PyramidOf(img)
	defer pic.Close()
	found := func(reads Reads) int {
		dice, err := n.Dice(pic, Search{Reads: reads})
		require.NoError(t, err)
		return len(dice)
	}
	asked := 0
	all := func(is bool) Reads {
		return func(dice []Found) ([]bool, error) {
			out := make([]bool, len(dice))
			for i := range out {
				out[i] = is
			}
			asked += len(dice)
			return out, nil
		}
	}
	without := found(nil)
	require.Equal(t, without, found(all(false)))
	require.NotZero(t, asked)
	require.Greater(t, found(all(true)), without)
}
