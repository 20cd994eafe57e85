//go:build cgo

package face

import "math"

// The corners of a d10's face as the square shows it that the icon network sees, of its side from the upper left: the pole lies above it.
const (
	kitePole, kiteSides, kiteFoot = -.15, .653, .844
	kiteHalf                      = .39 // half its width at its sides
	kiteRoom                      = .05 // as much more is left, since turn and place are off by a little
	kiteSoft                      = .04 // over so much what is beside it fades away
	kitePrint                     = .2  // as far from the middle is print; further out is plastic
)

// hideNeighbours fills what lies beside a kite with the mean colour of its plastic: the prints of the faces around it tell nothing of this one, and two faces with
// like neighbours aren't alike. bgr holds px × px pixels, turned upright.
func hideNeighbours(bgr []byte, px int) {
	var sum [3]float64
	n := 0.0
	each := func(do func(i int, outside, fromMiddle float64)) {
		for y := range px {
			for x := range px {
				u, v := (float64(x)+.5)/float64(px), (float64(y)+.5)/float64(px)
				half := kiteHalf * (v - kitePole) / (kiteSides - kitePole)
				if v > kiteSides {
					half = kiteHalf * (kiteFoot - v) / (kiteFoot - kiteSides)
				}
				do(3*(y*px+x), math.Abs(u-.5)-half-kiteRoom, math.Hypot(u-.5, v-.5))
			}
		}
	}
	each(func(i int, outside, fromMiddle float64) {
		if outside < -kiteRoom && fromMiddle > kitePrint {
			for c := range 3 {
				sum[c] += float64(bgr[i+c])
			}
			n++
		}
	})
	each(func(i int, outside, _ float64) {
		k := min(1, max(0, outside/kiteSoft))
		for c := range 3 {
			bgr[i+c] = byte(float64(bgr[i+c])*(1-k) + sum[c]/max(n, 1)*k + .5)
		}
	})
}
