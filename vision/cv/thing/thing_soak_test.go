//go:build cgo

package thing

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"astragal/models"
	"astragal/models/networks"
	"astragal/vision"
	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/find"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// How many of the dice that the finder finds on virtual tables look like other things: four to eleven dice, half of them with drawings of one to four copies, 480 to 1280 px wide, under cameras that lean by 12° either way in the mean
// of squares. The seeds are ASTRAGAL_TABLES from ASTRAGAL_SEED on.
func TestSoakDiceThatLookLikeThings(t *testing.T) {
	cvtest.Soaking(t)
	set, err := networks.Load()
	require.NoError(t, err)
	finder, j := find.New(set), judgeOf(t)
	defer func() { require.NoError(t, finder.Close()) }()
	drawn := drawnDice()
	like := map[string][]float64{}
	first := uint64(cvtest.Number(t, "ASTRAGAL_SEED", 7400))
	for seed := first; seed < first+uint64(cvtest.Number(t, "ASTRAGAL_TABLES", 60)); seed++ {
		t.Run("", func(t *testing.T) {
			pic, truth := shown(t, seed, mixedTable(seed, drawn))
			finds, err := finder.Dice(pic, find.Search{})
			require.NoError(t, err)
			for _, d := range truth.Dice {
				f, ok := surest(finds, d.Box)
				if !ok {
					continue
				}
				kind := d.Die
				if slices.ContainsFunc(drawn, func(o models.Die) bool { return o.ID == kind }) {
					kind = "with drawings"
				}
				says, err := j.LikeDie(pic, f)
				require.NoError(t, err)
				like[kind] = append(like[kind], says)
			}
		})
	}
	dice, things := 0, 0
	for kind, says := range like {
		below := func(least float64) (n int) {
			for _, v := range says {
				if v < least {
					n++
				}
			}
			return n
		}
		t.Logf("%s: of %d found %d are below -2, %d below -4", kind, len(says), below(-2), below(-4))
		dice, things = dice+len(says), things+below(-4)
	}
	t.Logf("of all %d %d are below -4", dice, things)
	require.LessOrEqual(t, 200*things, dice)
}

// surest is the surest of the finds the middles of which lie in a die's box: others may be its pips.
func surest(finds []find.Found, b vision.Box) (best find.Found, ok bool) {
	for _, f := range finds {
		if x, y := f.Center(); x > b[0] && x < b[0]+b[2] && y > b[1] && y < b[1]+b[3] && f.Score > best.Score {
			best, ok = f, true
		}
	}
	return best, ok
}

// drawnDice are d6 all sides of which show some copies of a picture that the virtual table can draw.
func drawnDice() (out []models.Die) {
	for _, icon := range virtual.Icons() {
		for n := 1; n <= 4; n++ {
			out = append(out, models.Die{ID: fmt.Sprint(icon, n), Shape: "d6", Faces: slices.Repeat([]models.Face{{Icon: icon, Count: n}}, 6)})
		}
	}
	return out
}

// mixedTable are numbered dice and dice with drawings.
func mixedTable(seed uint64, drawn []models.Die) virtual.Options {
	r := rand.New(rand.NewPCG(seed, 77))
	numbered := []string{"d6", "d6", "d6-numbered", "d4", "d8", "d10", "d%", "d12", "d20"}
	o := virtual.Options{Own: drawn}
	for range 4 + r.IntN(8) {
		if r.IntN(2) == 0 {
			o.Dice = append(o.Dice, numbered[r.IntN(len(numbered))])
		} else {
			o.Dice = append(o.Dice, drawn[r.IntN(len(drawn))].ID)
		}
	}
	look := virtual.RandomLook(seed).Leaning([2]float64{12 * r.NormFloat64(), 12 * r.NormFloat64()})
	o.Look, o.Width = &look, []int{480, 640, 960, 1280}[r.IntN(4)]
	o.Height = o.Width * 9 / 16
	return o
}
