package networks

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
)

// strip is how many columns of a product are worked out at once: gonum shares larger products out among goroutines, which costs more than it gives.
const strip = 128

// addProduct adds weights (rows of as many numbers as there are planes) times planes of the map's places.
func addProduct(to, weights, planes []float32, rows int) {
	n := len(planes) / places
	for from := 0; from < places; from += strip {
		gonum.Implementation{}.Sgemm(blas.NoTrans, blas.NoTrans, rows, strip, n, 1, weights, n, planes[from:], places, 1, to[from:], places)
	}
}

// products are the scalar products of v with rows that lie stride numbers apart.
func products(to, rows, v []float32, stride int) {
	gonum.Implementation{}.Sgemv(blas.NoTrans, len(to), len(v), 1, rows, stride, v, 1, 0, to, 1)
}

// halving is a 3 × 3 convolution with stride 2 that halves a map, whose rim above and to the left is nought. Much of what it is given is
// nought, which a product skips row by row: so the places are its rows, and their taps the columns.
type halving struct {
	wide, to int
	// kinds are the taps of places of even and odd rows and columns: wide rows of to numbers for each tap.
	kinds [4]kind
	bias  []float32
}

type kind struct {
	taps    []tap
	weights []float32
}

// tap is how far below and right of a place's own half the place lies that it adds to.
type tap struct{ down, right int }

// mostTaps are those of a place in an odd row and column.
const mostTaps = 4

// newHalving lays out weights that are to × 3 × 3 × wide.
func newHalving(wide, to int, weights, bias []float32) halving {
	h := halving{wide: wide, to: to, bias: bias}
	for odd := range h.kinds {
		k := &h.kinds[odd]
		for dy := range 3 {
			for dx := range 3 {
				if (dy+1)%2 == odd/2 && (dx+1)%2 == odd%2 { // input 2·out + d − 1
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

// half is how far after its own half the place lies to which a place that is odd or not adds by weight d of three.
func half(odd, d int) int {
	if odd == 1 && d == 0 {
		return 1
	}
	return 0
}

// of lays out what the convolution makes of a map of side × side places, none below nought; taps is memory.
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

// add adds what a tap says to a row of places; what would fall behind its end is left out.
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
