package companion

import (
	"cmp"
	"slices"

	"astragal/companion/gather"
	"astragal/companion/protocol"
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
func (s *Session) remember(id int, scene *vision.Scene, crops []Crop) {
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

// teach hands on what a person said of one die of a throw that isn't counted yet.
func (s *Session) teach(a protocol.Act, was throw.Throw, dice []engine.Die) {
	if a.Do != protocol.DoShow || a.Face == nil {
		return
	}
	if i := slices.IndexFunc(dice, func(d engine.Die) bool { return d.ID == a.As }); i >= 0 {
		s.teachDie(throw.Place{Throw: was.ID, Die: a.Die}, dice[i], *a.Face)
	}
}

// teachAmended hands on what a person corrected of a roll that was counted, where the camera had seen those dice.
func (s *Session) teachAmended(seen map[string]throw.Place, q engine.Question, was, now engine.Answer) {
	if q.Kind != engine.KindRoll {
		return
	}
	for _, d := range now.Dice {
		i := slices.IndexFunc(was.Dice, func(o engine.Thrown) bool { return o.ID == d.ID })
		k := slices.IndexFunc(q.Roll.Dice, func(o engine.Die) bool { return o.ID == d.ID })
		at, lay := seen[d.ID]
		if i < 0 || k < 0 || !lay || d.Face == nil || was.Dice[i].Face != nil && *was.Dice[i].Face == *d.Face {
			continue
		}
		s.teachDie(at, q.Roll.Dice[k], *d.Face)
	}
}

// teachDie hands on that a die on the tray is that one and shows that face.
func (s *Session) teachDie(at throw.Place, d engine.Die, face int) {
	seen, ok := s.sights[at.Throw][at.Die]
	if s.learn == nil || !ok || len(seen.Doubts) > 0 || face < 0 || face >= len(d.Faces) { // half a die teaches the wrong thing
		return
	}
	l := Lesson{Die: gather.Definition(cmp.Or(d.Kind, d.ID), d), Face: face, Seen: seen, How: "corrected"}
	for _, saw := range s.throws[at.Throw-1].Dice {
		if f := d.Faces[face]; saw.N == at.Die && saw.Icon != "" && saw.Icon == f.Icon && max(saw.IconCount, 1) == max(f.Count, 1) {
			l.How = "confirmed"
		}
	}
	s.learn(l)
}
