// Package catalog holds the definitions of the dice that the program knows from the start.
package catalog

import (
	"fmt"

	"astragal/models"
)

// Generic lists the dice that everybody has: pip and numbered d6, and numbered d4, d8, d10, d%, d12 and d20. Opposite
// faces of a d6 sum to 7. A d10's 0 is 10. The percentile die "d%" shows 0, 10 … 90. Sizes are common ones in mm: the
// edge of a d4, d6 and d8, the width across the corners of the others.
func Generic() []models.Die {
	return []models.Die{
		numbered("d6", "d6", 16, 1, 2, 3, 4, 5, 6),
		numbered("d6-numbered", "d6", 16, 1, 2, 3, 4, 5, 6),
		numbered("d4", "d4", 19, 1, 2, 3, 4),
		numbered("d8", "d8", 18, 1, 2, 3, 4, 5, 6, 7, 8),
		numbered("d10", "d10", 21, 10, 1, 2, 3, 4, 5, 6, 7, 8, 9),
		numbered("d%", "d10", 21, 0, 10, 20, 30, 40, 50, 60, 70, 80, 90),
		numbered("d12", "d12", 22, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
		numbered("d20", "d20", 24, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20),
	}
}

// Fate is the die with plus, minus and blank faces, two of each.
func Fate() models.Die {
	return icons("dF", "d6", 16, []string{"plus", "plus", "minus", "minus", "", ""}, []int{1, 1, 1, 1, 0, 0})
}

// Demo lists made-up dice with simple pictures, for trying the program. They belong to no game.
func Demo() []models.Die {
	return []models.Die{
		icons("demo-sky", "d6", 18, []string{"star", "star", "moon", "burst", "moon", "star"}, []int{1, 2, 1, 1, 2, 3}),
		icons("demo-garden", "d6", 18, []string{"leaf", "drop", "leaf", "flower", "drop", "leaf"}, []int{1, 1, 2, 1, 2, 4}),
		icons("demo-storm", "d8", 20, []string{"bolt", "drop", "wave", "burst", "bolt", "moon", "wave", "drop"}, nil),
		icons("demo-wheel", "d12", 24, []string{
			"star", "moon", "burst", "leaf", "drop", "bolt", "wave", "flower", "heart", "arrow", "ring", "cross"}, nil),
	}
}

// Find returns the built-in die with an id.
func Find(id string) (models.Die, error) {
	for _, d := range append(append(Generic(), Fate()), Demo()...) {
		if d.ID == id {
			return d, nil
		}
	}
	dragons, err := DragonDice()
	if err != nil {
		return models.Die{}, err
	}
	if d, err := ByID(dragons, id); err == nil {
		return d, nil
	}
	return models.Die{}, fmt.Errorf("no built-in die is called %q: there are d4, d6, d6-numbered, d8, d10, d%%, d12, d20, dF, the demo dice and the Dragon Dice", id)
}

func numbered(id, shape string, mm float64, values ...int) models.Die {
	d := models.Die{ID: id, Shape: shape, SizeMM: &mm}
	for _, v := range values {
		d.Faces = append(d.Faces, models.Face{Value: &v})
	}
	return d
}

func icons(id, shape string, mm float64, names []string, counts []int) models.Die {
	d := models.Die{ID: id, Shape: shape, SizeMM: &mm}
	for i, name := range names {
		f := models.Face{Icon: name, Count: 1}
		if counts != nil {
			f.Count = counts[i]
		}
		d.Faces = append(d.Faces, f)
	}
	return d
}
