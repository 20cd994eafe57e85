package eye

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"sync"
	"time"

	"astragal/vision"
)

// Settings say how a Child runs. If a duration is 0, its default counts.
type Settings struct {
	// Path is the program. If it is empty, it is the running program.
	Path string
	// Args are its arguments; "--source SOURCE" is added to them.
	Args []string
	// Source is the first source to watch. An Order "source" changes it.
	Source string
	// Env is added to the environment.
	Env []string
	// Log gets what the child writes to stderr and stdout, and its ends.
	Log *slog.Logger
	// Silence is how long the process may send nothing at all (default 10 s), and Hang how long its watcher may give
	// no sign of life (default 30 s). After that the process is killed and started again.
	Silence, Hang time.Duration
	// Backoff is the first pause before the process is started again (default 500 ms). Each further pause is twice as
	// long, up to BackoffMax (default 30 s). If the process runs for Steady (default 1 min), the pause is Backoff
	// again.
	Backoff, BackoffMax, Steady time.Duration
}

// Child is an eye in a process of its own. It starts the process, listens to it, and starts it again when it ends. A
// game notices no more than a missing picture.
type Child struct {
	set Settings
	// wake ends a pause before the next start.
	wake chan struct{}

	mu      sync.Mutex
	running bool
	source  string
	locked  string // the last order "lock" or "unlock", empty if there was none
	orders  chan vision.Order
	frames  *frames // the frames of the running process, nil if none runs
}

// frames passes a phone's frames to a process, one after the other.
type frames struct {
	next chan vision.Order
	over chan struct{} // closed when the process has ended
}

// NewChild makes an eye. Watch starts it.
func NewChild(s Settings) (*Child, error) {
	if s.Path == "" {
		path, err := os.Executable()
		if err != nil {
			return nil, fmt.Errorf("find the running program: %w", err)
		}
		s.Path = path
	}
	if s.Log == nil {
		s.Log = slog.New(slog.DiscardHandler)
	}
	s.Log = s.Log.With("component", "eye")
	for _, d := range []struct {
		set *time.Duration
		to  time.Duration
	}{
		{&s.Silence, 10 * time.Second}, {&s.Hang, 30 * time.Second}, {&s.Steady, time.Minute},
		{&s.Backoff, 500 * time.Millisecond}, {&s.BackoffMax, 30 * time.Second},
	} {
		if *d.set <= 0 {
			*d.set = d.to
		}
	}
	return &Child{set: s, source: s.Source, wake: make(chan struct{}, 1)}, nil
}

// Watch runs the child's process and tells what it sees until ctx ends. Then it waits for the process and returns
// nil. Only one Watch may run at a time.
func (c *Child) Watch(ctx context.Context, tell func(vision.Event)) error {
	if !c.begin() {
		return errors.New("the eye is watching already")
	}
	defer c.finish()
	r := &relay{tell: tell}
	pause := c.set.Backoff
	for {
		started := time.Now()
		err := c.live(ctx, r)
		if ctx.Err() != nil {
			return nil
		}
		if time.Since(started) >= c.set.Steady {
			pause = c.set.Backoff
		}
		c.set.Log.Warn("the camera's process ended", "because", err, "again in", pause)
		r.lost(fmt.Sprintf("%v; it is started again in %s", err, inWords(pause)))
		select {
		case <-ctx.Done():
			return nil
		case <-c.wake:
			pause = c.set.Backoff
		case <-time.After(pause):
			pause = min(2*pause, c.set.BackoffMax)
		}
	}
}

// Order sends an order to the process. "source" and "lock" also hold for later processes. The other orders need a
// running process. A "frame" waits until the process takes it, so a sender can't send more frames than the process
// can look at.
func (c *Child) Order(ctx context.Context, o vision.Order) error {
	if !slices.Contains([]string{"throw", "look", "picture", "frame", "source", "again", "next", "lock", "unlock"}, o.Do) {
		return fmt.Errorf("the order %q is not known: throw, look, picture, frame, source, again, next, lock and unlock are", o.Do)
	}
	if len(o.Picture) > maxBody {
		return fmt.Errorf("the picture has %d MiB, at most %d MiB are taken: send it smaller", len(o.Picture)>>20, maxBody>>20)
	}
	if o.Do == "frame" {
		return c.frame(ctx, o)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	kept := c.keep(o)
	if c.orders == nil {
		if kept {
			signal(c.wake)
			return nil
		}
		return errNotRunning
	}
	select {
	case c.orders <- o:
		return nil
	default:
		return errors.New("the camera's process has too much to do: try again in a moment")
	}
}

var errNotRunning = errors.New("the camera's process is not running now: try again in a moment")

// frame passes a frame to the process.
func (c *Child) frame(ctx context.Context, o vision.Order) error {
	c.mu.Lock()
	f := c.frames
	c.mu.Unlock()
	if f == nil {
		return errNotRunning
	}
	select {
	case f.next <- o:
		return nil
	case <-f.over:
		return errNotRunning
	case <-ctx.Done():
		return errors.New("the camera's process takes no pictures now: try again in a moment")
	}
}

// keep remembers an order that also holds for later processes.
func (c *Child) keep(o vision.Order) bool {
	switch o.Do {
	case "source":
		c.source = o.Source
	case "lock", "unlock":
		c.locked = o.Do
	default:
		return false
	}
	return true
}

func (c *Child) begin() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	was := c.running
	c.running = true
	return !was
}

func (c *Child) finish() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.running = false
}

// open gives a new process its source and its queue of orders.
func (c *Child) open() (source string, orders chan vision.Order, in *frames) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.orders = make(chan vision.Order, ordersWaiting)
	c.frames = &frames{next: make(chan vision.Order), over: make(chan struct{})}
	if c.locked != "" {
		c.orders <- vision.Order{Do: c.locked}
	}
	select {
	case <-c.wake:
	default:
	}
	return c.source, c.orders, c.frames
}

func (c *Child) shut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.frames.over)
	c.orders, c.frames = nil, nil
}

func inWords(d time.Duration) string {
	if d < time.Second {
		return "a moment"
	}
	return fmt.Sprintf("%d s", int(d.Round(time.Second).Seconds()))
}
