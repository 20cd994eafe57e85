package companion

import (
	"astragal/companion/gather"
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
	if !ok || !gather.HasFaces(q) {
		return vision.Read(scene)
	}
	expected, dice := s.gather(g, q).Expected()
	var shots *gallery.Index
	if s.taught != nil {
		shots = s.taught()
	}
	return vision.NewMatcher(dice, shots).Read(scene, expected).Readings
}
