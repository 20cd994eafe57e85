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
	// Unexplained tells whether something of a die's size has come to lie where none of the boxes
	// is, which the reader may have overlooked.
	Unexplained([]Box) bool
	// Hand tells whether something large reaches into the tray, apart from the boxes.
	Hand([]Box) bool
	// Relit tells whether the tray lies in another light.
	Relit() bool
	// Bumped tells whether the camera has moved.
	Bumped() bool
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
	// foundLeast is how sure a sighting must be to be taken for a die that was thrown, and
	// largest the share of the picture that a die fills at most: a tray may look like a die.
	foundLeast = 0.4
	largest    = 0.15
	// sameLeast is how alike a place must look to hold what it held.
	sameLeast = 0.6
	// changedMost is the share of a place that may have another colour and still hold what it held.
	changedMost = 0.35
	// onTheSpot is how far, in die sizes, the middle of a die may lie from its old place.
	onTheSpot = 0.45
	// nudgeFar is how far, in die sizes, a pushed die goes at most.
	nudgeFar = 2.2
	// nudgeAlike is how alike a die that was pushed by its own size must look, nudgeMore how much
	// more for each further size, nudgeSure how alike at most where it shows the number that it
	// showed or the picture's edge cuts it.
	nudgeAlike, nudgeMore, nudgeSure = 0.4, 0.33, 0.45
	// readSurely is how sure the reader must be for its word to count here.
	readSurely = 0.95
)

// Judge says what a look means. Kind is empty when nothing changed. The scene
// that it gives holds what is known now: also the dice that this look missed
// although nothing happened to them. ev is nil as long as no picture was kept.
// Keep says that the picture is to be kept for the next comparison.
func (s *Settler) Judge(scene Scene, ev Evidence) (kind EventKind, now Scene, keep bool) {
	s.looks++
	s.next = s.last.Time + lookAgain
	had, seen := len(s.lying) > 0, dice(scene)
	if ev == nil {
		// There is nothing to compare with, so what the reader overlooks shows only when it looks again.
		return s.conclude(scene, seen, Fate{Fresh: len(seen)}, true)
	}
	places := append(boxes(scene.Sightings), s.carried(ev)...) // of dice that lie there, and lay there
	if ev.Hand(places) && s.last.Time-s.moved < putDown {
		s.next, s.state = s.last.Time+handAgain, HandInTray
		return "", scene, false
	}
	if s.last.Covered {
		return s.Take(scene), scene, true // nothing can be compared
	}
	f, unread := s.fates(seen, ev)
	scene.Sightings = append(slices.Clone(scene.Sightings), unread...)
	seen = append(seen, unread...)
	doubt := !f.Relit && ev.Unexplained(places)
	switch {
	case had:
	case f.Relit: // they were thrown in the dark
		f.Fresh, f.Found = f.Fresh+f.Found, 0
	case f.Fresh == 0: // nothing happened where the reader now sees dice on a tray that was empty
		f.Found, seen = 0, nil
	}
	return s.conclude(scene, seen, f, doubt)
}

// conclude turns what became of the dice into an event and remembers them. In
// doubt the tray is looked at again.
func (s *Settler) conclude(scene Scene, seen []Sighting, f Fate, doubt bool) (EventKind, Scene, bool) {
	had := len(s.lying) > 0
	kind := f.kind(had, len(seen) > 0)
	s.open = doubt && s.looks < looksMost
	if s.open && kind != EventSettled {
		kind = "" // it may be a throw yet: the evidence stays until the last look
	}
	keep := kind != "" || !s.open
	if keep {
		s.lying = seen
	}
	s.fate = f
	s.last.Hand = false
	s.state = s.now()
	return kind, scene, keep
}

// kind is the event that a fate makes, when dice lay on the tray before or lie there now.
func (f Fate) kind(before, now bool) EventKind {
	switch {
	case f.Fresh > 0:
		return EventSettled
	case before && !now:
		return EventCleared
	case f.Gone+f.Moved+f.Found > 0, (f.Relit || f.Bumped) && before:
		return EventSeen
	}
	return ""
}

