package throw

import (
	"slices"

	"astragal/vision"
)

// LayBefore are the indices of a scene's sightings that are no dice: they lay there before the throw, and t, the last throw that a camera saw, has no
// die there. A die of t that a person called none doesn't count. If that were all sightings of the scene, it is none of them.
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

// Without is the throw after the dice of these sightings of its scene are marked as things that lay there before.
func (t Throw) Without(places []int) Throw {
	t.Dice = slices.Clone(t.Dice)
	for _, i := range places {
		if i >= 0 && i < len(t.Dice) {
			t.Dice[i].Before, t.Dice[i].Gone = true, true
		}
	}
	return t
}

// ReadApart reads the thrown dice by read, and the sightings at places, which lay there before, without them. So what lay there says nothing about the
// dice. The readings are in the scene's order.
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
