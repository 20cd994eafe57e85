//go:build cgo

package cv

import (
	"context"
	"time"

	"gocv.io/x/gocv"
)

// phone gives no frames of its own: its pictures come as orders.
type phone struct{}

func (phone) Name() string { return "pictures from a phone" }

func (phone) Close() error { return nil }

func (phone) Next(ctx context.Context, _ *gocv.Mat) (Stamp, error) {
	select {
	case <-ctx.Done():
		return Stamp{}, ctx.Err()
	case <-time.After(waitForFrame / 4): // a picture that comes is not kept waiting
		return Stamp{}, ErrNoFrame
	}
}
