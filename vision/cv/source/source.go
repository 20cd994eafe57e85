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

// ErrNoFrame says that a live source has nothing new yet. The caller must call Next again. In between it can handle
// an order or a heartbeat.
var ErrNoFrame = errors.New("no new frame yet")

// Source is where frames come from: a camera, a stream, a clip, a folder, the virtual table. One goroutine uses it
// and closes it.
type Source interface {
	// Next waits for the next frame and writes it into img (BGR, 8 bits, 3 channels, never empty if the error is
	// nil). img stays the caller's. Files give every frame. Live sources give the newest. Next waits for a second at
	// most, so that the caller can look at orders between calls.
	//
	// The error is ErrNoFrame if there is nothing yet, io.EOF at the end, and ctx.Err() when ctx ends. It is a
	// *Trouble if something is wrong but Next may be called again. The same Trouble is returned as long as it lasts.
	// Any other error is final.
	Next(ctx context.Context, img *gocv.Mat) (picture.Stamp, error)
	// Close releases the device and waits for the source's own goroutines.
	Close() error
	// Name says for people what is watched ("webcam C920", "virtual table").
	Name() string
}

// Locker is a live Source whose exposure and white balance can be held as they are.
type Locker interface {
	Lock(ctx context.Context, on bool) error
}

// Thrower is a Source that can throw its own dice, given by shape ("d6"). If none are given, it throws those of the
// last throw.
type Thrower interface {
	Throw(dice []string) error
}

// Placed is a Source whose camera keeps its place over the tray, so that a calibration holds for it.
type Placed interface {
	// Camera is the stable name under which the calibration is kept. It is empty if none can hold.
	Camera() string
}

// ErrOver says that a Medium was seen completely. Its last picture stays. Next may be called again. Another picture
// comes after Again or Turn.
var ErrOver = errors.New("the file was seen whole")

// Medium is a Source of files. It shows one after the other, each until an order says what comes next.
type Medium interface {
	// File says what is shown: its Kind, Name, N and Of.
	File() vision.File
	// Again shows it from its start, Turn shows the next picture. Their errors are sentences.
	Again() error
	Turn() error
}

// Trouble is an error of a Source that may pass. The caller tells it as a problem, once while Says stays the same,
// and calls Next again. The next frame without an error means that it is over. What lay on the tray before may still
// lie there.
type Trouble struct {
	// Says is one sentence for people: what, where, how to mend it.
	Says string
	// Away means that nothing can be seen (state "no camera"). Otherwise only one picture was left out.
	Away bool
	// Cause is the underlying error. It may be nil.
	Cause error
}

func (t *Trouble) Error() string { return t.Says }

// Unwrap returns the cause.
func (t *Trouble) Unwrap() error { return t.Cause }
