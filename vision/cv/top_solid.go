//go:build cgo

package cv

import (
	"cmp"
	"slices"

	"astragal/vision"
)

// alignerShare is how much the aligner's word on the solid counts beside the reader's: it sees the outline as
// well and was taught on icons; the reader knows pips.
const alignerShare = .8

// shapes joins what reader and aligner say of the solid, likeliest first.
func (t top) shapes(read []vision.ShapeScore) []vision.ShapeScore {
	out := make([]vision.ShapeScore, 0, len(read))
	for i, s := range vision.Shapes() {
		p := alignerShare * t.solids[i]
		for _, r := range read {
			if r.Shape == s {
				p += (1 - alignerShare) * r.P
			}
		}
		out = append(out, vision.ShapeScore{Shape: s, P: p})
	}
	slices.SortStableFunc(out, func(a, b vision.ShapeScore) int { return cmp.Compare(b.P, a.P) })
	return out
}
