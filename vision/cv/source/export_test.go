//go:build cgo

package source

import (
	"context"
	"io"

	"gocv.io/x/gocv"
)

// Tests reach inside for what a real camera would do: a device that can be
// made to fail, hang and come back; the kernel's answers; the bytes of a stream.

// Device is a device that a test plays.
type Device interface {
	Grab(ctx context.Context, img *gocv.Mat) error
	Hold(on bool) error
	Close() error
}

type played struct{ Device }

func (p played) grab(ctx context.Context, img *gocv.Mat) error { return p.Grab(ctx, img) }
func (p played) hold(on bool) error                            { return p.Hold(on) }
func (p played) close() error                                  { return p.Close() }

// NewLive is a live source over devices that a test plays.
func NewLive(name string, open func(context.Context) (Device, error)) Source {
	return newLive(name, name, func(ctx context.Context) (device, error) {
		d, err := open(ctx)
		if err != nil {
			return nil, err
		}
		return played{d}, nil
	})
}

// WhyNotFree is what is said about a camera that can't be used.
func WhyNotFree(c Camera, err error, proc string) error { return whyNotFree(c, err, proc) }

// Split cuts a stream into JPEGs until it ends or breaks.
func Split(from io.Reader, jpeg func([]byte)) error {
	s := newSplitter(from)
	for {
		raw, err := s.next()
		if err != nil {
			return err
		}
		jpeg(raw)
	}
}
