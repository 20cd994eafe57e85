package eye

import (
	"math"
	"time"

	"astragal/vision"
)

// relay passes a child's events on and bridges the gap between one process
// and the next: it says that the camera is gone and back, keeps time and frame
// numbers from going back, and doesn't let dice that still lie there count as
// a new throw.
type relay struct {
	tell func(vision.Event)

	said     bool          // our own problem is showing
	source   string        // what was looked at last
	lying    *vision.Scene // the dice of the last throw; nil when the tray was empty
	restart  bool          // the new process has not told of a throw yet
	frame    int           // of the last event
	time     time.Duration
	fromThen struct { // where the running process began to count
		frame int
		time  time.Duration
	}
}

// lost tells that the process has ended.
func (r *relay) lost(problem string) {
	r.fromThen.frame, r.fromThen.time = r.frame, r.time
	r.restart, r.said = true, true
	r.tell(vision.Event{Kind: vision.EventState, Frame: r.frame, Time: r.time, State: vision.NoCamera})
	r.tell(vision.Event{Kind: vision.EventProblem, Frame: r.frame, Time: r.time, Problem: problem})
}

// pass relays one event of the running process.
func (r *relay) pass(e vision.Event) {
	e = r.onward(e)
	switch e.Kind {
	case vision.EventSource:
		if e.Source != r.source {
			r.source, r.lying = e.Source, nil
		}
	case vision.EventProblem:
		r.said = false // theirs takes the place of ours
	case vision.EventCleared:
		r.lying = nil
	case vision.EventSeen:
		r.lying = e.Scene
	case vision.EventSettled:
		if r.restart && same(r.lying, e.Scene) {
			e.Kind = vision.EventSeen
		}
		r.lying, r.restart = e.Scene, false
	default: // of the others nothing is remembered
	}
	if r.said && seeing(e) {
		r.said = false
		r.tell(vision.Event{Kind: vision.EventProblem, Frame: e.Frame, Time: e.Time})
	}
	r.tell(e)
}

// onward moves an event's frame and time behind those of earlier processes.
func (r *relay) onward(e vision.Event) vision.Event {
	e.Frame += r.fromThen.frame
	e.Time += r.fromThen.time
	if e.Scene != nil {
		scene := *e.Scene
		scene.Frame += r.fromThen.frame
		scene.Time += r.fromThen.time
		e.Scene = &scene
	}
	r.frame, r.time = max(r.frame, e.Frame), max(r.time, e.Time)
	return e
}

// seeing tells whether an event shows that the tray is seen again.
func seeing(e vision.Event) bool {
	switch e.Kind {
	case vision.EventState:
		return e.State != vision.NoCamera
	case vision.EventPreview, vision.EventSettled, vision.EventSeen, vision.EventCleared:
		return true
	default:
		return false
	}
}

// same tells whether two scenes show the same dice lying untouched: as many,
// each within a quarter of its size of where it was. Thrown dice never come to
// rest like that. What the faces read as doesn't matter: a reading may waver.
func same(a, b *vision.Scene) bool {
	if a == nil || b == nil || len(a.Sightings) != len(b.Sightings) || a.Width <= 0 || b.Width <= 0 {
		return false
	}
	scale := float64(a.Width) / float64(b.Width) // the camera may have come back with another size
	taken := make([]bool, len(a.Sightings))
	for _, die := range b.Sightings {
		if !claim(a.Sightings, taken, die.Box, scale) {
			return false
		}
	}
	return true
}

// claim marks the die at the place of box as taken.
func claim(dice []vision.Sighting, taken []bool, box vision.Box, scale float64) bool {
	x, y := (box[0]+box[2]/2)*scale, (box[1]+box[3]/2)*scale
	for i, d := range dice {
		far := math.Hypot(d.Box[0]+d.Box[2]/2-x, d.Box[1]+d.Box[3]/2-y)
		if !taken[i] && far <= max(d.Box[2], d.Box[3])/4 {
			taken[i] = true
			return true
		}
	}
	return false
}
