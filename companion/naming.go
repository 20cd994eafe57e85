package companion

import (
	"slices"

	"astragal/companion/throw"
	"astragal/vision"
	"astragal/vision/familiar"
)

// named are readings with the colour names that the dice had earlier this evening.
func (l *lying) named(scene vision.Scene, readings []vision.Reading) []vision.Reading {
	return withColors(readings, l.evening.Names(familiar.LooksOf(scene, readings), l.now()))
}

// meets takes in what the dice of a throw look like, and gives their colours the names that they had before.
func (l *lying) meets(scene vision.Scene, readings []vision.Reading) []vision.Reading {
	var names [][]string
	l.evening, names = l.evening.Meet(familiar.LooksOf(scene, readings), l.now())
	return withColors(readings, names)
}

func withColors(readings []vision.Reading, names [][]string) []vision.Reading {
	out := slices.Clone(readings)
	for i := range out {
		out[i].Colors = append([]string{}, names[i]...)
	}
	return out
}

// eveningOf are the looks of the dice of a pile's throws, oldest first. A table that is opened again knows its dice by them.
func eveningOf(throws *throw.Pile) familiar.Dice {
	var known familiar.Dice
	for _, id := range throws.IDs() {
		t := throws.Get(id)
		if t.By != throw.ByCamera {
			continue
		}
		var looks []familiar.Look
		for _, d := range t.Dice {
			if !d.Gone {
				looks = append(looks, familiar.Look{Shape: d.Shape, Tint: d.Tint, Palette: d.Palette, Colors: d.Colors})
			}
		}
		known, _ = known.Meet(looks, t.At)
	}
	return known
}
