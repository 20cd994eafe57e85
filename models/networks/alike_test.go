package networks

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

// row is a row with a face vector along one axis and an icon vector along another.
func row(face, icon int) []float32 {
	r := make([]float32, RowDims)
	r[face], r[FaceDims+icon] = 1, 1
	return r
}

// face is a face that was seen in all its turns.
func face(rows ...[]float32) Rows {
	return Rows{Numbers: slices.Concat(rows...), Turns: len(rows)}
}

func TestAlikeTurnsTheSecondFace(t *testing.T) {
	a := face(row(0, 0), row(1, 1), row(2, 2), row(3, 3))
	b := face(row(2, 2), row(3, 3), row(0, 0), row(1, 1))
	got := Alike(a, b)
	assert.InDelta(t, 1, got.Face, 1e-6)
	assert.InDelta(t, 1, got.Icon, 1e-6)
	assert.Equal(t, 2, got.Turn)
	swapped := face(row(1, 1), row(0, 0), row(2, 2), row(3, 3))
	assert.InDelta(t, .5, Alike(a, swapped).Face, 1e-6, "rows in another order are another face")
}

func TestAlikeOfFacesWithOtherTurns(t *testing.T) {
	square := face(row(0, 5), row(1, 5), row(2, 5), row(3, 5))
	got := Alike(square, face(row(9, 5), row(2, 5), row(8, 5)))
	assert.InDelta(t, 1, got.Face, 1e-6)
	assert.Equal(t, 1, got.Turn)
}

// However a face lies, if it was seen in TurnsSeen turns, Alike finds that it is the same and how far it was turned.
// And one of the kept turns of one face was seen of the other.
func TestAlikeOfFacesSeenInSomeTurns(t *testing.T) {
	for _, ways := range []int{1, 3, 4, 5} {
		seen := TurnsSeen(ways)
		for turned := range ways {
			var a, b [][]float32
			for k := range seen {
				a, b = append(a, row(k, k)), append(b, row((k+ways-turned)%ways, 1))
			}
			got := Alike(Rows{slices.Concat(a...), ways}, Rows{slices.Concat(b...), ways})
			assert.InDelta(t, 1, got.Face, 1e-6, "%d ways up, turned by %d", ways, turned)
			assert.Equal(t, turned, got.Turn)
			kept := false
			for k := range seen {
				kept = kept || (k+turned)%ways < TurnsKept(ways, seen)
			}
			assert.True(t, kept, "%d ways up, turned by %d", ways, turned)
		}
	}
}

func TestAlikeOfNothing(t *testing.T) {
	one := face(row(0, 0))
	assert.InDelta(t, -1, Alike(Rows{}, one).Face, 0)
	assert.InDelta(t, -1, Alike(one, Rows{Numbers: make([]float32, 7), Turns: 1}).Face, 0)
	assert.InDelta(t, -1, Alike(one, Rows{Numbers: make([]float32, 2*RowDims), Turns: 1}).Face, 0, "more turns than there are")
}
