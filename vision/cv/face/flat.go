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
	"astragal/vision/cv/dnn"
	"astragal/vision/cv/find"
	"astragal/vision/cv/picture"

	"gocv.io/x/gocv"
)

// A camera that leans far sees a die's sides as squarely as its top, or no top at all. Nobody can tell them apart on a single die: a d20 from 42° aside may look just like one
// from above. But all dice of a picture stand on one floor. So what each die tells of the camera is joined, together with what the camera's profile knows. A die that is misread
// tells of another camera than its neighbours do.
const (
	// flatShare is the probability of a camera that looks too flat from which the page says so.
	flatShare = .5
	// misled is how often a die's word on the camera is worth nothing: the die is cocked, or is none.
	misled = .1
	// After plainDice dice, no more are asked if each die is surely too flat or surely not, with an error of toldPlainly at most, and nothing needs to be straightened. mostAsked dice are asked at most.
	toldPlainly          = .02
	plainDice, mostAsked = 2, 8
	// leanTurns is in how many quarter turns the network sees a die.
	leanTurns = 2
	// profileOff is by how much a profile's word may be off, degrees, as long as it holds, and sightOff what a view stands for.
	profileOff, sightOff = 8, 5
	// movedUnseen is how likely somebody has moved the camera since the last throw and nothing showed it.
	movedUnseen = .1
)

// flat is a lean, degrees, and the probability of a camera that leans so far, or farther, from which a die isn't believed (perhaps).
type flat struct{ degrees, perhaps float64 }

// flatFrom are the leans from which another face of a solid may be taken for its top. The first says so on the page, from flatShare on. perhaps is lower: a question for nothing costs a tap, a side taken for a
// top is a wrong roll. As they are, solids are believed up to about half of the angle between two of their faces. What is straightened is believed longer. From the table's height a d12 looks as from 33° aside
// with another face up, so a little doubt is enough there.
func flatFrom(s vision.Shape, straightened bool) []flat {
	switch {
	case s == vision.D20 && straightened:
		return []flat{{34, .15}}
	case s == vision.D10 && straightened:
		return []flat{{38, .15}}
	case s == vision.D20, s == vision.D10:
		return []flat{{30, .15}}
	case s == vision.D12 && straightened:
		return []flat{{48, .15}, {60, .0065}}
	case s == vision.D8 && straightened:
		return []flat{{48, .15}}
	case s == vision.D12, s == vision.D8:
		return []flat{{38, .15}}
	case s == vision.D4:
		return []flat{{45, .15}}
	case straightened:
		return []flat{{57, .3}}
	default:
		return []flat{{48, .15}}
	}
}

// slopes are how much the line of sight may change over a picture's longer side: that side over the focal length.
func slopes() [3]float64 { return [3]float64{.2, .6, 1.1} }

// likelyCameras is how often a camera leans by so many tens of degrees, if nothing is known of it.
func likelyCameras() [9]float64 { return [9]float64{.3, .25, .15, .1, .07, .05, .03, .03, .02} }

// Camera is what is known of how a camera leans: the logarithm of the probability of each of networks.Views in the middle of the picture, for each of the slopes.
type Camera [3][networks.Views]float64

// Leaning is what is known of how a camera leans: from one picture alone, and from throws before as well. Several dice of a picture may mislead in the same way, as a row of cubes does; what was known
// before may hide what the picture tells. So the one counts that makes the camera look flatter.
type Leaning struct {
	alone, joined Camera
	// stood says that there were throws before. Else joined is empty.
	stood bool
}

// join adds what one more witness says.
func (l *Leaning) join(says []float64, at vision.Point) {
	told := witnessed(says, at)
	l.alone.add(told)
	if l.stood {
		l.joined.add(told)
	}
}

// LeaningOf asks some dice how the camera leans. solids are what they most likely are, before is what was known after throws before, while the camera stood still; nil if there were none.
func (n *Networks) LeaningOf(pic picture.Pyramid, dice []find.Found, solids []vision.Shape, profile *calibration.Profile, before *Leaning) (Leaning, error) {
	known := Leaning{alone: unknownCamera()}
	if p := profileViews(profile, pic.Image); p != nil {
		known.join(p, vision.Point{})
	}
	if before != nil {
		was := &before.alone
		if before.stood {
			was = &before.joined
		}
		known.joined, known.stood = known.alone.orAs(was), true
	}
	order := make([]int, len(dice))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(dice[b].Score, dice[a].Score) })
	order = order[:min(len(order), mostAsked)]
	for k, i := range order {
		says, err := n.leaningOf(pic, dice[i])
		if err != nil {
			return Leaning{}, fmt.Errorf("look how the camera leans: %w", err)
		}
		known.join(says, placeOf(pic.Image, dice[i]))
		if k+1 >= plainDice && known.alone.plain(pic.Image, dice, solids) && known.at(pic.Image, dice[i]).degrees < leastLean {
			break
		}
	}
	return known, nil
}

