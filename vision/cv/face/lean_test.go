//go:build cgo

package face

// Inside the package: how a camera leans is no caller's business, but what is read hangs on it.

import (
	"math"
	"slices"
	"testing"

	"astragal/calibration"
	"astragal/models/networks"
	"astragal/vision"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// d6Thrown are eight d6 of the virtual table under a camera that leans by two tilts (degrees), as the reader reads them one by one, and what they show.
func d6Thrown(t *testing.T, n *Networks, seed uint64, tilts [2]float64) (FirstRead, []int) {
	return d6Under(t, n, seed, virtual.RandomLook(700+seed).Leaning(tilts))
}

// d6Under are those dice under some camera.
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

// seenD6 are some d6 as far as is known how the camera leans.
func seenD6(t *testing.T, r FirstRead, profile *calibration.Profile) (out []Seen) {
	t.Helper()
	camera, err := r.nets.LeaningOf(r.pic, r.dice, slices.Repeat([]vision.Shape{vision.D6}, len(r.dice)), profile, nil)
	require.NoError(t, err)
	for _, f := range r.dice {
		s := See(r.pic, f, &camera, vision.D6)
		t.Cleanup(func() { require.NoError(t, s.Close()) })
		out = append(out, s)
	}
	return out
}

// Seen from any side, many dice are read wrong or with doubt one by one, and hardly any once they have told how the camera leans. None is surely read wrong then.
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
			require.NoError(t, r.ReadLeaning(seenD6(t, r, nil)))
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

// A calibrated camera's profile knows how it leans: each die is read straightened, though none but itself tells, and most are sure where it shows the same either way
// or the others are read more surely so too. A profile that holds no longer makes none surely wrong.
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
			require.NoError(t, all.ReadLeaning(seenD6(t, all, &profile)))
			for i, v := range values {
				one := FirstRead{nets: r.nets, pic: r.pic, dice: r.dice[i : i+1], Says: r.Says[i : i+1], Raw: r.Raw[i : i+1]}
				if one.Says[0].likeliestPips() == v {
					alone++
				}
				require.NoError(t, one.ReadLeaning(seenD6(t, one, &profile)))
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

// Under a camera that looks straight down nothing is read again, in doubt or not. A die is straightened there only near the picture's edge, where even such a camera sees it from aside.
func TestNoCameraLeansForNothing(t *testing.T) {
	n := faceNetsOf(t)
	for seed := range uint64(4) {
		r, _ := d6Thrown(t, n, seed, [2]float64{})
		before := slices.Clone(r.Says)
		seen := seenD6(t, r, nil)
		for i, s := range seen {
			if at := placeOf(r.pic.Image, r.dice[i]); math.Hypot(at[0], at[1]) < .4 {
				require.Zero(t, s.Lean, "seed %d, die %d", seed, i)
			}
		}
		require.NoError(t, r.ReadLeaning(seen))
		require.Equal(t, before, r.Says, "seed %d", seed)
	}
}

// A straightened face that says the same makes a die no surer; one that says otherwise makes it doubtful.
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
