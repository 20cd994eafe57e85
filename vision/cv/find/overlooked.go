//go:build cgo

package find

import (
	"fmt"
	"slices"

	"astragal/vision"
	"astragal/vision/cv/picture"
)

const (
	// closerSide is the longer side of the picture, px, in which the finder sees dice that it overlooks in one of usualSide: small ones that
	// touch larger ones, and faint ones.
	closerSide = 3 * usualSide / 2
	// closerFound is the least score of a die that the finder sees in that picture only. Most of what it sees only there in photographs is no die.
	closerFound = .6
	// closerSmall is the share of the dice's usual size that such a die must have.
	closerSmall = .5
	// SamePlace is how much two boxes share that are one die's at two sizes of the picture.
	SamePlace = .45
)

// overlooked adds to the dice of a picture those that the finder sees only if the picture is larger.
func (n *Finder) overlooked(pic picture.Pyramid, dice []Found) ([]Found, error) {
	more, err := n.findBy(n.usual, pic, []int{closerSide})
	if err != nil {
		return nil, fmt.Errorf("look closer: %w", err)
	}
	usual := picture.Median(Sides(dice))
	return WithMissed(dice, more, func(f Found) bool {
		return f.Score >= closerFound && (usual == 0 || f.Side() >= closerSmall*usual && f.Side() <= tooLarge*usual)
	}), nil
}

// WithMissed adds those of more to dice that count and aren't among them. If such a die lies against others, these take their places from more as well:
// their own boxes may hold a part of it.
func WithMissed(dice, more []Found, counts func(Found) bool) []Found {
	for _, f := range more {
		if !counts(f) {
			continue
		}
		if i := slices.IndexFunc(dice, func(o Found) bool { return f.Overlap(o) >= SamePlace }); i >= 0 {
			if dice[i].Score < WeakFound {
				dice[i] = f
			}
			continue
		}
		beside := slices.Clone(dice)
		for i, o := range beside {
			if k := slices.IndexFunc(more, func(m Found) bool { return m.Overlap(o) >= SamePlace }); k >= 0 && f.Overlap(o) > 0 {
				score := o.Score
				beside[i] = more[k]
				beside[i].Score = score
			}
		}
		if !slices.ContainsFunc(beside, func(o Found) bool { return sameDie(f, o) }) {
			beside = append(beside, f)
			dice = beside
		}
	}
	return dice
}

// Overlap is vision.Overlap of two finds.
func (f Found) Overlap(o Found) float64 {
	return vision.Overlap(vision.Box{f.X0, f.Y0, f.Width(), f.Height()}, vision.Box{o.X0, o.Y0, o.Width(), o.Height()})
}