// dice are the sightings that can well be dice. The others stay in the scene,
// for people to judge, but make no throw.
func dice(s Scene) []Sighting {
	var out []Sighting
	for _, d := range s.Sightings {
		tooLarge := s.Width > 0 && d.Box[2]*d.Box[3] > largest*float64(s.Width*s.Height)
		if d.Found >= foundLeast && !tooLarge {
			out = append(out, d)
		}
	}
	return out
}

// Take accepts a scene that somebody asked for as what lies on the tray now,
// and says what it is: a throw where nothing was known to lie before.
func (s *Settler) Take(scene Scene) EventKind {
	had := len(s.lying) > 0
	s.lying, s.open, s.looks = dice(scene), false, 1
	s.last.Hand, s.last.Covered = false, false
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
	// Relit: the light has changed. Bumped: the camera has moved.
	Relit, Bumped bool
}

// Fate is what the last look came to.
func (s *Settler) Fate() Fate { return s.fate }

// fates pairs the dice of the last look with those seen now. It also gives the
// dice of the last look that must still be there, though they were not read now.
func (s *Settler) fates(now []Sighting, ev Evidence) (f Fate, unread []Sighting) {
	f.Relit, f.Bumped = ev.Relit(), ev.Bumped()
	carried := s.carried(ev)
	pair, taken := sameSpot(carried, boxes(now))
	var fresh, gone, odd []int
	kept := 0
	for j, d := range now {
		still := ev.Place(d.Box).still(f.Relit)
		switch {
		case pair[j] >= 0 && still:
			kept++
		case pair[j] >= 0 && ev.Alike(s.lying[pair[j]].Box, d.Box) < nudgeAlike:
			odd = append(odd, j)
		case pair[j] >= 0:
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
	// Another die, or another face, where one lay: turned over by a finger while the others lie
	// there, but thrown where nothing stayed as it was.
	if kept+f.Moved+len(unread) == 0 && (len(gone) > 0 || !f.Relit) {
		f.Fresh, f.Gone = len(odd), len(odd)
	} else {
		f.Moved += len(odd)
	}
	pushed := s.pushed(now, fresh, gone, carried, ev)
	if len(gone)-pushed > max(1, len(now)-len(fresh)) {
		pushed = 0 // most were swept away: what lies there now was thrown
	}
	f.Moved += pushed
	f.Fresh, f.Gone, f.Unread = f.Fresh+len(fresh)-pushed, f.Gone+len(gone)-pushed, len(unread)
	return f, unread
}

// carried are the places of the last look's dice in the picture now.
func (s *Settler) carried(ev Evidence) []Box {
	out := make([]Box, len(s.lying))
	for i, d := range s.lying {
		out[i] = ev.Carry(d.Box)
	}
	return out
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
		best, bestAlike := -1, 0.0
		for _, j := range fresh {
			far := apart(carried[i], now[j].Box)
			if used[j] || far > nudgeFar {
				continue
			}
			if a := ev.Alike(s.lying[i].Box, now[j].Box); a > bestAlike && a >= alikeLeast(s.lying[i], now[j], far) {
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

// alikeLeast is how alike two sightings must look to be one die that was
// pushed so far, in die sizes.
func alikeLeast(a, b Sighting, far float64) float64 {
	same, sure := sameMark(a, b)
	if sure && !same {
		return 2 // it shows another face: it was thrown
	}
	least := nudgeAlike + nudgeMore*max(0, far-1)
	if same || cut(a.Box) || cut(b.Box) {
		least = min(least, nudgeSure)
	}
	return least
}

// sameMark tells whether two sightings show the same; sure where the reader is.
func sameMark(a, b Sighting) (same, sure bool) {
	if len(a.Marks) == 0 || len(b.Marks) == 0 {
		return false, false
	}
	x, y := a.Marks[0], b.Marks[0]
	sure = x.P >= readSurely && y.P >= readSurely && x.Kind == y.Kind && x.Kind != MarkUnknown
	return sure && x.Value == y.Value, sure
}

// cut tells whether a box is much longer than wide, as that of a die at the picture's edge.
func cut(b Box) bool { return min(b[2], b[3]) < 0.85*max(b[2], b[3]) }

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
