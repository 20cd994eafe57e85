package fairness

import "math"

// beyond is how often a chi-squared variable with that many degrees of freedom is larger than x: the
// regularised upper incomplete gamma function Q(freedom/2, x/2), by its series where that converges
// fast and by its continued fraction elsewhere.
func beyond(x, freedom float64) float64 {
	a, h := freedom/2, x/2
	if h <= 0 {
		return 1
	}
	lg, _ := math.Lgamma(a)
	scale := math.Exp(a*math.Log(h) - h - lg)
	if h < a+1 {
		return 1 - scale*series(a, h)
	}
	return scale * fraction(a, h)
}

const (
	terms  = 10_000
	enough = 1e-15
)

// series is the sum for the lower function, without its scale.
func series(a, h float64) float64 {
	term := 1 / a
	sum := term
	for n := 1.0; n < terms; n++ {
		term *= h / (a + n)
		sum += term
		if term < sum*enough {
			break
		}
	}
	return sum
}

// fraction is the continued fraction for the upper function, without its scale, by Lentz's method.
func fraction(a, h float64) float64 {
	const tiny = 1e-300
	b := h + 1 - a
	c, d := 1/tiny, 1/b
	f := d
	for n := 1.0; n < terms; n++ {
		k := -n * (n - a)
		b += 2
		d = 1 / notZero(k*d+b, tiny)
		c = notZero(b+k/c, tiny)
		f *= d * c
		if math.Abs(d*c-1) < enough {
			break
		}
	}
	return f
}

func notZero(x, tiny float64) float64 {
	if math.Abs(x) < tiny {
		return tiny
	}
	return x
}

// beyondShifted is beyond for the noncentral distribution: a mixture of central ones, weighted as a
// Poisson variable of half the shift.
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

// quantile is the x that is passed that often.
func quantile(p, freedom float64) float64 {
	least, most := 0.0, freedom+1
	for beyond(most, freedom) > p {
		most *= 2
	}
	for range 100 {
		if middle := (least + most) / 2; beyond(middle, freedom) > p {
			least = middle
		} else {
			most = middle
		}
	}
	return most
}
