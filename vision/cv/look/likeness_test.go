//go:build cgo

package look

// Inside the package: it says what the network would say of a find.

import (
	"errors"
	"testing"

	"astragal/vision"
	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/find"
	"astragal/vision/cv/picture"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// Where the network surely takes a find for another thing, it goes. It stays if the finder is sure, if it reads well, is small, is cut off by the picture's edge, or lies beside a die.
func TestWhatSurelyLooksLikeAnotherThingGoes(t *testing.T) {
	l, err := New()
	require.NoError(t, err)
	still, truth, err := virtual.Still(11, virtual.Options{Width: 960, Height: 540, Dice: []string{"d6"}})
	require.NoError(t, err)
	img, err := picture.Decode(cvtest.JPEG(t, still))
	require.NoError(t, err)
	pic := picture.PyramidOf(img)
	t.Cleanup(func() { require.NoError(t, errors.Join(l.Close(), pic.Close(), img.Close())) })
	at := truth.Dice[0].Box
	away := func(dx, dy float64) find.Found {
		return find.FoundAt(vision.Box{at[0] + dx*at[2], at[1] + dy*at[3], at[2], at[3]})
	}
	scored := func(f find.Found, score float64) find.Found { f.Score = score; return f }
	die, piece, edge := away(0, 0), away(.7, .7), find.FoundAt(vision.Box{300, -.5 * at[3], at[2], at[3]})
	x, y := piece.Center()
	for name, c := range map[string]struct {
		find  find.Found
		like  float64
		other *find.Found // a die beside it
		stays bool
	}{
		"a corner of a die and the tray":       {scored(piece, .6), -4.1, nil, false},
		"it may be a die":                      {scored(piece, .6), -3.9, nil, true},
		"the finder is sure":                   {scored(piece, .81), -9, nil, true},
		"it costs no further look":             {scored(piece, .29), -9, nil, true},
		"a die that reads well":                {scored(die, .6), -9, nil, true},
		"a small one":                          {scored(find.FoundAt(vision.Box{x - 9, y - 9, 18, 18}), .6), -9, nil, true},
		"cut off by the picture's edge":        {scored(edge, .6), -9, nil, true},
		"beside a die":                         {scored(piece, .6), -9, found(scored(away(1.7, .7), .71)), true},
		"beside what the finder isn't sure of": {scored(piece, .6), -9, found(scored(away(1.7, .7), .69)), false},
	} {
		t.Run(name, func(t *testing.T) {
			k, all := l.likenessIn(pic), []find.Found{c.find}
			k.known[boxOf(c.find)] = c.like
			if c.other != nil {
				all = append(all, *c.other)
				k.known[boxOf(*c.other)] = 1
			}
			left, err := k.withoutThings(all)
			require.NoError(t, err)
			require.Equal(t, c.stays, len(left) == len(all))
		})
	}
}

func found(f find.Found) *find.Found { return &f }

func boxOf(f find.Found) vision.Box { return vision.Box{f.X0, f.Y0, f.X1, f.Y1} }
