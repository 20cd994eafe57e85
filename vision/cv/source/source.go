//go:build cgo

// Package source is where frames come from: webcams, the Pi camera, streams, clips, folders of pictures, a phone, the virtual table.
package source

import (
	"context"
	"errors"

	"astragal/vision"
	"astragal/vision/cv/picture"

	"gocv.io/x/gocv"
)

// ErrNoFrame says that a live source has nothing new yet and Next is to be
// called again: what waits beside it (an order, a heartbeat) gets its turn.
var ErrNoFrame = errors.New("no new frame yet")

// Source is where frames come from: a camera, a stream, a clip, a folder, the
// virtual table. It is used by one goroutine, which closes it.
type Source interface {
	// Next waits for the next frame and writes it (BGR, 8 bits, 3 channels, never empty when the
	// error is nil) into img, which stays the caller's. Files give every frame; live sources give
	// the newest. It waits for a second at most, so that orders can be looked at between calls.
	//
	// The error is ErrNoFrame when there is nothing yet, io.EOF at the end, ctx.Err() when ctx
	// ends, and a *Trouble when something is wrong now but Next may be called again; the same
	// Trouble comes again as long as it lasts. Any other error is final.
	Next(ctx context.Context, img *gocv.Mat) (picture.Stamp, error)
	// Close frees the device and waits for the source's own goroutines.
	Close() error
	// Name says in words what is being looked at ("webcam C920", "virtual table").
	Name() string
}

// Locker is a live Source whose exposure and white balance can be held as they are.
type Locker interface {
	Lock(ctx context.Context, on bool) error
}

// Thrower is a Source that can throw its own dice, given by shape ("d6");
// none means: the same as last time.
type Thrower interface {
	Throw(dice []string) error
}

// Placed is a Source whose camera keeps its place over the tray, so that a
// calibration holds for it.
type Placed interface {
	// Camera is the stable name that the calibration is kept under; empty where none can hold.
	Camera() string
}

// ErrOver says that a Medium was seen whole: its last picture stays. Next may be called again; another picture comes after Again or Turn.
var ErrOver = errors.New("the file was seen whole")

// Medium is a Source of files that shows one after the other, each until somebody orders what comes next.
type Medium interface {
	// File says what is shown: its Kind, Name, N and Of.
	File() vision.File
	// Again shows it from its start, Turn the next picture; their error is a sentence.
	Again() error
	Turn() error
}

// Trouble is an error of a Source that may pass: tell it as a problem (once,
// while Says stays the same) and call Next again. The next frame without an
// error means that it is over; what lay on the tray before may still lie there.
type Trouble struct {
	// Says is one sentence for people: what, where, how to mend it.
	Says string
	// Away means that nothing can be seen now (state "no camera"); otherwise only one picture was
	// left out.
	Away bool
	// Cause is what lies behind it; it may be nil.
	Cause error
}

func (t *Trouble) Error() string { return t.Says }

// Unwrap returns the cause.
func (t *Trouble) Unwrap() error { return t.Cause }
