package companion

import (
	"astragal/engine"
	"astragal/models"
	"astragal/vision"
)

// Lesson is a die that the camera saw and of which a person said what it is: a shot for the gallery.
type Lesson struct {
	Die  models.Die
	Face int
	// Seen is the sighting with its crop; its vectors may be missing.
	Seen vision.Sighting
	// How is "corrected", or "confirmed" where the camera had thought so too.
	How string
}

// remembered are so many of the last throws whose dice can still be learned from.
const remembered = 4

// remember keeps what the camera saw of a throw, with its crops, for a while.
func (s *Session) remember(throw int, scene *vision.Scene, crops []Crop) {
	if s.learn == nil || scene == nil || len(crops) == 0 {
		return
	}
	seen := map[int]vision.Sighting{}
	for _, c := range crops {
		if c.Die >= 1 && c.Die <= len(scene.Sightings) {
			d := scene.Sightings[c.Die-1]
			d.Crop = c.JPEG
			seen[c.Die] = d
		}
	}
	if s.sights == nil {
		s.sights = map[int]map[int]vision.Sighting{}
	}
	s.sights[throw] = seen
	for old := range s.sights {
		if old <= throw-remembered {
			delete(s.sights, old)
		}
	}
}

// teach hands on what a person said of one die of a throw.
func (s *Session) teach(a Act, was throw, dice []engine.Die) {
	if s.learn == nil || a.Do != DoShow || a.Face == nil {
		return
	}
	seen, ok := s.sights[was.id][a.Die]
	if !ok || len(seen.Doubts) > 0 { // half a die teaches the wrong thing
		return
	}
	for _, d := range dice {
		if d.ID != a.As {
			continue
		}
		id := d.Kind
		if id == "" {
			id = d.ID
		}
		l := Lesson{Die: definition(id, d), Face: *a.Face, Seen: seen, How: "corrected"}
		for _, saw := range was.dice {
			if saw.n == a.Die && *a.Face < len(d.Faces) && saw.icon != "" && saw.icon == d.Faces[*a.Face].Icon {
				l.How = "confirmed"
			}
		}
		s.learn(l)
	}
}
