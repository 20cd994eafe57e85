package eye

import (
	"math"
	"time"

	"astragal/vision"
)

// relay passes a child's events on and bridges the gap between one process and the next. It tells that the camera is
// lost and back. It keeps times and frame numbers from going back. And it makes sure that dice that still lie there
// don't count as a new throw.
type relay struct {
	tell func(vision.Event)

	said     bool          // a problem of ours is showing
	source   string        // the last source
	lying    *vision.Scene // the dice of the last throw, nil if the tray was empty
	restart  bool          // the new process hasn't told of a throw yet
	frame    int           // the frame of the last event
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

// pass passes on one event of the running process.
func (r *relay) pass(e vision.Event) {
	e = r.onward(e)
	switch e.Kind {
	case vision.EventSource:
		if e.Source != r.source {
			r.source, r.lying = e.Source, nil
		}
	case vision.EventProblem:
		r.said = false // the child's problem replaces ours
	case vision.EventCleared:
		r.lying = nil
	case vision.EventSeen:
		r.lying = e.Scene
	case vision.EventSettled:
		if r.restart && same(r.lying, e.Scene) {
			e.Kind = vision.EventSeen
		}
		r.lying, r.restart = e.Scene, false
	default: // nothing of the other events is kept
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

// seeing says whether an event shows that the tray is seen again.
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

// same says whether two scenes show the same dice in the same places: as many, each within a quarter of its size of
// its old place. Thrown dice never come to rest like that. What the faces read as doesn't matter, because readings
// may waver.
func same(a, b *vision.Scene) bool {
	if a == nil || b == nil || len(a.Sightings) != len(b.Sightings) || a.Width <= 0 || b.Width <= 0 {
		return false
	}
	scale := float64(a.Width) / float64(b.Width) // the camera may have come back with another picture size
	taken := make([]bool, len(a.Sightings))
	for _, die := range b.Sightings {
		if !claim(a.Sightings, taken, die.Box, scale) {
			return false
		}
	}
	return true
}

// claim marks as taken the die that lies where box is.
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
