package fairness_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/fairness"
)

func even(sides int) []int { return slices.Repeat([]int{1}, sides) }

// roll throws a die n times. Its first face is likelier by heavier.
func roll(r *rand.Rand, sides, n int, heavier float64) []int {
	out := make([]int, n)
	first := (1 + heavier) / float64(sides)
	for i := range out {
		if out[i] = 0; r.Float64() >= first {
			out[i] = 1 + r.IntN(sides-1)
		}
	}
	return out
}

// judge is fairness.Judge of what a die showed, roll by roll.
func judge(shares, rolled []int, dice int) (fairness.Verdict, error) {
	return fairness.Judge(shares, len(rolled), dice, func(n int) ([]int, error) {
		counts := make([]int, len(shares))
		for _, r := range rolled[:n] {
			counts[r]++
		}
		return counts, nil
	})
}

// needed is how many rolls come before the first look at a die that is judged alone.
func needed(t *testing.T, shares []int) int {
	t.Helper()
	v, err := judge(shares, nil, 1)
	require.NoError(t, err)
	return v.Needed
}

func TestTooFewRollsAreCalledThat(t *testing.T) {
	v, err := judge(even(6), slices.Repeat([]int{0}, 40), 1)
	require.NoError(t, err)
	require.Equal(t, fairness.TooFew, v.Judgement, "forty sixes are odd, but the look is after %d", v.Needed)
	require.Zero(t, v.Tested)
	require.Contains(t, v.Text, "Not enough rolls yet: 40 of the ")
}

// The sample grows with the number of faces: hundreds for a d6, thousands for a d20.
func TestTheSampleThatItTakes(t *testing.T) {
	d6, d20 := needed(t, even(6)), needed(t, even(20))
	require.InDelta(t, 399, d6, 2)
	require.InDelta(t, 2310, d20, 60)
	require.Positive(t, needed(t, []int{2, 1, 1, 1, 1}))
}

// Over all looks together, a fair die is called uneven in one case of a hundred, or less often.
func TestAFairDieIsSeldomBlamed(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	blamed := 0
	const dice = 3000
	for range dice {
		v, err := judge(even(6), roll(r, 6, 3200, 0), 1)
		require.NoError(t, err)
		if v.Judgement == fairness.Uneven {
			blamed++
		}
	}
	require.LessOrEqual(t, blamed, 45, "of %d; 30 are allowed for on average", dice)
}

func TestAHeavyFaceIsFoundOutAsOftenAsPromised(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, sides := range []int{6, 20} {
		found := 0
		n := needed(t, even(sides))
		const dice = 600
		for range dice {
			v, err := judge(even(sides), roll(r, sides, n, fairness.Excess), 1)
			require.NoError(t, err)
			require.Equal(t, n, v.Tested)
			if v.Judgement == fairness.Uneven {
				found++
			}
		}
		require.InDelta(t, fairness.Power, float64(found)/dice, 0.06, "d%d", sides)
	}
}

// If counts are as even as they can be, chi-squared is close to 0 and p is close to 1.
func TestEvenCountsAreAsNearAsCanBe(t *testing.T) {
	n := needed(t, even(6))
	rolls := make([]int, 0, n)
	for i := range n {
		rolls = append(rolls, i%6)
	}
	v, err := judge(even(6), rolls, 1)
	require.NoError(t, err)
	require.Less(t, v.ChiSquared, 0.05)
	require.InDelta(t, 1, v.P, 1e-4)
	require.Equal(t, 5, v.Freedom)
}

func TestAFaceThatIsTwiceOnADieMayComeTwiceAsOften(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	shares := []int{2, 1, 1, 1, 1}
	rolls := make([]int, 4000)
	for i := range rolls {
		rolls[i] = max(0, r.IntN(6)-1)
	}
	v, err := judge(shares, rolls, 1)
	require.NoError(t, err)
	require.Equal(t, fairness.Nothing, v.Judgement, v.Text)
	v, err = judge(even(5), rolls, 1)
	require.NoError(t, err)
	require.Equal(t, fairness.Uneven, v.Judgement)
}

func TestManyDiceAreJudgedMoreStrictly(t *testing.T) {
	rolls := slices.Repeat([]int{0, 1, 2, 3, 4, 5}, 1000)
	one, err := judge(even(6), rolls, 1)
	require.NoError(t, err)
	many, err := judge(even(6), rolls, 20)
	require.NoError(t, err)
	require.Greater(t, many.Needed, one.Needed)
}

func TestOddDiceAreRefusedOrSaidSo(t *testing.T) {
	_, err := judge([]int{1, 0}, nil, 1)
	require.Error(t, err)
	v, err := judge([]int{6}, []int{0, 0}, 1)
	require.NoError(t, err)
	require.Equal(t, "All its sides show the same.", v.Text)
}
