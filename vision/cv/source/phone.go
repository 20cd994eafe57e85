//go:build cgo

package source

import (
	"context"
	"fmt"
	"time"

	"gocv.io/x/gocv"

	"astragal/vision"
	"astragal/vision/cv/picture"
)

// phone is a phone's camera whose frames are handed in, or a phone that only
// sends photos now and then: those come as orders.
type phone struct {
	frames <-chan []byte
	begun  time.Time
	last   time.Time // a frame came
	n      int       // frames so far
	bad    int       // of the last ones, in a row, that could not be read
	dark   darkness
}

// badFrames in a row mean that the phone sends nothing that can be used.
const badFrames = 5

func newPhone(frames <-chan []byte) *phone {
	select {
	case <-frames: // it was meant for an earlier look
	default:
	}
	return &phone{frames: frames, begun: time.Now()}
}

func (*phone) Name() string { return vision.PhoneName }

func (*phone) Close() error { return nil }

// Next gives the newest frame. While no frame has ever come nothing is wrong: the phone may be one
// that sends photos.
func (p *phone) Next(ctx context.Context, img *gocv.Mat) (picture.Stamp, error) {
	wait := time.NewTimer(waitForFrame / 4) // a photo that comes as an order is not kept waiting
	defer wait.Stop()
	select {
	case <-ctx.Done():
		return picture.Stamp{}, ctx.Err()
	case raw := <-p.frames:
		return p.take(raw, img)
	case <-wait.C:
	}
	if p.n == 0 || time.Since(p.last) < patience {
		return picture.Stamp{}, ErrNoFrame
	}
	return picture.Stamp{}, &Trouble{Says: "the phone sends no more pictures: wake it, and look whether its camera page is open and in front", Away: true}
}

func (p *phone) take(raw []byte, img *gocv.Mat) (picture.Stamp, error) {
	got, err := picture.Decode(raw)
	if err != nil {
		p.bad++
		return picture.Stamp{}, &Trouble{Says: fmt.Sprintf("a picture from the phone can't be used: %v", err), Away: p.bad >= badFrames, Cause: err}
	}
	defer got.Close()
	got.CopyTo(img)
	p.bad, p.last = 0, time.Now()
	at := picture.Stamp{Frame: p.n, Time: p.last.Sub(p.begun)}
	p.n++
	return at, p.dark.judge(p.Name(), *img, at.Time)
}
