package gather

import (
	"cmp"
	"slices"
	"sync"

	"astragal/companion/protocol"
	"astragal/engine"
	"astragal/models"
	"astragal/models/catalog"
)

// Trayful is the most dice that the virtual table throws at once for a game. If a roll has more, they make several throws, as on a real tray.
const Trayful = 12

// Drawable are the dice that the virtual table can draw.
var Drawable = sync.OnceValue(func() map[string]bool {
	ids := map[string]bool{}
	for _, d := range append(catalog.Generic(), catalog.Demo()...) {
		ids[d.ID] = true
	}
	dragons, err := catalog.DragonDice()
	if err != nil {
		return ids // without names, the virtual table throws a die of the right shape, and the page asks about it
	}
	for _, d := range dragons {
		ids[d.ID] = true
	}
	return ids
})

// errUndrawable is why the virtual table throws nothing. It draws neither d3 nor coins.
var errUndrawable = protocol.Illegal("The virtual table draws no dice like these: throw them by hand, and tap what they show")

// OnVirtual are the dice by the names that the virtual table has for them. A die is a plain one of its shape and colour if the table can't draw the die
// itself. People throw what it can't draw at all. If that is all of it, the error says so.
func OnVirtual(dice []engine.Die) ([]string, error) {
	var drawn []string
	for _, d := range dice {
		switch {
		case Drawable()[d.Kind]:
			drawn = append(drawn, d.Kind)
		case d.Shape == "" || slices.Contains(engine.Shapes(), d.Shape):
			drawn = append(drawn, inColor(cmp.Or(d.Shape, "d6"), d.Colors))
		default:
			drawn = append(drawn, ofShape(d.Shape)...)
		}
	}
	if len(drawn) == 0 && len(dice) > 0 {
		return nil, errUndrawable
	}
	return drawn, nil
}

// ToThrow are the dice that the virtual table throws next for the roll. The error says why no dice may be thrown.
func (r *Roll) ToThrow() ([]string, error) {
	var open []engine.Die
	for _, i := range r.Open() {
		open = append(open, r.Dice[i].Die)
	}
	dice, err := OnVirtual(open)
	if err != nil {
		return nil, err
	}
	dice = dice[min(len(open)-r.Left, len(dice)):] // the virtual table threw the others before
	if len(dice) == 0 {
		return nil, errUndrawable
	}
	return dice[:min(len(dice), Trayful)], nil
}

// ofShape is what the virtual table throws for a die of a shape: a d100 is two dice. It is empty for a shape that it can't draw.
func ofShape(shape string) []string {
	switch {
	case shape == "d100":
		return []string{engine.TensKind, "d10"}
	case shape == "dF":
		return []string{catalog.Fate().ID}
	case !slices.Contains(engine.Shapes(), shape):
		return nil
	}
	return []string{shape}
}

// Shaped are dice of so many of each shape, as the virtual table is asked for them.
func Shaped(amounts []engine.Amount) []engine.Die {
	var dice []engine.Die
	for _, a := range amounts {
		dice = append(dice, slices.Repeat([]engine.Die{{Shape: a.Shape}}, a.N)...)
	}
	return dice
}

// inColor is a plain die for the virtual table, in the first colour if the table can mix that.
func inColor(shape string, colors []string) string {
	if len(colors) == 0 || !slices.Contains(models.ColorNames(), colors[0]) {
		return shape
	}
	return shape + ":" + colors[0]
}

// shownEach is how many dice of each colour the virtual table shows.
const shownEach = 2

// ShownOnVirtual are plain dice of some colours, for the virtual table to show.
func ShownOnVirtual(colors []string) []string {
	var dice []string
	for _, c := range colors {
		dice = append(dice, slices.Repeat([]string{inColor("d6", []string{c})}, shownEach)...)
	}
	return dice
}
