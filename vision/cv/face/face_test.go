//go:build cgo

package face

// Inside the package: which looks an answer is made of is no caller's business, but what is accepted hangs on it.

import (
	"slices"
	"testing"

	"astragal/models/networks"

	"github.com/stretchr/testify/require"
)

// A die of which the reader isn't sure is shown to the second reader too, first as it was found; where both together are sure, that is all. Beside a gallery the
// reader looks alone.
func TestDoubtfulDiceAreShownToTheSecondReader(t *testing.T) {
	n := faceNetsOf(t)
	one := *n
	one.second = nil
	sure, settled, doubted := 0, 0, 0
	for seed := range uint64(4) {
		r, _ := d6Thrown(t, n, seed, [2]float64{25, 0})
		for i, f := range r.dice {
			alone, err := one.ReadFace(r.pic, f, r.Raw[i], false)
			require.NoError(t, err)
			second, err := n.readAgain(r.pic, f, again{grown: 1}, n.second)
			require.NoError(t, err)
			both := joined(slices.Concat(r.Raw[i], second), networks.ReaderNumbers)
			switch {
			case slices.Max(joined(r.Raw[i], networks.ReaderNumbers).mark) > sureAtOnce:
				require.Equal(t, alone, r.Says[i])
				sure++
			case slices.Max(both.mark) > sureAtOnce:
				require.Equal(t, both, r.Says[i])
				settled++
			default:
				require.NotEqual(t, alone, r.Says[i])
				require.NotEqual(t, both, r.Says[i])
				doubted++
			}
			beside, err := n.ReadFace(r.pic, f, r.Raw[i], true)
			require.NoError(t, err)
			besideAlone, err := one.ReadFace(r.pic, f, r.Raw[i], true)
			require.NoError(t, err)
			require.Equal(t, besideAlone, beside, "beside a gallery")
		}
	}
	t.Logf("%d sure at once, %d by both, %d doubtful", sure, settled, doubted)
	require.Positive(t, sure)
	require.Positive(t, settled)
	require.Positive(t, doubted)
}
