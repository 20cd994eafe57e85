package match

import "math"

// assign solves the assignment problem (the Hungarian method, with potentials). It gives each row a column of its own
// so that the sum of the costs is least, and returns the columns. There must be at least as many columns as rows.
// Costs must be finite.
func assign(cost [][]float64) []int {
	n := len(cost)
	if n == 0 {
		return nil
	}
	m := len(cost[0])
	u, v := make([]float64, n+1), make([]float64, m+1)
	owner := make([]int, m+1) // the row (from 1) to which a column is assigned
	way := make([]int, m+1)
	for row := 1; row <= n; row++ {
		owner[0] = row
		least, used := make([]float64, m+1), make([]bool, m+1)
		for j := range least {
			least[j] = math.Inf(1)
		}
		at := 0
		for owner[at] != 0 {
			used[at] = true
			i, delta, next := owner[at], math.Inf(1), 0
			for j := 1; j <= m; j++ {
				if used[j] {
					continue
				}
				if c := cost[i-1][j-1] - u[i] - v[j]; c < least[j] {
					least[j], way[j] = c, at
				}
				if least[j] < delta {
					delta, next = least[j], j
				}
			}
			for j := 0; j <= m; j++ {
				if used[j] {
					u[owner[j]] += delta
					v[j] -= delta
				} else {
					least[j] -= delta
				}
			}
			at = next
		}
		for at != 0 {
			owner[at] = owner[way[at]]
			at = way[at]
		}
	}
	out := make([]int, n)
	for j := 1; j <= m; j++ {
		if owner[j] > 0 {
			out[owner[j]-1] = j - 1
		}
	}
	return out
}

// total is the cost of an assignment.
func total(cost [][]float64, columns []int) float64 {
	sum := 0.0
	for i, j := range columns {
		sum += cost[i][j]
	}
	return sum
}
