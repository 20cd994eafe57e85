//go:build cgo

package find

import (
	"fmt"
	"math"
	"slices"

	"astragal/vision/cv/picture"
)

const (
	// besideReach and besideApart are how far apart the middles of two dice that touch are at most and at least, along the picture's sides, in the mean of their boxes' longer sides.
	besideReach, besideApart = 1.2, .5
	// besideAlike is the least share of one's size that the other of them has.
	besideAlike = .7
	// besideSign is the least score of a find beside another of its size with which the second finder is asked.
	besideSign = .2
	// besideFound is the least score that the second finder gives a die, and another that lies against it.
	besideFound = .4
	// besidePx is how large dice are shown to it, px. Dice that are shown smaller than besideLeastPx are shown once more. besideRoom is how much it sees around them, in their size.
	besidePx, besideLeastPx, besideRoom = 46, 30, 1.5
	// windowUnit and windowMost are the step and the most of what it is shown, px: a network is prepared for each size.
	windowUnit, windowMost = 128, 512
	// manyWindows is how often it looks at most.
	manyWindows = 6
)

// touching adds dice that lie flush against others. The usual finder sees little of a row or a block: it looks like one thing. So the finder that learned on dice half under others
// looks from near at finds that are in doubt and at what lies against them, and on where a row goes on. What it sees is a die if it lies against another of its size and reads says so.
func (n *Finder) touching(pic picture.Pyramid, dice []Found, reads Reads) ([]Found, error) {
	if reads == nil || !n.HasHidden() {
		return dice, nil
	}
	var windows []around
	var added []Found
	kept := slices.Clone(dice)
	for len(windows) < manyWindows {
		all := slices.Concat(kept, added)
		i := slices.IndexFunc(all, func(f Found) bool {
			return f.Side() <= trayLike*longSide(pic) && (f.doubtfulBeside(kept) || slices.Contains(added, f)) && !slices.ContainsFunc(windows, func(w around) bool { return w.shows(f) })
		})
		if i < 0 {
			break
		}
		w := windowAround(chained(all, i))
		windows = append(windows, w)
		level, err := n.lookAround(n.hidden, pic, w)
		if err != nil {
			return nil, fmt.Errorf("look for dice that touch: %w", err)
		}
		fresh := unknownAmong(distinct(level.peaks(besideFound)), all)
		if len(fresh) == 0 {
			continue
		}
		is, err := reads(fresh)
		if err != nil {
			return nil, fmt.Errorf("read dice that touch: %w", err)
		}
		for k, f := range fresh {
			if is[k] {
				kept, added = taken(f, dice, kept, added)
			}
		}
	}
	return distinct(slices.Concat(kept, added)), nil
}

// taken puts a find in the place of what was found there before, in kept of the first look's finds or in added. If the first look found something there, however much of it
// is kept, the page asks about it.
func taken(f Found, first, kept, added []Found) (stay, more []Found) {
	f.Doubted = slices.ContainsFunc(first, f.samePlace)
	return slices.DeleteFunc(kept, f.samePlace), append(slices.DeleteFunc(added, f.samePlace), f)
}

// samePlace tells whether two finds are of one place: one die, or a die and what it was taken for together with others.
func (f Found) samePlace(o Found) bool { return f.Overlap(o) >= SamePlace || sameDie(f, o) }

// doubtfulBeside tells whether a find is in doubt: one that lies beside another of its size at a lower score.
func (f Found) doubtfulBeside(dice []Found) bool {
	return f.doubtful() || f.Score >= besideSign && f.Score < SurelyFound && slices.ContainsFunc(dice, f.Besides)
}

// Besides tells whether two finds lie side by side, as dice of one size do that touch.
func (f Found) Besides(o Found) bool {
	if min(f.Side(), o.Side()) < besideAlike*max(f.Side(), o.Side()) {
		return false
	}
	x, y := f.Center()
	u, v := o.Center()
	apart := 2 * max(math.Abs(x-u), math.Abs(y-v)) / (f.Side() + o.Side())
	return apart >= besideApart && apart <= besideReach
}

// chained are those of dice that lie side by side with the i-th, one after the other, and itself.
func chained(dice []Found, i int) []Found {
	at, out := []int{i}, []Found{dice[i]}
	for k := 0; k < len(out); k++ {
		for j, o := range dice {
			if !slices.Contains(at, j) && out[k].Besides(o) {
				at, out = append(at, j), append(out, o)
			}
		}
	}
	return out
}

// windowAround is the square of the picture that shows some dice and what may lie against them.
func windowAround(dice []Found) around {
	sides, x0, y0, x1, y1 := []float64{}, math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, f := range dice {
		sides = append(sides, f.Side())
		x0, y0, x1, y1 = min(x0, f.X0), min(y0, f.Y0), max(x1, f.X1), max(y1, f.Y1)
	}
	side := picture.Median(sides)
	wide := max(x1-x0, y1-y0) + 2*besideRoom*side
	at := around{x: (x0 + x1) / 2, y: (y0 + y1) / 2, scale: besidePx / side}
	at.px = min(windowMost, windowUnit*int(math.Ceil(wide*at.scale/windowUnit)))
	at.scale = min(at.scale, float64(at.px)/wide)
	return at
}

// shows tells whether a find and what may lie against it are in a square, and large enough.
func (at around) shows(f Found) bool {
	x, y := f.Center()
	return f.Side()*at.scale >= besideLeastPx && max(math.Abs(x-at.x), math.Abs(y-at.y))+besideReach*f.Side() <= float64(at.px)/2/at.scale
}

// unknownAmong are the finds that lie beside another of them, where nothing is known: no find that counts, and no sure die of which they may be a pip.
func unknownAmong(seen, known []Found) []Found {
	var out []Found
	for _, f := range seen {
		if slices.ContainsFunc(seen, f.Besides) && !slices.ContainsFunc(known, func(o Found) bool {
			return o.Score >= WeakFound && f.samePlace(o) || o.Score >= SurelyFound && f.Side() < muchSmaller*o.Side() && f.shared(o) > 0
		}) {
			out = append(out, f)
		}
	}
	return out
}
