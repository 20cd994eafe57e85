//go:build cgo

package watch

import (
	"fmt"

	"astragal/vision"
	"astragal/vision/cv/source"
)

// tellSource says what is looked at, and why, when that is another thing than before: a source that could not be opened has
// another name when it can. Who hears it knows nothing of the tray any more, so the state is told anew.
func (e *watch) tellSource() {
	name := e.Source.Name()
	if name == e.named {
		return
	}
	e.named, e.state = name, ""
	ev := vision.Event{Kind: vision.EventSource, Source: name}
	if s, ok := e.Source.(interface{ Why() string }); ok {
		ev.Why = s.Why()
	}
	e.tell(ev)
}

// tellFile says how far a file has been seen, when that is news.
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

// fileOver reads what lies in a file's last picture, if that is still to be done, and says what was seen.
func (e *watch) fileOver() {
	if e.file.Over || !e.seen {
		return
	}
	e.lastLook()
	e.judged = 0
	e.meter()
	e.tellFile(vision.File{Over: true, Dice: len(e.scene.Sightings), Rolls: e.rolls})
}

// show obeys an order about a file: its start again, or the folder's next picture.
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
