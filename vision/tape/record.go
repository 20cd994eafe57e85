package tape

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"astragal/vision"
)

// version is the version of the tape format.
const version = 1

// header is a tape's first line.
type header struct {
	Astragal string `json:"astragal"` // always "tape"
	Version  int    `json:"version"`
}

// Recorder writes events to a tape. Only one goroutine may use it.
type Recorder struct {
	to       *bufio.Writer
	previews bool
	begun    bool
	err      error
}

// Keep says what a Recorder records besides what was seen and said.
type Keep struct {
	// Previews are the live pictures. They are most of a tape's size.
	Previews bool
}

// NewRecorder makes a recorder. The caller closes the writer.
func NewRecorder(to io.Writer, keep Keep) *Recorder {
	return &Recorder{to: bufio.NewWriter(to), previews: keep.Previews}
}

// Wrap returns a function that records each event and then passes it on, for use as the tell of an Eye. If the tape
// can't be written, the events are passed on all the same, and Err says so.
func (r *Recorder) Wrap(tell func(vision.Event)) func(vision.Event) {
	return func(e vision.Event) {
		_ = r.Add(e)
		tell(e)
	}
}

// Add records one event. After an error it records no more.
func (r *Recorder) Add(e vision.Event) error {
	if r.err != nil || e.Kind == vision.EventPreview && !r.previews {
		return r.err
	}
	r.err = r.write(e)
	return r.err
}

// Err is the first error. It says where the tape stops.
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
	// A tape is read after something went wrong, so nothing may wait in memory.
	if err = errors.Join(err, r.to.Flush()); err != nil {
		return fmt.Errorf("write the tape: %w; what came before is kept", err)
	}
	return nil
}
