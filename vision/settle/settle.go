// Package settle says what became of the dice between two looks at a tray: when they came to rest, which of them are
// a new throw, were pushed or still lie there, and where they lie in a picture of another geometry. It sees no pixels
// and has no clock.
package settle

import (
	"time"

	"astragal/vision"
)

// Glance is what one frame says about motion over the tray. It holds no pixels.
type Glance struct {
	// Frame and Time are those of the medium.
	Frame int
	Time  time.Duration
	// Moving says that something on the tray has moved since a moment ago. A camera that shakes and a light that
	// changes are no motion.
	Moving bool
	// Slight says that so little moves that the picture may only be trembling.
	Slight bool
	// Shifted says that the camera has moved since the last look.
	Shifted bool
	// Hand says that something large (a hand, a cup, a sleeve) seems to reach in from the picture's edge.
	Hand bool
	// Covered says that most of the picture is hidden, or shows something quite different.
	Covered bool
	// Dark says that the picture shows nothing at all, except noise.
	Dark bool
	// Other says that the picture has nothing to do with the one before it: it is the first one, or the next of
	// several stills.
	Other bool
	// Reframed says that the picture shows the same view in another geometry than the one before it: turned,
	// mirrored, cut, zoomed, or of another size.
	Reframed bool
}

// The times of settling, in the medium's time.
const (
	// stillFor is how long nothing may move before a throw counts as settled.
	stillFor = 270 * time.Millisecond
	// stillAtEnd is the same if the medium ends and nothing more can come.
	stillAtEnd = 100 * time.Millisecond
	// stillFrames is how many frames in a row must be still, however slow the medium is.
	stillFrames = 2
	// trembles is the least time between slight motions that count as trembling.
	trembles = 150 * time.Millisecond
	// lookAgain is the pause before a look that showed nothing is repeated. handAgain is that pause if a hand lies in
	// the tray.
	lookAgain = 200 * time.Millisecond
	handAgain = time.Second
	// looksMost is how many looks the tray gets while it lies still.
	looksMost = 3
	// putDown is how long a large thing must lie perfectly still to count as a thing that was put down, and not as a
	// hand.
	putDown = 12 * time.Second
	// firstHand is the same before any picture was kept. What seems to be a hand may be the place that a hand left.
	firstHand = 2 * time.Second
)

// Settler decides when dice have come to rest and what that means: a new throw, the same dice seen again, or an empty
// tray. It sees glances and scenes but no pixels. It has no clock: times come with the glances. The zero value is
// ready for use. It isn't safe for concurrent use.
//
// For each frame call Add. If it returns true, read the tray and call Judge. If Remember returns true, keep the frame; if Snatched does, read
// that frame and call JudgeKept. When the medium ends, call End.
type Settler struct {
	state vision.State
	last  Glance
	begun bool
	// open says that something has happened since the last look, so the tray is looked at as soon as it lies still.
	open bool
	// moved is when something last moved. stirred also counts slight motions. frames counts the still frames since.
	moved, stirred time.Duration
	frames         int
	// looks counts the looks since the tray lies still. next is the earliest time of another look.
	looks int
	next  time.Duration
	// ended says that no more frames come, so the next look is the last.
	ended bool
	// held says that the last look told nothing, because something lies over the tray.
	held bool
	// doubt says that the last look since the tray lies still may have overlooked a die, and that its picture was
	// kept.
	doubt bool
	// unread says that the last look saw something that it couldn't read.
	unread bool
	// rest is the last stillness that may have been too short for a look.
	rest rest
	// lying are the dice on the tray at the last look.
	lying []vision.Sighting
	// hardly are the sightings of the last look that made no throw, because they are hardly dice. One may lie half under another die.
	hardly []vision.Sighting
	// large are the places of what was too large for a die at the last look.
	large []vision.Box
	// lost are the places (px of the look before) of dice that the last look missed although nobody saw them leave.
	lost []vision.Box
	fate Fate
	// anew says that the picture was reframed since the last look that told something. before says that dice lay
	// there then.
	anew, before bool
}

// State is what goes on over the tray. It is empty before the first frame.
func (s *Settler) State() vision.State { return s.state }

// Lying are the dice on the tray at the last look, in px of that picture.
func (s *Settler) Lying() []vision.Sighting { return s.lying }

// Places are where dice lie, or may lie, in the last look's picture, px.
func (s *Settler) Places() []vision.Box { return append(boxes(s.lying), boxes(s.hardly)...) }

// Lost are the places, in px of the look before, of dice that the last look missed although their places were never
// seen bare. Something may lie over them.
func (s *Settler) Lost() []vision.Box { return s.lost }

// Add takes the next frame's glance, and returns whether it is time to read the tray.
func (s *Settler) Add(g Glance) (look bool) {
	if !s.begun || g.Other {
		*s = Settler{begun: true, open: true, moved: g.Time, stirred: g.Time, last: g}
		return false
	}
	if g.Reframed {
		*s = Settler{begun: true, open: true, moved: g.Time, stirred: g.Time, last: g, anew: true, before: s.before || len(s.lying) > 0}
		return false
	}
	s.last = g
	stirs := s.stirs(g)
	if stirs {
		s.open, s.moved, s.frames, s.looks, s.doubt, s.held = true, g.Time, 0, 0, false, false
	} else {
		s.frames++
	}
	if g.Shifted && !s.open {
		s.open, s.looks = true, 0
	}
	s.remember(stirs)
	s.state = s.now()
	return s.due(stillFor, stillFrames)
}

// stirs says whether a glance ends the stillness.
func (s *Settler) stirs(g Glance) bool {
	if !g.Moving {
		return false
	}
	alone := g.Time-s.stirred > trembles
	s.stirred = g.Time
	return !g.Slight || !alone
}

// now is the state that follows from the last glance.
func (s *Settler) now() vision.State {
	switch {
	case s.last.Dark:
		return vision.TooDark
	case s.last.Covered && s.open:
		return vision.Blocked
	case s.held, s.last.Hand && (s.open || s.state == vision.HandInTray):
		return vision.HandInTray
	case s.open && s.looks == 0:
		if s.state != vision.Moving && s.state != vision.HandInTray && s.state != vision.Blocked && s.state != vision.TooDark && s.frames > 0 && s.last.Shifted {
			return s.state // only the camera moves
		}
		if s.state == "" && !s.last.Moving {
			return "" // nothing has moved and nothing was looked at yet
		}
		return vision.Moving
	case len(s.lying) > 0:
		return vision.Settled
	}
	return vision.Empty
}

// due says whether the tray lies still and hasn't been looked at.
func (s *Settler) due(long time.Duration, frames int) bool {
	if s.last.Covered {
		long = putDown // nobody holds a hand still for so long, so the view itself has changed
	}
	if !s.open || s.last.Dark || s.frames < frames || s.last.Time-s.moved < long {
		return false
	}
	return s.looks == 0 || s.last.Time >= s.next
}

// End says whether the tray must be read a last time when the medium ends. It must if dice have come to rest only
// just before, or if the looks so far left a doubt.
func (s *Settler) End() (look bool) {
	if !s.begun || s.ended {
		return false
	}
	s.ended, s.next = true, 0
	return s.due(stillAtEnd, 1)
}

// Closer says whether the next look must look closer, because the last one may have left something unread.
func (s *Settler) Closer() bool { return s.looks > 0 && s.unread }

// Failed says that the tray couldn't be read. It is tried again a little later.
func (s *Settler) Failed() {
	s.looks++
	s.next = s.last.Time + lookAgain
	s.state = s.now()
}
