package networks

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// someFloats are random numbers. About half of them are 0, as after a layer.
func someFloats(chance *rand.Rand, n int) []float32 {
	out := make([]float32, n)
	for i := range out {
		out[i] = max(0, float32(chance.NormFloat64()))
	}
	return out
}

// A halving gives the same as a 3 × 3 convolution with stride 2 that is summed up plainly.
func TestAHalvingIsAConvolution(t *testing.T) {
	chance := rand.New(rand.NewPCG(5, 6))
	for _, c := range []struct{ side, wide, to int }{{MapSide, joint, halfWide}, {halfSide, halfWide, quarterWide}, {4, 3, 5}} {
		weights, bias := make([]float32, c.to*9*c.wide), make([]float32, c.to)
		for i := range weights {
			weights[i] = float32(chance.NormFloat64())
		}
		for i := range bias {
			bias[i] = float32(chance.NormFloat64())
		}
		in, n := someFloats(chance, c.side*c.side*c.wide), c.side/2
		out := make([]float32, n*n*c.to)
		newHalving(c.wide, c.to, weights, bias).of(out, in, c.side, make([]float32, halfSide*mostTaps*quarterWide))
		for at := range n * n {
			for o := range c.to {
				sum := bias[o]
				for d := range 9 {
					y, x := 2*(at/n)+d/3-1, 2*(at%n)+d%3-1
					for i := range c.wide {
						if y >= 0 && x >= 0 {
							sum += weights[(o*9+d)*c.wide+i] * in[(y*c.side+x)*c.wide+i]
						}
					}
				}
				require.InDelta(t, max(0, sum), out[at*c.to+o], 1e-3, "%v place %d, number %d", c, at, o)
			}
		}
	}
}

// The scalar products by words are exactly those of the places' numbers, whatever the numbers are. Beside the map
// there is 0.
func TestPlacesAreComparedInWholeNumbers(t *testing.T) {
	chance := rand.New(rand.NewPCG(7, 8))
	face := func(pick func() int) *Places {
		packed := make([]byte, PlacesSize)
		for i := range packed {
			packed[i] = byte(int8(pick()))
		}
		p := &Places{}
		require.True(t, p.Refill(packed))
		return p
	}
	for name, pick := range map[string]func() int{
		"any": func() int { return chance.IntN(255) - 127 }, "most": func() int { return 127 }, "least": func() int { return -128 }, "nought": func() int { return 0 },
	} {
		a, b := face(pick), face(pick)
		a.asFirst(&Comparer{own: make([]float32, joint*PlaceDims), bias: make([]float32, joint)})
		b.asSecond()
		got := make([]float32, offsets*places)
		alike(got, a, b)
		for at := range places {
			for o := range offsets {
				y, x, want := at/MapSide+o/around-slip, at%MapSide+o%around-slip, 0
				for k := range PlaceDims {
					if y >= 0 && x >= 0 && y < MapSide && x < MapSide {
						want += int(int8(a.at(at)[k])) * int(int8(b.at(y*MapSide + x)[k]))
					}
				}
				require.Equal(t, float32(want), got[o*places+at], "%s, place %d, offset %d", name, at, o)
			}
		}
	}
}
