//go:build cgo

package look

import (
	"fmt"
	"slices"

	"astragal/models/networks"
	"astragal/vision"
	"astragal/vision/cv/picture"
)

// perhapsFateD6 is the least probability of a d6 at which a die may be a Fate die.
const perhapsFateD6 = .3

// surelyNoFate is the least probability of no Fate face, by a gallery's vectors, at which the die isn't looked at
// more closely. Of 48 Fate dice of the virtual table (seeds 66900 to 66905) none that is believed has more than .51.
// Two have more, which wouldn't be believed anyway.
const surelyNoFate = .85

// fate looks whether dice that surely show neither pips nor a number show a Fate die's plus, minus or blank. That
// costs as much as a second look at pips, and nothing if all dice are read. If a face's vectors were computed for a
// gallery, they show of most icon dice that they are no Fate dice.
func (l *Looker) fate(pic picture.Pyramid, dice []vision.Sighting, first []glance) error {
	for i, s := range dice {
		if !unreadD6(s) || len(s.Embedding) > 0 && networks.Fate(s.Embedding)[networks.NoFate] >= surelyNoFate {
			continue
		}
		g := first[slices.IndexFunc(first, func(g glance) bool { return g.Box == s.Box })]
		if g.top == nil {
			at, err := l.faces.AlignAnyway(pic, g.find)
			if err != nil {
				return fmt.Errorf("look for a top face: %w", err)
			}
			g.top = &at
		}
		var err error
		if dice[i].Fate, err = l.faces.FateFace(pic, *g.top); err != nil {
			return fmt.Errorf("look whether a top face is a Fate die's: %w", err)
		}
	}
	return nil
}

// unreadD6 says whether a die may be a d6 that shows neither pips nor a number that would be believed.
func unreadD6(d vision.Sighting) bool {
	if d.Found < vision.Usual().Found || !slices.ContainsFunc(d.Shapes, func(s vision.ShapeScore) bool { return s.Shape == vision.D6 && s.P >= perhapsFateD6 }) {
		return false
	}
	return !vision.ReadOne(d, vision.Usual()).Accepted
}