// plain tells whether the camera surely looks too flat, or surely doesn't, at each of the dice.
func (c *Camera) plain(img gocv.Mat, dice []find.Found, solids []vision.Shape) bool {
	for i, f := range dice {
		if p := c.flat(placeOf(img, f), flatFrom(solids[i], false)[0].degrees); p >= toldPlainly && p <= 1-toldPlainly {
			return false
		}
	}
	return true
}

// TooFlat tells whether the camera likely looks at a die so flat that the top of that solid can't be told from its sides (is), and whether it may do so (maybe).
func (l *Leaning) TooFlat(img gocv.Mat, f find.Found, s vision.Shape) (is, maybe bool) {
	at := placeOf(img, f)
	for i, from := range flatFrom(s, straightens(s, l.at(img, f))) {
		p := l.alone.flat(at, from.degrees)
		if l.stood {
			p = max(p, l.joined.flat(at, from.degrees))
		}
		is, maybe = is || i == 0 && p >= flatShare, maybe || p >= from.perhaps
	}
	return is, maybe
}

// at is how the camera leans at a find, in the mean of what is likely: less than it does if little is known.
func (l *Leaning) at(img gocv.Mat, f find.Found) lean {
	c, at := &l.alone, placeOf(img, f)
	if l.stood {
		c = &l.joined
	}
	var up vision.Point
	all := logSum(c)
	for k, slope := range slopes() {
		for i, v := range c[k] {
			p, seen := math.Exp(v-all), seenAt(i, at, slope)
			up[0], up[1] = up[0]+p*seen[0], up[1]+p*seen[1]
		}
	}
	return leanTo(up)
}

// placeOf is where a find lies, of the picture's longer side, from its middle.
func placeOf(img gocv.Mat, f find.Found) vision.Point {
	w, h := float64(img.Cols()), float64(img.Rows())
	return fromMiddle(f, vision.Point{w / 2, h / 2}, max(w, h))
}

// leaningOf is what a die by itself tells of the views (logarithms of how much likelier each is than for any die).
func (n *Networks) leaningOf(pic picture.Pyramid, f find.Found) ([]float64, error) {
	if err := dnn.Load(&n.faces.leaning, n.set.Leaning, "network that tells how the camera leans"); err != nil {
		return nil, err
	}
	crop, err := WideCrop(pic, f)
	if err != nil {
		return nil, err
	}
	says, err := AskTurned(n.faces.leaning, crop, 0, leanTurns, networks.Views)
	if err != nil {
		return nil, err
	}
	return networks.LeaningOf(says), nil
}

// WideCrop is a find with what is around it (3 × networks.CropPx², evened), as the networks are given it that look at both.
func WideCrop(pic picture.Pyramid, f find.Found) ([]float32, error) {
	const px = networks.CropPx
	x, y := f.Center()
	die := around(pic, x, y, f.Side()/2*px/networks.WideDiePx, px)
	defer die.mat.Close()
	crop := make([]float32, 3*px*px)
	return crop, die.cut(0, px, crop)
}

// AskTurned is what a network says of a wide crop, so many numbers for each of some quarter turns from the first on.
func AskTurned(net *gocv.Net, crop []float32, first, turns, numbers int) ([]float32, error) {
	const px = networks.CropPx
	says, err := dnn.ForwardFilled(net, []int{turns, 3, px, px}, func(to []float32) error {
		for t := range turns {
			turnCrop(crop, to[t*len(crop):(t+1)*len(crop)], px, first+t)
		}
		return nil
	})
	if err == nil && len(says) != turns*numbers {
		err = fmt.Errorf("it gave %d numbers, expected %d: it isn't the one this program was made for", len(says), turns*numbers)
	}
	return says, err
}

