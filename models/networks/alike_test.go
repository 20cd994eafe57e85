package networks

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// row is a face vector along one axis and an icon vector along another.
func row(face, icon int) []float32 {
	r := make([]float32, RowDims)
	r[face], r[FaceDims+icon] = 1, 1
	return r
}

func face(rows ...[]float32) []float32 {
	var out []float32
	for _, r := range rows {
		out = append(out, r...)
	}
	return out
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

func TestAlikeOfNothing(t *testing.T) {
	assert.InDelta(t, -1, Alike(nil, row(0, 0)).Face, 0)
	assert.InDelta(t, -1, Alike(row(0, 0), make([]float32, 7)).Face, 0)
}
