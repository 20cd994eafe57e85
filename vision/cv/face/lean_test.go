//go:build cgo

package face

// This test is inside the package. Callers don't see how a camera leans, but what is read depends on it.

import (
	"math"
	"slices"
	"testing"

	"astragal/models/networks"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// d6Thrown are eight d6 of the virtual table under a camera that leans by two tilts (degrees), as the reader reads
// each alone, with what they truly show.
func d6Thrown(t *testing.T, n *Networks, seed uint64, tilts [2]float64) (FirstRead, []int) {
	return d6Under(t, n, seed, virtual.RandomLook(700+seed).Leaning(tilts))
}

// d6Under are eight d6 under a camera.
func d6Under(t *testing.T, n *Networks, seed uint64, look virtual.Look) (FirstRead, []int) {
	pic, truth, finds := thrown(t, seed, virtual.Options{Look: &look, Dice: slices.Repeat([]string{"d6"}, 8)})
	r := FirstRead{nets: n, pic: pic, dice: finds, Says: make([]Answer, len(finds)), Raw: make([][]float32, len(finds))}
	for _, f := range finds {
		crop := f.FaceCrop(pic)
		t.Cleanup(func() { require.NoError(t, crop.Close()) })
		r.crops = append(r.crops, crop)
	}
	require.NoError(t, r.Ask(everyIndex(finds)))
	var values []int
	for _, d := range truth.Dice {
		values = append(values, *d.Value)
	}
	return r, values
}

// If dice are seen from the side and read one by one, many are read wrong or with doubt. Hardly any are once they
// have shown how the camera leans. Then none is surely read wrong.
func TestTopFacesAreReadUnderACameraThatLeans(t *testing.T) {
	n := faceNetsOf(t)
	for _, tilts := range [][2]float64{{40, 0}, {-40, 0}, {0, 40}, {0, -40}} {
		alone, together := 0, 0
		for seed := range uint64(3) {
			r, values := d6Thrown(t, n, seed, tilts)
			for i, v := range values {
				if r.Says[i].likeliestPips() == v {
					alone++
				}
			}
			require.NoError(t, r.ReadLeaning(nil))
			for i, v := range values {
				switch {
				case r.Says[i].likeliestPips() == v:
					together++
				default:
					require.Less(t, slices.Max(r.Says[i].mark), sureAtOnce, "tilts %v, seed %d, die %d", tilts, seed, i)
				}
			}
		}
		t.Logf("tilts %v: %d of 24 right one by one, %d together", tilts, alone, together)
		require.GreaterOrEqual(t, together, 22)
		require.Greater(t, together, alone)
	}
}

// The profile of a calibrated camera says how it leans. Each die is then read straightened, even if it is alone. Most
// dice are sure if they show the same either way, or if the others are also read more surely that way. A profile that
// no longer holds makes none surely wrong.
func TestAProfileTellsHowTheCameraLeans(t *testing.T) {
	n := faceNetsOf(t)
	for tilt, want := range map[float64]struct{ right, sure, together int }{45: {29, 12, 24}, 0: {30, 0, 0}} {
		alone, told, sure, together := 0, 0, 0, 0
		for seed := range uint64(4) {
			look := virtual.RandomLook(700 + seed).Leaning([2]float64{-tilt, 0})
			look.Spin = 0
			r, values := d6Under(t, n, seed, look)
			profile := leaningThrough(t, r.pic.Image, math.Sqrt2/2, float64(r.pic.Image.Cols())*look.Height/look.View)
			all := r
			all.Says = slices.Clone(r.Says)
			require.NoError(t, all.ReadLeaning(&profile))
			for i, v := range values {
				one := FirstRead{nets: r.nets, pic: r.pic, dice: r.dice[i : i+1], Says: r.Says[i : i+1], Raw: r.Raw[i : i+1]}
				if one.Says[0].likeliestPips() == v {
					alone++
				}
				require.NoError(t, one.ReadLeaning(&profile))
				if one.Says[0].likeliestPips() == v {
					told++
				}
				for a, n := range map[*Answer]*int{&one.Says[0]: &sure, &all.Says[i]: &together} {
					if slices.Max(a.mark) > sureAtOnce {
						require.Equal(t, v, a.likeliestPips(), "tilt %v, seed %d, die %d", tilt, seed, i)
						*n++
					}
				}
			}
		}
		t.Logf("tilt %v, a profile of 45°: of 32 %d right alone, %d told, %d of them sure, %d sure together", tilt, alone, told, sure, together)
		require.GreaterOrEqual(t, told, want.right)
		require.GreaterOrEqual(t, sure, want.sure)
		require.GreaterOrEqual(t, together, want.together)
		if tilt > 0 {
			require.Less(t, alone, 26)
			require.Greater(t, together, sure)
		}
	}
}

// Under a camera that looks straight down nothing is read again, whether in doubt or not.
func TestNoCameraLeansForNothing(t *testing.T) {
	n := faceNetsOf(t)
	for seed := range uint64(4) {
		r, _ := d6Thrown(t, n, seed, [2]float64{})
		_, leaning, err := r.camera(everyIndex(r.dice))
		require.NoError(t, err)
		require.False(t, leaning, "seed %d", seed)
		before := slices.Clone(r.Says)
		require.NoError(t, r.ReadLeaning(nil))
		require.Equal(t, before, r.Says, "seed %d", seed)
	}
}

// A straightened face that shows the same makes a die no surer. One that shows something else makes it doubtful.
func TestWhatAStraightenedFaceAdds(t *testing.T) {
	says := func(value int, p float64) Answer {
		a := Answer{shape: []float64{1}, mark: make([]float64, networks.MarkClasses), text: []float64{1}}
		a.mark[value-1], a.mark[value%networks.MostPips] = p, .98-p
		a.mark[networks.UnknownMark] = .02
		return a
	}
	same := says(5, .9).aslant(says(5, .97))
	require.InDelta(t, .9, same.mark[4], 1e-9)
	less := says(5, .9).aslant(says(5, .8))
	require.InDelta(t, .85, less.mark[4], 1e-9)
	other := says(5, .9).aslant(says(2, .97))
	require.Equal(t, 2, other.likeliestPips())
	require.Less(t, slices.Max(other.mark), .5)
}
