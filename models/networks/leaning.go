package networks

import "math"

// Views are the directions from which a camera may look at a die. The first is from straight above. The others lie in
// rings, each viewRing degrees further to the side. In each ring, what stands upright points in one of viewsAround
// directions in the picture: to the right first, then turning towards the bottom and the left by sixteenths of a
// turn.
const (
	Views       = 1 + (viewRings-1)*viewsAround
	viewRings   = 9
	viewsAround = 16
	viewRing    = 10
)

// WideDiePx is the length of a die's longer side in the crop of CropPx px for the networks that say how a camera
// leans, and whether something is a die. The surroundings of the die help them.
const WideDiePx = 48

// LeaningOf gives, for each of the Views, the logarithm of how much likelier it is for this die than for any die.
// says are the network's logits of the die's crop, once for each quarter turn to the left.
func LeaningOf(says []float32) []float64 {
	sum := make([]float64, Views)
	turns := len(says) / Views
	for t := range turns {
		logits := make([]float64, Views)
		for i, v := range says[t*Views : (t+1)*Views] {
			logits[i] = float64(v)
		}
		for i, v := range logShares(logits) {
			sum[turnedBack(i, t)] += v / float64(turns)
		}
	}
	out := logShares(sum)
	for i := range out {
		out[i] -= math.Log(taught(i))
	}
	return out
}

// taught is the share of a view in the network's training. Three in four cameras leant by 0 to 85°, the others by 0
// to 15°.
func taught(i int) float64 {
	degrees, _ := View(i)
	share := func(low, high, most float64) float64 { return max(0, min(high, most)-low) / most }
	low := viewRing * math.Floor(degrees/viewRing)
	ring := .75*share(low, low+viewRing, 85) + .25*share(low, low+viewRing, 15)
	if i == 0 {
		return ring
	}
	return ring / viewsAround
}

// turnedBack is the view that looks like view i after the crop was turned to the left by so many quarters.
func turnedBack(i, quarters int) int {
	if i == 0 {
		return 0
	}
	ring, way := (i-1)/viewsAround, (i-1)%viewsAround
	return 1 + ring*viewsAround + (way+quarters*viewsAround/4)%viewsAround
}

// logShares scales shares so that they sum to 1. Both are logarithms.
func logShares(v []float64) []float64 {
	most, sum := math.Inf(-1), 0.0
	for _, x := range v {
		most = max(most, x)
	}
	for _, x := range v {
		sum += math.Exp(x - most)
	}
	out := make([]float64, len(v))
	for i, x := range v {
		out[i] = x - most - math.Log(sum)
	}
	return out
}

// View is how many degrees the camera leans in the middle of a view, and in which direction of the picture upright
// things point (right, down, of length 1).
func View(i int) (degrees float64, up [2]float64) {
	if i == 0 {
		return 0, [2]float64{1, 0}
	}
	sin, cos := math.Sincos(2 * math.Pi * float64((i-1)%viewsAround) / viewsAround)
	return viewRing * (1.5 + float64((i-1)/viewsAround)), [2]float64{cos, sin}
}
