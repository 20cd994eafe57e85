package gallery

import (
	"math"
	"slices"
)

// inked marks the places with ink near them in all pictures, the own one among them, but not in the icon: a numeral has
// some in each, where the light on an edge and the swirls of plastic differ from picture to picture. Ink is what is as dark,
// or as light, as the icon.
func (p Print) inked(at []int, meanA, meanB []float64, shots ...[]*laid) []bool {
	icon, dark := p.icon(at, meanA, meanB)
	out := make([]bool, len(at))
	for k, i := range at {
		out[k] = !icon[i]
	}
	if dark == 0 {
		return make([]bool, len(at))
	}
	mark := func(v []float64) {
		var core []float64
		ink := make([]float32, DetailPx*DetailPx)
		for k, i := range at {
			ink[i] = float32(v[k] * dark)
			if icon[i] {
				core = append(core, v[k]*dark)
			}
		}
		slices.Sort(core)
		least := inkLeast * core[len(core)*3/4]
		for k, i := range at {
			if out[k] {
				out[k] = float64(around(ink, i)) >= least
			}
		}
	}
	mark(level(p.detail.own.v, at))
	for _, of := range shots {
		for _, s := range of {
			mark(level(p.lay(s), at))
		}
	}
	return out
}

// around is the most in a square of a few px around a place.
func around(v []float32, i int) float32 {
	const half = 3
	x, y, most := i%DetailPx, i/DetailPx, float32(-10)
	for yy := max(0, y-half); yy <= min(DetailPx-1, y+half); yy++ {
		most = max(most, slices.Max(v[yy*DetailPx+max(0, x-half):yy*DetailPx+min(DetailPx-1, x+half)+1]))
	}
	return most
}

// icon marks the pixels of the icon, with a margin: the large pieces of ink that both classes have. dark is -1 where ink
// is darker than the plastic, 1 where it is lighter and 0 where there is none.
func (p Print) icon(at []int, meanA, meanB []float64) (icon []bool, dark float64) {
	both := make([]float64, DetailPx*DetailPx)
	for k, i := range at {
		if meanA[k]*meanB[k] > 0 {
			both[i] = math.Copysign(min(math.Abs(meanA[k]), math.Abs(meanB[k])), meanA[k])
		}
	}
	icon = make([]bool, len(both))
	seen := make([]bool, len(both))
	var weight [2]float64
	var pieces [][]int
	for _, i := range at {
		if seen[i] || math.Abs(both[i]) < inkCore {
			continue
		}
		piece := []int{i}
		seen[i] = true
		sum := 0.0
		for n := 0; n < len(piece); n++ {
			sum += both[piece[n]]
			for _, by := range []int{-1, 1, -DetailPx, DetailPx} {
				if k := piece[n] + by; k >= 0 && k < len(both) && !seen[k] && both[k]*both[i] > 0 && math.Abs(both[k]) >= inkCore {
					seen[k] = true
					piece = append(piece, k)
				}
			}
		}
		if len(piece) >= iconLeast {
			pieces = append(pieces, piece)
			weight[map[bool]int{false: 0, true: 1}[sum > 0]] += math.Abs(sum)
		}
	}
	switch {
	case weight[0]+weight[1] == 0:
		return icon, 0
	case weight[1] > weight[0]:
		dark = 1
	default:
		dark = -1
	}
	const margin = 2
	for _, piece := range pieces {
		if both[piece[0]]*dark < 0 {
			continue
		}
		for _, i := range piece {
			for dy := -margin; dy <= margin; dy++ {
				for dx := -margin; dx <= margin; dx++ {
					if k := i + dy*DetailPx + dx; k >= 0 && k < len(icon) {
						icon[k] = true
					}
				}
			}
		}
	}
	return icon, dark
}
