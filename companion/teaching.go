package companion

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"astragal/companion/protocol"
	"astragal/companion/studio/lesson"
	"astragal/companion/tray"
	"astragal/vision"
)

// Teaching is what the studio does with a table's tray while somebody teaches.
type Teaching struct{ table *Session }

// Teaching is the table for those who teach.
func (s *Session) Teaching() Teaching { return Teaching{s} }

// Lies is what lies before the studio, the eye's state, and whether the virtual table throws.
func (t Teaching) Lies() (lies tray.Study, state vision.State, virtual bool) {
	t.table.mu.Lock()
	defer t.table.mu.Unlock()
	return t.table.lying.tray.Study, t.table.lying.tray.Eye.State, t.table.lying.tray.Eye.Virtual
}

// Hold keeps throws for teaching for a moment.
func (t Teaching) Hold() {
	t.table.mu.Lock()
	defer t.table.mu.Unlock()
	if t.table.lying.tray.Hold(t.table.now()) {
		t.table.publish()
	}
}

// Own drops the throw that would be offered to a game. next says that the studio ordered the next throw; else it has learned from the last one.
func (t Teaching) Own(ctx context.Context, next bool) {
	t.table.mu.Lock()
	defer t.table.mu.Unlock()
	if t.table.lying.tray.Own(next) {
		t.table.lying.keepOffer(ctx, nil)
	}
}

// Waits is the game that waits for a roll while the tray is for teaching; nil if none does.
func (t Teaching) Waits() *protocol.GameInfo {
	t.table.mu.Lock()
	defer t.table.mu.Unlock()
	if g, ok := t.table.hall.Waits(); ok {
		return &g
	}
	return nil
}

// studied takes an event's scene for the studio. It is true if the scene is only for teaching.
func (l *lying) studied(ctx context.Context, e vision.Event) bool {
	if e.Scene == nil || !l.tray.Teaching(l.now()) {
		return false
	}
	_, waits := l.hall.Waits()
	if meanwhile, note := l.tray.Studies(e, waits, l.now()); note {
		l.keepOffer(ctx, meanwhile)
	}
	return true
}

// lookWithin is how long a press waits for the eye to read the tray.
const lookWithin = 8 * time.Second

// Read reads the tray anew and is what lies there. If somebody sent a photo, it is what that shows. Dice are measured if the camera is calibrated.
func (t Teaching) Read(ctx context.Context) (vision.Scene, error) {
	t.table.mu.Lock()
	lies, state := t.table.lying.tray.Study, t.table.lying.tray.Eye.State
	fresh := t.table.lying.tray.Fresh()
	t.table.mu.Unlock()
	switch state {
	case vision.HandInTray, vision.Moving:
		return vision.Scene{}, errors.New("something moves over the tray: take your hand away, then press again")
	case vision.Blocked, vision.TooDark, vision.NoCamera, vision.Starting:
		return vision.Scene{}, fmt.Errorf("the camera can't see the tray (%s): put that right, then press again", state)
	default:
	}
	if lies.Photo {
		return measured(lies.Scene), nil
	}
	if err := t.table.Order(ctx, vision.Order{Do: "look"}); err != nil {
		return vision.Scene{}, err
	}
	late := time.NewTimer(lookWithin)
	defer late.Stop()
	select {
	case <-fresh:
		lies, _, _ = t.Lies()
		return measured(lies.Scene), nil
	case <-late.C:
		return vision.Scene{}, errors.New("the camera didn't answer in time: look whether its picture moves, then press again")
	case <-ctx.Done():
		return vision.Scene{}, ctx.Err()
	}
}

func measured(s vision.Scene) vision.Scene {
	s.Sightings = slices.Clone(s.Sightings)
	for i, d := range s.Sightings {
		s.Sightings[i].SizeMM = lesson.MeasuredMM(s, d)
	}
	return s
}
