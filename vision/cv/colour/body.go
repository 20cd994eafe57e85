//go:build cgo

// Package colour names a die's colours and measures its tint.
package colour

import (
	"cmp"
	"math"
	"slices"

	"astragal/calibration"
	"astragal/models/networks"
	"astragal/vision"
	"astragal/vision/cv/picture"

	"gocv.io/x/gocv"
)

// The limits of a second colour; docs/measurements.md says on what they were chosen.
const (
	// secondHued, secondBlack, secondPale and secondGrey are the least shares of the die's middle that a second colour and its kin cover: white is
	// often ink, grey a shade of the first colour or of the floor.
	secondHued, secondBlack, secondPale, secondGrey = 0.22, 0.25, 0.3, 0.4
	// secondRim is the least share that it covers of each of secondSides eighths of the die's rim: pips and icons keep away from the edge, and
	// the floor or a side in the shade shows on one side of a die alone.
	secondRim, secondSides = 0.12, 3
	// inkRim is the share of its part of the middle that a colour without hue covers of the rim at most where it is ink, inkBeside the share of the middle that the plastic beside it has at least.
	inkRim, inkBeside = 0.5, 0.25
)

// BodyColors names the plastic's colours from a die's crop (BGR, networks.CropPx square): the main one, and a second one where it covers a good part of the die's
// middle and reaches its edge on several sides. Ink and glare don't. line is the die's outline, px of the crop, white holds the factors that make grey paper grey.
func BodyColors(crop gocv.Mat, line []vision.Point, white [3]float64) []string {
	data, err := crop.DataPtrUint8()
	if err != nil || len(data) < networks.CropPx*networks.CropPx*3 {
		return nil
	}
	s := sharesOf(data, line, white)
	names := s.middle.ranked()
	if len(names) == 0 {
		return nil
	}
	main := s.underInk(names[0])
	out, most := []string{main.String()}, 0.0
	for _, name := range names {
		its := kinOf(name).without(kinOf(main))
		share := s.middle.sum(its)
		if kin(name, main) || s.middle.most(its) > s.middle[name] || share <= max(most, leastSecond(name)) || s.sides(its) < secondSides {
			continue
		}
		out, most = []string{main.String(), name.String()}, share
	}
	return out
}

func leastSecond(c colorID) float64 {
	switch {
	case c == colorGrey:
		return secondGrey
	case c == colorBlack:
		return secondBlack
	case kin(c, colorWhite):
		return secondPale
	}
	return secondHued
}

// votes are the shares of the colours.
type votes [colorCount]float64

// colors are some of them.
type colors [colorCount]bool

func kinOf(c colorID) (out colors) {
	for k := range out {
		out[k] = kin(c, colorID(k))
	}
	return out
}

func (c colors) without(others colors) colors {
	for k, is := range others {
		c[k] = c[k] && !is
	}
	return c
}

func (v *votes) sum(of colors) float64 {
	sum := 0.0
	for k, counts := range of {
		if counts {
			sum += v[k]
		}
	}
	return sum
}

func (v *votes) most(of colors) float64 {
	most := 0.0
	for k, counts := range of {
		if counts {
			most = max(most, v[k])
		}
	}
	return most
}

// scale makes shares of votes.
func (v *votes) scale(by float64) {
	for k := range v {
		v[k] /= max(by, 1)
	}
}

// ranked are the colours with votes, most first.
func (v *votes) ranked() []colorID {
	var out []colorID
	for k := range v {
		if v[k] > 0 {
			out = append(out, colorID(k))
		}
	}
	slices.SortStableFunc(out, func(a, b colorID) int { return cmp.Compare(v[b], v[a]) })
	return out
}

// colorShares says how much of a die has which colour.
type colorShares struct {
	middle, rim votes
	eighths     [8]votes // of the rim, each as a share of itself
}

