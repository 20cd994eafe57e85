package settle

import (
	"slices"

	"astragal/vision"
)

// The limits of comparing places and dice.
const (
	// touchedLeast is the least share of a place over which something must have moved before anything new can lie
	// there.
	touchedLeast = 0.15
	// sameLeast is how alike a place must look to hold the same thing.
	sameLeast = 0.6
	// changedMost is the largest share of a place that may have another colour if it holds the same thing.
	changedMost = 0.35
	// onTheSpot is how many die sizes the middle of a die may lie from its old place.
	onTheSpot = 0.45
	// backAlike is how alike a die must look to be the die that lay there before its place seemed bare. A hand
	// without edges over a die looks like a bare floor.
	backAlike = 0.7
	// knownAlike is how alike a die near its old place must look to have stayed there: it was touched, but not
	// thrown.
	knownAlike = 0.7
	// uncoveredLeast is the least share of a die that must have been in sight beside a die that is gone. It is needed
	// to tell that the die lay there before.
	uncoveredLeast = 0.4
	// keptOverlap is how much two boxes must overlap to be one place although the camera seems to have moved.
	keptOverlap = 0.85
	// noRoom is a distance in die sizes. Two dice hardly ever come so near to each other.
	noRoom = 1
)

// Fate is what became of the dice between two looks. It counts the dice that
//   - are new (Fresh);
//   - were pushed, or turned over where they lay (Moved);
//   - weren't read before, although nothing happened where they lie (Found);
//   - are gone (Gone);
//   - must be there but weren't read in this look (Unread);
//   - came into sight again (Back).
type Fate struct {
	Fresh, Moved, Found, Gone, Unread, Back int
	// Lost says that a die is gone from its place and may lie unread beside it.
	Lost bool
	// Hidden says that a die may lie unread under something.
	Hidden bool
	// Relit says that the light has changed, Bumped that the camera has moved.
	Relit, Bumped bool
	// Anew says that the picture has another geometry than at the last look, so nothing could be compared.
	Anew bool
}

// Fate is the fate that the last look found.
func (s *Settler) Fate() Fate { return s.fate }

// fates pairs the dice of the last look with those of this look. It also returns the dice of the last look that must
// still be there although they weren't read in this look.
func (s *Settler) fates(now []vision.Sighting, ev Evidence) (f Fate, unread []vision.Sighting) {
	f.Relit, f.Bumped = ev.Relit(), ev.Bumped()
	carried := s.carried(ev)
	pair, taken := sameSpot(carried, boxes(now))
	unmoved := map[int]bool{}
	if f.Bumped {
		unmoved = s.pairUnmoved(now, pair, taken, carried, ev)
	}
	var fresh, gone, odd []int
	kept, known := 0, 0
	for j, d := range now {
		still := ev.Place(d.Box).still(f.Relit)
		switch {
		case pair[j] >= 0 && (still || unmoved[j] || !f.Relit && uncovered(d.Box, carried, taken, ev)):
			kept++
		case pair[j] >= 0 && ev.Left(s.lying[pair[j]].Box) && !(vision.Overlap(carried[pair[j]], d.Box) >= keptOverlap && s.back(pair[j], d, ev)): // it was taken away, and this one was thrown
			taken[pair[j]] = false
			fresh = append(fresh, j)
		case pair[j] >= 0:
			switch alike := ev.Liken(s.lying[pair[j]].Box, d.Box).Alike(); {
			case alike < nudgeAlike:
				odd = append(odd, j)
			case alike < knownAlike:
				f.Moved++
			default:
				f.Moved++
				known++
			}
		case pair[j] < 0 && still && lay(d, f.Relit, ev):
			f.Found++
		case pair[j] < 0 && !f.Relit && uncovered(d.Box, carried, taken, ev):
			f.Found++
		case pair[j] < 0 && s.wasUnder(d, carried, taken, ev):
			f.Found++
		case pair[j] < 0 && painted(d, ev):
			f.Found++
		case pair[j] < 0 && ev.Back(d.Box):
			f.Back++
		case pair[j] < 0:
			fresh = append(fresh, j)
		}
	}
	for i, d := range s.lying {
		if taken[i] {
			continue
		}
		if !ev.Left(d.Box) && s.stays(i, carried[i], f.Relit, ev) && !s.beside(i, now, fresh, carried, ev) {
			left := d.MovedTo(carried[i])
			left.Lay = true
			unread = append(unread, left)
			continue
		}
		gone = append(gone, i)
	}
	// If another die, or another face, lies where a die lay, a finger turned it over, provided that other dice still
	// lie there. If nothing stayed as it was, it was thrown. And if nothing stayed and most dice are gone, what lies
	// near an old place came there by chance, unless it looks like what lay there.
	swept := kept+known+len(unread) == 0
	if swept && (f.Moved == 0 && (len(gone) > 0 || !f.Relit) || len(gone) > f.Moved+len(odd)) {
		f.Fresh, f.Gone, f.Moved = f.Moved+len(odd), f.Moved+len(odd), 0
	} else {
		f.Moved += len(odd)
	}
	pushed, surely := s.pushed(now, fresh, gone, carried, ev)
	switch stayed := len(now) - len(fresh); {
	case stayed == 0 && pushed > 0 && s.onlyThese(pushed, gone, ev):
		// The others were taken from beside the pushed ones. If these had been gathered with them, their places would have been seen bare too.
	case stayed == 0 && len(gone)-pushed > 1:
		pushed = 0 // all were swept away, so what lies there was thrown
	case len(gone)-pushed > max(1, stayed):
		pushed = surely // most were swept away
	}
	f.Lost = pushed < len(gone) && slices.ContainsFunc(gone, func(i int) bool {
		return !ev.Left(s.lying[i].Box) && ev.Near(s.lying[i].Box, boxes(now))
	})
	f.Hidden = pushed < len(gone) && !f.Relit && slices.ContainsFunc(gone, func(i int) bool {
		return !ev.Left(s.lying[i].Box) && ev.Hidden(s.lying[i].Box, boxes(now))
	})
	s.lost = nil
	for _, i := range gone {
		if !ev.Left(s.lying[i].Box) {
			s.lost = append(s.lost, s.lying[i].Box)
		}
	}
	f.Moved += pushed
	f.Fresh, f.Gone, f.Unread = f.Fresh+len(fresh)-pushed, f.Gone+len(gone)-pushed, len(unread)
	return f, unread
}

