//go:build cgo

package face

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"astragal/calibration"
	"astragal/models/networks"
	"astragal/vision"
	"astragal/vision/cv/find"
	"astragal/vision/cv/picture"
)

// A camera that leans far sees the dice's sides as squarely as their tops, or no tops at all, and nobody can tell the one from the other on a single die. All dice of a picture stand on one floor:
// what each one tells of the camera is joined, with what its profile knows.
const (
	// flatFrom is the lean, degrees, from which a camera looks too flat.
	flatFrom = 55
	// flatShare is how likely that must be where flatDice or more tell, and fewFlatShare where fewer do, who are surer of less.
	flatShare, fewFlatShare = .25, .5
	flatDice                = 3
	// misled is how often a die tells anything: it is cocked, or no die at all.
	misled = .1
	// toldPlainly is how unlikely what isn't so must be that no more than plainDice are asked; mostAsked are asked at most.
	toldPlainly          = .01
	plainDice, mostAsked = 2, 8
	// aroundDice is how much larger than usual a die's crop is: what lies around it tells too.
	aroundDice = 1.06
	// profileOff is by how much a profile's word may be off, degrees, as long as it holds.
	profileOff = 8
)

// TooFlat tells whether the camera looks at some dice from so far aside that their tops can't be told from their sides.
func (n *Networks) TooFlat(pic picture.Pyramid, dice []find.Found, profile *calibration.Profile) (bool, error) {
	order := make([]int, len(dice))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(dice[b].Score, dice[a].Score) })
	var told []float64
	asked := 0
	for _, i := range order[:min(len(order), mostAsked)] {
		at, err := cropped(pic, dice[i].Grown(aroundDice))
		if err == nil {
			at, err = n.alignMore(at, alignTurns)
		}
		if err != nil {
			return false, fmt.Errorf("look how the camera leans: %w", err)
		}
		if told == nil {
			told = profileViews(profile, pic, dice[i])
		}
		joinViews(told, n.faces.leaning.Of(at.says))
		asked++
		if flat := flatOf(told); asked >= plainDice && (flat < toldPlainly || flat > 1-toldPlainly) {
			break
		}
	}
	least := flatShare
	if asked < flatDice {
		least = fewFlatShare
	}
	return asked > 0 && flatOf(told) >= least, nil
}

// joinViews adds what one more witness says of the views (logarithms of probabilities), who is misled now and then.
func joinViews(told, says []float64) {
	for i, v := range says {
		told[i] += math.Log((1-misled)*math.Exp(v) + misled/networks.Views)
	}
}

// profileViews is what a camera's profile tells of how it looks at a die: nothing where there is none.
func profileViews(p *calibration.Profile, pic picture.Pyramid, f find.Found) []float64 {
	told := make([]float64, networks.Views)
	up, known := upAt(p, pic.Image, f)
	if !known {
		return told
	}
	says, sum := make([]float64, networks.Views), 0.0
	for i := range says {
		degrees, way := networks.View(i)
		off := apart(leanVector(degrees, way), lineUp(up))
		says[i] = math.Exp(-off * off / (2 * profileOff * profileOff))
		sum += says[i]
	}
	for i, v := range says {
		says[i] = math.Log(max(v/sum, 1e-12))
	}
	joinViews(told, says)
	return told
}

// leanVector is what stands up as a camera sees it that leans so: right, down, and towards it.
func leanVector(degrees float64, way [2]float64) [3]float64 {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	return [3]float64{sin * way[0], sin * way[1], cos}
}

// lineUp is the same from its part along the picture.
func lineUp(up vision.Point) [3]float64 {
	return [3]float64{up[0], up[1], math.Sqrt(max(0, 1-up[0]*up[0]-up[1]*up[1]))}
}

// apart is the angle between two directions, degrees.
func apart(a, b [3]float64) float64 {
	return math.Acos(min(1, max(-1, a[0]*b[0]+a[1]*b[1]+a[2]*b[2]))) * 180 / math.Pi
}

// flatOf is how likely the camera leans by flatFrom or more.
func flatOf(told []float64) float64 {
	most, flat, sum := slices.Max(told), 0.0, 0.0
	for i, v := range told {
		p := math.Exp(v - most)
		sum += p
		if degrees, _ := networks.View(i); degrees > flatFrom {
			flat += p
		} else if degrees == flatFrom {
			flat += p / 2
		}
	}
	return flat / sum
}
