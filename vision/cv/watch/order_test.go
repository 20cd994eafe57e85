//go:build cgo

package watch_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"astragal/vision"

	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/picture"
	"astragal/vision/cv/source"
	"astragal/vision/cv/watch"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// obeyed watches a still tray and gives what was told after some orders.
func obeyed(t *testing.T, w watch.Watching, orders ...vision.Order) told {
	t.Helper()
	ch := make(chan vision.Order, len(orders))
	var all told
	sent := false
	err := watch.Run(t.Context(), w, func(e vision.Event) {
		all = append(all, e)
		if e.Kind == vision.EventSettled && !sent { // once it is under way
			sent = true
			all = nil
			for _, o := range orders {
				ch <- o
			}
		}
	}, ch)
	require.NoError(t, err)
	require.True(t, sent)
	return all
}

func still(t *testing.T) (watch.Watching, *oracle) {
	o := &oracle{dice: func() []vision.Sighting { return []vision.Sighting{dieAt(300, 200, 40)} }}
	return watch.Watching{Source: &slides{shots: cvtest.Noisy(t, 640, 360, 4), n: 60}, Reader: o}, o
}

func TestWatchObeys(t *testing.T) {
	t.Run("look reads the tray again", func(t *testing.T) {
		w, o := still(t)
		all := obeyed(t, w, vision.Order{Do: "look"})
		require.Equal(t, 2, o.looks)
		require.Len(t, all.of(vision.EventSeen), 1)
		require.Empty(t, all.of(vision.EventSettled))
	})
	t.Run("a picture is a throw of its own", func(t *testing.T) {
		w, _ := still(t)
		buf, err := gocv.IMEncode(gocv.JPEGFileExt, cvtest.Noisy(t, 320, 200, 1)[0])
		require.NoError(t, err)
		defer buf.Close()
		all := obeyed(t, w, vision.Order{Do: "picture", Picture: buf.GetBytes()})
		require.Len(t, all.of(vision.EventSettled), 1)
		require.Equal(t, 320, all.of(vision.EventSettled)[0].Scene.Width)
	})
	t.Run("what can't be done is said in words", func(t *testing.T) {
		for says, o := range map[string]vision.Order{
			"empty":       {Do: "picture"},
			"throw":       {Do: "throw"},
			"exposure":    {Do: "lock"},
			"be changed":  {Do: "source", Source: "virtual"},
			"means nothi": {Do: "dance"},
		} {
			w, _ := still(t)
			problems := obeyed(t, w, o).of(vision.EventProblem)
			require.NotEmpty(t, problems, says)
			require.Contains(t, problems[0].Problem, says)
		}
	})
	t.Run("another source is looked at afresh", func(t *testing.T) {
		w, _ := still(t)
		shots := cvtest.Noisy(t, 320, 180, 4)
		w.Open = func(context.Context, string) (source.Source, error) { return &slides{shots: shots, n: 60}, nil }
		all := obeyed(t, w, vision.Order{Do: "source", Source: "other"})
		require.Len(t, all.of(vision.EventSource), 1)
		require.Len(t, all.of(vision.EventSettled), 1)
		require.Equal(t, 320, all.of(vision.EventSettled)[0].Scene.Width)
	})
	t.Run("a source that can't be opened changes nothing", func(t *testing.T) {
		w, _ := still(t)
		w.Open = func(context.Context, string) (source.Source, error) { return nil, errors.New("it is not there") }
		all := obeyed(t, w, vision.Order{Do: "source", Source: "other"})
		require.Equal(t, "it is not there", all.of(vision.EventProblem)[0].Problem)
		require.Empty(t, all.of(vision.EventSource))
	})
}

// renamed is a Source that has another name from a frame on.
type renamed struct {
	*slides
	from int
}

func (r *renamed) Name() string {
	if r.frame > r.from {
		return "other slides"
	}
	return r.slides.Name()
}

// A table that hears of another source says that it is starting, until it is told what is seen.
func TestAfterEachNameOfASourceTheStateIsTold(t *testing.T) {
	w, _ := still(t)
	w.Source = &renamed{slides: &slides{shots: cvtest.Noisy(t, 640, 360, 4), n: 60}, from: 40}
	var after []vision.State
	named := 0
	require.NoError(t, watch.Run(t.Context(), w, func(e vision.Event) {
		switch e.Kind {
		case vision.EventSource:
			named++
			after = nil
		case vision.EventState:
			after = append(after, e.State)
		default:
		}
	}, nil))
	require.Equal(t, 2, named)
	require.Equal(t, []vision.State{vision.Settled}, after)
}

// shaky is a Source that gives a Trouble for some frames.
type shaky struct {
	*slides
	from, times int
}

func (s *shaky) Next(ctx context.Context, img *gocv.Mat) (picture.Stamp, error) {
	if s.frame >= s.from && s.times > 0 {
		s.times--
		return picture.Stamp{}, &source.Trouble{Says: "the camera is unplugged", Away: true}
	}
	return s.slides.Next(ctx, img)
}

func TestWatchOutlivesALostCamera(t *testing.T) {
	w, _ := still(t)
	w.Source = &shaky{w.Source.(*slides), 30, 20}
	all := watched(t, w)
	problems := all.of(vision.EventProblem)
	require.Len(t, problems, 2, "said once, and that it is over")
	require.Equal(t, "the camera is unplugged", problems[0].Problem)
	require.Empty(t, problems[1].Problem)
	require.Len(t, all.of(vision.EventSettled), 1, "the dice that still lie there are no new throw")
	states := all.of(vision.EventState)
	require.Equal(t, vision.Settled, states[len(states)-1].State)
}

func TestWatchShowsPreviews(t *testing.T) {
	w, _ := still(t)
	w.Source = &slides{shots: cvtest.Noisy(t, 1280, 720, 2), n: 90}
	w.PreviewEvery = 200 * time.Millisecond
	previews := watched(t, w).of(vision.EventPreview)
	require.GreaterOrEqual(t, len(previews), 3)
	require.LessOrEqual(t, len(previews), 8, "a still tray needs few")
	img, err := gocv.IMDecode(previews[0].Preview, gocv.IMReadColor)
	require.NoError(t, err)
	defer img.Close()
	require.Equal(t, 960, img.Cols())
}

func TestWatchEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	w, _ := still(t)
	w.Source = &slides{shots: cvtest.Noisy(t, 320, 180, 2), n: 1 << 30}
	err := watch.Run(ctx, w, func(e vision.Event) {
		if e.Kind == vision.EventSettled {
			cancel()
		}
	}, nil)
	require.ErrorIs(t, err, context.Canceled)
}
