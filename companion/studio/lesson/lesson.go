// Package lesson makes lessons from what people say: a die that a camera saw, and what a person says that it is. It remembers what the camera saw of
// the last throws, so that the table can still learn from a word about one of their dice.
package lesson

import (
	"cmp"
	"log/slog"
	"maps"
	"slices"

	"astragal/companion/gather"
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
	// How is "corrected" if the camera thought otherwise, "confirmed" if it thought so too, "alike" if a person said it of a die that looks the same.
	How string
}

// MeasuredMM is how large a die looks, in the gallery's measure; 0 if the scale is only guessed from the dice that lie there.
func MeasuredMM(s vision.Scene, d vision.Sighting) float64 {
	if s.PxPerMM <= 0 || s.ScaleFrom == "dice" {
		return 0
	}
	return d.Measure() / s.PxPerMM
}

// remembered is how many of the last throws can still be learned from.
const remembered = 24

// Memory is what the camera saw of the last throws. The table's lock guards it.
type Memory struct {
	throws *throw.Pile
	learn  func(Lesson)
	log    *slog.Logger
	// scenes are what the camera saw, by throw, and sights the dice of that with pictures, by throw and die.
	scenes map[int]vision.Scene
	sights map[int]map[int]vision.Sighting
	// said are the dice among them that a person named.
	said map[throw.Place]bool
}

// NewMemory remembers throws of a pile. learn takes lessons in. It must not block; it is nil if nothing is learned.
func NewMemory(throws *throw.Pile, learn func(Lesson), log *slog.Logger) *Memory {
	return &Memory{throws: throws, learn: learn, log: log, scenes: map[int]vision.Scene{}, sights: map[int]map[int]vision.Sighting{}, said: map[throw.Place]bool{}}
}

// Remember keeps what the camera saw of a throw for a while, of dice that have a picture.
func (m *Memory) Remember(id int, scene vision.Scene) {
	if m.learn == nil {
		return
	}
	seen := map[int]vision.Sighting{}
	for i, d := range scene.Sightings {
		if len(d.Crop) > 0 {
			d.SizeMM = MeasuredMM(scene, d)
			seen[i+1] = d
		}
	}
	if len(seen) == 0 {
		return
	}
	m.sights[id], m.scenes[id] = seen, scene
	maps.DeleteFunc(m.scenes, func(old int, _ vision.Scene) bool { return old <= id-remembered })
	maps.DeleteFunc(m.sights, func(old int, _ map[int]vision.Sighting) bool { return old <= id-remembered })
	maps.DeleteFunc(m.said, func(p throw.Place, _ bool) bool { return p.Throw <= id-remembered })
}

// Scene is what the camera saw of a throw; false if that isn't remembered.
func (m *Memory) Scene(id int) (vision.Scene, bool) {
	s, ok := m.scenes[id]
	return s, ok
}

// Teach learns that the die at a place is d and shows that face.
func (m *Memory) Teach(at throw.Place, d engine.Die, face int) {
	seen, ok := m.sights[at.Throw][at.Die]
	if m.learn == nil || !ok || len(seen.Doubts) > 0 || face < 0 || face >= len(d.Faces) { // a die that is half covered teaches the wrong thing
		return
	}
	l := Lesson{Die: gather.Definition(cmp.Or(d.Kind, d.ID), d), Face: face, Seen: seen, How: "corrected"}
	for _, saw := range m.throws.Get(at.Throw).Dice {
		if f := d.Faces[face]; saw.N == at.Die && saw.Icon != "" && saw.Icon == f.Icon && max(saw.IconCount, 1) == max(f.Count, 1) {
			l.How = "confirmed"
		}
	}
	m.said[at] = true
	m.learn(l)
	for _, seen := range m.alike(at, seen) {
		m.learn(Lesson{Die: l.Die, Face: face, Seen: seen, How: "alike"})
	}
}

// mostAlike is how many pictures are learned beside the one that a person named.
const mostAlike = 5

// alike are dice of the last throws that surely show the same print as one that a person named, so that nobody needs to name them one by one. It takes
// only dice that were not read for sure and that nobody named.
func (m *Memory) alike(at throw.Place, named vision.Sighting) []vision.Sighting {
	all := []vision.Sighting{named}
	for _, id := range slices.Backward(slices.Sorted(maps.Keys(m.sights))) {
		for _, saw := range m.throws.Get(id).Dice {
			p := throw.Place{Throw: id, Die: saw.N}
			if d, ok := m.sights[id][saw.N]; ok && p != at && !m.said[p] && saw.Unread() && len(d.Doubts) == 0 {
				d.SizeMM = 0 // another die may have the same face
				all = append(all, d)
			}
		}
	}
	looks, err := layout.NewLooks(all)
	if err != nil {
		m.log.Warn("the evening's pictures weren't compared", "err", err)
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
