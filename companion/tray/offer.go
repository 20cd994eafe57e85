package tray

import (
	"slices"
	"time"

	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/vision"
)

// Offer is dice on the tray, or a throw, that count only if somebody says so.
type Offer struct {
	Why protocol.Offered
	At  time.Time
	// Source is the name of the camera, or of the medium, that was looked at.
	Source string
	Scene  vision.Scene
	// readings are only for telling these dice again and for screens. If somebody takes the offer as a roll, the dice are read anew.
	readings []vision.Reading
}

// KindOffer is the kind of a Note.
const KindOffer = "offer"

// Note is one of two things: a throw that is offered after teaching; or, if Passed is set, dice that lay there at the start and of which somebody said
// that they are no roll. A note without a scene ends the offer. Dice that lie there at the start are not written down before somebody passes them,
// because after a restart the camera looks at the tray again.
type Note struct {
	Why    protocol.Offered `json:"why,omitempty"`
	Source string           `json:"source,omitempty"`
	Scene  *vision.Scene    `json:"scene,omitempty"`
	Passed bool             `json:"passed,omitempty"`
}

// Apply takes in a note that is on disk. at is the time of the note.
func (t *Tray) Apply(n Note, at time.Time) {
	t.Offer, t.passed = nil, nil
	if n.Scene == nil {
		return
	}
	o := &Offer{n.Why, at, n.Source, *n.Scene, vision.Read(*n.Scene)}
	if n.Passed {
		t.passed = o
	} else {
		t.Offer = o
	}
}

// Kept is the note of what is offered; o may be nil. crops says whether the table keeps pictures.
func (o *Offer) Kept(crops bool) Note {
	if o == nil {
		return Note{}
	}
	scene := o.Scene
	if !crops {
		scene.Sightings = slices.Clone(scene.Sightings)
		for i := range scene.Sightings {
			scene.Sightings[i].Crop = nil
		}
	}
	return Note{Why: o.Why, Source: o.Source, Scene: &scene}
}

// Pass gives the note that says that what is offered is no roll.
func (t *Tray) Pass() (Note, error) {
	switch o := t.Offer; {
	case o == nil:
		return Note{}, ErrGone
	case o.Why == protocol.OfferedStart:
		return Note{Why: o.Why, Source: o.Source, Scene: WithoutCrops(o.Scene), Passed: true}, nil
	}
	return Note{}, nil
}

// Passed takes in that what is offered is no roll. The note of Pass is on disk then.
func (t *Tray) Passed() {
	o := t.Offer
	t.Offer, t.passed = nil, nil
	if o.Why == protocol.OfferedStart {
		t.passed = o
	}
}

// ErrGone refuses an act on an offer that isn't there.
var ErrGone = protocol.Stale("These dice don't lie there any more")

func (t *Tray) offers(why protocol.Offered) bool { return t.Offer != nil && t.Offer.Why == why }

func (t *Tray) offering(why protocol.Offered, scene vision.Scene, now time.Time) *Offer {
	scene.Sightings = slices.Clone(scene.Sightings)
	for i := range scene.Sightings { // if somebody takes it as a roll, all of its dice were thrown
		scene.Sightings[i].Lay = false
	}
	return &Offer{why, now, t.Eye.Source, scene, vision.Read(scene)}
}

// OfferStart offers the dice that lie there since the camera began to look, unless somebody said that they are no roll. An offer of a throw for a game
// that waits stays instead.
func (t *Tray) OfferStart(scene vision.Scene, now time.Time) {
	if t.offers(protocol.OfferedTeaching) {
		return
	}
	t.Offer = nil
	if o := t.offering(protocol.OfferedStart, scene, now); t.passed == nil || !throw.Saw(0, t.passed.At, t.passed.Scene, t.passed.readings).IsOf(scene, o.readings) {
		t.Offer = o
	}
}

// OfferOver offers a throw that was made after the count was over. Another count can take it.
func (t *Tray) OfferOver(scene vision.Scene, now time.Time) {
	t.Offer = t.offering(protocol.OfferedOver, scene, now)
}

// lasts says whether what is offered stays when its dice are taken away. Else it is offered only as long as they lie there.
func (o *Offer) lasts() bool { return o.Why == protocol.OfferedTeaching }

// SeesOffered takes in an event about dice that are offered. It is true if the event says nothing about other dice.
func (t *Tray) SeesOffered(e vision.Event, now time.Time) bool {
	switch {
	case t.Offer == nil:
		return false
	case e.Kind == vision.EventSeen && e.Scene != nil:
		switch {
		case !t.Offer.lasts() && len(e.Scene.Sightings) == 0:
			t.Offer = nil
		case t.Offer.Why == protocol.OfferedStart:
			t.Offer = t.offering(protocol.OfferedStart, *e.Scene, now)
		}
		return true
	case e.Kind == vision.EventCleared && !t.Offer.lasts():
		t.Offer = nil
	}
	return false
}

// View is what is offered as a screen shows it.
func (o *Offer) View() protocol.ThrowView {
	t := throw.Saw(0, o.At, o.Scene, o.readings)
	for i := range t.Dice {
		t.Dice[i].Crop = false // pictures are kept by a throw's number, and an offer has none
	}
	t.Status = protocol.ThrowOffered
	return t.View()
}
