package tray

import (
	"time"

	"astragal/companion/protocol"
	"astragal/vision"
)

// Study is what lies before the studio: the last scene, while somebody teaches.
type Study struct {
	// N counts the scenes.
	N     int
	Scene vision.Scene
	// Photo: what lies there came as a picture of its own, so that there is nothing else to look at.
	Photo bool
	// until is how long throws are for teaching and not for counting; held, that screens were told so.
	until time.Time
	held  bool
	// own: the next throw is one that the studio ordered. lies: what lies on the tray was thrown for teaching.
	own, lies bool
	// fresh is closed with the next scene; nil while nobody waits for one.
	fresh chan struct{}
	// meanwhile is the last throw that the studio didn't order, while a game waited for a roll.
	meanwhile *Offer
}

// TeachingFor is how long a studio page holds the tray after it last asked for it.
const TeachingFor = 12 * time.Second

// Teaching says that a studio page has the tray.
func (t *Tray) Teaching(now time.Time) bool { return t.Study.held && now.Before(t.Study.until) }

// Hold keeps throws for teaching for a moment more. It tells whether they were not until now.
func (t *Tray) Hold(now time.Time) (fresh bool) {
	fresh = !t.Study.held
	t.Study.until, t.Study.held = now.Add(TeachingFor), true
	return fresh
}

// Own says that the studio orders the next throw, or has learned from the last one: no game is offered it. It tells whether
// one would have been.
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

// Studies takes a scene for the studio. waits says whether a game waits for a roll. If note is true, the table writes down what
// is offered meanwhile, or that nothing is any more.
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

// HandBack gives the tray back once no studio page asks for it any more, and offers what was thrown meanwhile to the game that
// waits. It tells whether it did.
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
