package tape

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"astragal/vision"
)

// maxLine is the longest line of a tape, bytes: a scene with a picture of each die.
const maxLine = 16 << 20

// Player is an eye that tells what is on a tape.
type Player struct {
	// Path is the tape.
	Path string
	// Speed is how many times faster than in reality the tape is played. 1 is as it was. 0 is as fast as possible.
	Speed float64
}

// Watch tells the tape's events. It returns nil at the tape's end or when ctx ends. If a line can't be read, the
// error names the line. All events before it were told.
func (p Player) Watch(ctx context.Context, tell func(vision.Event)) error {
	file, err := os.Open(p.Path)
	if err != nil {
		return fmt.Errorf("open the tape: %w", err)
	}
	defer file.Close()
	begun := time.Now()
	err = Read(file, func(e vision.Event) error {
		if err := p.wait(ctx, begun, e.Time); err != nil {
			return err
		}
		tell(e)
		return nil
	})
	switch {
	case ctx.Err() != nil:
		return nil
	case err != nil:
		return fmt.Errorf("tape %s: %w", p.Path, err)
	}
	return nil
}

// wait waits until it is time for an event.
func (p Player) wait(ctx context.Context, begun time.Time, at time.Duration) error {
	if p.Speed <= 0 {
		return ctx.Err()
	}
	due := begun.Add(time.Duration(float64(at) / p.Speed))
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Until(due)):
		return nil
	}
}

// Order refuses every order, because a tape can't be changed.
func (Player) Order(_ context.Context, o vision.Order) error {
	return fmt.Errorf("this is a tape, which can't do %q: look at the tray with a camera, or type the roll", o.Do)
}

// Read reads a tape and calls told for each event. If told returns an error, Read returns that error. Other errors
// name the line.
func Read(from io.Reader, told func(vision.Event) error) error {
	lines := bufio.NewScanner(from)
	lines.Buffer(make([]byte, 0, 64<<10), maxLine+1)
	number := 0
	for lines.Scan() {
		number++
		if number == 1 {
			if err := checkHeader(lines.Bytes()); err != nil {
				return err
			}
			continue
		}
		e, err := parse(lines.Bytes())
		if err != nil {
			return fmt.Errorf("line %d: %w; what comes before it was played", number, err)
		}
		if err := told(e); err != nil {
			return err
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return fmt.Errorf("line %d is longer than %d MiB: this is no tape", number+1, maxLine>>20)
	case err != nil:
		return fmt.Errorf("line %d: %w", number+1, err)
	case number == 0:
		return errors.New("it is empty: record it again")
	}
	return nil
}

func checkHeader(line []byte) error {
	var h header
	if err := json.Unmarshal(line, &h); err != nil || h.Astragal != "tape" {
		return errors.New(`line 1: this is no tape: a tape begins with {"astragal":"tape","version":1}`)
	}
	if h.Version > version {
		return fmt.Errorf("line 1: a newer version of this program recorded the tape (version %d, this one plays %d): update this program", h.Version, version)
	}
	if h.Version != version {
		return fmt.Errorf("line 1: the tape has version %d, this program plays %d: record it again", h.Version, version)
	}
	return nil
}

// parse reads one event and checks that it has what its kind needs.
func parse(line []byte) (vision.Event, error) {
	var e vision.Event
	if err := json.Unmarshal(line, &e); err != nil {
		return e, fmt.Errorf("it is damaged or cut off (%w)", err)
	}
	kinds := []vision.EventKind{
		vision.EventState, vision.EventSettled, vision.EventSeen, vision.EventCleared,
		vision.EventPreview, vision.EventQuality, vision.EventProblem, vision.EventSource,
	}
	switch {
	case !slices.Contains(kinds, e.Kind):
		return e, fmt.Errorf("an event of the kind %q is not known", e.Kind)
	case e.Time < 0 || e.Frame < 0:
		return e, errors.New("its frame or time is negative")
	case e.Scene == nil && (e.Kind == vision.EventSettled || e.Kind == vision.EventSeen):
		return e, fmt.Errorf("a %q has no scene", e.Kind)
	case e.Quality == nil && e.Kind == vision.EventQuality:
		return e, errors.New("a quality is not said")
	}
	return e, nil
}
