//go:build cgo

package cv

import (
	"fmt"
	"slices"

	"astragal/vision"
)

const (
	// closerSide is the longer side of the picture, px, in which the finder sees dice that it overlooks in one of usualSide: small ones that
	// touch larger ones, and faint ones.
	closerSide = 3 * usualSide / 2
	// closerFound is how sure it must be of a die that it sees there alone. Of what it sees there in photographs more is none.
	closerFound = .6
	// closerSmall is the share of the dice's usual size that such a die must have.
	closerSmall = .5
	// samePlace is how much two boxes share that are one die's at two sizes of the picture.
	samePlace = .45
)

// overlooked adds to the dice of a picture those that the finder sees in a larger one alone.
func (n *finder) overlooked(pic shrinks, dice []found) ([]found, error) {
	more, err := n.find(pic, []int{closerSide})
	if err != nil {
		return nil, fmt.Errorf("look closer: %w", err)
	}
	usual := median(sides(dice))
	return withMissed(dice, more, func(f found) bool {
		return f.score >= closerFound && (usual == 0 || f.side() >= closerSmall*usual && f.side() <= tooLarge*usual)
	}), nil
}

// withMissed adds to dice those of other finds that count and are none of them. Where such a die lies against others, these get the places that they have among the
// other finds: their own may hold a part of it.
func withMissed(dice, more []found, counts func(found) bool) []found {
	for _, f := range more {
		if !counts(f) {
			continue
		}
		if i := slices.IndexFunc(dice, func(o found) bool { return f.overlap(o) >= samePlace }); i >= 0 {
			if dice[i].score < weakFound {
				dice[i] = f
			}
			continue
		}
		beside := slices.Clone(dice)
		for i, o := range beside {
			if k := slices.IndexFunc(more, func(m found) bool { return m.overlap(o) >= samePlace }); k >= 0 && f.overlap(o) > 0 {
				score := o.score
				beside[i] = more[k]
				beside[i].score = score
			}
		}
		if !slices.ContainsFunc(beside, func(o found) bool { return sameDie(f, o) }) {
			beside = append(beside, f)
			dice = beside
		}
	}
	return dice
}

// overlap is vision.Overlap of two finds.
func (f found) overlap(o found) float64 {
	return vision.Overlap(vision.Box{f.x0, f.y0, f.width(), f.height()}, vision.Box{o.x0, o.y0, o.width(), o.height()})
}
