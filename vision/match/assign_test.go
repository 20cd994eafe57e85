package match

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// cheapest tries every assignment.
func cheapest(cost [][]float64, row int, used []bool) float64 {
	if row == len(cost) {
		return 0
	}
	best := math.Inf(1)
	for j := range used {
		if !used[j] {
			used[j] = true
			best = min(best, cost[row][j]+cheapest(cost, row+1, used))
			used[j] = false
		}
	}
	return best
}

func TestAssignIsTheBest(t *testing.T) {
	chance := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		n := 1 + chance.IntN(5)
		m := n + chance.IntN(3)
		cost := make([][]float64, n)
		for i := range cost {
			for range m {
				cost[i] = append(cost[i], math.Round(20*chance.NormFloat64()))
			}
		}
		got := assign(cost)
		taken := map[int]bool{}
		for _, j := range got {
			require.False(t, taken[j])
			taken[j] = true
		}
		require.InDelta(t, cheapest(cost, 0, make([]bool, m)), total(cost, got), 1e-9)
	}
	require.Empty(t, assign(nil))
}
