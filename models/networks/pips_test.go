package networks

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPipLikeIsLinearInTheMeanOfTheTurns(t *testing.T) {
	require.Len(t, pipJudge(), RowDims+1, "a weight for each number, and one more")
	a, b := row(3, 7), row(90, 40)
	require.InDelta(t, (PipLike(a)+PipLike(b))/2, PipLike(face(a, b)), 1e-9)
	require.InDelta(t, pipJudge()[3]+pipJudge()[FaceDims+7]+pipJudge()[RowDims], PipLike(a), 1e-9)
	require.NotEqual(t, PipLike(a), PipLike(b))
	for _, none := range [][]float32{nil, make([]float32, RowDims-1)} {
		require.EqualValues(t, unlikePips, PipLike(none))
	}
}
