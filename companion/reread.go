package companion

import (
	"context"
	"fmt"
	"slices"

	"astragal/companion/journal"
	"astragal/companion/record"
	"astragal/companion/throw"
	"astragal/engine"
	"astragal/models/gallery"
	"astragal/vision"
	"astragal/vision/match"
)

// Learned reads the dice that wait for somebody once more, after the table has learned something. So a face that somebody names is known on the other dice
// of the same throw, too.
func (s *Session) Learned(ctx context.Context) {
	s.mu.Lock()
	defer s.mu.Unlock()
	changed := false
	for _, t := range s.book.Throws.Open() {
		again, err := s.lying.reread(ctx, t)
		if err != nil {
			s.log.Error("read a throw once more after something was learned", "throw", t.ID, "err", err)
		}
		changed = changed || again
	}
	if !changed {
		return
	}
	s.book.drain(ctx)
	s.events.Inform(ctx)
	s.book.putAway(ctx, 1)
	s.publish()
}

// reread reads a throw that waits by what the table knows now. It is false if that changes nothing.
func (l *lying) reread(ctx context.Context, t throw.Throw) (bool, error) {
	scene, ok := l.lessons.Scene(t.ID)
	if !ok || t.By != throw.ByCamera || l.owned.taught == nil || len(t.Dice) < len(scene.Sightings) {
		return false, nil
	}
	if t.Game == 0 && l.hall.Play > 0 {
		return false, nil // what the count waits for isn't known while a game has the tray
	}
	shots, err := l.owned.taught().Without(func(s gallery.Shot) bool { return s.From == "alike" && ofThrow(scene, s) })
	if err != nil {
		return false, fmt.Errorf("leave out the throw's own pictures: %w", err)
	}
	var read func(vision.Scene) []vision.Reading
	if t.Game > 0 {
		names, dice, ok := l.hall.Expects(t)
		if !ok {
			return false, nil
		}
		read = func(s vision.Scene) []vision.Reading { return match.New(dice, shots).Read(s, names).Readings }
	} else {
		of := owned{l.owned.defined, func() *gallery.Index { return shots }}
		read = func(s vision.Scene) []vision.Reading { return of.read(s, l.waits()) }
	}
	var before []int // the camera's dice come first, in the scene's order
	for i, d := range t.Dice[:len(scene.Sightings)] {
		if d.Before {
			before = append(before, i)
		}
	}
	readings := throw.ReadApart(scene, before, read)
	changed := t.Reread(readings)
	if len(changed) == 0 {
		return false, nil
	}
	var own []engine.Die
	if t.Game == 0 {
		own = l.owned.named(readings)
	}
	note := l.book.note(record.NoteReread, record.RereadNote{Throw: t.ID, Readings: changed, Own: own})
	next := t.Anew(changed, own...)
	if t.Game == 0 {
		return true, l.book.settle(ctx, next, []journal.Note{note}, nil)
	}
	more := 0
	for _, r := range changed {
		if r.Accepted {
			more++
		}
	}
	return true, l.hall.Reread(ctx, next, note, more)
}

// ofThrow says whether a shot is a picture of one of the scene's dice. A die isn't known by its own picture, which was learned only because it looks like
// another.
func ofThrow(scene vision.Scene, shot gallery.Shot) bool {
	return slices.ContainsFunc(scene.Sightings, func(d vision.Sighting) bool { return len(d.Crop) > 0 && journal.SumOf(d.Crop) == shot.SHA256 })
}
