// Package familiar recognises the dice of an evening by their look. So the colours of a die have the same names in
// every roll: those that it got first. Light, ink and the side of a marbled die that is up change what a camera calls
// its colours from roll to roll. The look of the whole die changes less.
package familiar

import (
	"cmp"
	"slices"
	"time"

	"astragal/vision"
)

// Look is what a camera saw of one die, and the names that it gave its colours.
type Look struct {
	// Shape is its solid. It is empty if the solid isn't known.
	Shape string
	// Tint and Palette are as in vision.Sighting.
	Tint, Palette []float32
	Colors        []string
	// Doubtful says that only a part of the die is in the picture, or that it isn't surely a die. It can be
	// recognised, but it doesn't become a known die itself.
	Doubtful bool
}

// The limits of recognising a die. The weight and the bound were chosen on the virtual evenings of
// TestSoakNamesOfAnEvening with even seeds from 120000 to 120058.
const (
	// paletteWeight is what palettes that share nothing count for, compared with a gap of tints (vision.TintGap).
	paletteWeight = 0.6
	// mostApart is how differently a known die may look.
	mostApart = 0.45
	// looksKept is with how many of its last looks a die is compared. Ink covers more of one face than of another,
	// and lamps wander.
	looksKept = 4
	// mostDice limits how many dice are known. Those that weren't seen for longest are forgotten.
	mostDice = 120
	// night is how long no die may be seen before all are forgotten. Another evening has another light.
	night = 6 * time.Hour
)

// Dice are the dice that were seen in an evening. They are a value: Meet returns a new one. The zero value knows no
// dice.
type Dice struct {
	known []die
	last  time.Time
}

// die is a known die: its last looks, the newest last.
type die struct {
	shape  string
	looks  []Look
	colors []string
}

// Meet takes in what lies on the tray at a time. It returns the names of each die's colours: those under which the
// die is known, or else the camera's. Two dice in one picture are never the same die.
func (d Dice) Meet(looks []Look, at time.Time) (Dice, [][]string) {
	now, names := d.since(at), make([][]string, len(looks))
	as := now.pairs(looks)
	var seen []die
	for i, l := range looks {
		names[i] = l.Colors
		if as[i] >= 0 {
			names[i] = now.known[as[i]].colors
		}
		if l.Doubtful || len(l.Tint) == 0 || len(l.Colors) == 0 || l.Shape == "" {
			if as[i] >= 0 {
				seen = append(seen, now.known[as[i]])
			}
			continue
		}
		x := die{shape: l.Shape, colors: names[i]}
		if as[i] >= 0 {
			x.looks = now.known[as[i]].looks
		}
		x.looks = append(slices.Clone(x.looks[max(0, len(x.looks)+1-looksKept):]), l)
		seen = append(seen, x)
	}
	rest := make([]die, 0, len(now.known)+len(seen))
	for i, k := range now.known {
		if !slices.Contains(as, i) {
			rest = append(rest, k)
		}
	}
	rest = append(rest, seen...)
	return Dice{known: rest[max(0, len(rest)-mostDice):], last: at}, names
}

// Names are the names that Meet would return. Nothing is taken in.
func (d Dice) Names(looks []Look, at time.Time) [][]string {
	_, names := d.Meet(looks, at)
	return names
}

// since are the dice that still count at a time.
func (d Dice) since(at time.Time) Dice {
	if at.Sub(d.last) > night {
		return Dice{}
	}
	return d
}

// pairs returns the known die for each look, or −1. The most alike are paired first.
func (d Dice) pairs(looks []Look) []int {
	type pair struct {
		look, die int
		apart     float64
	}
	var all []pair
	for i, l := range looks {
		for k, x := range d.known {
			if a := x.apart(l); a <= mostApart {
				all = append(all, pair{i, k, a})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b pair) int { return cmp.Compare(a.apart, b.apart) })
	as := slices.Repeat([]int{-1}, len(looks))
	for _, p := range all {
		if as[p.look] < 0 && !slices.Contains(as, p.die) {
			as[p.look] = p.die
		}
	}
	return as
}

// apart is how differently a die looks from its last looks. 0 is the same. Another solid, or a look without measured
// colours, is farther than any bound.
func (d die) apart(l Look) float64 {
	if l.Shape != d.shape || len(l.Tint) == 0 {
		return 2 * mostApart
	}
	tint, palette := 2.0, 0.0
	for _, k := range d.looks {
		tint, palette = min(tint, vision.TintGap(k.Tint, l.Tint)), max(palette, vision.PaletteLike(k.Palette, l.Palette))
	}
	return tint + paletteWeight*(1-palette)
}

// LooksOf are the looks of a scene's dice with the camera's names. readings are in the same order as the dice.
func LooksOf(s vision.Scene, readings []vision.Reading) []Look {
	out := make([]Look, len(readings))
	for i, r := range readings {
		out[i].Colors = r.Colors
		if r.Shape != nil {
			out[i].Shape = string(*r.Shape)
		}
		if i < len(s.Sightings) {
			d := s.Sightings[i]
			out[i].Tint, out[i].Palette, out[i].Colors = d.Tint, d.Palette, d.Colors
			out[i].Doubtful = len(d.Doubts) > 0 || d.Found < vision.Usual().Found
		}
	}
	return out
}
