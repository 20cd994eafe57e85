package networks

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPipLikeIsLinearInTheMeanOfTheTurns(t *testing.T) {
	require.Len(t, pipJudge(), RowDims+1, "a weight for each number, and one more")
	a, b := row(3, 7), row(90, 40)
	require.InDelta(t, (PipLike(a)+PipLike(b))/2, PipLike(slices.Concat(a, b)), 1e-9)
	require.InDelta(t, pipJudge()[3]+pipJudge()[FaceDims+7]+pipJudge()[RowDims], PipLike(a), 1e-9)
	require.NotEqual(t, PipLike(a), PipLike(b))
	for _, none := range [][]float32{nil, make([]float32, RowDims-1)} {
		require.EqualValues(t, unlikePips, PipLike(none))
	}
}

func TestPipReadIsLinearInItsEvidence(t *testing.T) {
	require.Len(t, Strings(), ReaderNumbers-ShapeClasses-MarkClasses)
	says := make([]float32, ReaderNumbers)
	says[2], says[ShapeClasses+4], says[ShapeClasses+5], says[ShapeClasses+UnknownMark] = 2, 3, 1, -1
	evidence := PipEvidence(says)
	require.Equal(t, []float32{3, 1, 0, 0, 0, 0, 0, -1, 0, 0, 2, 0, 0, 0}, evidence)
	w := readJudge()
	require.Len(t, w, len(evidence)+1, "a weight for each number, and one more")
	require.InDelta(t, 3*w[0]+w[1]-w[7]+2*w[10]+w[14], PipRead(says), 1e-6)
	says[ShapeClasses+4], says[ShapeClasses] = 0, 3
	require.Equal(t, evidence, PipEvidence(says), "one pip is as much evidence as five")
	for _, none := range [][]float32{nil, says[1:]} {
		require.EqualValues(t, unlikePips, PipRead(none))
	}
}
