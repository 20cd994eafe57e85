package settle

import (
	"slices"

	"astragal/vision"
)

// withLay are the sightings of a scene, each with whether it lay there at the last look. That holds for dice that
// were left, for anything else that lies on the table, and for what the last look overlooked.
func (s *Settler) withLay(all []vision.Sighting, relit bool, ev Evidence) []vision.Sighting {
	out := slices.Clone(all)
	pair, _ := sameSpot(s.carried(ev), boxes(all))
	for i, d := range out {
		out[i].Lay = ev.Place(d.Box).still(relit) && (pair[i] >= 0 || lay(d, relit, ev))
	}
	return out
}

// thrown are the sightings with Lay cleared.
func thrown(all []vision.Sighting) []vision.Sighting {
	out := slices.Clone(all)
	for i := range out {
		out[i].Lay = false
	}
	return out
}

// LayAtFirst is the scene of the first look at a medium. It sets Lay for each place that looks as in the medium's
// first picture, except in two cases:
//   - Nothing is new since that picture. The medium may show dice that somebody wants to be read.
//   - The die is surely read. The medium may have begun in the middle of a throw.
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
