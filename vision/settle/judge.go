package settle

import (
	"slices"

	"astragal/vision"
)

// The limits of judging.
const (
	// foundLeast is how sure a sighting must be to count as a thrown die. largest is the largest share of the picture
	// that a die can fill: a tray may look like a die.
	foundLeast = 0.4
	largest    = 0.15
	// sameLump is how much two finds that are too large for dice must overlap to be the same thing.
	sameLump = 0.5
)

// Judge says what a look means. kind is empty if nothing changed. now holds all that is known, also the dice that
// this look missed although nothing happened to them. ev is nil as long as there is no earlier picture. keep says
// that the picture must be kept for the next comparison.
func (s *Settler) Judge(scene vision.Scene, ev Evidence) (kind vision.EventKind, now vision.Scene, keep bool) {
	s.looks++
	s.rest = rest{}
	s.next, s.unread = s.last.Time+lookAgain, false
	had, seen := len(s.lying) > 0, dice(scene)
	if ev == nil || !ev.Kept() {
		if ev != nil && ev.Hand(boxes(scene.Sightings)) && s.last.Time-s.moved < firstHand {
			return s.waitForHand(scene)
		}
		// There is nothing to compare with. So a second look is needed to notice what the reader overlooks.
		return s.conclude(scene, seen, Fate{Fresh: len(seen)}, true)
	}
	places := append(boxes(scene.Sightings), s.carried(ev)...) // the places of dice that lie there, and of dice that lay there
	if ev.Hand(places) && s.last.Time-s.moved < putDown {
		return s.waitForHand(scene)
	}
	if s.last.Covered {
		return s.Take(scene), scene, true // nothing can be compared
	}
	if covered(scene, s.carried(ev), s.large) && s.last.Time-s.moved < firstHand {
		return s.waitForHand(scene)
	}
	f, unread := s.fates(seen, ev)
	if f.Hidden && f.Fresh == 0 && s.last.Time-s.moved < putDown {
		return s.waitForHand(scene) // a die under something isn't gone
	}
	scene.Sightings = append(s.withLay(scene.Sightings, f.Relit, ev), unread...)
	seen = append(seen, unread...)
	// The doubt also counts if the light changed. If only the light changed, it costs two looks. An overlooked die
	// would cost a second roll as soon as somebody pushes it.
	doubt := f.Lost || ev.Unexplained(places) || s.doubt && f.Found == 0
	s.unread = doubt
	switch {
	case had:
	case f.Relit: // they were thrown in the dark
		f.Fresh, f.Found = f.Fresh+f.Found, 0
	case f.Fresh+f.Back == 0: // the tray was empty, and nothing happened where the reader sees dice now
		f.Found, seen = 0, nil
	}
	return s.conclude(scene, seen, f, doubt)
}

// waitForHand tells nothing, because something reaches into the tray. The tray is looked at again after a while.
func (s *Settler) waitForHand(scene vision.Scene) (vision.EventKind, vision.Scene, bool) {
	s.next, s.state, s.held = s.last.Time+handAgain, vision.HandInTray, true
	return "", scene, false
}

// conclude turns a fate into an event and remembers the dice. In doubt the tray is looked at again.
func (s *Settler) conclude(scene vision.Scene, seen []vision.Sighting, f Fate, doubt bool) (vision.EventKind, vision.Scene, bool) {
	had := len(s.lying) > 0
	kind := f.kind(had, len(seen) > 0)
	s.open = doubt && s.looks < looksMost && !s.ended
	if s.open && kind != vision.EventSettled {
		kind = "" // it may still become a throw, so the evidence stays until the last look
	}
	keep := kind != "" || !s.open
	if s.anew && keep {
		kind, f.Anew = s.lookedAnew(len(seen) > 0), true
	}
	if kind != vision.EventSettled || f.Relit && !had {
		scene.Sightings = thrown(scene.Sightings) // nothing was thrown, or all of it may have been thrown in the dark
	}
	s.doubt = doubt && keep // the kept picture hides what was overlooked in it. An older one would still show it.
	if keep {
		s.lying, s.hardly, s.large = seen, hardlyDice(scene), tooLarge(scene)
	}
	s.fate = f
	s.last.Hand, s.held = false, false
	s.state = s.now()
	return kind, scene, keep
}

// lookedAnew is the event of the first look after the picture was reframed. Nothing counts as a throw then.
func (s *Settler) lookedAnew(now bool) vision.EventKind {
	before := s.before
	s.anew, s.before = false, false
	switch {
	case now:
		return vision.EventSeen
	case before:
		return vision.EventCleared
	}
	return ""
}

// kind is the event that a fate makes. before and now say whether dice lay on the tray at the last look and lie there
// at this one.
func (f Fate) kind(before, now bool) vision.EventKind {
	switch {
	case f.Fresh > 0:
		return vision.EventSettled
	case before && !now:
		return vision.EventCleared
	case f.Gone+f.Moved+f.Found+f.Back > 0, (f.Relit || f.Bumped) && before:
		return vision.EventSeen
	}
	return ""
}

// dice are the sightings that may well be dice. The others stay in the scene, for people to judge, but make no throw.
func dice(s vision.Scene) []vision.Sighting {
	var out []vision.Sighting
	for _, d := range s.Sightings {
		if d.Found >= foundLeast && !isTooLarge(s, d) {
			out = append(out, d)
		}
	}
	return out
}

// hardlyDice are the sightings that make no throw because they are hardly found.
func hardlyDice(s vision.Scene) []vision.Sighting {
	return slices.DeleteFunc(slices.Clone(s.Sightings), func(d vision.Sighting) bool { return d.Found >= foundLeast || isTooLarge(s, d) })
}

// isTooLarge says whether a sighting is too large for a die.
func isTooLarge(s vision.Scene, d vision.Sighting) bool {
	return s.Width > 0 && d.Box[2]*d.Box[3] > largest*float64(s.Width*s.Height)
}

// tooLarge are the places of sightings that are too large for dice.
func tooLarge(s vision.Scene) (out []vision.Box) {
	for _, d := range s.Sightings {
		if isTooLarge(s, d) {
			out = append(out, d.Box)
		}
	}
	return out
}

// covered says whether something new that is too large for a die lies over a die that lay there and isn't seen in
// this look. A hand that keeps still may look like such a large die.
func covered(scene vision.Scene, lying, before []vision.Box) bool {
	for _, b := range tooLarge(scene) {
		if slices.ContainsFunc(before, func(o vision.Box) bool { return vision.Overlap(b, o) >= sameLump }) {
			continue
		}
		for _, l := range lying {
			x, y := l[0]+l[2]/2, l[1]+l[3]/2
			under := x > b[0] && x < b[0]+b[2] && y > b[1] && y < b[1]+b[3]
			if under && !slices.ContainsFunc(dice(scene), func(d vision.Sighting) bool { return vision.Overlap(d.Box, l) > 0 }) {
				return true
			}
		}
	}
	return false
}

// Take accepts a scene that somebody asked for as what lies on the tray, and says what it is. It is a throw if no
// dice were known to lie there before.
func (s *Settler) Take(scene vision.Scene) vision.EventKind {
	had := len(s.lying) > 0
	s.lying, s.hardly, s.large = dice(scene), hardlyDice(scene), tooLarge(scene)
	s.lost, s.open, s.looks = nil, false, 1
	s.last.Hand, s.last.Covered, s.held = false, false, false
	s.fate = Fate{Anew: s.anew}
	s.anew, s.before = false, false
	s.state = s.now()
	if !had && len(s.lying) > 0 && !s.fate.Anew {
		return vision.EventSettled
	}
	return vision.EventSeen
}
