//go:build cgo

package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"astragal/vision"
	"astragal/vision/cv/picture"

	"gocv.io/x/gocv"
)

// Standing is a Source for a table that stays on: what can't be opened yet is
// tried again and again, and nothing but the end of a file or a device that
// hangs ends it.
type Standing struct {
	open    func(context.Context) (Source, error)
	spec    string
	cameras func() int // that are plugged in
	pulse   func()

	inner Source // nil while it isn't open
	why   *Trouble
	over  bool // trying again would not help
	retry time.Time
	pause time.Duration
}

// NewStanding opens a source and keeps at it. pulse is called at least once a
// second while Next is; it tells whoever waits that the watching goes on.
func NewStanding(ctx context.Context, o Opening, spec string, pulse func()) *Standing {
	s := &Standing{
		open: func(ctx context.Context) (Source, error) { return o.Open(ctx, spec) },
		spec: spec, cameras: o.cameras, pulse: pulse, pause: firstPause,
	}
	s.try(ctx)
	return s
}

// Name is the source's own; what was asked for until it could be opened.
func (s *Standing) Name() string {
	if s.inner != nil {
		return s.inner.Name()
	}
	return s.spec
}

// Why says why the source was chosen where nobody named it; empty where somebody did, or where there was no choice.
func (s *Standing) Why() string {
	if s.inner == nil || s.spec != "" && s.spec != "auto" {
		return ""
	}
	if _, made := s.inner.(Thrower); made {
		return "No camera is plugged in, so dice are thrown on a virtual table."
	}
	if n := s.cameras(); n > 1 {
		return fmt.Sprintf("It is the first of %d cameras that are plugged in.", n)
	}
	return ""
}

// Open tells whether there is a source; Away says why not.
func (s *Standing) Open() bool { return s.inner != nil }

// File says which file is shown; nothing where none is.
func (s *Standing) File() vision.File {
	if m, ok := s.inner.(Medium); ok {
		return m.File()
	}
	return vision.File{}
}

// Again shows the source's file from its start.
func (s *Standing) Again() error {
	if m, ok := s.inner.(Medium); ok {
		return m.Again()
	}
	return fmt.Errorf("%s is no file that could be shown again", s.Name())
}

// Turn goes on to the next picture of the source.
func (s *Standing) Turn() error {
	if m, ok := s.inner.(Medium); ok {
		return m.Turn()
	}
	return fmt.Errorf("%s has no further pictures", s.Name())
}

// Next gives the source's next frame, or says what keeps it away.
func (s *Standing) Next(ctx context.Context, img *gocv.Mat) (picture.Stamp, error) {
	s.pulse()
	defer s.pulse()
	if s.inner == nil && !s.over && time.Now().After(s.retry) {
		s.try(ctx)
	}
	if s.inner == nil || s.over {
		return picture.Stamp{}, s.wait(ctx)
	}
	at, err := s.inner.Next(ctx, img)
	var trouble *Trouble
	switch {
	case err == nil, errors.Is(err, ErrNoFrame), errors.Is(err, ErrOver), errors.As(err, &trouble), errors.Is(err, io.EOF),
		errors.Is(err, errHung), ctx.Err() != nil:
		return at, err
	}
	s.over, s.why = true, &Trouble{Says: err.Error(), Away: true, Cause: err}
	return picture.Stamp{}, s.why
}

// try opens the source.
func (s *Standing) try(ctx context.Context) {
	inner, err := s.open(ctx)
	if err == nil {
		s.inner = inner
		return
	}
	s.why = &Trouble{Says: err.Error(), Away: true, Cause: err}
	s.retry, s.pause = time.Now().Add(s.pause), min(2*s.pause, longestPause)
}

// wait lets a moment pass and says again what is wrong.
func (s *Standing) wait(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(waitForFrame / 4):
		return s.why
	}
}

// Camera is the name that the source's calibration is kept under; empty where none can hold.
func (s *Standing) Camera() string {
	if p, ok := s.inner.(Placed); ok {
		return p.Camera()
	}
	return ""
}

// Away says why the source isn't open; nil when it is.
func (s *Standing) Away() error {
	if s.inner == nil {
		return s.why
	}
	return nil
}

// Throw lets the source throw its dice, if it has any.
func (s *Standing) Throw(dice []string) error {
	if t, ok := s.inner.(Thrower); ok {
		return t.Throw(dice)
	}
	return fmt.Errorf("there is nothing that throws dice by itself (%s): throw your own", s.Name())
}

// Lock holds the source's exposure and white balance, if it has any.
func (s *Standing) Lock(ctx context.Context, on bool) error {
	if l, ok := s.inner.(Locker); ok {
		return l.Lock(ctx, on)
	}
	return fmt.Errorf("there is no exposure to hold (%s)", s.Name())
}

// Close closes the source.
func (s *Standing) Close() error {
	if s.inner == nil {
		return nil
	}
	return s.inner.Close()
}

// NewOver stands in for a source that has ended, so that orders are still heard.
func NewOver(name string, pulse func()) *Standing {
	return &Standing{spec: name, pulse: pulse, over: true, why: &Trouble{Away: true,
		Says: name + " is over: choose another source, or the same again"}}
}
