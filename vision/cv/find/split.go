//go:build cgo

package find

import (
	"fmt"
	"slices"

	"astragal/vision/cv/picture"
)

// The finder may take small dice that touch for one die: it learned on few such. From nearer it sees them one by one.
const (
	// If more than loneFinds finds count, only finds that are largerThanMost times as large as most are looked into.
	loneFinds, largerThanMost = 2, 1.6
	// A find of wholePx or more, at the usual size of the picture, isn't looked into: the finder would have seen its dice there.
	wholePx = 120
	// splitPx is the square in which a find is looked into, px, and splitRoom how much larger it is than the find.
	splitPx, splitRoom = 192, 1.5
	// splitFound is the least score of a die in it; splitSmall and splitLarge are how large it is, in the find's size.
	splitFound, splitSmall, splitLarge = .6, .1, .62
	// splitShare is the least share of the find's place that its dice take up, partAlike the least share of one's size that another has.
	splitShare, partAlike = .5, .6
)

// split replaces a small find by its dice, if a nearer look shows that it is several.
func (n *Finder) split(pic picture.Pyramid, dice []Found) ([]Found, error) {
	var whole, parts []Found
	for _, f := range dice {
		if !mayBeSeveral(f, dice, longSide(pic)) {
			whole = append(whole, f)
			continue
		}
		at := around{scale: splitPx / (splitRoom * f.Side()), px: splitPx}
		at.x, at.y = f.Center()
		seen, err := n.seenAround(pic, at)
		if err != nil {
			return nil, fmt.Errorf("look for dice in a find: %w", err)
		}
		seen = slices.DeleteFunc(seen, func(o Found) bool {
			return o.Score < splitFound || o.Side() < splitSmall*f.Side() || o.Side() > splitLarge*f.Side()
		})
		if f.madeOf(seen) {
			parts = append(parts, seen...)
		} else {
			whole = append(whole, f)
		}
	}
	return joined(whole, parts), nil
}

// mayBeSeveral tells whether a find of a picture that is long px may be several dice: it counts, is small in the picture, and there is hardly another or it is larger than most.
func mayBeSeveral(f Found, dice []Found, long float64) bool {
	if f.Score < FoundFloor || f.Side()*usualSide/long > wholePx {
		return false
	}
	counted := 0
	for _, o := range dice {
		if o.Score >= FoundFloor {
			counted++
		}
	}
	return counted <= loneFinds || f.Side() >= largerThanMost*picture.Median(Sides(dice))
}

// madeOf tells whether some of the dice seen in a find, which are alike and lie apart, take up most of it.
func (f Found) madeOf(seen []Found) bool {
	var parts []Found
	taken := 0.0
	for _, o := range seen {
		area := o.Width() * o.Height()
		if o.shared(f) < .75*area {
			continue
		}
		if slices.ContainsFunc(parts, func(p Found) bool { return !alike(o, p) || o.shared(p) > .25*min(area, p.Width()*p.Height()) }) {
			continue
		}
		parts, taken = append(parts, o), taken+o.shared(f)
	}
	return len(parts) > 1 && taken >= splitShare*f.Width()*f.Height()
}

// shared is the area that two boxes share, square px.
func (f Found) shared(o Found) float64 {
	return max(0, min(f.X1, o.X1)-max(f.X0, o.X0)) * max(0, min(f.Y1, o.Y1)-max(f.Y0, o.Y0))
}

// alike tells whether two finds are about as large.
func alike(a, b Found) bool { return min(a.Side(), b.Side()) >= partAlike*max(a.Side(), b.Side()) }

// joined are finds with what was seen in others of them: of one die the surer find.
func joined(dice, seen []Found) []Found {
	for _, f := range seen {
		switch i := slices.IndexFunc(dice, func(o Found) bool { return alike(f, o) && sameDie(f, o) }); {
		case i < 0:
			dice = append(dice, f)
		case f.Score > dice[i].Score:
			dice[i] = f
		}
	}
	return dice
}

// longSide is a picture's longer side, px.
func longSide(pic picture.Pyramid) float64 { return float64(max(pic.Image.Cols(), pic.Image.Rows())) }
