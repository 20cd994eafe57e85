package companion

import (
	"cmp"

	"astragal/companion/gather"
	"astragal/companion/journal"
	"astragal/companion/throw"
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
const remembered = 24

// remember keeps what the camera saw of a throw, with its crops, for a while.
func (s *Session) remember(id int, scene *vision.Scene, crops []journal.Crop) {
	if s.learn == nil || scene == nil || len(crops) == 0 {
		return
	}
	seen := map[int]vision.Sighting{}
	for _, c := range crops {
		if c.Die >= 1 && c.Die <= len(scene.Sightings) {
			d := scene.Sightings[c.Die-1]
			d.Crop, d.SizeMM = c.JPEG, measuredMM(*scene, d)
			seen[c.Die] = d
		}
	}
	if s.sights == nil {
		s.sights = map[int]map[int]vision.Sighting{}
	}
	s.sights[id] = seen
	for old := range s.sights {
		if old <= id-remembered {
			delete(s.sights, old)
		}
	}
}

// measuredMM is how large a die looks, as galleries have it; 0 where the scale is only guessed from the dice that lie there.
func measuredMM(s vision.Scene, d vision.Sighting) float64 {
	if s.PxPerMM <= 0 || s.ScaleFrom == "dice" {
		return 0
	}
	return d.Measure() / s.PxPerMM
}

// teachDie hands on that a die on the tray is that one and shows that face.
func (s *Session) teachDie(at throw.Place, d engine.Die, face int) {
	seen, ok := s.sights[at.Throw][at.Die]
	if s.learn == nil || !ok || len(seen.Doubts) > 0 || face < 0 || face >= len(d.Faces) { // half a die teaches the wrong thing
		return
	}
	l := Lesson{Die: gather.Definition(cmp.Or(d.Kind, d.ID), d), Face: face, Seen: seen, How: "corrected"}
	for _, saw := range s.throws.Get(at.Throw).Dice {
		if f := d.Faces[face]; saw.N == at.Die && saw.Icon != "" && saw.Icon == f.Icon && max(saw.IconCount, 1) == max(f.Count, 1) {
			l.How = "confirmed"
		}
	}
	s.learn(l)
}
