//go:build cgo

package source_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"astragal/vision/cv/picture"
	"astragal/vision/cv/source"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// fake is a camera whose grab does what a test says; what it returns is the frame's brightness.
type fake struct {
	next   func(ctx context.Context) (float64, error)
	holds  []bool
	closed atomic.Int32
}

func (f *fake) Grab(ctx context.Context, img *gocv.Mat) error {
	v, err := f.next(ctx)
	if err != nil {
		return err
	}
	m := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(v, v, v, 0), 32, 32, gocv.MatTypeCV8UC3)
	defer m.Close()
	m.CopyTo(img)
	return nil
}

func (f *fake) Hold(on bool) error {
	f.holds = append(f.holds, on)
	return nil
}

func (f *fake) Close() error {
	f.closed.Add(1)
	return nil
}

// every gives a frame, each lighter than the last, after each pause.
func every(pause time.Duration) func(context.Context) (float64, error) {
	v := 100.0
	return func(ctx context.Context) (float64, error) {
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-time.After(pause):
			v++
			return v, nil
		}
	}
}

// inBubble runs a test with a fake clock over a fake camera.
func inBubble(t *testing.T, f *fake, test func(t *testing.T, s source.Source, img *gocv.Mat)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := source.NewLive("webcam C920", func(context.Context) (source.Device, error) { return f, nil })
		img := gocv.NewMat()
		defer img.Close()
		test(t, s, &img)
		require.NoError(t, s.Close())
	})
}

func TestLiveGivesTheNewestFrame(t *testing.T) {
	inBubble(t, &fake{next: every(100 * time.Millisecond)}, func(t *testing.T, s source.Source, img *gocv.Mat) {
		first, err := s.Next(t.Context(), img)
		require.NoError(t, err)
		require.Equal(t, picture.Stamp{Frame: 0, Time: 100 * time.Millisecond}, first)
		time.Sleep(1050 * time.Millisecond) // of the fake clock: a slow reader
		at, err := s.Next(t.Context(), img)
		require.NoError(t, err)
		require.Equal(t, picture.Stamp{Frame: 10, Time: 1100 * time.Millisecond}, at)
		require.InDelta(t, 111, img.Mean().Val1, 0.1)
		at, err = s.Next(t.Context(), img)
		require.NoError(t, err)
		require.Equal(t, 11, at.Frame, "no frame comes twice")
	})
}

func TestLiveSurvivesALoss(t *testing.T) {
	lost := errors.New("the camera C920 gives no more pictures: look at its plug and cable")
	frames, opens := 0, 0
	f := &fake{}
	f.next = func(ctx context.Context) (float64, error) {
		if frames++; frames == 2 {
			return 0, lost
		}
		return every(50 * time.Millisecond)(ctx)
	}
	synctest.Test(t, func(t *testing.T) {
		s := source.NewLive("webcam C920", func(context.Context) (source.Device, error) {
			if opens++; opens > 1 && opens < 5 {
				return nil, errors.New("the camera C920 has been pulled out: plug it in again")
			}
			return f, nil
		})
		img := gocv.NewMat()
		defer img.Close()
		_, err := s.Next(t.Context(), &img)
		require.NoError(t, err)
		var said []string
		for begun := time.Now(); ; {
			_, err = s.Next(t.Context(), &img)
			if err == nil {
				break
			}
			var trouble *source.Trouble
			if errors.As(err, &trouble) {
				require.True(t, trouble.Away)
				said = append(said, trouble.Says)
			}
			require.Less(t, time.Since(begun), time.Minute)
		}
		require.Equal(t, lost.Error(), said[0])
		require.Contains(t, said, "the camera C920 has been pulled out: plug it in again")
		require.Equal(t, 5, opens)
		require.EqualValues(t, 1, f.closed.Load(), "what is lost is closed")
		require.NoError(t, s.Close())
		require.EqualValues(t, 2, f.closed.Load())
	})
}

func TestLiveNoticesAHang(t *testing.T) {
	var wake chan struct{}
	stuck := &fake{next: func(context.Context) (float64, error) { <-wake; return 0, errors.New("too late") }}
	synctest.Test(t, func(t *testing.T) {
		wake = make(chan struct{}) // of this bubble
		s := source.NewLive("webcam C920", func(context.Context) (source.Device, error) { return stuck, nil })
		img := gocv.NewMat()
		defer img.Close()
		begun := time.Now()
		var said string
		var err error
		for {
			before := time.Now()
			_, err = s.Next(t.Context(), &img)
			require.LessOrEqual(t, time.Since(before), time.Second)
			var trouble *source.Trouble
			if errors.As(err, &trouble) {
				said = trouble.Says
			} else if !errors.Is(err, source.ErrNoFrame) {
				break
			}
		}
		require.Contains(t, said, "does not answer")
		require.ErrorContains(t, err, "hangs")
		require.InDelta(t, 41, time.Since(begun).Seconds(), 2)
		require.ErrorContains(t, s.Close(), "left behind")
		close(wake)
	})
}

func TestLiveNamesABlackCamera(t *testing.T) {
	f := &fake{next: func(ctx context.Context) (float64, error) {
		_, err := every(100 * time.Millisecond)(ctx)
		return 5, err // of 255
	}}
	inBubble(t, f, func(t *testing.T, s source.Source, img *gocv.Mat) {
		var trouble *source.Trouble
		for begun := time.Now(); trouble == nil; {
			_, err := s.Next(t.Context(), img)
			errors.As(err, &trouble)
			require.Less(t, time.Since(begun), 5*time.Second)
		}
		require.True(t, trouble.Away)
		require.Contains(t, trouble.Says, "only black pictures: take the cap off")
	})
}

func TestLiveHoldsExposure(t *testing.T) {
	f := &fake{next: every(100 * time.Millisecond)}
	inBubble(t, f, func(t *testing.T, s source.Source, img *gocv.Mat) {
		lock := s.(source.Locker)
		require.NoError(t, lock.Lock(t.Context(), true))
		require.NoError(t, lock.Lock(t.Context(), false))
		require.Equal(t, []bool{true, false}, f.holds)
	})
}
