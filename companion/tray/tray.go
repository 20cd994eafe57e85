package tray

import (
	"slices"
	"strings"
	"time"

	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/vision"
)

// Tray is what is known of the tray and of the eye that looks at it.
type Tray struct {
	// Eye is what screens are told of the eye.
	Eye protocol.EyeView
	// Offer is what lies there and counts only if somebody says so; nil if there is nothing.
	Offer *Offer
	Study Study
	// passed are the dice that lay there at the start and of which somebody said that they are no roll; nil if there are none.
	passed *Offer
	// again says that the next settled scene may show dice that are known already, because the eye has just opened.
	again bool
	// start says that nothing was seen since the eye opened, so that nobody knows whether what lies there was thrown.
	start bool
	// relook is what was seen of the last throw since it settled; nil if nothing was.
	relook *throw.Relook
}

// New is the tray before the eye has said anything. looks says that there is an eye. If there is none, blind may say why.
func New(looks bool, blind string) Tray {
	state := vision.NoCamera
	if looks {
		state = vision.Starting // other programs act on "no camera", so it is only said if it is known
	}
	return Tray{Eye: protocol.EyeView{State: state, Blind: blind}, again: true, start: true}
}

// Hears takes in what an event says of the eye itself.
func (t *Tray) Hears(e vision.Event) {
	switch e.Kind {
	case vision.EventState:
		t.Eye.State = e.State
		switch e.State {
		case vision.NoCamera:
			t.again, t.start = true, true
		case vision.Empty:
			t.start = false
		default: // other states say nothing about what lay there before
		}
	case vision.EventSource:
		t.again, t.start, t.relook = true, !recorded(e.Source), nil
		if e.Source != t.Eye.Source || t.Eye.State != vision.NoCamera { // an eye that crashes again and again is no news each time
			t.Eye.State = vision.Starting
		}
		t.Eye.Quality = vision.Quality{}
		t.Eye.Source, t.Eye.Why, t.Eye.File = e.Source, e.Why, nil
		t.Eye.Virtual = strings.Contains(e.Source, "virtual")
		if t.Offer != nil && !t.Offer.lasts() {
			t.Offer = nil
		}
		if e.Source == vision.PhoneName { // nobody knows whether a phone ever comes
			t.seesNothing()
		}
	case vision.EventFile:
		t.Eye.File = e.File
		if e.File != nil && e.File.Over {
			t.seesNothing()
		}
	case vision.EventProblem:
		t.Eye.Problem = e.Problem
	case vision.EventQuality:
		if e.Quality != nil {
			t.Eye.Quality = *e.Quality
		}
	default: // an eye of a newer program may tell more
	}
}

// seesNothing takes in that no picture came so far, and that none is on its way.
func (t *Tray) seesNothing() {
	if t.Eye.State == vision.Starting {
		t.Eye.State = vision.NoCamera
	}
}

// SameEye says whether screens show the same for two states of the eye.
func SameEye(a, b protocol.EyeView) bool {
	return a.State == b.State && a.Source == b.Source && a.Problem == b.Problem && a.Virtual == b.Virtual && a.Locked == b.Locked && a.Why == b.Why && a.File == b.File &&
		a.Quality.Good == b.Quality.Good && slices.Equal(a.Quality.Words, b.Quality.Words)
}

// recorded tells by a source's name whether it is a picture, a folder or a clip. What those show is to be read from the first picture on.
func recorded(source string) bool {
	kind, _, _ := strings.Cut(source, " ")
	return kind == "picture" || kind == "folder" || kind == "clip"
}

// Rests takes in that dice came to rest. again says that they may be those of the last throw. start says that they may have lain there before the eye
// opened.
func (t *Tray) Rests() (again, start bool) {
	again, start = t.again, t.start || t.again && t.Offer != nil && !recorded(t.Eye.Source)
	t.again, t.start, t.Study.lies = false, false, false
	return again, start
}

// Forget forgets what was seen of the last throw, because other dice lie there.
func (t *Tray) Forget() { t.relook = nil }

// Clears takes in that the tray is empty.
func (t *Tray) Clears(e vision.Event) {
	t.again, t.start, t.relook, t.Study.lies, t.passed = false, false, nil, false, nil
	t.SeesOffered(e, time.Time{})
}

// Recalled ends the offer: the table's file has a later throw, or a throw of these dice.
func (t *Tray) Recalled() { t.Offer, t.passed = nil, nil }

// LookAnew lets the next scene be read as a roll, because somebody asked for that.
func (t *Tray) LookAnew() { t.again, t.start, t.passed = true, false, nil }

// LookAgain says whether the next scene may be of the last throw.
func (t *Tray) LookAgain(again bool) { t.again = again }

// SentPicture takes in that somebody sends a picture: what it shows is to be read.
func (t *Tray) SentPicture() { t.start = false }

// Strange takes the first scene since the eye opened. It is true if dice lie there and none of them can be the last throw's. there says whether there
// is a last throw.
func (t *Tray) Strange(scene *vision.Scene, last throw.Throw, there bool) bool {
	if !t.again || scene == nil || len(scene.Sightings) == 0 || len(scene.Sightings) > throw.MostDice {
		return false
	}
	if !t.Study.lies && there && slices.ContainsFunc(last.Dice, func(d throw.Die) bool { return d.Lying && d.Box[2] > 0 }) {
		return false
	}
	t.again = false
	return true
}

// ForTeaching says whether what lies there was thrown to teach.
func (t *Tray) ForTeaching() bool { return t.Study.lies }

// Seen keeps a new look at the last throw. found is how many overlooked dice the eye reports; rev is the throw's Rev.
func (t *Tray) Seen(scene vision.Scene, readings []vision.Reading, found, rev int) {
	if was := t.relook; was != nil && was.Rev == rev {
		found += was.Found
	}
	t.relook = &throw.Relook{Scene: *WithoutCrops(scene), Readings: readings, Found: found, Rev: rev}
}

// Refound keeps a look at the last throw in a picture of another geometry.
func (t *Tray) Refound(scene vision.Scene, readings []vision.Reading, rev int) {
	t.relook = &throw.Relook{Scene: *WithoutCrops(scene), Readings: readings, Rev: rev}
}

// Otherwise says how what lies on the tray differs from the last throw; empty if other dice are offered.
func (t *Tray) Otherwise(last throw.Throw) string {
	if t.relook == nil || t.Offer != nil {
		return ""
	}
	return last.Otherwise(*t.relook)
}

// WithoutCrops is a scene without pictures and without what was worked out of them. What the networks read stays.
func WithoutCrops(s vision.Scene) *vision.Scene {
	s.Sightings = slices.Clone(s.Sightings)
	for i := range s.Sightings {
		s.Sightings[i].Crop, s.Sightings[i].Embedding, s.Sightings[i].Copies = nil, nil, nil
	}
	return &s
}
