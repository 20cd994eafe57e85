package virtual_test

import (
	"math"
	"testing"

	"astragal/vision"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// tiny makes tiny pictures, because these tests look only at the truth.
var tiny = virtual.Options{Width: 64, Height: 64, FPS: 30}

func TestBodies(t *testing.T) {
	for shape, want := range map[vision.Shape][4]int{
		vision.D4: {4, 4, 12, 4}, vision.D6: {6, 8, 24, 6}, vision.D8: {8, 6, 24, 8},
		vision.D10: {10, 12, 10, 10}, vision.D12: {12, 20, 60, 12}, vision.D20: {20, 12, 60, 20},
	} {
		faces, corners, symmetries, results, opposite := virtual.Body(shape)
		require.Equal(t, want, [4]int{faces, corners, symmetries, results}, "%v", shape)
		require.True(t, opposite, "%v", shape)
	}
}

func TestSeparatingAxes(t *testing.T) {
	require.InDelta(t, -4, virtual.Cubes(16, 20, 0, 0, 0), 1e-9, "a gap of 4 mm")
	require.InDelta(t, 1, virtual.Cubes(16, 15, 3, 0, 0), 1e-9, "1 mm inside")
	require.InDelta(t, -0.5, virtual.Cubes(16, 0, 0, 16.5, 0.3), 1e-9, "one floats above the other")
	corner := 8 + 8*math.Sqrt2
	require.InDelta(t, -1, virtual.Cubes(16, corner+1, 0, 0, math.Pi/4), 1e-9, "a corner points at a face")
	require.Positive(t, virtual.Cubes(16, 1, 2, 3, 0.7))
}

func TestThrowThatPausesIsNone(t *testing.T) {
	require.True(t, virtual.Pauses(0.25, 0, 4), "it moves on after a rest")
	require.True(t, virtual.Pauses(0.05, 0, 30, 30.2, 30.4, 30.6, 30.8, 31, 31.2, 36), "it creeps meanwhile")
	require.False(t, virtual.Pauses(0.15, 0, 4, 8), "it rolls on too soon for anybody to call it a rest")
	require.False(t, virtual.Pauses(1, 0, 1), "it has come to rest, as good as")
	require.False(t, virtual.Pauses(0.05, 0, 4, 8, 12, 14, 14, 14, 14, 14, 14), "it comes to rest once")
}

// The second throw of this table once paused for more than a second, until a die that leaned on another was woken.
func TestNoThrowPauses(t *testing.T) {
	table, err := virtual.New(70493, tiny, virtual.Wait(0.6896374512415623), virtual.Throw("d10", "d12", "d12", "d8", "d6"), virtual.Wait(1.4),
		virtual.Hand(0.6488728726113329), virtual.Wait(0.67), virtual.PickUp(0), virtual.Wait(0.84), virtual.Throw("d8", "d6", "d20", "d4", "d6"), virtual.Wait(1))
	require.NoError(t, err)
	far := func(a, b int) (most float64) {
		was, is := table.Truth(a).Dice, table.Truth(b).Dice
		for i := range was {
			most = max(most, math.Hypot(was[i].MM[0]-is[i].MM[0], was[i].MM[1]-is[i].MM[1]))
		}
		return most
	}
	require.Len(t, table.Rolls(), 2)
	for _, roll := range table.Rolls() {
		for n := roll.Start; n+6 < roll.Rest; n++ { // 0.2 s
			require.False(t, far(n, n+6) < 1.5 && far(n, roll.Rest) > 3, "from frame %d all lie still, and move on before %d", n, roll.Rest)
		}
	}
}

// TestFacesAreUniform throws each kind of die often enough to notice a biased one: chi-squared must stay below its
// 99.9 % point.
func TestFacesAreUniform(t *testing.T) {
	limits := map[string]float64{"d4": 16.27, "d6": 20.52, "d8": 24.32, "d10": 27.88, "d12": 31.26, "d20": 43.82}
	for kind, limit := range limits {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			table, err := virtual.New(99, tiny)
			require.NoError(t, err)
			counts := map[int]int{}
			total, at := 0, 0
			for total < 240 {
				at, err = table.Throw(at, many(kind, 6)...)
				require.NoError(t, err)
				for _, d := range table.Truth(at).Dice {
					counts[d.Face]++
					total++
				}
			}
			faces, _, _, results, _ := virtual.Body(vision.Shape(kind))
			require.Equal(t, faces, results)
			chi := 0.0
			for f := range results {
				want := float64(total) / float64(results)
				d := float64(counts[f]) - want
				chi += d * d / want
			}
			require.Less(t, chi, limit, "%v", counts)
		})
	}
}

// TestDiceLieFlatAndApart follows throws of all kinds of dice frame by frame.
func TestDiceLieFlatAndApart(t *testing.T) {
	handfuls := [][]string{
		many("d6", 12), {"d4", "d4", "d4", "d6", "d6"}, {"d8", "d10", "d12", "d20", "d%"}, many("d10", 6),
	}
	for seed, dice := range handfuls {
		for _, step := range []virtual.Step{virtual.Throw(dice...), virtual.Pour(dice...)} {
			table, err := virtual.New(uint64(seed), tiny, step, virtual.Wait(0.3), virtual.Throw("d6", "d20"), virtual.Wait(0.3), virtual.Nudge())
			require.NoError(t, err)
			for n := range table.Frames() {
				_, share := virtual.Deepest(table, n)
				require.LessOrEqual(t, share, 0.12, "frame %d: dice inside each other while they roll", n)
			}
			for _, roll := range table.Rolls() {
				mm, _ := virtual.Deepest(table, roll.Rest)
				require.LessOrEqual(t, mm, 0.0, "dice inside each other at rest")
				low, lean := virtual.Lowest(table, roll.Rest)
				for i := range low {
					require.InDelta(t, 0, low[i], 1e-6, "a die floats or sinks")
					require.InDelta(t, 0, lean[i], 1e-6, "a die leans")
				}
				for n := roll.Rest; n < roll.Clear; n++ {
					require.Equal(t, places(table.Truth(roll.Rest)), places(table.Truth(n)), "dice move after they lie")
				}
			}
		}
	}
}

func places(t virtual.Truth) (out [][3]float64) {
	for _, d := range t.Dice {
		out = append(out, d.MM)
	}
	return out
}
