//go:build cgo

package source

import (
	"context"
	"errors"
	"fmt"
	"image"
	"time"

	"gocv.io/x/gocv"

	"astragal/vision/cv/picture"
)

// paintedEvery is the pause between two frames of a painting: painting takes
// as much of the processor as reading.
const paintedEvery = time.Second / 15

// Painting is a tray that exists only as pictures: the virtual table. Both
// methods may be called at the same time.
type Painting interface {
	// Paint is the picture a while after the start. Time never goes back.
	Paint(at time.Duration) (*image.RGBA, error)
	// Throw throws dice, given by shape ("d6"); none throws its own.
	Throw(dice []string) error
}

// painted is a Painting as a live source.
type painted struct {
	*live
	painting Painting
}

// NewPainted shows a painting in real time, 15 times a second or as often as
// it can be painted.
func NewPainted(name string, p Painting) Source {
	begun := time.Now()
	return &painted{painting: p, live: newLive(name, name, func(context.Context) (device, error) {
		return &easel{painting: p, begun: begun}, nil
	})}
}

// Throw lets the painting throw dice.
func (p *painted) Throw(dice []string) error { return p.painting.Throw(dice) }

// Lock has nothing to do: a painting's light changes only when it is told to.
func (p *painted) Lock(context.Context, bool) error { return nil }

type easel struct {
	painting Painting
	begun    time.Time
	last     time.Time
}

func (e *easel) grab(ctx context.Context, img *gocv.Mat) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Until(e.last.Add(paintedEvery))):
	}
	e.last = time.Now()
	picture, err := e.painting.Paint(e.last.Sub(e.begun))
	if err != nil {
		return fmt.Errorf("the virtual table can't be painted: %w", err)
	}
	return fromRGBA(picture, img)
}

func (e *easel) close() error { return nil }

// fromRGBA turns a Go picture into BGR.
func fromRGBA(painted *image.RGBA, img *gocv.Mat) error {
	w, h := painted.Rect.Dx(), painted.Rect.Dy()
	if w < picture.MinSide || h < picture.MinSide || painted.Stride != 4*w || len(painted.Pix) < 4*w*h {
		return errors.New("a painted picture is empty or has gaps between its rows")
	}
	mat, err := gocv.NewMatFromBytes(h, w, gocv.MatTypeCV8UC4, painted.Pix[:4*w*h])
	if err != nil {
		return fmt.Errorf("take a painted picture: %w", err)
	}
	defer mat.Close()
	gocv.CvtColor(mat, img, gocv.ColorRGBAToBGR)
	return nil
}
