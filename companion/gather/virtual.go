package gather

import (
	"cmp"
	"slices"
	"sync"

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

// OnVirtual is what the virtual table calls a die of a game. It is a plain die of the shape and colour if the table can't draw the die itself.
func OnVirtual(d engine.Die) string {
	if Drawable()[d.Kind] {
		return d.Kind
	}
	if d.Shape == "dF" {
		return catalog.Fate().ID
	}
	return inColor(cmp.Or(d.Shape, "d6"), d.Colors)
}

// OfShape is what the virtual table throws for a die of a shape: a d100 is two dice. It is empty for a shape that it can't draw.
func OfShape(shape string) []string {
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
