//go:build cgo

package find

import (
	"astragal/vision"
	"astragal/vision/cv/picture"

	"slices"
)

const (
	// FoundFloor is the score below which a find is no die. The page asks about a find between it and vision's bound.
	FoundFloor = .4
	// hiddenFloor is the lowest score of a find that may still be a d4, if faces are looked at and the aligner is surelyD4 sure: some d4 have their floor's colour.
	hiddenFloor, surelyD4 = .3, .97
	// A weaker find than WeakFound counts only if its face reads with weakMark at least.
	WeakFound, weakMark = .46, .6
	// plainD4 and plainD10 are the probabilities of a d4 and a d10 from which a weak find is one all the same, where faces are looked at.
	plainD4, plainD10 = .9, .8
	// plainSolid is that of any solid but a d6, where no faces are looked at: little else looks like one, boxes and buttons look like a d6.
	plainSolid = .85
	// AnySolid is the least probability of the likeliest solid, in one look, with which a find that fell to FoundFloor is still a die.
	AnySolid = .7
	// A find weaker than oddFound must be about as large as the others.
	oddFound = .6
	// outerFound is the least score of a find beside the tray.
	outerFound = .6
	// Dice smaller than tinyPx at the usual size are looked for again in a larger picture,
	// dice larger than hugePx in a smaller one.
	tinyPx, hugePx = 21, 72
)

// Doubts in words.
const (
	OutsideTray = "it lies outside the tray"
	CutOff      = "it is cut off by the edge of the picture"
)

// The finder answers to dice of 14 to 84 px, so sizes of the picture a factor of four apart see
// every die that is between a fortieth of the picture's longer side and the whole of it.
func usualSides() []int { return []int{usualSide, usualSide / 4, usualSide / 8} }

// usualSide is the longer side of the picture, px, in which most dice are found.
const usualSide = 512

// Sides are the longer sides of the finds that are likely dice, px.
func Sides(dice []Found) []float64 {
	var out []float64
	for _, f := range dice {
		if f.Score >= plainlyFound {
			out = append(out, f.Side())
		}
	}
	return out
}

// HardlyFound tells whether a find is below FoundFloor and isn't surely a d4 either: it is no die.
func HardlyFound(d vision.Sighting) bool {
	return d.Found < FoundFloor && (d.Shapes[0].Shape != vision.D4 || d.Shapes[0].P < surelyD4)
}

// noDie tells whether a find is weak and nothing can be read on it. A find beside the tray needs a higher score. If faces are compared with a
// gallery, a mark that the reader doesn't know proves nothing, because it knows no icon. A d4 or a flat d10 is a die at any score: the finder is weak
// on them, and the aligner takes hardly anything else for one.
func noDie(faces bool) func(vision.Sighting) bool {
	return func(d vision.Sighting) bool {
		m := d.Marks[0]
		outside := slices.Contains(d.Doubts, OutsideTray)
		switch {
		case outside:
			return d.Found < outerFound
		case plainly(d.Shapes[0], faces):
			return false
		}
		return d.Found < WeakFound && (m.Kind == vision.MarkUnknown || m.P < weakMark)
	}
}

// plainly tells whether a find is a solid for which hardly anything else passes.
func plainly(s vision.ShapeScore, faces bool) bool {
	if !faces {
		return s.Shape != vision.D6 && s.P >= plainSolid
	}
	return s.Shape == vision.D4 && s.P >= plainD4 || s.Shape == vision.D10 && s.P >= plainD10
}

// withoutOddSizes drops weak finds that are much smaller or larger than the sure dice.
func withoutOddSizes(dice []vision.Sighting) []vision.Sighting {
	var sure []float64
	for _, d := range dice {
		if d.Found >= SurelyFound || d.Found >= oddFound && d.Marks[0].P > weakMark {
			sure = append(sure, longer(d))
		}
	}
	usual := picture.Median(sure)
	return slices.DeleteFunc(dice, func(d vision.Sighting) bool {
		return usual > 0 && d.Found < oddFound && (longer(d) < .5*usual || longer(d) > tooLarge*usual)
	})
}

// longer is the longer side of a sighting's box, px.
func longer(d vision.Sighting) float64 { return max(d.Box[2], d.Box[3]) }

// tooLarge is how many times as large as the others a weak find is for it to be no die.
const tooLarge = 2.2
