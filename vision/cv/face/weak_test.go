//go:build cgo

package face

import (
	"slices"
	"testing"

	"astragal/models/networks"
	"astragal/vision"
	"astragal/vision/cv/find"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// What fell to the floor is nothing unless it looks like some solid, and so is what is hardly found and no d4 or d10.
func TestWhatIsNothing(t *testing.T) {
	looks := func(s vision.Shape, p float64) Top {
		solids := make([]float64, len(vision.Shapes()))
		solids[slices.Index(vision.Shapes(), s)] = p
		return Top{solids: solids}
	}
	for name, c := range map[string]struct {
		score float64
		once  Top
		want  bool
	}{
		"fell, perhaps a d6":   {find.FoundFloor, looks(vision.D6, .65), true},
		"fell, a d6":           {find.FoundFloor, looks(vision.D6, .75), false},
		"fell, perhaps a d10":  {find.FoundFloor, looks(vision.D10, .6), true},
		"fell, a d10":          {find.FoundFloor, looks(vision.D10, .8), false},
		"weak, perhaps a d6":   {.42, looks(vision.D6, .3), false},
		"hardly found, a d6":   {.35, looks(vision.D6, .99), true},
		"hardly found, a d4":   {.35, looks(vision.D4, .6), false},
		"hardly found, no d4":  {.35, looks(vision.D4, .4), true},
		"hardly found, a d10":  {.35, looks(vision.D10, .9), false},
		"hardly found, no d10": {.35, looks(vision.D10, .3), true},
	} {
		require.Equal(t, c.want, nothing(find.Found{Score: c.score}, c.once), name)
	}
}

// Weak finds are looked at once before they are read, and what they looked like is kept for those that stay.
func TestFirstLooksAtWeakFinds(t *testing.T) {
	n := faceNetsOf(t)
	pic, truth, finds := thrown(t, 4, virtual.Options{Dice: []string{"demo-sky", "demo-sky", "d4"}})
	scored := func(f find.Found, score float64) find.Found { f.Score = score; return f }
	for i, d := range truth.Dice {
		dice := []find.Found{scored(finds[i], .35), scored(finds[i], .9), scored(finds[i], find.FoundFloor)}
		stay, once, err := n.FirstLooks(pic, dice)
		require.NoError(t, err)
		want := dice
		if d.Shape != vision.D4 {
			want = dice[1:]
		}
		require.Equal(t, want, stay, "die %d, a %s", i, d.Shape)
		for k, f := range stay {
			at, seen := once[k]
			require.Equal(t, f.Score < find.WeakFound, seen)
			require.True(t, !seen || at.find == f && len(at.says) == networks.AlignerNumbers)
		}
	}
}
