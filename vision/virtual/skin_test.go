package virtual

import (
	"testing"

	"astragal/vision"

	"github.com/stretchr/testify/require"
)

// A number beside an icon lies on the face and is as large as on real terrain dice. On a die of 100 px it is some 15
// px high.
func TestNumbersBesideIconsAreOnTheFace(t *testing.T) {
	for _, shape := range vision.Shapes() {
		s := newSolid(shape, 0)
		for _, f := range s.faces {
			at := besideIcon(shape, f.reach)
			high, wide := at.size*.75, at.size*.6
			if shape == vision.D8 {
				require.Greater(t, high/(2*s.outer), .09, "%s", shape)
			}
			for _, corner := range [][2]float64{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}} {
				p := f.middle.along(f.right, at.x+corner[0]*wide/2).along(f.up, at.y+corner[1]*high/2)
				for _, other := range s.faces {
					require.LessOrEqual(t, p.dot(other.n), other.off+1e-9, "a %s's number leaves its face", shape)
				}
			}
		}
	}
}
