package networks

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// Sums of rows by eights are those of the plain way but for rounding, whatever the count of rows, and touch nothing else.
func TestTimesIsTheSameByEights(t *testing.T) {
	chance := rand.New(rand.NewPCG(5, 6))
	numbers := func(n int) []float32 {
		out := make([]float32, n)
		for i := range out {
			out[i] = float32(chance.NormFloat64())
		}
		return out
	}
	for _, n := range []int{1, 7, 8, 24, 25, 32, 72, 512} {
		for rows := range 11 {
			stride := n + chance.IntN(9)
			weights, v := numbers(rows*stride+n), numbers(n)
			out := numbers(rows + 1)
			want := append([]float32(nil), out...)
			for k := range rows {
				want[k] += dotN(weights[k*stride:k*stride+n], v)
			}
			times(out[:rows], weights, v, stride)
			require.InDeltaSlice(t, want, out, 1e-4, "%d rows of %d", rows, n)
			require.Equal(t, want[rows], out[rows], "the number after the last row stays")
		}
	}
	require.Panics(t, func() { times(make([]float32, 3), make([]float32, 23), make([]float32, 8), 8) }, "too few weights")
}
