package eye_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"astragal/vision"
	"astragal/vision/eye"

	"github.com/stretchr/testify/require"
)

// served is a child's side that a test runs. The test plays the parent.
type served struct {
	orders *io.PipeWriter
	events *io.PipeReader
	err    chan error
}

func serve(watch eye.Watch) served {
	in, orders := io.Pipe()
	events, out := io.Pipe()
	s := served{orders, events, make(chan error, 1)}
	go func() { s.err <- eye.Serve(context.Background(), in, out, watch) }()
	return s
}

// hear reads all events until the child's side ends.
func (s served) hear() (events []vision.Event) {
	_ = eye.ReadAll(s.events, func(e vision.Event) { events = append(events, e) }, func(vision.Order) {})
	return events
}

func TestServe(t *testing.T) {
	untilDone := func(ctx context.Context, _ eye.Line) error {
		<-ctx.Done()
		return ctx.Err()
	}
	t.Run("ends when the parent closes", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := serve(untilDone)
			go s.hear()
			require.NoError(t, s.orders.Close())
			require.NoError(t, <-s.err)
		})
	})
	t.Run("says that it can't read an order", func(t *testing.T) {
		for what, change := range map[string]func([]byte) []byte{
			"not JSON":     func(raw []byte) []byte { return bytes.Replace(raw, []byte(`"do"`), []byte(`"do `), 1) },
			"not a header": bytes.ToUpper,
		} {
			synctest.Test(t, func(t *testing.T) {
				s := serve(untilDone)
				go s.hear()
				raw, err := eye.OrderBytes(vision.Order{Do: "throw"})
				require.NoError(t, err)
				bad := change(raw)
				require.NotEqual(t, raw, bad)
				_, _ = s.orders.Write(bad) // the child may close the pipe before it has read everything
				require.ErrorContains(t, <-s.err, "not the eye's protocol", what)
			})
		}
	})
	t.Run("ends when the parent falls silent", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := serve(untilDone)
			go s.hear()
			begun := time.Now()
			require.ErrorContains(t, <-s.err, "silent for 15s")
			require.Less(t, time.Since(begun), 20*time.Second)
		})
	})
	t.Run("leaves a watcher that hangs", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			wake := make(chan struct{})
			s := serve(func(context.Context, eye.Line) error { <-wake; return nil })
			go s.hear()
			require.NoError(t, s.orders.Close())
			require.ErrorContains(t, <-s.err, "did not end")
			close(wake)
		})
	})
	t.Run("a parent that doesn't read holds nothing up", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := serve(func(ctx context.Context, line eye.Line) error {
				for ctx.Err() == nil {
					line.Tell(vision.Event{Kind: vision.EventState, State: vision.Moving})
				}
				return ctx.Err()
			})
			require.NoError(t, s.orders.Close())
			require.NoError(t, <-s.err)
		})
	})
	t.Run("says why it ends", func(t *testing.T) {
		s := serve(func(context.Context, eye.Line) error { return errors.New("no light") })
		defer s.orders.Close()
		raw, err := io.ReadAll(s.events)
		require.NoError(t, err)
		require.Contains(t, string(raw), `{"error":"no light"}`)
		require.ErrorContains(t, <-s.err, "no light")
	})
}

func TestServeTells(t *testing.T) {
	t.Run("the newest preview takes the place of one that waits", func(t *testing.T) {
		told := make(chan struct{})
		s := serve(func(_ context.Context, line eye.Line) error {
			for i := range 500 {
				line.Tell(vision.Event{Kind: vision.EventPreview, Frame: i, Preview: []byte("jpeg")})
			}
			line.Tell(vision.Event{Kind: vision.EventSettled, Frame: 500, Scene: scene(1, 2)})
			close(told)
			return nil
		})
		defer s.orders.Close()
		<-told // nothing has been read so far, and the watcher didn't have to wait
		events := s.hear()
		require.LessOrEqual(t, len(events), 4)
		require.Equal(t, 500, events[len(events)-1].Frame)
		require.Equal(t, 499, events[len(events)-2].Frame)
		require.NoError(t, <-s.err)
	})
	t.Run("no throw is ever dropped", func(t *testing.T) {
		s := serve(func(_ context.Context, line eye.Line) error {
			for i := range 1000 {
				line.Tell(vision.Event{Kind: vision.EventSettled, Frame: i, Scene: scene(1, 2)})
			}
			return nil
		})
		defer s.orders.Close()
		require.Len(t, s.hear(), 1000)
	})
	t.Run("what can't be written down is said", func(t *testing.T) {
		s := serve(func(_ context.Context, line eye.Line) error {
			line.Tell(vision.Event{Kind: vision.EventSettled, Scene: &vision.Scene{PxPerMM: math.NaN()}})
			return nil
		})
		defer s.orders.Close()
		events := s.hear()
		require.Len(t, events, 1)
		require.Contains(t, events[0].Problem, "throw again")
	})
	t.Run("orders beyond what a busy watcher can hold are refused aloud", func(t *testing.T) {
		stop := make(chan struct{})
		s := serve(func(context.Context, eye.Line) error { <-stop; return nil })
		raw, err := eye.OrderBytes(vision.Order{Do: "throw"})
		require.NoError(t, err)
		_, err = s.orders.Write(bytes.Repeat(raw, 9))
		require.NoError(t, err)
		_, err = s.orders.Write(raw[:4]) // this is taken only after the ninth order has been handled
		require.NoError(t, err)
		close(stop)
		events := s.hear()
		require.Len(t, events, 1)
		require.Contains(t, events[0].Problem, `"throw" was left out`)
	})
}

func FuzzWire(f *testing.F) {
	event, err := eye.EventBytes(vision.Event{Kind: vision.EventPreview, Frame: 3, Preview: []byte("jpeg"), Scene: scene(1, 2)})
	require.NoError(f, err)
	order, err := eye.OrderBytes(vision.Order{Do: "picture", Picture: []byte("jpeg")})
	require.NoError(f, err)
	f.Add(append(event, order...))
	f.Add(event[:len(event)-1])
	f.Add(eye.Prefix('e', 1<<31, 1<<31))
	f.Add(eye.Prefix('e', 16<<20, 64<<20))
	f.Add(eye.Prefix('h', 0, 0))
	f.Add([]byte("[ WARN:0] global videoio"))
	f.Add([]byte("ae\x02e\x00\x00\x00\x02\x00\x00\x00\x00{}"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		err := eye.ReadAll(bytes.NewReader(raw), func(e vision.Event) {
			if _, err := eye.EventBytes(e); err != nil {
				t.Errorf("an event that came can't go again: %v", err)
			}
		}, func(vision.Order) {})
		require.Error(t, err, "every stream ends")
	})
}
