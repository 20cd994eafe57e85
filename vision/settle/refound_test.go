package settle_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"astragal/vision"
	"astragal/vision/settle"

	"github.com/stretchr/testify/require"
)

// Dice are found again by their places, whatever the geometry. Thrown dice never are.
func TestDiceAreFoundAgainInAnotherGeometry(t *testing.T) {
	const w, h = 1280.0, 720.0
	r := rand.New(rand.NewPCG(7, 9))
	unknown := func(int, int) int { return 0 }
	thrown := func(n int) (out []vision.Box) {
		for len(out) < n {
			b := vision.Box{80 + 1060*r.Float64(), 80 + 520*r.Float64(), 60, 60}
			far := true
			for _, o := range out {
				far = far && (o[0]-b[0])*(o[0]-b[0])+(o[1]-b[1])*(o[1]-b[1]) > 70*70
			}
			if far {
				out = append(out, b)
			}
		}
		return out
	}
	for name, g := range map[string][6]float64{
		"turned by 90°": {0, -1, h, 1, 0, 0}, "mirrored": {-1, 0, w, 0, 1, 0}, "half as large": {.5, 0, 0, 0, .5, 0}, "squeezed": {.75, 0, 0, 0, 1, 0},
		"zoomed": {1.5, 0, -w / 4, 0, 1.5, -h / 4}, "turned by 20°": {.94, -.342, 60, .342, .94, -20}, "turned and squeezed": {0, -.8, h, 1, 0, 0},
	} {
		for _, n := range []int{3, 5, 9, 15} {
			t.Run(fmt.Sprintf("%s, %d dice", name, n), func(t *testing.T) {
				was := thrown(n)
				order := r.Perm(n)
				seen := order[:max(3, n-n/4)] // the others are outside the picture
				var now []vision.Box
				for _, i := range seen {
					x, y := was[i][0]+30, was[i][1]+30
					size := 60 * max(g[0]+g[4], -g[0]-g[4], g[3]-g[1], g[4]-g[0]) / 2
					now = append(now, vision.Box{g[0]*x + g[1]*y + g[2] - size/2 + 3*r.NormFloat64(), g[3]*x + g[4]*y + g[5] - size/2 + 3*r.NormFloat64(), size, size})
				}
				found, ok := settle.FindAgain(was, now, unknown)
				require.True(t, ok)
				require.Equal(t, seen, found.Pair)
			})
		}
	}
	wrong := 0
	for range 200 {
		n := 3 + r.IntN(6)
		if _, ok := settle.FindAgain(thrown(n), thrown(n), unknown); ok {
			wrong++
		}
	}
	require.LessOrEqual(t, wrong, 10, "of 200 throws taken for the ones before them")
	_, ok := settle.FindAgain(thrown(2), thrown(2), unknown)
	require.False(t, ok, "two dice lie like any two")
	_, ok = settle.FindAgain([]vision.Box{{100, 100, 60, 60}, {400, 200, 60, 60}}, []vision.Box{{560, 100, 60, 60}, {460, 400, 60, 60}}, func(i, k int) int { return 2*min(1, 1-(i-k)*(i-k)) - 1 })
	require.True(t, ok, "but they show what they showed")
	_, ok = settle.FindAgain(thrown(1), thrown(1), func(int, int) int { return -1 })
	require.False(t, ok, "it shows something else")
	_, ok = settle.FindAgain(nil, thrown(3), unknown)
	require.False(t, ok)
}