// sharesOf counts the pixels of a crop. The middle is a circle that holds the top face and whatever is printed on it; the rim lies just within the outline.
func sharesOf(data []byte, line []vision.Point, white [3]float64) colorShares {
	const (
		c, die    = networks.CropPx / 2, networks.DiePx
		middle    = die * 38 / 100
		reach     = die * 60 / 100
		rimFrom   = die * 0.04
		rimWithin = die * 0.15
	)
	var out colorShares
	var counts [8]float64
	outline := sidesOf(line)
	inMiddle, inRim := 0.0, 0.0
	for y := c - reach; y <= c+reach; y++ {
		for x := c - reach; x <= c+reach; x++ {
			far := (x-c)*(x-c) + (y-c)*(y-c)
			if far > reach*reach {
				continue
			}
			deep := depth(outline, float64(x), float64(y))
			onRim := deep > rimFrom && deep < rimWithin
			if !onRim && far > middle*middle {
				continue
			}
			i := (y*networks.CropPx + x) * 3
			name, weight := colorName(min(255, white[0]*float64(data[i+2])), min(255, white[1]*float64(data[i+1])), min(255, white[2]*float64(data[i])))
			if far <= middle*middle {
				out.middle[name] += weight
				inMiddle += weight
			}
			if onRim {
				k := eighth(x-c, y-c)
				out.rim[name] += weight
				out.eighths[k][name] += weight
				inRim += weight
				counts[k]++
			}
		}
	}
	out.middle.scale(inMiddle)
	out.rim.scale(inRim)
	for k := range out.eighths {
		out.eighths[k].scale(counts[k])
	}
	return out
}

// side is one edge of a convex outline that goes clockwise on the screen: how deep a place lies behind it is x·dx + y·dy + d, px.
type side struct{ dx, dy, d float64 }

func sidesOf(line []vision.Point) []side {
	out := make([]side, 0, len(line))
	for i, to := range line {
		from := line[(i+len(line)-1)%len(line)]
		x, y := to[0]-from[0], to[1]-from[1]
		if long := math.Hypot(x, y); long > 0 {
			out = append(out, side{-y / long, x / long, (y*from[0] - x*from[1]) / long})
		}
	}
	return out
}

// depth is how far a place lies within an outline, px; negative outside.
func depth(outline []side, x, y float64) float64 {
	if len(outline) == 0 {
		return -1
	}
	least := math.Inf(1)
	for _, s := range outline {
		least = min(least, x*s.dx+y*s.dy+s.d)
	}
	return least
}

// eighth is which eighth of a circle a place is in, as seen from its middle.
func eighth(x, y int) int {
	k := 0
	if y < 0 {
		x, y, k = -x, -y, 4
	}
	if x < 0 {
		x, y, k = y, -x, k+2
	}
	if y > x {
		k++
	}
	return k
}

// underInk is the plastic's main colour, where one has most of the middle: large icons cover more of it than the plastic does.
func (s *colorShares) underInk(c colorID) colorID {
	if !kin(c, colorWhite) && !kin(c, colorBlack) {
		return c
	}
	for _, other := range s.rim.ranked() {
		if kin(other, c) {
			continue
		}
		ink, plastic := kinOf(c), kinOf(other).without(kinOf(c))
		if rim := s.rim.sum(ink); rim < inkRim*s.middle.sum(ink) && s.rim.sum(plastic) > rim && s.middle.sum(plastic) > inkBeside {
			return other
		}
		return c
	}
	return c
}

// sides counts the eighths of the rim in which some colours have a good share.
func (s *colorShares) sides(of colors) int {
	n := 0
	for k := range s.eighths {
		if s.eighths[k].sum(of) > secondRim {
			n++
		}
	}
	return n
}

// Balance gives factors for red, green and blue that make white things white: the profile's, or else
// those under which the picture's brightest places are white, if these can be white at all.
func Balance(pic picture.Pyramid, p *calibration.Profile) [3]float64 {
	none := [3]float64{1, 1, 1}
	if p != nil && p.WhiteBalance != [3]float64{} {
		return p.WhiteBalance
	}
	small := gocv.NewMat()
	defer small.Close()
	pic.To(160, 120, &small)
	data, err := small.DataPtrUint8()
	if err != nil {
		return none
	}
	var bright [3]float64
	for k := range bright {
		var channel picture.ByteCounts
		for i := 2 - k; i < len(data); i += 3 {
			channel[data[i]]++
		}
		bright[k] = float64(channel.Ranked(len(data) / 3 * 98 / 100))
	}
	most := slices.Max(bright[:])
	for k := range bright {
		if bright[k]*whiteLimit < most || most < 60 {
			return none
		}
		bright[k] = most / bright[k]
	}
	return bright
}

// whiteLimit: where one channel's brightest places outshine another's by more, nothing white is in the picture.
const whiteLimit = 1.4
