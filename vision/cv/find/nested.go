//go:build cgo

package find

import (
	"slices"

	"astragal/vision"
	"astragal/vision/cv/picture"
)

// LikelyDice keeps the finds that are dice. A piece of the tray may look like a large die from afar. If such a find is left out and is much larger than
// the dice that stay, the finds that it holds are judged again without it.
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

// withoutNested decides between a find and the smaller finds that it holds. Either the large one is a die, and the small ones are its pips; or the
// small ones are dice, and the large one is a tray or a lid. What the reader says of the large one decides.
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

// isDie tells whether a find that holds others is a die: it is found and read more surely than each of them. longSide is the picture's longer side, px.
// A find that takes up much of the picture is a tray in three cases: it shows nothing or one pip, it holds more finds than a die has pips, or the finder is
// much surer of most finds in it. A tray with three dice in a row looks like a large 3.
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

// heldPips is how many finds inside a large one may be its pips. A find that holds more is a tray.
const heldPips = 4

// withoutTrays leaves out the finds that isDie would call a tray, whatever is read on them, so that nobody needs to read them. Such a find takes up much of
// the picture and holds many finds, or mostly finds that are surer than itself.
func withoutTrays(dice []Found, longSide float64) []Found {
	return slices.DeleteFunc(slices.Clone(dice), func(large Found) bool {
		if large.Side() <= trayLike*longSide {
			return false
		}
		inside, sure, surer := 0, 0, 0
		for _, d := range dice {
			if d.Score < leastDoubted || !large.holds(d) {
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

// holds tells whether the middle of a much smaller find lies in a large one.
func (f Found) holds(d Found) bool {
	x, y := d.Center()
	return d.Side() < muchSmaller*f.Side() && x > f.X0 && x < f.X1 && y > f.Y0 && y < f.Y1
}

// HoldsOneOf tells whether a find holds one of some finds: it is a tray, or a die whose pips were found.
func (f Found) HoldsOneOf(dice []Found) bool { return slices.ContainsFunc(dice, f.holds) }

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
