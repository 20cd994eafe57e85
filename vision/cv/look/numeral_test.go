//go:build cgo

package look

import (
	"testing"

	"astragal/vision"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// Full sets of numbered dice, in a typeface that no network learned from: nearly all are read, and none wrong for sure; also where faces are looked at for a
// gallery, and a face whose first turn shows no numeral is left at that.
func TestNumeralsOfFullSets(t *testing.T) {
	for name, how := range map[string]Looking{"alone": {}, "beside a gallery": {Faces: true}} {
		t.Run(name, func(t *testing.T) { fullSets(t, how) })
	}
}

func fullSets(t *testing.T, how Looking) {
	l := lookerOf(t)
	dice, right, sure := 0, 0, 0
	for seed := range uint64(4) {
		picture, truth, err := virtual.Still(90+seed, virtual.Options{Dice: []string{"d4", "d8", "d10", "d%", "d12", "d20", "d6-numbered"}})
		require.NoError(t, err)
		img, err := gocv.ImageToMatRGB(picture)
		require.NoError(t, err)
		scene, err := l.Look(img, how)
		require.NoError(t, err)
		require.NoError(t, img.Close())
		for _, r := range vision.Read(scene) {
			for _, d := range truth.Dice {
				if vision.Overlap(r.BBox, d.Box) < .5 {
					continue
				}
				dice++
				switch same := r.Value != nil && *r.Value == *d.Value; {
				case same && r.Accepted:
					right, sure = right+1, sure+1
				case same:
					right++
				default:
					require.False(t, r.Accepted, "seed %d: %s %d taken for another number", 90+seed, d.Die, *d.Value)
				}
			}
		}
	}
	require.GreaterOrEqual(t, right, dice*9/10, "of %d dice", dice)
	require.GreaterOrEqual(t, sure, dice/2, "of %d dice", dice)
	require.GreaterOrEqual(t, dice, 26)
}

// A d10's numeral on its long face and a d4's around its upper corner are small: cut out with the whole face, many are misread.
func TestSmallNumeralsAreLookedAtClosely(t *testing.T) {
	l := lookerOf(t)
	dice, right := map[vision.Shape]int{}, map[vision.Shape]int{}
	for seed := range uint64(3) {
		picture, truth, err := virtual.Still(190+seed, virtual.Options{Dice: []string{"d%", "d%", "d%", "d%", "d%", "d4", "d4", "d4", "d4", "d4"}})
		require.NoError(t, err)
		img, err := gocv.ImageToMatRGB(picture)
		require.NoError(t, err)
		scene, err := l.Look(img, Looking{})
		require.NoError(t, err)
		require.NoError(t, img.Close())
		for _, r := range vision.Read(scene) {
			for _, d := range truth.Dice {
				if vision.Overlap(r.BBox, d.Box) >= .5 {
					dice[d.Shape]++
					if r.Value != nil && *r.Value == *d.Value {
						right[d.Shape]++
					}
				}
			}
		}
	}
	t.Logf("right: %v of %v", right, dice)
	require.Equal(t, 15, dice[vision.D10])
	require.GreaterOrEqual(t, right[vision.D10], 14)
	require.Equal(t, 15, right[vision.D4])
}

// lookerOf reads with the networks that ship.
func lookerOf(t *testing.T) *Looker {
	l, err := New()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, l.Close()) })
	return l
}
