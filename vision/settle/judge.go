package settle

import (
	"slices"

	"astragal/vision"
)

// The limits of judging.
const (
	// foundLeast is how sure a sighting must be to be taken for a die that was thrown, and
	// largest the share of the picture that a die fills at most: a tray may look like a die.
	foundLeast = 0.4
	largest    = 0.15
	// sameLump is how much two finds that are too large for dice must share to be one thing.
	sameLump = 0.5
)

// Judge says what a look means. Kind is empty when nothing changed. The scene
// that it gives holds what is known now: also the dice that this look missed
// although nothing happened to them. ev is nil as long as there is no earlier picture.
// Keep says that the picture is to be kept for the next comparison.
func (s *Settler) Judge(scene vision.Scene, ev Evidence) (kind vision.EventKind, now vision.Scene, keep bool) {
	s.looks++
	s.next, s.unread = s.last.Time+lookAgain, false
	had, seen := len(s.lying) > 0, dice(scene)
	if ev == nil || !ev.Kept() {
		if ev != nil && ev.Hand(boxes(scene.Sightings)) && s.last.Time-s.moved < firstHand {
			return s.waitForHand(scene)
		}
		// There is nothing to compare with, so what the reader overlooks shows only when it looks again.
		return s.conclude(scene, seen, Fate{Fresh: len(seen)}, true)
	}
	places := append(boxes(scene.Sightings), s.carried(ev)...) // of dice that lie there, and lay there
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
	// This holds in another light as well. If only the light changed, the doubt costs two looks; an overlooked die costs a second roll as soon as it is pushed.
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

// waitForHand tells nothing, because something reaches in; the tray is looked at again a while later.
func (s *Settler) waitForHand(scene vision.Scene) (vision.EventKind, vision.Scene, bool) {
	s.next, s.state, s.held = s.last.Time+handAgain, vision.HandInTray, true
	return "", scene, false
}

// conclude turns what became of the dice into an event and remembers them. In
// doubt the tray is looked at again.
func (s *Settler) conclude(scene vision.Scene, seen []vision.Sighting, f Fate, doubt bool) (vision.EventKind, vision.Scene, bool) {
	had := len(s.lying) > 0
	kind := f.kind(had, len(seen) > 0)
	s.open = doubt && s.looks < looksMost && !s.ended
	if s.open && kind != vision.EventSettled {
		kind = "" // it may be a throw yet: the evidence stays until the last look
	}
	keep := kind != "" || !s.open
	if s.anew && keep {
		kind, f.Anew = s.lookedAnew(len(seen) > 0), true
	}
	if kind != vision.EventSettled || f.Relit && !had {
		scene.Sightings = thrown(scene.Sightings) // nothing was thrown, or all of it may have been thrown in the dark
	}
	s.doubt = doubt && keep // the picture that is kept hides what was overlooked in it; an older one still shows it
	if keep {
		s.lying, s.large = seen, tooLarge(scene)
	}
	s.fate = f
	s.last.Hand, s.held = false, false
	s.state = s.now()
	return kind, scene, keep
}

// lookedAnew is the event of the first look since the picture was reframed: nothing is a throw then.
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

// kind is the event that a fate makes, when dice lay on the tray before or lie there now.
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

// dice are the sightings that can well be dice. The others stay in the scene,
// for people to judge, but make no throw.
func dice(s vision.Scene) []vision.Sighting {
	var out []vision.Sighting
	for _, d := range s.Sightings {
		if d.Found >= foundLeast && !isTooLarge(s, d) {
			out = append(out, d)
		}
	}
	return out
}

// isTooLarge tells whether a sighting is too large for a die.
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

// covered tells whether something new and too large for a die lies over a die that lay there and isn't seen now. A hand that keeps still may look like such a
// die.
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

// Take accepts a scene that somebody asked for as what lies on the tray now,
// and says what it is: a throw where nothing was known to lie before.
func (s *Settler) Take(scene vision.Scene) vision.EventKind {
	had := len(s.lying) > 0
	s.lying, s.large, s.lost, s.open, s.looks = dice(scene), tooLarge(scene), nil, false, 1
	s.last.Hand, s.last.Covered, s.held = false, false, false
	s.fate = Fate{Anew: s.anew}
	s.anew, s.before = false, false
	s.state = s.now()
	if !had && len(s.lying) > 0 && !s.fate.Anew {
		return vision.EventSettled
	}
	return vision.EventSeen
}
