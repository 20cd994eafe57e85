package tray

import (
	"time"

	"astragal/companion/protocol"
	"astragal/vision"
)

// Study is what the studio sees of the tray while somebody teaches: the last scene.
type Study struct {
	// N counts the scenes.
	N     int
	Scene vision.Scene
	// Photo says that somebody sent a picture, so that there is nothing else to look at.
	Photo bool
	// until is the time until which throws are for teaching and don't count. held says that screens know that.
	until time.Time
	held  bool
	// own says that the studio ordered the next throw. lies says that what lies on the tray was thrown for teaching.
	own, lies bool
	// fresh is closed with the next scene; nil if nobody waits for one.
	fresh chan struct{}
	// meanwhile is the last throw that the studio didn't order, if a game waited for a roll then.
	meanwhile *Offer
}

// TeachingFor is how long a studio page holds the tray after it last asked for it.
const TeachingFor = 12 * time.Second

// Teaching says whether a studio page has the tray.
func (t *Tray) Teaching(now time.Time) bool { return t.Study.held && now.Before(t.Study.until) }

// Hold keeps throws for teaching for TeachingFor. fresh is true if they weren't for teaching before.
func (t *Tray) Hold(now time.Time) (fresh bool) {
	fresh = !t.Study.held
	t.Study.until, t.Study.held = now.Add(TeachingFor), true
	return fresh
}

// Own drops the throw that would be offered to a game. next says that the studio ordered the next throw; else it has learned from the last one. was is
// true if there was such a throw.
func (t *Tray) Own(next bool) (was bool) {
	was = t.Study.meanwhile != nil
	t.Study.own, t.Study.meanwhile = next, nil
	return was
}

// Fresh is closed with the next scene.
func (t *Tray) Fresh() <-chan struct{} {
	if t.Study.fresh == nil {
		t.Study.fresh = make(chan struct{})
	}
	return t.Study.fresh
}

// Studies takes a scene for the studio. waits says whether a game waits for a roll. If note is true, the table writes down what is offered to the game,
// or that nothing is offered any more.
func (t *Tray) Studies(e vision.Event, waits bool, now time.Time) (meanwhile *Offer, note bool) {
	s := &t.Study
	s.N++
	s.Scene, s.Photo = *e.Scene, e.Sent
	if s.fresh != nil {
		close(s.fresh)
		s.fresh = nil
	}
	if e.Kind != vision.EventSettled {
		return nil, false
	}
	was := s.meanwhile != nil || t.offers(protocol.OfferedTeaching)
	s.lies, s.meanwhile, t.Offer = true, nil, nil
	if waits && !s.own && len(e.Scene.Sightings) > 0 {
		s.meanwhile = t.offering(protocol.OfferedTeaching, *e.Scene, now)
	}
	s.own, t.start = false, false
	return s.meanwhile, was || s.meanwhile != nil
}

// HandBack gives the tray back if no studio page has asked for it lately, and offers what was thrown in that time to the game that waits. It is true if
// it gave the tray back.
func (t *Tray) HandBack(now time.Time) bool {
	if !t.Study.held || t.Teaching(now) {
		return false
	}
	t.Study.held = false
	if t.Study.meanwhile != nil {
		t.Offer, t.Study.meanwhile = t.Study.meanwhile, nil
	}
	return true
}
