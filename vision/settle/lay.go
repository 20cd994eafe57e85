package settle

import (
	"slices"

	"astragal/vision"
)

// withLay is the sightings of a scene, each with whether it lay there at the last look: dice that were left, and whatever else lies on the
// table. Those that the last look overlooked are among them.
func (s *Settler) withLay(all []vision.Sighting, relit bool, ev Evidence) []vision.Sighting {
	out := slices.Clone(all)
	pair, _ := sameSpot(s.carried(ev), boxes(all))
	for i, d := range out {
		out[i].Lay = ev.Place(d.Box).still(relit) && (pair[i] >= 0 || lay(d, relit, ev))
	}
	return out
}

// thrown are the sightings with Lay cleared in each.
func thrown(all []vision.Sighting) []vision.Sighting {
	out := slices.Clone(all)
	for i := range out {
		out[i].Lay = false
	}
	return out
}

// LayAtFirst is the scene of the first look at a medium, with Lay set where a place looks as in the medium's first picture. It isn't set in two cases:
//   - Nothing is new since that picture: the medium may show dice that somebody wants to be read.
//   - The die is surely read: the medium may have begun in the middle of a throw.
func LayAtFirst(scene vision.Scene, at func(vision.Box) Place) vision.Scene {
	scene.Sightings = slices.Clone(scene.Sightings)
	fresh := false
	for i, d := range scene.Sightings {
		still := at(d.Box).same()
		fresh = fresh || !still
		scene.Sightings[i].Lay = still && !vision.ReadOne(d, vision.Usual()).Accepted
	}
	if !fresh {
		scene.Sightings = thrown(scene.Sightings)
	}
	return scene
}
