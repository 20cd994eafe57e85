package tray

import (
	"slices"
	"strings"
	"time"

	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/vision"
)

// Tray is what is known of the tray and of the eye over it.
type Tray struct {
	// Eye is what screens are told of the eye.
	Eye protocol.EyeView
	// Offer is what lies there and counts when somebody says so; nil where nothing does.
	Offer *Offer
	Study Study
	// passed are the dice that lay there at the start and are no roll, as somebody said; nil where nobody did.
	passed *Offer
	// again: the next settled scene may be of dice that are known already, because the eye has just opened.
	again bool
	// start: nothing was seen since the eye opened, so what lies there was not thrown before its eyes.
	start bool
	// relook is what was seen of the last throw since it settled; nil where nothing was.
	relook *throw.Relook
}

// New is the tray before the eye has said anything. blind says why there is no eye; empty where there is one.
func New(blind string) Tray {
	return Tray{Eye: protocol.EyeView{State: vision.NoCamera, Blind: blind}, again: true, start: true}
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
		default: // it says nothing about what lay there before
		}
	case vision.EventSource:
		t.again, t.start, t.relook = true, !recorded(e.Source), nil
		t.Eye.Source, t.Eye.Why, t.Eye.File = e.Source, e.Why, nil
		t.Eye.Virtual = strings.Contains(e.Source, "virtual")
		if t.offers(protocol.OfferedStart) {
			t.Offer = nil
		}
	case vision.EventFile:
		t.Eye.File = e.File
	case vision.EventProblem:
		t.Eye.Problem = e.Problem
	case vision.EventQuality:
		if e.Quality != nil {
			t.Eye.Quality = *e.Quality
		}
	default: // an eye of a newer program may tell more
	}
}

// SameEye says whether screens would show the same of two states of the eye.
func SameEye(a, b protocol.EyeView) bool {
	return a.State == b.State && a.Source == b.Source && a.Problem == b.Problem && a.Virtual == b.Virtual && a.Locked == b.Locked && a.Why == b.Why && a.File == b.File &&
		a.Quality.Good == b.Quality.Good && slices.Equal(a.Quality.Words, b.Quality.Words)
}

// recorded tells a medium that was taken before by its name: what such a one shows is meant to be read, from its first picture on.
func recorded(source string) bool {
	kind, _, _ := strings.Cut(source, " ")
	return kind == "picture" || kind == "folder" || kind == "clip"
}

// Rests takes in that dice came to rest. again: they may be those of the last throw. start: they weren't thrown before the
// eye's eyes.
func (t *Tray) Rests() (again, start bool) {
	again, start = t.again, t.start || t.again && t.Offer != nil && !recorded(t.Eye.Source)
	t.again, t.start, t.Study.lies = false, false, false
	return again, start
}

// Forget forgets what was seen of the last throw: other dice lie there now.
func (t *Tray) Forget() { t.relook = nil }

// Clears takes in that the tray is empty.
func (t *Tray) Clears(e vision.Event) {
	t.again, t.start, t.relook, t.Study.lies, t.passed = false, false, nil, false, nil
	t.SeesOffered(e, time.Time{})
}

// Recalled takes in that dice lay there of which the table made a throw, or later ones.
func (t *Tray) Recalled() { t.Offer, t.passed = nil, nil }

// LookAnew has what lies there read as a roll: somebody wants that.
func (t *Tray) LookAnew() { t.again, t.start, t.passed = true, false, nil }

// LookAgain has what lies there looked at again: the next scene may be of the last throw.
func (t *Tray) LookAgain(again bool) { t.again = again }

// SentPicture takes in that somebody sends a picture to be read.
func (t *Tray) SentPicture() { t.start = false }

// Strange takes the first scene since the eye opened, and says whether dice lie there none of which are the last throw's.
// there is false before the first throw.
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

// Seen keeps a new look at the last throw, which was at rev. found are the dice that the eye says were overlooked.
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

// Otherwise says how what lies on the tray differs from the last throw, where that is what people look at.
func (t *Tray) Otherwise(last throw.Throw) string {
	if t.relook == nil || t.Offer != nil {
		return ""
	}
	return last.Otherwise(*t.relook)
}

// WithoutCrops is a scene without pictures and what was made of them. The readings stay.
func WithoutCrops(s vision.Scene) *vision.Scene {
	s.Sightings = slices.Clone(s.Sightings)
	for i := range s.Sightings {
		s.Sightings[i].Crop, s.Sightings[i].Embedding, s.Sightings[i].Copies = nil, nil, nil
	}
	return &s
}
