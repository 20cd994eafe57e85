package companion

import (
	"slices"

	"astragal/engine"
	"astragal/models"
	"astragal/models/gallery"
	"astragal/vision"
)

// read makes readings of a scene. While a game asks for certain dice the camera's evidence is matched
// with these: which die it is, and which of its faces, is then one question.
func (s *Session) read(scene vision.Scene) []vision.Reading {
	if s.play == 0 {
		return vision.Read(scene)
	}
	g := s.games[s.play-1]
	q, ok := g.rolling()
	if !ok || !slices.ContainsFunc(q.Roll.Dice, ofItsOwn) {
		return vision.Read(scene)
	}
	r := s.gather(g, q)
	var expected []string
	var dice []models.Die
	for _, i := range r.open() {
		d := r.dice[i].die
		id := d.Kind
		if id == "" {
			id = d.ID
		}
		expected = append(expected, id)
		if !slices.ContainsFunc(dice, func(m models.Die) bool { return m.ID == id }) {
			dice = append(dice, definition(id, d))
		}
	}
	var shots *gallery.Index
	if s.taught != nil {
		shots = s.taught()
	}
	return vision.NewMatcher(dice, shots).Read(scene, expected).Readings
}

// ofItsOwn: a die has faces of its own. The others are plain ones, with pips or numbers.
func ofItsOwn(d engine.Die) bool { return len(d.Faces) > 0 }

// definition is a die of a game as the matcher wants it.
func definition(id string, d engine.Die) models.Die {
	out := models.Die{ID: id, Shape: d.Shape, SizeMM: d.SizeMM, Colors: d.Colors, Race: d.Race}
	for _, f := range d.Faces {
		out.Faces = append(out.Faces, models.Face{Icon: f.Icon, Count: f.Count, Value: f.Value, ID: f.ID})
	}
	return out
}
