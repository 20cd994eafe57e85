package thrown

import (
	"bytes"
	"slices"

	"astragal/companion/studio/layout"
	"astragal/vision"
)

const (
	// surely is the least probability of a count with which two faces with different counts are kept apart.
	surely = .8
	// compared is how many members of a group stand for all of it.
	compared = 4
)

// joins is how alike a face must look to a group's, in nats, to be of the same print. If it is below that, the page asks one more question, which costs
// only a tap.
func joins(shape vision.Shape) float64 { return layout.SeemsOther(string(shape)) + 1 }

// prints are dice that were thrown, gathered by what they show.
type prints struct {
	throws []vision.Scene
	groups []group
	looks  *layout.Looks
	first  []int // the index of each throw's first die among all dice
}

// group gathers the dice of all throws by their print. Later throws don't move a die to another group.
func (h *prints) group() error {
	var all []vision.Sighting
	h.first = nil
	for _, s := range h.throws {
		h.first = append(h.first, len(all))
		all = append(all, s.Sightings...)
	}
	var err error
	if h.looks, err = layout.NewLooks(all); err != nil {
		return err
	}
	h.groups = nil
	for k, s := range h.throws {
		for n, d := range s.Sightings {
			a := At{k, n}
			if len(d.Doubts) > 0 || len(d.Crop) == 0 || len(d.Shapes) == 0 || d.Found < vision.Usual().Found || !h.looks.Visible(h.number(a)) {
				continue
			}
			h.join(a, d.Shapes[0].Shape)
		}
	}
	return nil
}

func (h *prints) number(a At) int { return h.first[a.Throw] + a.N }

func (h *prints) join(a At, shape vision.Shape) {
	at, best := -1, joins(shape)
	for i, g := range h.groups {
		if g.shape != shape || countsApart(h.seen(a), h.seen(g.members[0])) {
			continue
		}
		if like := h.like(g, a); like > best {
			at, best = i, like
		}
	}
	if at < 0 {
		h.groups = append(h.groups, group{shape, []At{a}})
		return
	}
	h.groups[at].members = append(h.groups[at].members, a)
}

// like is how alike a face looks to those of a group, in the median.
func (h *prints) like(g group, a At) float64 {
	sum, n := 0.0, 0
	for _, m := range g.members[:min(len(g.members), compared)] {
		sum, n = sum+h.looks.Alike(h.number(m), h.number(a)), n+1
	}
	return sum / float64(n)
}

// countsApart says whether two faces surely show different numbers of icons.
func countsApart(a, b vision.Sighting) bool {
	if len(a.Copies) == 0 || len(a.Copies) != len(b.Copies) {
		return false
	}
	x, y := slices.Max(a.Copies), slices.Max(b.Copies)
	return x > surely && y > surely && slices.Index(a.Copies, x) != slices.Index(b.Copies, y)
}

// SamePrint says whether two faces so surely show the same print that a word for one is a word for the other.
func SamePrint(looks *layout.Looks, all []vision.Sighting, i, k int) bool {
	a, b := all[i], all[k]
	if len(a.Shapes) == 0 || len(b.Shapes) == 0 || a.Shapes[0].Shape != b.Shapes[0].Shape || countsApart(a, b) {
		return false
	}
	return looks.Alike(i, k) > joins(a.Shapes[0].Shape)
}

// groupOf is the index of the group of a die; -1 if it is in none.
func (h *prints) groupOf(a At) int {
	return slices.IndexFunc(h.groups, func(g group) bool { return slices.Contains(g.members, a) })
}

func (h *prints) has(a At) bool {
	return a.Throw >= 0 && a.Throw < len(h.throws) && a.N >= 0 && a.N < len(h.throws[a.Throw].Sightings)
}

func (h *prints) seen(a At) vision.Sighting { return h.throws[a.Throw].Sightings[a.N] }

// taken says whether a scene was taken in before.
func (h *prints) taken(s vision.Scene) bool {
	return slices.ContainsFunc(h.throws, func(old vision.Scene) bool {
		return len(old.Sightings) > 0 && len(s.Sightings) > 0 && len(s.Sightings[0].Crop) > 0 && bytes.Equal(old.Sightings[0].Crop, s.Sightings[0].Crop)
	})
}

// best are the dice of a group with the largest pictures, in their order.
func (h *prints) best(g group) []At {
	out := slices.Clone(g.members)
	slices.SortStableFunc(out, func(a, b At) int { return int(h.seen(b).Box[2]*8) - int(h.seen(a).Box[2]*8) })
	return out[:min(len(out), mostLearned)]
}

// Picture is what the camera saw of a die; false if there is none.
func (h *prints) Picture(a At) ([]byte, bool) {
	if !h.has(a) || len(h.seen(a).Crop) == 0 {
		return nil, false
	}
	return h.seen(a).Crop, true
}
