//go:build cgo

package watch_test

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"io"
	"testing"

	"astragal/vision"

	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/picture"
	"astragal/vision/cv/watch"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// torn is a medium that ends with an error after its last frame.
type torn struct {
	*slides
	end error
}

func (s *torn) Next(ctx context.Context, img *gocv.Mat) (picture.Stamp, error) {
	at, err := s.slides.Next(ctx, img)
	if errors.Is(err, io.EOF) {
		err = s.end
	}
	return at, err
}

// A die moves until frame 20 and lies still for the few frames (of 30 a second) that are left.
func TestWatchTakesALastLookWhereAMediumEnds(t *testing.T) {
	for _, c := range []struct {
		end     error
		rest    int // frames after the die has come to rest
		settled int
	}{
		{io.EOF, 5, 1},
		{fmt.Errorf("it breaks off: %w", io.ErrUnexpectedEOF), 5, 1},
		{io.ErrUnexpectedEOF, 1, 0},            // nobody can say whether it lies
		{errors.New("the device burns"), 5, 0}, // no medium that ended
	} {
		src := &torn{end: c.end, slides: &slides{shots: cvtest.Noisy(t, 640, 360, 4), n: 20 + c.rest, next: func(frame int, img *gocv.Mat) {
			x := 100 + 10*min(frame, 19)
			gocv.Rectangle(img, image.Rect(x, 150, x+40, 190), color.RGBA{240, 240, 240, 0}, -1)
		}}}
		o := &oracle{dice: func() []vision.Sighting { return []vision.Sighting{dieAt(310, 170, 40)} }}
		var all told
		err := watch.Run(t.Context(), watch.Watching{Source: src, Reader: o}, func(e vision.Event) { all = append(all, e) }, nil)
		if errors.Is(c.end, io.EOF) {
			require.NoError(t, err)
		} else {
			require.ErrorIs(t, err, c.end)
		}
		require.Len(t, all.of(vision.EventSettled), c.settled, "%v after %d frames of rest", c.end, c.rest)
	}
}
