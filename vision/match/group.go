package match

import (
	"cmp"
	"slices"

	"astragal/models/gallery"
	"astragal/models/networks"
	"astragal/vision"
)

// Group are dice of a scene with similar faces that nobody has named. They can be named together.
type Group struct {
	// Dice are indexes of sightings.
	Dice []int
	// May are the faces of the expected dice that they may show, the likeliest first. Equal faces of one die are
	// listed once. It is empty if nobody said what was thrown.
	May []gallery.Class
}

// sameFace is the least likeness at which two faces of a throw count as the same.
const sameFace = .72

// Groups gathers the sightings that weren't accepted by how alike their faces are. A face joins a group only if it is
// like each member, so that a chain of small likenesses doesn't join everything. A single die is a group too. If
// expected names dice, May holds the faces of these that were never taught.
func (m *Matcher) Groups(s vision.Scene, readings []vision.Reading, expected []string) []Group {
	var out []Group
	for i, d := range s.Sightings {
		if readings[i].Accepted || d.Turns == 0 {
			continue
		}
		at := -1
		best := sameFace
		for g, group := range out {
			if like := leastLike(s, group.Dice, d); like > best {
				at, best = g, like
			}
		}
		if at < 0 {
			out = append(out, Group{Dice: []int{i}})
		} else {
			out[at].Dice = append(out[at].Dice, i)
		}
	}
	for g := range out {
		out[g].May = m.may(s, out[g].Dice, expected)
	}
	slices.SortStableFunc(out, func(a, b Group) int { return cmp.Compare(len(b.Dice), len(a.Dice)) })
	return out
}

// leastLike is the likeness of a face to the least similar member of a group. It is 0 if their outlines have
// different numbers of ways up.
func leastLike(s vision.Scene, group []int, d vision.Sighting) float64 {
	least := 1.0
	for _, i := range group {
		o := s.Sightings[i]
		if o.Turns != d.Turns {
			return 0
		}
		least = min(least, networks.Alike(o.Rows(), d.Rows()).Face)
	}
	return least
}

// may lists what a group can be among the faces of the expected dice that nobody has taught yet. Shapes and counts
// rank them.
func (m *Matcher) may(s vision.Scene, group []int, expected []string) []gallery.Class {
	likely := map[gallery.Class]float64{}
	var out []gallery.Class
	seen := map[string]bool{}
	for _, id := range expected {
		i, ok := m.byID[id]
		if !ok || seen[id] {
			continue
		}
		seen[id] = true
		for _, f := range m.dice[i].faces {
			if m.shots.Knows(f.class) || f.class.Icon == "" {
				continue
			}
			score := 0.0
			for _, k := range group {
				d := s.Sightings[k]
				score += shapeCost(d, m.dice[i].shape) + m.like(gallery.Seen{Embedding: d.Embedding, Turns: d.Turns, Copies: d.Copies}, d, f.class).copies
			}
			score /= float64(len(group))
			if old, ok := likely[f.class]; !ok {
				out = append(out, f.class)
				likely[f.class] = score
			} else {
				likely[f.class] = max(old, score)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b gallery.Class) int { return cmp.Compare(likely[b], likely[a]) })
	return out
}
