//go:build cgo

package watch

import (
	"fmt"

	"astragal/vision"
	"astragal/vision/cv/source"
)

// tellSource tells what is watched and why, if that has changed. A source that couldn't be opened gets another name
// when it can.
func (e *watch) tellSource() {
	name := e.Source.Name()
	if name == e.named {
		return
	}
	e.named = name
	ev := vision.Event{Kind: vision.EventSource, Source: name}
	if s, ok := e.Source.(interface{ Why() string }); ok {
		ev.Why = s.Why()
	}
	e.tell(ev)
}

// tellFile tells how far a file has been seen, if that has changed.
func (e *watch) tellFile(so vision.File) {
	m, ok := e.Source.(source.Medium)
	if !ok {
		return
	}
	f := m.File()
	f.Over, f.Dice, f.Rolls = so.Over, so.Dice, so.Rolls
	if f == e.file || f.Of == 0 {
		return
	}
	e.file = f
	e.tell(vision.Event{Kind: vision.EventFile, File: &f})
}

// fileOver reads what lies in a file's last picture, if that wasn't done yet, and tells what was seen.
func (e *watch) fileOver() {
	if e.file.Over || !e.seen {
		return
	}
	e.lastLook()
	e.judged = 0
	e.meter()
	e.tellFile(vision.File{Over: true, Dice: len(e.scene.Sightings), Rolls: e.rolls})
}

// show carries out an order about a file: to show it from its start, or to show the folder's next picture.
func (e *watch) show(order func(source.Medium) error) error {
	m, ok := e.Source.(source.Medium)
	if !ok {
		return fmt.Errorf("%s is no file that could be shown again", e.Source.Name())
	}
	if err := order(m); err != nil {
		return err
	}
	e.motion.Forget()
	e.scene, e.rolls, e.judged, e.trouble, e.held, e.state = vision.Scene{}, 0, 0, "", false, ""
	e.tellFile(vision.File{})
	return nil
}
