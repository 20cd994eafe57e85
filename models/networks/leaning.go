package networks

import "math"

// Views are the ways from which a camera may look at a die: from straight above, and then, every viewRing degrees further to the side, with what stands up pointing one of viewsAround ways in
// the picture, from right on by sixteenths of a turn to down and left.
const (
	Views       = 1 + (viewRings-1)*viewsAround
	viewRings   = 9
	viewsAround = 16
	viewRing    = 10
)

// LeaningDiePx is how long a die's longer side is in the crop of CropPx that the network sees which tells how a camera leans: what lies around a die tells too.
const LeaningDiePx = 48

// LeaningOf gives the logarithms of how much likelier each of the Views is for what was seen of a die than for any die: what the network said (logits) of its crop, in one quarter turn to the left after the other.
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

// taught is how often the network was shown a view: three in four cameras leant by 0 to 85°, the others by 0 to 15°.
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

// turnedBack is which view it is that looks like view i in a crop that was turned to the left by so many quarters.
func turnedBack(i, quarters int) int {
	if i == 0 {
		return 0
	}
	ring, way := (i-1)/viewsAround, (i-1)%viewsAround
	return 1 + ring*viewsAround + (way+quarters*viewsAround/4)%viewsAround
}

// logShares are logarithms of shares that sum to 1, from those of shares that needn't.
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

// View is how far the camera leans in the middle of a view, degrees, and where in the picture what stands up points to (right, down; of length 1).
func View(i int) (degrees float64, up [2]float64) {
	if i == 0 {
		return 0, [2]float64{1, 0}
	}
	sin, cos := math.Sincos(2 * math.Pi * float64((i-1)%viewsAround) / viewsAround)
	return viewRing * (1.5 + float64((i-1)/viewsAround)), [2]float64{cos, sin}
}

// ViewOf is the view of a camera that leans by so many degrees (0 to 90), if what stands up points that way in the picture (right, down).
func ViewOf(degrees float64, up [2]float64) int {
	ring := int(min(degrees/viewRing, viewRings-1))
	if ring == 0 {
		return 0
	}
	way := int(math.Round(math.Atan2(up[1], up[0])*viewsAround/(2*math.Pi))+viewsAround) % viewsAround
	return 1 + (ring-1)*viewsAround + way
}
