package fairness

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The values are from printed tables of the chi-squared distribution and of its noncentral form.
func TestTheDistributionIsThatOfTheTables(t *testing.T) {
	for _, c := range []struct{ x, freedom, p float64 }{
		{3.841459, 1, .05}, {11.070498, 5, .05}, {15.086272, 5, .01}, {16.749602, 5, .005},
		{30.143527, 19, .05}, {36.190869, 19, .01}, {0.554298, 5, .99}, {20.515006, 5, .001}, {124.342113, 100, .05},
	} {
		require.InDelta(t, c.p, beyond(c.x, c.freedom), 1e-7, "%v", c)
		require.InDelta(t, c.x, quantile(c.p, c.freedom), 1e-4, "%v", c)
	}
	require.InDelta(t, 1, beyond(0, 5), 0)
	// Without a shift it is the central distribution.
	require.InDelta(t, .05, beyondShifted(11.070498, 5, 0), 1e-7)
}
