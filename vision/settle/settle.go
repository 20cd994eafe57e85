// Package settle says what became of the dice between two looks at a tray: when they have come to rest, which of them are a new
// throw, were pushed or still lie there, and where they lie in a picture of another geometry. It sees no pixels and has no clock.
package settle

import (
	"time"

	"astragal/vision"
)

// Glance is what one frame tells about motion over the tray, with no pixels in it.
type Glance struct {
	// Frame and Time are the medium's own.
	Frame int
	Time  time.Duration
	// Moving: something on the tray is not where it was a moment ago. A camera that shakes and a
	// light that changes are not motion.
	Moving bool
	// Slight: so little moves that it may be a trembling picture.
	Slight bool
	// Shifted: the camera has moved since the last look.
	Shifted bool
	// Hand: something large (a hand, a cup, a sleeve) seems to reach in from the picture's edge.
	Hand bool
	// Covered: most of the picture is hidden, or shows something else altogether.
	Covered bool
	// Dark: the picture shows nothing at all, whatever its noise.
	Dark bool
	// Other: the picture has nothing to do with the one before it (the first one, the next of several stills).
	Other bool
	// Reframed: the picture shows the same view in another geometry than the one before it: turned, mirrored, cut, zoomed, or
	// of another size.
	Reframed bool
}

// The times of settling, of the medium.
const (
	// stillFor is how long nothing may move before a throw counts as settled.
	stillFor = 270 * time.Millisecond
	// stillAtEnd is the same where the medium ends and nothing more will come.
	stillAtEnd = 100 * time.Millisecond
	// stillFrames is how many frames in a row must be still, however slow the medium is.
	stillFrames = 2
	// trembles is how far apart slight motions are at least that are taken for trembling.
	trembles = 150 * time.Millisecond
	// lookAgain is the pause before a look that showed nothing is repeated, handAgain the same
	// where a hand lies in the tray.
	lookAgain = 200 * time.Millisecond
	handAgain = time.Second
	// looksMost is how many looks one stillness gets.
	looksMost = 3
	// putDown is how long a large thing must lie perfectly still to count as a thing that was put
	// down, no longer as a hand.
	putDown = 12 * time.Second
	// firstHand is the same before any picture was kept: what seems to be a hand may be the place
	// that one left.
	firstHand = 2 * time.Second
)

// Settler decides when dice have come to rest and what that means: a new
// throw, the same dice seen again, or an empty tray. It sees glances and
// scenes, no pixels, and has no clock: time comes in with the glances. The zero
// value is ready. It is not safe for concurrent use.
//
// For each frame call Add; when it says that it is time to look, read the tray
// and call Judge. When the medium ends, call End.
type Settler struct {
	state vision.State
	last  Glance
	begun bool
	// open: something happened since the last look, so the next stillness is looked at.
	open bool
	// moved is when something moved last; stirred is the same with slight motions; frames counts
	// the still frames since.
	moved, stirred time.Duration
	frames         int
	// looks counts the looks at this stillness; next is when another may be.
	looks int
	next  time.Duration
	// ended: no frame comes any more, so the next look is the last.
	ended bool
	// held: the last look told nothing, because something lies over the tray.
	held bool
	// doubt: the last look at this stillness may have overlooked a die, and its picture was kept.
	doubt bool
	// unread: the last look saw that something may lie there that it didn't read.
	unread bool
	// lying are the dice that lay there at the last look.
	lying []vision.Sighting
	// large are the places of what was too large for a die at the last look.
	large []vision.Box
	// lost are the places (px of the look before) of dice that the last look missed although they were never seen to be gone.
	lost []vision.Box
	fate Fate
	// anew: the picture was reframed since the last look that told something; before: dice lay there then.
	anew, before bool
}

// State is what goes on over the tray; empty before the first frame.
func (s *Settler) State() vision.State { return s.state }

// Lying are the dice that lay on the tray at the last look, px of that picture.
func (s *Settler) Lying() []vision.Sighting { return s.lying }

// Lost are the places, px of the picture of the look before, of dice that the last look missed although their places were never
// seen bare: something may lie over them.
func (s *Settler) Lost() []vision.Box { return s.lost }

// Add takes the next frame's glance and tells whether it is time to read the tray.
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
	if s.stirs(g) {
		s.open, s.moved, s.frames, s.looks, s.doubt, s.held = true, g.Time, 0, 0, false, false
	} else {
		s.frames++
	}
	if g.Shifted && !s.open {
		s.open, s.looks = true, 0
	}
	s.state = s.now()
	return s.due(stillFor, stillFrames)
}

// stirs tells whether a glance breaks the stillness.
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

// due tells whether the tray lies still and has not been looked at.
func (s *Settler) due(long time.Duration, frames int) bool {
	if s.last.Covered {
		long = putDown // nobody holds a hand still for so long: it is another view
	}
	if !s.open || s.last.Dark || s.frames < frames || s.last.Time-s.moved < long {
		return false
	}
	return s.looks == 0 || s.last.Time >= s.next
}

// End tells whether the tray is to be read a last time when the medium ends:
// dice had come to rest, only not for long, or the looks so far left a doubt.
func (s *Settler) End() (look bool) {
	if !s.begun || s.ended {
		return false
	}
	s.ended, s.next = true, 0
	return s.due(stillAtEnd, 1)
}

// Closer tells whether the look that is due should look closer, since the last one at this stillness may have left something unread.
func (s *Settler) Closer() bool { return s.looks > 0 && s.unread }

// Failed says that the tray could not be read: it is tried again a little later.
func (s *Settler) Failed() {
	s.looks++
	s.next = s.last.Time + lookAgain
	s.state = s.now()
}
