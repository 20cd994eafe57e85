package companion

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/vision"
)

// offer is what lies on the tray, or was thrown, and is no roll until somebody says so.
type offer struct {
	why protocol.Offered
	at  time.Time
	// source is what was looked at.
	source string
	scene  vision.Scene
	// readings are for the eye alone: what asks for the roll reads the dice anew.
	readings []vision.Reading
}

// offerNote is a throw that is offered after teaching, or dice that lay there at the start and of which
// somebody said that they are no roll. Without a scene, nothing is offered any more. Dice that lie there at the
// start aren't written down until then: after a restart the camera looks at what lies there by then.
type offerNote struct {
	Why    protocol.Offered `json:"why,omitempty"`
	Source string           `json:"source,omitempty"`
	Scene  *vision.Scene    `json:"scene,omitempty"`
	Passed bool             `json:"passed,omitempty"`
}

func (s *Session) offering(why protocol.Offered, scene vision.Scene) *offer {
	return &offer{why, s.now(), s.looking.view.Source, scene, vision.Read(scene)}
}

// offerStart offers what lies there since the camera began to look, unless somebody said that it is no roll.
// What was thrown for a game that waits goes before it.
func (s *Session) offerStart(scene vision.Scene) {
	if s.offer != nil && s.offer.why == protocol.OfferedTeaching {
		return
	}
	s.offer = nil
	if o := s.offering(protocol.OfferedStart, scene); s.passed == nil || !throw.Saw(0, s.passed.at, s.passed.scene, s.passed.readings).IsOf(scene, o.readings) {
		s.offer = o
	}
}

// keepOffer writes down what is offered. If that can't be, it is offered as long as the program runs.
func (s *Session) keepOffer(ctx context.Context, o *offer) {
	n := offerNote{}
	if o != nil {
		n = offerNote{Why: o.why, Source: o.source, Scene: s.keepable(o.scene)}
	}
	if err := s.write(ctx, []journal.Note{s.note(noteOffer, n)}, nil); err != nil {
		s.log.Warn("write down a throw that is offered", "err", err)
	}
}

// keepable is a scene as it may be written down: without pictures where the table keeps none.
func (s *Session) keepable(scene vision.Scene) *vision.Scene {
	if s.journal.KeepsCrops() {
		return &scene
	}
	scene.Sightings = append([]vision.Sighting{}, scene.Sightings...)
	for i := range scene.Sightings {
		scene.Sightings[i].Crop = nil
	}
	return &scene
}

func (s *Session) recallOffer(n journal.Note) error {
	var b offerNote
	if err := json.Unmarshal(n.Body, &b); err != nil {
		return err
	}
	s.offer, s.passed = nil, nil
	if b.Scene == nil {
		return nil
	}
	o := &offer{b.Why, n.At, b.Source, *b.Scene, vision.Read(*b.Scene)}
	if b.Passed {
		s.passed = o
	} else {
		s.offer = o
	}
	return nil
}

// view is what is offered as a screen shows it.
func (o *offer) view() protocol.ThrowView {
	t := throw.Saw(0, o.at, o.scene, o.readings)
	for i := range t.Dice {
		t.Dice[i].Crop = false // it has no number yet by which pictures are kept
	}
	t.Status = protocol.ThrowOffered
	return t.View()
}

// seeOffered takes in an event about dice that are offered; true where it is about those alone.
func (s *Session) seeOffered(e vision.Event) bool {
	switch {
	case s.offer == nil:
		return false
	case e.Kind == vision.EventSeen && e.Scene != nil:
		if s.offer.why == protocol.OfferedStart {
			s.offer = s.offering(protocol.OfferedStart, *e.Scene)
		}
		if len(s.offer.scene.Sightings) == 0 {
			s.offer = nil
		}
		return true
	case e.Kind == vision.EventCleared && s.offer.why == protocol.OfferedStart:
		s.offer = nil
	}
	return false
}

// doTake makes a roll of what is offered, for whatever waits for one now.
func (s *Session) doTake(ctx context.Context) error {
	o := s.offer
	if o == nil {
		return protocol.Stale("These dice don't lie there any more")
	}
	if s.hall.Play > 0 {
		if _, ok := s.hall.Games[s.hall.Play-1].Rolling(); !ok {
			return protocol.Illegal("No roll is asked for now: these dice can't count")
		}
	}
	s.offer = nil
	if err := s.takeIn(ctx, o.source, o.scene, s.read(o.scene)); err != nil {
		s.offer = o
		return err
	}
	return nil
}

// doPass says that what is offered is no roll.
func (s *Session) doPass(ctx context.Context) error {
	o := s.offer
	if o == nil {
		return protocol.Stale("These dice don't lie there any more")
	}
	n := offerNote{}
	if o.why == protocol.OfferedStart {
		n = offerNote{Why: o.why, Source: o.source, Scene: withoutCrops(o.scene), Passed: true}
	}
	if err := s.write(ctx, []journal.Note{s.note(noteOffer, n)}, nil); err != nil {
		return err
	}
	s.offer, s.passed = nil, nil
	if o.why == protocol.OfferedStart {
		s.passed = o
	}
	return nil
}

// recorded tells a medium that was taken before by its name: what such a one shows is meant to be read, from its first picture on.
func recorded(source string) bool {
	kind, _, _ := strings.Cut(source, " ")
	return kind == "picture" || kind == "folder" || kind == "clip"
}

// teaching says that a studio page has the tray.
func (s *Session) teaching() bool { return s.study.held && s.now().Before(s.study.until) }

// handBack gives the tray back once no studio page asks for it any more, and offers what was thrown meanwhile to the game that
// waits. It tells whether it did.
func (s *Session) handBack() bool {
	if !s.study.held || s.teaching() {
		return false
	}
	s.study.held = false
	if s.study.meanwhile != nil {
		s.offer, s.study.meanwhile = s.study.meanwhile, nil
	}
	return true
}

// waitsFor is the game that waits for a roll on the tray; empty where none does.
func (s *Session) waitsFor() (protocol.GameInfo, bool) {
	if s.hall.Play == 0 {
		return protocol.GameInfo{}, false
	}
	g := s.hall.Games[s.hall.Play-1]
	_, ok := g.Rolling()
	return s.hall.Info(g), ok
}

// WaitingGame is the game that waits for a roll while the tray is for teaching; nil where none does.
func (s *Session) WaitingGame() *protocol.GameInfo {
	s.mu.Lock()
	defer s.mu.Unlock()
	if g, ok := s.waitsFor(); ok {
		return &g
	}
	return nil
}
