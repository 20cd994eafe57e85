package tape

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"astragal/vision"
)

// version is the tape format's.
const version = 1

// header is a tape's first line.
type header struct {
	Astragal string `json:"astragal"` // always "tape"
	Version  int    `json:"version"`
}

// Recorder writes events to a tape. It is used by one goroutine.
type Recorder struct {
	to       *bufio.Writer
	previews bool
	begun    bool
	err      error
}

// Keep says what a Recorder writes down besides what was seen and said.
type Keep struct {
	// Previews are the live pictures: they make up most of a tape's size.
	Previews bool
}

// NewRecorder makes a recorder. The writer stays the caller's.
func NewRecorder(to io.Writer, keep Keep) *Recorder {
	return &Recorder{to: bufio.NewWriter(to), previews: keep.Previews}
}

// Wrap returns a function that writes each event down and then passes it on,
// for use as the tell of an Eye. A tape that can't be written to holds
// nothing up: Err says so.
func (r *Recorder) Wrap(tell func(vision.Event)) func(vision.Event) {
	return func(e vision.Event) {
		_ = r.Add(e)
		tell(e)
	}
}

// Add writes one event down; after an error no more are.
func (r *Recorder) Add(e vision.Event) error {
	if r.err != nil || e.Kind == vision.EventPreview && !r.previews {
		return r.err
	}
	r.err = r.write(e)
	return r.err
}

// Err is the first error; it says where the tape stops.
func (r *Recorder) Err() error { return r.err }

func (r *Recorder) write(e vision.Event) error {
	line, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("write the tape: encode the %q of frame %d: %w", e.Kind, e.Frame, err)
	}
	if len(line) > maxLine {
		return fmt.Errorf("write the tape: the %q of frame %d has %d bytes, at most %d fit a line", e.Kind, e.Frame, len(line), maxLine)
	}
	if !r.begun {
		first, err := json.Marshal(header{"tape", version})
		if err != nil {
			return fmt.Errorf("write the tape: %w", err)
		}
		line = append(append(first, '\n'), line...)
		r.begun = true
	}
	_, err = r.to.Write(append(line, '\n'))
	// A tape is for the time after something went wrong: nothing waits in memory.
	if err = errors.Join(err, r.to.Flush()); err != nil {
		return fmt.Errorf("write the tape: %w; what came before is kept", err)
	}
	return nil
}
