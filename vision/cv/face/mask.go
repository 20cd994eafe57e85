//go:build cgo

package face

import "math"

// The corners of a d10's face in the square that the icon network sees, from the upper left, as shares of the side.
// The pole lies above the square.
const (
	kitePole, kiteSides, kiteFoot = -.15, .653, .844
	kiteHalf                      = .39 // half its width at its sides
	kiteRoom                      = .05 // how much more is left free, because turn and place are slightly off
	kiteSoft                      = .04 // over this width, what is beside it fades away
	kitePrint                     = .2  // the print reaches this far from the middle, and further out is plastic
)

// hideNeighbours fills what lies beside a kite with the mean colour of its plastic. The prints of the faces around it
// say nothing of this one, and two faces with like neighbours aren't alike. bgr holds px × px pixels, turned upright.
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
