//go:build cgo

package look

import (
	"fmt"
	"slices"

	"astragal/models/networks"
	"astragal/vision"
)

// perhapsFateD6 is the least probability of a d6 from which a die may be a Fate die.
const perhapsFateD6 = .3

// surelyNoFate is the probability of no Fate face, by what a gallery compares, from which nothing looks closer. Of 48 Fate dice of the virtual table (seeds 66900 to
// 66905) none that is believed has more than .51; two have more, which nobody would believe.
const surelyNoFate = .85

// fate looks whether dice that show neither pips nor a number for sure show a Fate die's plus, minus or blank. It costs as much as a second look at pips does, and
// nothing where all dice are read. If a gallery's vectors of a face are there, they tell of most icon dice that they are none.
func (l *Looker) fate(dice []vision.Sighting, first []glance) error {
	for i, s := range dice {
		if !unreadD6(s) || len(s.Embedding) > 0 && networks.Fate(s.Embedding)[networks.NoFate] >= surelyNoFate {
			continue
		}
		g := glanceOf(s, first)
		if g.top == nil {
			at, err := l.faces.AlignAnyway(g.seen.Pic, g.seen.Find)
			if err != nil {
				return fmt.Errorf("look for a top face: %w", err)
			}
			g.top = &at
		}
		var err error
		if dice[i].Fate, err = l.faces.FateFace(g.seen.Pic, *g.top); err != nil {
			return fmt.Errorf("look whether a top face is a Fate die's: %w", err)
		}
	}
	return nil
}

// unreadD6 tells whether a die may be a d6 that shows neither pips nor a number that would be believed.
func unreadD6(d vision.Sighting) bool {
	if d.Found < vision.Usual().Found || !slices.ContainsFunc(d.Shapes, func(s vision.ShapeScore) bool { return s.Shape == vision.D6 && s.P >= perhapsFateD6 }) {
		return false
	}
	return !vision.ReadOne(d, vision.Usual()).Accepted
}
