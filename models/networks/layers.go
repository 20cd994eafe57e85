package networks

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
)

// strip is how many columns of a product are computed at once. gonum splits larger products among goroutines, which
// costs more than it gains.
const strip = 128

// addProduct adds to a map the product of weights and the map's planes. weights has rows of one number for each
// plane.
func addProduct(to, weights, planes []float32, rows int) {
	n := len(planes) / places
	for from := 0; from < places; from += strip {
		gonum.Implementation{}.Sgemm(blas.NoTrans, blas.NoTrans, rows, strip, n, 1, weights, n, planes[from:], places, 1, to[from:], places)
	}
}

// products are the scalar products of v with rows. The rows lie stride numbers apart.
func products(to, rows, v []float32, stride int) {
	gonum.Implementation{}.Sgemv(blas.NoTrans, len(to), len(v), 1, rows, stride, v, 1, 0, to, 1)
}

// halving is a 3 × 3 convolution with stride 2 that halves a map. Places above and to the left of the map count as 0.
// Most numbers of the input are 0, and a product skips these row by row. So the input's places are the rows of the
// product, and their taps are the columns.
type halving struct {
	wide, to int
	// kinds are the taps of input places in even and odd rows and columns. The weights of a tap are wide rows of to
	// numbers.
	kinds [4]kind
	bias  []float32
}

type kind struct {
	taps    []tap
	weights []float32
}

// tap is an output place that an input place adds to. It lies down and right of the output place at half the input
// place's coordinates.
type tap struct{ down, right int }

// mostTaps is how many taps a place in an odd row and column has. No place has more.
const mostTaps = 4

// newHalving arranges the weights for a product. They come as to × 3 × 3 × wide.
func newHalving(wide, to int, weights, bias []float32) halving {
	h := halving{wide: wide, to: to, bias: bias}
	for odd := range h.kinds {
		k := &h.kinds[odd]
		for dy := range 3 {
			for dx := range 3 {
				if (dy+1)%2 == odd/2 && (dx+1)%2 == odd%2 { // the input is at 2·out + d − 1
					k.taps = append(k.taps, tap{down: half(odd/2, dy), right: half(odd%2, dx)})
				}
			}
		}
		k.weights = make([]float32, wide*len(k.taps)*to)
		for t, tap := range k.taps {
			dy, dx := 1+odd/2-2*tap.down, 1+odd%2-2*tap.right
			for o := range to {
				for i := range wide {
					k.weights[(i*len(k.taps)+t)*to+o] = weights[((o*3+dy)*3+dx)*wide+i]
				}
			}
		}
	}
	return h
}

// half is how far beyond half of an input place's coordinate the output lies to which weight d of three adds. odd
// says whether the coordinate is odd.
func half(odd, d int) int {
	if odd == 1 && d == 0 {
		return 1
	}
	return 0
}

// of computes the convolution of a map of side × side places. Negative results become 0. taps is working memory.
func (h halving) of(out, in []float32, side int, taps []float32) {
	n := side / 2
	for at := 0; at < len(out); at += h.to {
		copy(out[at:], h.bias)
	}
	for odd, k := range h.kinds {
		columns := len(k.taps) * h.to
		for y := range n {
			row := in[((2*y+odd/2)*side+odd%2)*h.wide:]
			said := taps[:n*columns]
			clear(said)
			gonum.Implementation{}.Sgemm(blas.NoTrans, blas.NoTrans, n, columns, h.wide, 1, row, 2*h.wide, k.weights, columns, 1, said, columns)
			for t, tap := range k.taps {
				if y+tap.down < n {
					h.add(out[((y+tap.down)*n+tap.right)*h.to:(y+tap.down+1)*n*h.to], said[t*h.to:], columns)
				}
			}
		}
	}
	positive(out)
}

// add adds one tap's numbers to a row of places. It leaves out those that would lie beyond the row's end.
func (h halving) add(to, said []float32, columns int) {
	for at := 0; at < len(to); at += h.to {
		gonum.Implementation{}.Saxpy(h.to, 1, said[at/h.to*columns:], 1, to[at:], 1)
	}
}

func positive(v []float32) {
	for i, x := range v {
		if x < 0 {
			v[i] = 0
		}
	}
}

func fill[T any](to []T, v T) {
	for i := range to {
		to[i] = v
	}
}
