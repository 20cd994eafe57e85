package gather

import (
	"cmp"
	"slices"

	"astragal/engine"
	"astragal/models"
)

// HasFaces says whether a roll asks for a die with faces of its own. Plain dice have pips or numbers.
func HasFaces(q engine.Question) bool {
	return slices.ContainsFunc(q.Roll.Dice, func(d engine.Die) bool { return len(d.Faces) > 0 })
}

// Expected are the dice that no throw has brought yet: the name of each, and what each kind of them looks like.
func (r Roll) Expected() (names []string, dice []models.Die) {
	for _, i := range r.Open() {
		d := r.Dice[i].Die
		id := cmp.Or(d.Kind, d.ID)
		names = append(names, id)
		if !slices.ContainsFunc(dice, func(m models.Die) bool { return m.ID == id }) {
			dice = append(dice, Definition(id, d))
		}
	}
	return names, dice
}

// Definition is a die of a game in the matcher's form.
func Definition(id string, d engine.Die) models.Die {
	out := models.Die{ID: id, Shape: d.Shape, SizeMM: d.SizeMM, Colors: d.Colors, Race: d.Race}
	for _, f := range d.Faces {
		out.Faces = append(out.Faces, models.Face{Icon: f.Icon, Count: f.Count, Value: f.Value, ID: f.ID})
	}
	return out
}