// onlyThese says whether all dice that are gone, but for the n that were pushed, were seen to leave bare places.
func (s *Settler) onlyThese(n int, gone []int, ev Evidence) bool {
	for _, i := range gone {
		if !ev.Left(s.lying[i].Box) {
			n--
		}
	}
	return n == 0
}

// lay says whether a die at a place that seems still lay there before.
func lay(d vision.Sighting, relit bool, ev Evidence) bool {
	to := ev.Carry(d.Box)
	from := vision.Box{2*d.Box[0] - to[0], 2*d.Box[1] - to[1], 2*d.Box[2] - to[2], 2*d.Box[3] - to[3]} // nearly the same as carrying it back
	return !relit || closely(from, d.Box, ev)
}

// painted says whether what seems to be a die is a caption over the picture: it came from one frame to the next, as
// no die does. If it is surely read, it is a die all the same, because the film may have been cut.
func painted(d vision.Sighting, ev Evidence) bool {
	return ev.Place(d.Box).Sudden && !vision.ReadOne(d, vision.Usual()).Accepted
}

// stays says whether a die of the last look that isn't read in this look lies in its place.
func (s *Settler) stays(i int, at vision.Box, relit bool, ev Evidence) bool {
	return ev.Place(at).still(relit) && closely(s.lying[i].Box, at, ev)
}

// closely says whether the die that lay at from is the one at to, a place that seems still. It isn't enough that the
// place looks still: the small picture of a die can look like that of the bare floor, in another light even with any
// colour.
func closely(from, to vision.Box, ev Evidence) bool {
	return ev.Place(to).Touched < touchedLeast || ev.Liken(from, to).Alike() >= backAlike
}

// uncovered says whether a die lay there before, beside or under a die that is gone: the part of it outside that
// die's place looks as before. Boxes of dice that touch overlap, so each holds a piece of the other die.
func uncovered(b vision.Box, carried []vision.Box, taken []bool, ev Evidence) bool {
	rest := b
	for i, c := range carried {
		if !taken[i] {
			rest = outside(rest, c)
		}
	}
	return rest != b && rest[2]*rest[3] >= uncoveredLeast*b[2]*b[3] && ev.Place(rest).same()
}

