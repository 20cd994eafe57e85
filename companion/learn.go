package companion

import (
	"cmp"
	"maps"
	"slices"

	"astragal/companion/gather"
	"astragal/companion/journal"
	"astragal/companion/studio/layout"
	"astragal/companion/studio/thrown"
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
	// How is "corrected", "confirmed" where the camera had thought so too, or "alike" where a person said it of a die that looks the same.
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
	for p := range s.said {
		if p.Throw <= id-remembered {
			delete(s.said, p)
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
	if s.said == nil {
		s.said = map[throw.Place]bool{}
	}
	s.said[at] = true
	s.learn(l)
	for _, seen := range s.alike(at, seen) {
		s.learn(Lesson{Die: l.Die, Face: face, Seen: seen, How: "alike"})
	}
}

// mostAlike pictures are learned beside the one that a person named.
const mostAlike = 5

// alike are dice of the last throws that show the same print as one that a person named, that nobody was sure of and nobody named: an evening's pictures
// needn't be named one by one. What fits less well than that is left alone.
func (s *Session) alike(at throw.Place, named vision.Sighting) []vision.Sighting {
	all := []vision.Sighting{named}
	for _, id := range slices.Backward(slices.Sorted(maps.Keys(s.sights))) {
		for _, saw := range s.throws.Get(id).Dice {
			p := throw.Place{Throw: id, Die: saw.N}
			if d, ok := s.sights[id][saw.N]; ok && p != at && !s.said[p] && saw.Unread() && len(d.Doubts) == 0 {
				d.SizeMM = 0 // another die may have such a face
				all = append(all, d)
			}
		}
	}
	looks, err := layout.NewLooks(all)
	if err != nil {
		s.log.Warn("the evening's pictures weren't compared", "err", err)
		return nil
	}
	var out []vision.Sighting
	for i := 1; i < len(all) && len(out) < mostAlike; i++ {
		if thrown.SamePrint(looks, all, 0, i) {
			out = append(out, all[i])
		}
	}
	return out
}
