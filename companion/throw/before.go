package throw

import (
	"slices"

	"astragal/vision"
)

// LayBefore are the places in a scene of what lay there before it was thrown and is no die: no die of the last throw that a camera saw, which is t, or
// one of which a person said that it is none. A die that was left where it lay is not among them. If nothing else is in the scene, nothing is.
func (t Throw) LayBefore(s vision.Scene) []int {
	var out []int
	for i, d := range s.Sightings {
		known := func(was Die) bool {
			return !was.Gone && was.Lying && was.Box[2] > 0 && apart(was.Box, d.Box) < leastMove*was.Box[2]
		}
		if d.Lay && !slices.ContainsFunc(t.Dice, known) {
			out = append(out, i)
		}
	}
	if len(out) == len(s.Sightings) {
		return nil
	}
	return out
}

// Without is the throw without the sightings of its scene at places, which lay there before.
func (t Throw) Without(places []int) Throw {
	t.Dice = slices.Clone(t.Dice)
	for _, i := range places {
		if i >= 0 && i < len(t.Dice) {
			t.Dice[i].Before, t.Dice[i].Gone = true, true
		}
	}
	return t
}

// ReadApart reads what was thrown, and apart from it what lay there before, at places, which tells nothing of the dice. The readings are in the scene's order.
func ReadApart(s vision.Scene, places []int, read func(vision.Scene) []vision.Reading) []vision.Reading {
	thrown, before := s, s
	thrown.Sightings, before.Sightings = nil, nil
	for i, d := range s.Sightings {
		if slices.Contains(places, i) {
			before.Sightings = append(before.Sightings, d)
		} else {
			thrown.Sightings = append(thrown.Sightings, d)
		}
	}
	dice, things := read(thrown), vision.Read(before)
	for _, i := range places {
		dice, things = slices.Insert(dice, i, things[0]), things[1:]
	}
	return dice
}