// wasUnder says whether a die lay there before and was hardly found, because a die that isn't there any more lay half over it.
func (s *Settler) wasUnder(d vision.Sighting, carried []vision.Box, taken []bool, ev Evidence) bool {
	return slices.ContainsFunc(s.hardly, func(h vision.Sighting) bool {
		at := ev.Carry(h.Box)
		over := false
		for i, c := range carried {
			over = over || !taken[i] && vision.Overlap(c, at) > 0
		}
		return over && vision.Apart(at, d.Box) < onTheSpot && !ev.Left(h.Box)
	})
}

// outside is the largest part of a box that lies on one side of another. If they don't overlap, it is the whole box.
func outside(b, other vision.Box) vision.Box {
	right, bottom := other[0]+other[2], other[1]+other[3]
	if vision.Overlap(b, other) == 0 {
		return b
	}
	best := vision.Box{}
	for _, part := range []vision.Box{
		{b[0], b[1], other[0] - b[0], b[3]}, {right, b[1], b[0] + b[2] - right, b[3]},
		{b[0], b[1], b[2], other[1] - b[1]}, {b[0], bottom, b[2], b[1] + b[3] - bottom},
	} {
		if min(part[2], part[3]) > 0 && part[2]*part[3] > best[2]*best[3] {
			best = part
		}
	}
	return best
}

// back says whether a die is the one that lay in this place before, although the place seemed bare meanwhile.
func (s *Settler) back(i int, d vision.Sighting, ev Evidence) bool {
	return s.looksLike(i, d, ev, backAlike)
}

// looksLike says whether a die looks like a die of the last look and doesn't surely show something else.
func (s *Settler) looksLike(i int, d vision.Sighting, ev Evidence, least float64) bool {
	same, sure := sameMark(s.lying[i], d)
	return (same || !sure) && ev.Liken(s.lying[i].Box, d.Box).Alike() >= least
}

// beside says whether a new die looks like a die of the last look and lies so near to its place that two dice have no
// room. The die was then pushed.
func (s *Settler) beside(i int, now []vision.Sighting, fresh []int, carried []vision.Box, ev Evidence) bool {
	return slices.ContainsFunc(fresh, func(j int) bool {
		return vision.Apart(carried[i], now[j].Box) < noRoom && s.looksLike(i, now[j], ev, sameLeast)
	})
}

// pairUnmoved pairs the dice that lie where they lay and look as they looked, and returns the new places that it
// paired. For these dice the camera didn't move, although it seemed so: somebody may have taken most of the dice
// away.
func (s *Settler) pairUnmoved(now []vision.Sighting, pair []int, taken []bool, carried []vision.Box, ev Evidence) map[int]bool {
	unmoved := map[int]bool{}
	for j, d := range now {
		for i, was := range s.lying {
			if (pair[j] < 0 || pair[j] == i) && (!taken[i] || pair[j] == i) && vision.Overlap(was.Box, d.Box) >= keptOverlap && s.back(i, d, ev) {
				pair[j], taken[i], carried[i], unmoved[j] = i, true, was.Box, true
			}
		}
	}
	return unmoved
}

// carried are the places of the last look's dice in this look's picture.
func (s *Settler) carried(ev Evidence) []vision.Box {
	out := make([]vision.Box, len(s.lying))
	for i, d := range s.lying {
		out[i] = ev.Carry(d.Box)
	}
	return out
}

// sameSpot pairs the places of two looks that lie on each other, the nearest first. pair holds for each new place the
// old one or −1. taken marks the old ones that are paired.
func sameSpot(old, now []vision.Box) (pair []int, taken []bool) {
	pair, taken = make([]int, len(now)), make([]bool, len(old))
	for j := range pair {
		pair[j] = -1
	}
	for range now {
		bi, bj, best := -1, -1, onTheSpot
		for j, b := range now {
			if pair[j] >= 0 {
				continue
			}
			for i, a := range old {
				if d := vision.Apart(a, b); !taken[i] && d < best {
					bi, bj, best = i, j, d
				}
			}
		}
		if bi < 0 {
			break
		}
		pair[bj], taken[bi] = bi, true
	}
	return pair, taken
}

func boxes(dice []vision.Sighting) []vision.Box {
	out := make([]vision.Box, len(dice))
	for i, d := range dice {
		out[i] = d.Box
	}
	return out
}
