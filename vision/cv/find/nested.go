//go:build cgo

package find

import (
	"slices"

	"astragal/vision"
	"astragal/vision/cv/picture"
)

// LikelyDice leaves out what is no die. A find that is itself left out and much larger than the dice that stay takes none of those away that
// it holds: a large piece of the tray looks like a die from afar, now and then.
func LikelyDice(all []vision.Sighting, longSide float64, faces bool) []vision.Sighting {
	for {
		whole := withoutNested(all, longSide)
		dice := withoutOddSizes(slices.DeleteFunc(slices.Clone(whole), noDie(faces)))
		var large []float64
		for _, d := range dice {
			large = append(large, longer(d))
		}
		usual, before := picture.Median(large), len(all)
		all = slices.DeleteFunc(slices.Clone(all), func(d vision.Sighting) bool {
			return usual > 0 && longer(d) > tooLarge*usual && isOneOf(d, whole) && !isOneOf(d, dice)
		})
		if len(all) == before {
			return dice
		}
	}
}

func isOneOf(d vision.Sighting, dice []vision.Sighting) bool {
	return slices.ContainsFunc(dice, func(o vision.Sighting) bool { return o.Box == d.Box })
}

// withoutNested settles what is a die where one find holds others: a die holds pips, which look
// like dice to the finder; a tray or a lid, which may look like a die from afar, holds dice.
// What was read on the larger one tells.
func withoutNested(dice []vision.Sighting, longSide float64) []vision.Sighting {
	drop := make([]bool, len(dice))
	for i, large := range dice {
		inside := heldBy(large, dice)
		if len(inside) == 0 || drop[i] {
			continue
		}
		if isDie(large, dice, inside, longSide) {
			for _, k := range inside {
				drop[k] = true
			}
		} else {
			drop[i] = true
		}
	}
	var out []vision.Sighting
	for i, d := range dice {
		if !drop[i] {
			out = append(out, d)
		}
	}
	return out
}

// heldBy are the indices of much smaller finds whose middle lies in the large one.
func heldBy(large vision.Sighting, dice []vision.Sighting) []int {
	var out []int
	for k, d := range dice {
		x, y := d.Box[0]+d.Box[2]/2, d.Box[1]+d.Box[3]/2
		b := large.Box
		if max(d.Box[2], d.Box[3]) < muchSmaller*max(b[2], b[3]) && x > b[0] && x < b[0]+b[2] && y > b[1] && y < b[1]+b[3] {
			out = append(out, k)
		}
	}
	return out
}

// isDie: the large one is found and read more surely than anything inside. What takes up much of
// the picture (px of its longer side) and shows nothing but what it holds is a tray: one with a die
// in its middle looks like a large 1, one with three in a row like a large 3; but then the finder is much surer of most of what it holds.
func isDie(large vision.Sighting, dice []vision.Sighting, inside []int, longSide float64) bool {
	m := large.Marks[0]
	bare := m.Kind == vision.MarkUnknown || m.Kind == vision.MarkPips && m.Value == 1
	best, surer := 0.0, 0
	for _, k := range inside {
		best = max(best, strength(dice[k]))
		if dice[k].Found > large.Found+muchSurer {
			surer++
		}
	}
	if longer(large) > trayLike*longSide && (bare || len(inside) > heldPips || 2*surer > len(inside)) {
		return false
	}
	return strength(large) > best
}

// heldPips are as many finds inside a large one as its pips may be; what holds more is a tray.
const heldPips = 4

// withoutTrays leaves out what isDie would take for no die whatever is read on it: it takes up much of the picture, and holds many finds or mostly such that are
// surer. They needn't be looked at.
func withoutTrays(dice []Found, longSide float64) []Found {
	return slices.DeleteFunc(slices.Clone(dice), func(large Found) bool {
		if large.Side() <= trayLike*longSide {
			return false
		}
		inside, sure, surer := 0, 0, 0
		for _, d := range dice {
			x, y := d.Center()
			if d.Score < leastDoubted || d.Side() >= muchSmaller*large.Side() || x <= large.X0 || x >= large.X1 || y <= large.Y0 || y >= large.Y1 {
				continue
			}
			inside++
			if d.Score >= SurelyFound {
				sure++
			}
			if d.Score >= max(SurelyFound, large.Score+muchSurer) {
				surer++
			}
		}
		return sure > heldPips || 2*surer > inside
	})
}

// strength joins how surely something is a die and how surely its face is read.
func strength(d vision.Sighting) float64 {
	if m := d.Marks[0]; m.Kind != vision.MarkUnknown {
		return d.Found * max(m.P, .5)
	}
	return d.Found * .5
}

// muchSurer is by how much more the finder is sure of a die on a tray than of the tray.
const muchSurer = .15

// trayLike is the share of the picture's longer side from which a find may be the tray.
const trayLike = .3
