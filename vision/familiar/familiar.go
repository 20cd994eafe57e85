// Package familiar knows the dice of an evening again by their look, so that a die has one name for its colours in every roll: the one that it got first.
// Light, ink and the side of a marbled die that is up change what a camera calls it from roll to roll; what it looks like as a whole changes less.
package familiar

import (
	"cmp"
	"slices"
	"time"

	"astragal/vision"
)

// Look is what a camera saw of one die, and what it called its colours.
type Look struct {
	// Shape is its solid; empty where that isn't known.
	Shape string
	// Tint and Palette are as in vision.Sighting.
	Tint, Palette []float32
	Colors        []string
	// Doubtful: only a part of it is in the picture, or it isn't surely a die. It is known again, and never becomes a known die itself.
	Doubtful bool
}

// The limits of knowing a die again. The weight and the bound were chosen on the virtual evenings of TestSoakNamesOfAnEvening with even seeds from 120000 to 120058.
const (
	// paletteWeight is what palettes that share nothing count for, beside a gap of tints (vision.TintGap).
	paletteWeight = 0.6
	// mostApart is how differently a die may look and be one that is known.
	mostApart = 0.45
	// looksKept is how many of its last looks a die is compared with: ink covers more of one face than of another, and lamps wander.
	looksKept = 4
	// mostDice bounds how many dice are known; those that weren't seen for longest are forgotten.
	mostDice = 120
	// night is how long no die may be seen until all are forgotten: the light of another evening is another one.
	night = 6 * time.Hour
)

// Dice are the dice that were seen in an evening. They are a value: Meet gives other ones. The zero value knows none.
type Dice struct {
	known []die
	last  time.Time
}

// die is one that is known: its last looks, newest last.
type die struct {
	shape  string
	looks  []Look
	colors []string
}

// Meet takes in what lies on the tray at a time. It gives the names of each die's colours: those under which it is known, else what the camera called them.
// Of two dice in one picture each is another one.
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

// Names are the names that Meet would give, with nothing taken in.
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

// pairs gives for each look the known die that it is of, or −1. The most alike are paired first.
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

// apart is how differently a die looks from what it looked like: 0 is the same. Another solid, or a die that no camera measured, is more than any bound.
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

// LooksOf are the looks of a scene's dice with their readings, which are in the same order, under the names that the camera gives.
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
