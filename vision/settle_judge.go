package vision

import (
	"math"
	"slices"
)

// Evidence is what the pixels tell about the tray between the last look and
// now. Places of the last look are px of its picture, others px of this one.
type Evidence interface {
	// Carry gives where a place of the last look lies now: the camera may have been bumped.
	Carry(Box) Box
	// Place compares what is at a place now with what was there at the last look.
	Place(Box) Place
	// Alike is how alike (−1 to 1) the die that was at from in the last look and the one at to now
	// are, however it was turned on the floor.
	Alike(from, to Box) float64
	// Hand tells whether something large reaches into the tray, dice apart.
	Hand(dice []Box) bool
	// Relit tells whether the tray lies in another light.
	Relit() bool
}

// Place is what happened at one place of the tray.
type Place struct {
	// Touched is the share of the place over which something moved (0 to 1).
	Touched float64
	// Same is how alike the place looks to what it was, whatever the light (−1 to 1).
	Same float64
	// Changed is the share of the place that has another colour than it had, the light on the
	// whole tray apart (0 to 1).
	Changed float64
}

// still tells whether a place holds what it held.
func (p Place) still(relit bool) bool {
	return p.Touched < touchedLeast || p.Same >= sameLeast && (relit || p.Changed <= changedMost)
}

// The limits of judging.
const (
	// touchedLeast is the share of a place over which something must have moved before anything
	// new can lie there.
	touchedLeast = 0.15
	// sameLeast is how alike a place must look to hold what it held.
	sameLeast = 0.6
	// changedMost is the share of a place that may have another colour and still hold what it held.
	changedMost = 0.35
	// onTheSpot is how far, in die sizes, the middle of a die may lie from its old place.
	onTheSpot = 0.45
	// nudgeFar is how far, in die sizes, a pushed die goes at most.
	nudgeFar = 3.0
	// nudgeAlike is how alike a pushed die must look.
	nudgeAlike = 0.6
)

// Judge says what a look means. Kind is empty when nothing changed. The scene
// that it gives holds what is known now: also the dice that this look missed
// although nothing happened to them. ev is nil at the first look. The picture
// may be kept for the next comparison unless State is HandInTray.
func (s *Settler) Judge(scene Scene, ev Evidence) (kind EventKind, now Scene) {
	s.looks++
	if ev == nil {
		return s.conclude(scene, Fate{Fresh: len(scene.Sightings)})
	}
	if ev.Hand(boxes(scene.Sightings)) && s.last.Time-s.moved < putDown {
		s.next, s.state = s.last.Time+handAgain, HandInTray
		return "", scene
	}
	f, unread := s.fates(scene.Sightings, ev)
	scene.Sightings = append(slices.Clone(scene.Sightings), unread...)
	return s.conclude(scene, f)
}

// conclude turns what became of the dice into an event and remembers the scene.
func (s *Settler) conclude(scene Scene, f Fate) (EventKind, Scene) {
	had := len(s.lying) > 0
	s.fate = f
	s.lying = slices.Clone(scene.Sightings)
	s.open = len(s.lying) == 0 && !had && s.looks < looksMost
	s.next = s.last.Time + lookAgain
	s.last.Hand = false
	s.state = s.now()
	switch {
	case f.Fresh > 0:
		return EventSettled, scene
	case had && len(s.lying) == 0:
		return EventCleared, scene
	case f.Gone+f.Moved+f.Found > 0, f.Relit && had:
		return EventSeen, scene
	}
	return "", scene
}

// Take accepts a scene that somebody asked for as what lies on the tray now,
// and says what it is: a throw where nothing was known to lie before.
func (s *Settler) Take(scene Scene) EventKind {
	had := len(s.lying) > 0
	s.lying, s.open, s.looks = slices.Clone(scene.Sightings), false, 1
	s.last.Hand = false
	s.state = s.now()
	if !had && len(s.lying) > 0 {
		return EventSettled
	}
	return EventSeen
}

// Fate is what became of the dice between two looks: how many are new, were
// pushed or turned over where they lay, lie where nothing happened but were
// not read before, are there no more, or must be there but were not read now.
type Fate struct {
	Fresh, Moved, Found, Gone, Unread int
	// Relit: the light has changed.
	Relit bool
}

// Fate is what the last look came to.
func (s *Settler) Fate() Fate { return s.fate }

// fates pairs the dice of the last look with those seen now. It also gives the
// dice of the last look that must still be there, though they were not read now.
func (s *Settler) fates(now []Sighting, ev Evidence) (f Fate, unread []Sighting) {
	f.Relit = ev.Relit()
	carried := make([]Box, len(s.lying))
	for i, d := range s.lying {
		carried[i] = ev.Carry(d.Box)
	}
	pair, taken := sameSpot(carried, boxes(now))
	var fresh, gone []int
	for j, d := range now {
		still := ev.Place(d.Box).still(f.Relit)
		switch {
		case pair[j] >= 0 && !still:
			f.Moved++
		case pair[j] < 0 && still:
			f.Found++
		case pair[j] < 0:
			fresh = append(fresh, j)
		}
	}
	for i, d := range s.lying {
		if taken[i] {
			continue
		}
		if ev.Place(carried[i]).still(f.Relit) {
			unread = append(unread, d.movedTo(carried[i]))
			continue
		}
		gone = append(gone, i)
	}
	pushed := s.pushed(now, fresh, gone, carried, ev)
	f.Moved += pushed
	f.Fresh, f.Gone, f.Unread = len(fresh)-pushed, len(gone)-pushed, len(unread)
	return f, unread
}

// sameSpot pairs the places of two looks that lie on each other, nearest first.
// pair gives for each new place the old one or −1; taken marks the old ones.
func sameSpot(old, now []Box) (pair []int, taken []bool) {
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
				if d := apart(a, b); !taken[i] && d < best {
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

// pushed counts the dice that only changed their place by a push: gone from
// one place, new at another one near by, with the same face up.
func (s *Settler) pushed(now []Sighting, fresh, gone []int, carried []Box, ev Evidence) int {
	n := 0
	used := make(map[int]bool, len(fresh))
	for _, i := range gone {
		best, bestAlike := -1, nudgeAlike
		for _, j := range fresh {
			if used[j] || apart(carried[i], now[j].Box) > nudgeFar {
				continue
			}
			if a := ev.Alike(s.lying[i].Box, now[j].Box); a > bestAlike {
				best, bestAlike = j, a
			}
		}
		if best >= 0 {
			used[best] = true
			n++
		}
	}
	return n
}

// apart is the distance of the middles of two boxes in die sizes.
func apart(a, b Box) float64 {
	size := (a[2] + a[3] + b[2] + b[3]) / 4
	if size <= 0 {
		return math.Inf(1)
	}
	return math.Hypot(a[0]+a[2]/2-b[0]-b[2]/2, a[1]+a[3]/2-b[1]-b[3]/2) / size
}

func boxes(dice []Sighting) []Box {
	out := make([]Box, len(dice))
	for i, d := range dice {
		out[i] = d.Box
	}
	return out
}

// movedTo is the sighting as it lies at another place.
func (d Sighting) movedTo(b Box) Sighting {
	dx, dy := b[0]+b[2]/2-d.Box[0]-d.Box[2]/2, b[1]+b[3]/2-d.Box[1]-d.Box[3]/2
	outline := make([]Point, len(d.Outline))
	for i, p := range d.Outline {
		outline[i] = Point{p[0] + dx, p[1] + dy}
	}
	d.Box, d.Outline = b, outline
	return d
}
