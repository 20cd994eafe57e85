package eye

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"

	"astragal/vision"
)

// life is one process of a Child from its start to its end.
type life struct {
	set    Settings
	cmd    *exec.Cmd
	events *os.File // our end of the child's events
	orders *os.File // our end of its orders
	lines  *lines
	gone   chan struct{} // closed when the process has ended. err then says how.
	err    error
}

// live runs one process until it ends. Its error says why the process ended. It is nil only if ctx has ended.
func (c *Child) live(ctx context.Context, r *relay) error {
	source, orders, in := c.open()
	defer c.shut()
	l, err := start(c.set, source)
	if err != nil {
		return fmt.Errorf("the camera's process can't be started (%w)", err)
	}
	ctx, stop := context.WithCancel(ctx)
	var writer sync.WaitGroup
	writer.Go(func() { l.write(ctx, orders, in) })
	unhook := context.AfterFunc(ctx, func() { // closing the pipe tells the child to end
		_ = l.orders.Close()
		_ = l.events.SetReadDeadline(time.Now().Add(grace))
	})
	said := l.read(ctx, r)
	stop()
	if unhook() {
		_ = l.orders.Close()
	}
	writer.Wait()
	return l.bury(said)
}

// start starts the process with its two pipes.
func start(set Settings, source string) (*life, error) {
	ordersIn, ordersOut, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	eventsIn, eventsOut, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, ordersIn.Close(), ordersOut.Close())
	}
	l := &life{set: set, events: eventsIn, orders: ordersOut, lines: newLines(set.Log), gone: make(chan struct{})}
	args := set.Args
	if source != "" {
		args = append(args[:len(args):len(args)], "--source", source)
	}
	l.cmd = exec.Command(set.Path, args...)
	l.cmd.Env = append(os.Environ(), set.Env...)
	l.cmd.ExtraFiles = []*os.File{ordersIn, eventsOut} // file descriptors 3 and 4 of the child
	l.cmd.Stdout, l.cmd.Stderr = l.lines, l.lines
	l.cmd.WaitDelay = grace // a process that the child started may still hold its stderr
	bind(l.cmd)
	err = l.run()
	_, _ = ordersIn.Close(), eventsOut.Close() // the child has its own copies
	if err != nil {
		return nil, errors.Join(err, eventsIn.Close(), ordersOut.Close())
	}
	return l, nil
}

// run starts the process and waits for it in its own goroutine. The kernel ends the child when the thread that
// started it ends, so that goroutine keeps its thread.
func (l *life) run() error {
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		defer close(l.gone)
		err := l.cmd.Start()
		if err == nil {
			goesFirst(l.cmd)
		}
		started <- err
		if err == nil {
			l.err = l.cmd.Wait()
		}
	}()
	return <-started
}

// read relays what the child tells until the child ends or breaks the protocol. Its error says which.
func (l *life) read(ctx context.Context, r *relay) error {
	for {
		if ctx.Err() == nil {
			_ = l.events.SetReadDeadline(time.Now().Add(l.set.Silence))
		}
		m, err := readMessage(l.events)
		switch {
		case errors.Is(err, os.ErrDeadlineExceeded):
			return fmt.Errorf("the camera's process has been silent for %s", inWords(l.set.Silence))
		case errors.Is(err, errGarbage):
			return fmt.Errorf("the camera's process talks nonsense (%w)", err)
		case err != nil:
			return nil //nolint:nilerr // the process has ended. bury says how.
		case ctx.Err() != nil:
			continue // nobody listens any more
		}
		if err := l.hear(m, r); err != nil {
			return err
		}
	}
}

// hear handles one message of the child.
func (l *life) hear(m message, r *relay) error {
	switch m.kind {
	case kindHello:
		h, err := decode[hello](m)
		if err != nil {
			return err
		}
		l.set.Log.Debug("the camera's process runs", "pid", h.PID)
	case kindBeat:
		b, err := decode[beat](m)
		if err != nil {
			return err
		}
		if quiet := time.Duration(b.QuietMS) * time.Millisecond; quiet > l.set.Hang {
			return fmt.Errorf("the camera has hung for %s", inWords(quiet))
		}
	case kindEvent:
		e, err := m.event()
		if err != nil {
			return fmt.Errorf("the camera's process talks nonsense (%w)", err)
		}
		r.pass(e)
	case kindEnd:
		e, err := decode[end](m)
		if err != nil {
			return err
		}
		if e.Error != "" {
			return errors.New(e.Error)
		}
		return errors.New("there is nothing more to see")
	case kindOrder:
		return fmt.Errorf("the camera's process talks nonsense (%w: it gives orders)", errGarbage)
	}
	return nil
}

// write sends orders and heartbeats until ctx ends or the pipe breaks.
func (l *life) write(ctx context.Context, orders <-chan vision.Order, in *frames) {
	tick := time.NewTicker(beatEvery)
	defer tick.Stop()
	for {
		m, err := newMessage(kindBeat, beat{}, nil)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case o := <-orders:
			m, err = orderMessage(o)
		case o := <-in.next:
			m, err = orderMessage(o)
		}
		if err != nil {
			l.set.Log.Warn("an order was left out", "because", err)
			continue
		}
		if err := m.writeTo(l.orders); err != nil {
			return // the reader notices the end
		}
	}
}

// bury kills the process if it still runs, waits for it, and says why it ended: by the process's own words, by what
// it did wrong, or by its exit status.
func (l *life) bury(said error) error {
	patience := grace
	if said != nil {
		patience = 0
	}
	select {
	case <-l.gone:
	case <-time.After(patience):
		kill(l.cmd)
		<-l.gone
	}
	_ = l.events.Close()
	l.lines.flush()
	if said != nil {
		return said
	}
	return howItEnded(l.cmd.ProcessState, l.lines.lastError(), l.err)
}

// howItEnded says how a process ended that gave no reason itself.
func howItEnded(state *os.ProcessState, last string, err error) error {
	status, ok := state.Sys().(syscall.WaitStatus)
	why := fmt.Sprint(err)
	switch {
	case ok && status.Signaled() && status.Signal() == syscall.SIGKILL:
		why = "it was killed, perhaps for want of memory"
	case ok && status.Signaled():
		why = "it crashed: " + status.Signal().String()
	case state.ExitCode() == 0:
		why = "it ended without a word"
	}
	if last = strings.TrimSpace(last); last != "" {
		why += "; " + last
	}
	return fmt.Errorf("the camera's process stopped (%s)", why)
}
