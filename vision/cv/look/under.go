//go:build cgo

package look

import (
	"fmt"
	"slices"

	"astragal/vision"
	"astragal/vision/cv/find"
	"astragal/vision/cv/picture"
)

const (
	// underFound is the least score of a die half under another that the usual finder overlooks.
	underFound = .36
	// underSmall and underLarge are how large such a die is at least and at most, as a share of the one that it lies against.
	underSmall, underLarge = .45, 1.3
	// overhangs is the least probability of a solid that is broader above than where it stands, with which a die may have another one under it.
	overhangs = .5
)

// under adds the dice that the usual finder overlooks because they lie half under others, and says how many they are. It asks a finder that learned on such dice. It asks
// only if some die is broader above than where it stands: another solid hides nothing.
func (l *Looker) under(pic picture.Pyramid, first []glance) (dice []find.Found, more int, err error) {
	var over []find.Found
	for _, g := range first {
		if dice = append(dice, g.find); reachesOut(g) {
			over = append(over, g.find)
		}
	}
	if !l.finder.HasHidden() || len(over) == 0 {
		return dice, 0, nil
	}
	others, err := l.finder.Hidden(pic, over)
	if err != nil {
		return nil, 0, fmt.Errorf("look for dice under others: %w", err)
	}
	all := find.WithMissed(dice, others, func(f find.Found) bool {
		known := slices.ContainsFunc(dice, func(o find.Found) bool { return f.Overlap(o) >= find.SamePlace })
		return !known && f.Score >= underFound && slices.ContainsFunc(over, func(o find.Found) bool {
			return f.Overlap(o) > 0 && f.Side() >= underSmall*o.Side() && f.Side() <= underLarge*o.Side()
		})
	})
	return all, len(all) - len(dice), nil
}

// reachesOut tells whether a find may be accepted as a die, and is likely one that is broader above than where it stands. One whose box holds a part of another die is
// less sure than others.
func reachesOut(g glance) bool {
	s := g.Shapes[0]
	return g.find.Score >= vision.Usual().Found && s.P >= overhangs && s.Shape != vision.D4 && s.Shape != vision.D6
}
