package fairness

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// beyond is the probability that a chi-squared variable with so many degrees of freedom is larger than x.
func beyond(x, freedom float64) float64 { return mathext.GammaIncRegComp(freedom/2, max(x, 0)/2) }

// terms bounds the number of terms of a sum that doesn't converge.
const terms = 10_000

// beyondShifted is beyond for the noncentral distribution: a mixture of central ones, weighted as a Poisson variable of half the shift.
func beyondShifted(x, freedom, shift float64) float64 {
	half := shift / 2
	sum, weight, total := 0.0, math.Exp(-half), 0.0
	for n := 0.0; n < terms; n++ {
		sum += weight * beyond(x, freedom+2*n)
		total += weight
		if n > half && 1-total < 1e-12 {
			break
		}
		weight *= half / (n + 1)
	}
	return sum
}

// quantile is the x that such a variable exceeds with probability p.
func quantile(p, freedom float64) float64 { return 2 * mathext.GammaIncRegCompInv(freedom/2, p) }
