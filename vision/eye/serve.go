package eye

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"astragal/vision"
)

// Times of the child's side.
const (
	// beatEvery is the pause between two heartbeats, of both sides.
	beatEvery = time.Second
	// parentSilence is how long a parent may be silent before its child ends.
	parentSilence = 15 * time.Second
	// grace is how long a side may take to end after it was told to.
	grace = 3 * time.Second
	// ordersWaiting is how many orders wait for a busy watcher.
	ordersWaiting = 8
)

// The reasons for which a child stops by itself.
var (
	errParentGone   = errors.New("the parent has closed the pipe")
	errParentSilent = fmt.Errorf("the parent has been silent for %v", parentSilence)
	errHung         = errors.New("the watching did not end when told to")
)

// Line is how a watcher speaks with the parent.
type Line struct {
	// Tell sends an event. It waits if the parent is far behind. Of waiting previews only the newest is kept.
	Tell func(vision.Event)
	// Pulse says that the watcher still works. A watcher that calls neither Pulse nor Tell for long counts as hung
	// and is killed.
	Pulse func()
	// Orders are the parent's orders. If eight wait, further ones are refused with a problem.
	Orders <-chan vision.Order
	// Frames are a phone's pictures (JPEG). Of waiting frames only the newest is kept.
	Frames <-chan []byte
}

// Watch watches the tray. It returns when ctx ends, when its source has ended (nil), or when it can't go on.
type Watch func(ctx context.Context, line Line) error

// Pipes are the two pipes that a Child gives to its process. Orders come in, events go out.
func Pipes() (in, out *os.File, err error) {
	if in, err = inherited(3, "orders"); err != nil {
		return nil, nil, err
	}
	if out, err = inherited(4, "events"); err != nil {
		return nil, nil, err
	}
	return in, out, nil
}

// Serve runs watch and speaks with the parent until watch returns, ctx ends, or the parent is gone. It closes in and
// out. If watch doesn't end within three seconds (a camera read hangs), Serve returns without it, and the process
// must then end.
func Serve(ctx context.Context, in io.ReadCloser, out io.WriteCloser, watch Watch) error {
	ctx, stop := context.WithCancelCause(ctx)
	s := &server{box: newOutbox(), orders: make(chan vision.Order, ordersWaiting), frames: make(chan []byte, 1), begun: time.Now()}
	var parts sync.WaitGroup
	wrote := make(chan struct{})
	writing, stopWriting := context.WithCancel(context.WithoutCancel(ctx))
	parts.Go(func() { stop(s.listen(ctx, in)) })
	parts.Go(func() { defer close(wrote); stop(s.write(writing, out)) })
	parts.Go(func() { stop(s.beat(ctx)) })
	s.send(ctx, kindHello, hello{PID: os.Getpid()})

	err := s.watch(ctx, watch)
	s.end(err)
	stop(nil)
	select {
	case <-wrote:
	case <-time.After(grace): // the parent doesn't read
	}
	stopWriting()
	err = errors.Join(err, ignoreClosed(in.Close()), ignoreClosed(out.Close()))
	parts.Wait()
	return err
}

// server is the child's side of the pipes.
type server struct {
	box    *outbox
	orders chan vision.Order
	frames chan []byte
	begun  time.Time
	// pulse and heard are the times of the last signs of life of the watcher and of the parent, in ns since begun.
	pulse atomic.Int64
	heard atomic.Int64
}

func (s *server) now() int64 { return int64(time.Since(s.begun)) }

// watch runs the watcher and gives up on it when it hangs after ctx has ended.
func (s *server) watch(ctx context.Context, watch Watch) error {
	done := make(chan error, 1)
	go func() {
		done <- watch(ctx, Line{Tell: s.teller(ctx), Pulse: s.alive, Orders: s.orders, Frames: s.frames})
	}()
	var err error
	select {
	case err = <-done:
	case <-ctx.Done():
		select {
		case err = <-done:
		case <-time.After(grace):
			return errHung
		}
	}
	cause := context.Cause(ctx)
	switch {
	case errors.Is(cause, errParentSilent), errors.Is(cause, errGarbage):
		return cause
	case cause != nil:
		return nil //nolint:nilerr // it was told to stop, or nobody listens
	}
	return err
}

func (s *server) alive() { s.pulse.Store(s.now()) }

func (s *server) teller(ctx context.Context) func(vision.Event) {
	return func(e vision.Event) {
		s.alive()
		defer s.alive()
		m, err := eventMessage(e)
		if err != nil {
			m, err = eventMessage(vision.Event{Kind: vision.EventProblem, Frame: e.Frame, Time: e.Time,
				Problem: fmt.Sprintf("what was seen can't be passed on (%v): throw again", err)})
		}
		if err != nil {
			return
		}
		var same func(message) bool
		if e.Kind == vision.EventPreview {
			same = func(m message) bool { return len(m.body) > 0 }
		}
		_ = s.box.put(ctx, m, same) // the error is ctx's. The watcher sees it itself.
	}
}

// send puts a small message into the box.
func (s *server) send(ctx context.Context, k kind, head any) {
	m, err := newMessage(k, head, nil)
	if err != nil {
		return
	}
	var same func(message) bool
	if k == kindBeat {
		same = func(m message) bool { return m.kind == kindBeat }
	}
	_ = s.box.put(ctx, m, same)
}

// end says why the child stops. The writer ends after this message.
func (s *server) end(err error) {
	ctx, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	var e end
	if err != nil {
		e.Error = err.Error()
	}
	s.send(ctx, kindEnd, e)
}

// write writes the box to the pipe until the end message is written.
func (s *server) write(ctx context.Context, out io.Writer) error {
	for {
		m, err := s.box.take(ctx)
		if err != nil {
			return err
		}
		if err := m.writeTo(out); err != nil {
			return fmt.Errorf("%w: %w", errParentGone, err)
		}
		if m.kind == kindEnd {
			return nil
		}
	}
}

// beat sends how long ago the watcher gave a sign of life. It also checks when the parent last gave one.
func (s *server) beat(ctx context.Context) error {
	tick := time.NewTicker(beatEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		if s.now()-s.heard.Load() > int64(parentSilence) {
			return errParentSilent
		}
		quiet := time.Duration(s.now() - s.pulse.Load())
		s.send(ctx, kindBeat, beat{QuietMS: quiet.Milliseconds()})
	}
}

// listen passes the parent's orders on until the pipe closes.
func (s *server) listen(ctx context.Context, in io.Reader) error {
	for {
		m, err := readMessage(in)
		if errors.Is(err, errGarbage) {
			return err
		}
		if err != nil {
			return fmt.Errorf("%w: %w", errParentGone, err)
		}
		s.heard.Store(s.now())
		if m.kind != kindOrder {
			continue
		}
		o, err := m.order()
		if err != nil {
			return err
		}
		if o.Do == "frame" {
			s.frame(o.Picture)
			continue
		}
		select {
		case s.orders <- o:
		default:
			s.teller(ctx)(vision.Event{Kind: vision.EventProblem,
				Problem: fmt.Sprintf("the camera's process is busy, so %q was left out: do it again in a moment", o.Do)})
		}
	}
}

// frame replaces a frame that nobody has looked at yet. Only listen calls it.
func (s *server) frame(jpeg []byte) {
	select {
	case <-s.frames:
	default:
	}
	s.frames <- jpeg
}

func ignoreClosed(err error) error {
	if errors.Is(err, os.ErrClosed) {
		return nil
	}
	return err
}
