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

func TestPipReadIsLinear(t *testing.T) {
	require.Len(t, readJudge(), ReaderNumbers+1, "a weight for each number, and one more")
	require.Len(t, Strings(), ReaderNumbers-ShapeClasses-MarkClasses)
	says := make([]float32, ReaderNumbers)
	says[2], says[ReaderNumbers-1] = 2, -1
	w := readJudge()
	require.InDelta(t, 2*w[2]-w[ReaderNumbers-1]+w[ReaderNumbers], PipRead(says), 1e-9)
	for _, none := range [][]float32{nil, says[1:]} {
		require.EqualValues(t, unlikePips, PipRead(none))
	}
}