// unknownCamera is one of which nothing is known but that few lean far.
func unknownCamera() Camera {
	var c Camera
	var sum [9]float64
	for i := range networks.Views {
		degrees, _ := networks.View(i)
		sum[int(degrees/10)]++
	}
	for k := range c {
		for i := range networks.Views {
			degrees, _ := networks.View(i)
			ring := int(degrees / 10)
			c[k][i] = math.Log(likelyCameras()[ring] / sum[ring] / float64(len(c)))
		}
	}
	return c
}

// orAs is a camera that most likely leans as it did before, or else as c says.
func (c *Camera) orAs(before *Camera) Camera {
	var out Camera
	was, anew := logSum(before)-math.Log(1-movedUnseen), logSum(c)-math.Log(movedUnseen)
	for k := range out {
		for i := range out[k] {
			out[k][i] = math.Log(math.Exp(before[k][i]-was) + math.Exp(c[k][i]-anew))
		}
	}
	return out
}

// add joins what one more witness told.
func (c *Camera) add(told *Camera) {
	for k := range c {
		for i := range c[k] {
			c[k][i] += told[k][i]
		}
	}
}

// witnessed is what a witness tells of the camera that says so of the views at its place. It may be misled.
func witnessed(says []float64, at vision.Point) *Camera {
	const spread = sightOff * math.Pi / 180
	var ups [networks.Views][3]float64
	var likes [networks.Views]float64
	for v := range ups {
		ups[v], likes[v] = leanVector(networks.View(v)), math.Exp(says[v])
	}
	var out Camera
	for k, slope := range slopes() {
		for i := range networks.Views {
			near, sum := 0.0, 0.0
			up := seenAt(i, at, slope)
			for v, o := range ups {
				// For small angles the square of one is 2 less twice its cosine.
				if off := 2 - 2*(up[0]*o[0]+up[1]*o[1]+up[2]*o[2]); off < 9*spread*spread {
					w := math.Exp(-off / (2 * spread * spread))
					near, sum = near+w*likes[v], sum+w
				}
			}
			like := 0.0
			if sum > 0 {
				like = near / sum
			}
			out[k][i] = math.Log((1-misled)*like + misled)
		}
	}
	return &out
}

// seenAt is what stands up in a view of the picture's middle, seen at another place of it.
func seenAt(view int, at vision.Point, slope float64) [3]float64 {
	degrees, way := networks.View(view)
	up := leanVector(degrees, way)
	x, y := slope*at[0], slope*at[1]
	far := math.Hypot(x, y)
	if far == 0 {
		return up
	}
	// The line of sight there is turned away from the middle's: what stands up is turned with it, outwards.
	sin, cos := math.Sincos(math.Atan(far))
	along := (up[0]*x + up[1]*y) / far
	turned := cos*along + sin*up[2] - along
	return [3]float64{up[0] + turned*x/far, up[1] + turned*y/far, cos*up[2] - sin*along}
}

// flat is how likely the camera looks at a place from so many degrees aside or more.
func (c *Camera) flat(at vision.Point, from float64) float64 {
	flat, all := 0.0, logSum(c)
	for k, slope := range slopes() {
		for i, v := range c[k] {
			p := math.Exp(v - all)
			// A view stands for some degrees around it.
			aside := math.Acos(min(1, max(-1, seenAt(i, at, slope)[2]))) * 180 / math.Pi
			flat += p * min(1, max(0, (aside-from)/(2*sightOff)+.5))
		}
	}
	return flat
}

// logSum is the logarithm of the sum of all probabilities.
func logSum(c *Camera) float64 {
	most, sum := math.Inf(-1), 0.0
	for k := range c {
		most = max(most, slices.Max(c[k][:]))
	}
	for k := range c {
		for _, v := range c[k] {
			sum += math.Exp(v - most)
		}
	}
	return most + math.Log(sum)
}

// profileViews is what a camera's profile tells of how it looks at the picture's middle; nil if there is no profile.
func profileViews(p *calibration.Profile, img gocv.Mat) []float64 {
	up, known := upAt(p, img, find.Found{X1: float64(img.Cols()), Y1: float64(img.Rows())})
	if !known {
		return nil
	}
	says, mean := make([]float64, networks.Views), 0.0
	for i := range says {
		degrees, way := networks.View(i)
		off := apart(leanVector(degrees, way), lineUp(up))
		says[i] = math.Exp(-off * off / (2 * profileOff * profileOff))
		mean += says[i] / networks.Views
	}
	for i, v := range says {
		says[i] = math.Log(max(v/mean, 1e-12))
	}
	return says
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
