//go:build cgo

package find

import (
	"image"
	"math"
	"slices"

	"astragal/vision/cv/picture"
)

const (
	// hiddenSide is the longer side of the picture, px, in which the network for dice half under others sees most of them if dice are small: at 512 px it overlooks half as many again.
	// Dice that are hiddenPx large at 512 px are large enough there.
	hiddenSide, hiddenPx = 768, 46
	// The larger picture is shown to it in strips across its longer side, which overlap by stripsShare px. So the network takes no more memory than the usual one.
	strips, stripsShare = 3, 64
	// hiddenReach is how far from the middle of a die, in its size, another lies at most that is half under it.
	hiddenReach = 1.2
)

// Hidden are the finds of the network for dice half under others, near the dice that may lie over some.
func (n *Finder) Hidden(pic picture.Pyramid, over []Found) ([]Found, error) {
	long := longSide(pic)
	var sizes []float64
	for _, f := range over {
		sizes = append(sizes, f.Side())
	}
	if picture.Median(sizes)*usualSide/long >= hiddenPx {
		return n.findBy(n.hidden, pic, []int{usualSide})
	}
	scale := min(hiddenSide/long, mostGrown)
	small := shownAt(pic, scale)
	defer small.Close()
	var all []Found
	for _, s := range stripsOf(image.Pt(small.Cols(), small.Rows())) {
		if !slices.ContainsFunc(over, func(f Found) bool { return f.reaches(s, scale) }) {
			continue
		}
		part := small.Region(s)
		l, err := n.ask(n.hidden, part, scale)
		part.Close()
		if err != nil {
			return nil, err
		}
		l.x0, l.y0 = float64(s.Min.X)/scale, float64(s.Min.Y)/scale
		all = append(all, l.peaks(peakFloor)...)
	}
	return distinct(all), nil
}

// reaches tells whether a die half under a find may lie in a strip of the picture that is shown at a scale.
func (f Found) reaches(strip image.Rectangle, scale float64) bool {
	x, y := f.Center()
	r := hiddenReach * f.Side()
	near := image.Rect(int((x-r)*scale), int((y-r)*scale), int((x+r)*scale), int((y+r)*scale))
	return near.Overlaps(strip)
}

// stripsOf are equal strips across the longer side of a picture of a size, px, that overlap by stripsShare or a little more. A small picture is one strip.
func stripsOf(size image.Point) (out []image.Rectangle) {
	long := max(size.X, size.Y)
	if long <= strips*stripsShare {
		return []image.Rectangle{{Max: size}}
	}
	length := finderStep * int(math.Ceil(float64(long+(strips-1)*stripsShare)/strips/finderStep))
	for k := range strips {
		at := k * (long - length) / (strips - 1)
		if size.X >= size.Y {
			out = append(out, image.Rect(at, 0, at+length, size.Y))
		} else {
			out = append(out, image.Rect(0, at, size.X, at+length))
		}
	}
	return out
}
