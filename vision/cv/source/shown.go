//go:build cgo

package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"astragal/vision"
	"astragal/vision/cv/picture"

	"gocv.io/x/gocv"
)

// shown is a file, or a folder's pictures one by one, as a table shows them: as fast as they were taken, and the last picture
// stays until somebody orders what comes next. It is a Medium.
type shown struct {
	name  string
	paths []string
	at    int // in paths

	now  Source // this file; nil while it isn't open
	over bool
	why  *Trouble      // what is wrong with it; nil where nothing is
	told bool          // that was told
	base picture.Stamp // where this showing began
	last picture.Stamp
}

func newShown(name string, paths []string) Source { return &shown{name: name, paths: paths} }

// Name is the file's or the folder's.
func (s *shown) Name() string { return s.name }

// File says which file is shown.
func (s *shown) File() vision.File {
	kind := "clip"
	if isPicture(s.paths[s.at]) {
		kind = vision.PictureFile
	}
	return vision.File{Kind: kind, Name: filepath.Base(s.paths[s.at]), N: s.at + 1, Of: len(s.paths)}
}

// Again shows the file from its start.
func (s *shown) Again() error {
	if s.now != nil {
		if err := s.now.Close(); err != nil {
			return fmt.Errorf("show %s again: %w", s.name, err)
		}
	}
	s.now, s.over, s.why, s.told = nil, false, nil, false
	s.base = picture.Stamp{Frame: s.last.Frame + 1, Time: s.last.Time + stillStep}
	return nil
}

// Turn goes on to the next picture.
func (s *shown) Turn() error {
	if s.at+1 >= len(s.paths) {
		return fmt.Errorf("%s has no further picture: show it again, or choose another source", s.name)
	}
	s.at++
	return s.Again()
}

// Next gives the file's next frame when its time has come.
func (s *shown) Next(ctx context.Context, img *gocv.Mat) (picture.Stamp, error) {
	if s.over {
		return picture.Stamp{}, s.stay(ctx)
	}
	if s.now == nil {
		if err := s.open(); err != nil {
			return picture.Stamp{}, s.end(err)
		}
	}
	at, err := s.now.Next(ctx, img)
	switch {
	case err == nil:
		s.last = picture.Stamp{Frame: s.base.Frame + at.Frame, Time: s.base.Time + at.Time}
		return s.last, nil
	case errors.Is(err, ErrNoFrame), ctx.Err() != nil:
		return picture.Stamp{}, err
	}
	return picture.Stamp{}, s.end(err)
}

func (s *shown) open() error {
	path := s.paths[s.at]
	if isPicture(path) {
		s.now = &paced{Source: newStills(s.name, []string{path})}
		return nil
	}
	clip, err := newClip(path)
	if err != nil {
		return err
	}
	s.now = &paced{Source: clip}
	return nil
}

// end remembers why no further frame comes.
func (s *shown) end(err error) error {
	s.over = true
	var trouble *Trouble
	switch {
	case errors.Is(err, io.EOF):
	case errors.As(err, &trouble) && trouble.Cause != nil:
		s.why = &Trouble{Says: fmt.Sprintf("%s can't be shown: %v", filepath.Base(s.paths[s.at]), trouble.Cause), Away: true, Cause: err}
	default: // of a clip that breaks off something was seen
		s.why = &Trouble{Says: err.Error(), Away: !errors.Is(err, io.ErrUnexpectedEOF), Cause: err}
	}
	return s.left()
}

// left is what is said of a file that gives no further frame: what is wrong with it, once, and then that it is over.
func (s *shown) left() error {
	if s.why != nil && (s.why.Away || !s.told) {
		s.told = true
		return s.why
	}
	return ErrOver
}

// stay lets a moment pass.
func (s *shown) stay(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(waitForFrame / 4):
		return s.left()
	}
}

// Close closes the file.
func (s *shown) Close() error {
	if s.now == nil {
		return nil
	}
	return s.now.Close()
}
