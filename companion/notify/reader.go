package notify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"astragal/companion/event"
	"astragal/companion/event/outbox"
)

// Reader tells one other program the table's messages, in order.
type Reader struct {
	// Name tells it from other readers in the log.
	Name string
	// Table is what the table is called; it may be empty. A message that doesn't name its table gets that name.
	Table string
	// Box holds the messages.
	Box *outbox.Outbox
	// Load returns the number of the last message that was told, false if none ever was. Store keeps it.
	Load  func(context.Context) (int64, bool, error)
	Store func(context.Context, int64) error
	// Changes begins to listen for changes at the table, and returns a function that ends that.
	Changes func() (<-chan int, func())
	// Stands takes in why the other program can't be told, as a sentence; empty once it can. It may be nil.
	Stands func(why string)
	Log    *slog.Logger
	// First and Longest bound the rests between tries; 0 means a second and five minutes.
	First, Longest time.Duration
	// GiveUp is how old a message grows before it is left out; 0 means a day.
	GiveUp time.Duration
}

// stands says why the other program can't be told, or that it can.
func (r Reader) stands(why string) {
	if r.Stands != nil {
		r.Stands(why)
	}
}

// laterError says that the other side asks to be tried later.
type laterError struct {
	error
	after time.Duration
}

func (e laterError) Unwrap() error { return e.error }

// errNever says that the other side will never take this message.
var errNever = errors.New("it is refused for good")

const (
	firstRest   = time.Second
	longestRest = 5 * time.Minute
	giveUpAfter = 24 * time.Hour
	batch       = 50
	// longestAsked is the longest time for which the other side may delay a message.
	longestAsked = time.Hour
)

// run hands every message to send until ctx ends. It leaves out a message that send refuses for good, or that has failed for a day, and logs that.
func (r Reader) run(ctx context.Context, send func(context.Context, event.Message) error) error {
	changes, end := r.Changes()
	defer end()
	at, err := r.Begin(ctx)
	if err != nil {
		return err
	}
	for {
		got, err := r.Box.After(ctx, at, batch)
		if err != nil && ctx.Err() == nil {
			return fmt.Errorf("%s: %w", r.Name, err)
		}
		for _, m := range got {
			m.Table = cmp.Or(m.Table, r.Table)
			if m.Seq > at+1 {
				r.Log.Warn("messages were left out: this reader was away for too many", "reader", r.Name, "from", at+1, "to", m.Seq-1)
			}
			if !r.persist(ctx, m, send) {
				return nil
			}
			if err := r.Store(context.WithoutCancel(ctx), m.Seq); err != nil {
				return fmt.Errorf("%s: %w", r.Name, err)
			}
			at = m.Seq
		}
		if len(got) == batch {
			continue
		}
		select {
		case <-ctx.Done():
			return nil
		case <-changes:
		}
	}
}

// Begin returns the number of the message after which the reader goes on, and keeps it. A new reader is told only what comes later. A caller that must
// not miss rolls before Run starts calls Begin first.
func (r Reader) Begin(ctx context.Context) (int64, error) {
	at, known, err := r.Load(ctx)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", r.Name, err)
	}
	_, next := r.Box.Ends()
	if !known || at >= next {
		at = next - 1
		if err := r.Store(ctx, at); err != nil {
			return 0, fmt.Errorf("%s: %w", r.Name, err)
		}
	}
	return at, nil
}

// persist sends a message for as long as that takes; false if ctx ended first.
func (r Reader) persist(ctx context.Context, m event.Message, send func(context.Context, event.Message) error) bool {
	rest, longest, giveUp := or(r.First, firstRest), or(r.Longest, longestRest), or(r.GiveUp, giveUpAfter)
	for tries := 1; ; tries++ {
		err := send(ctx, m)
		switch {
		case err == nil:
			return true
		case ctx.Err() != nil:
			return false
		case errors.Is(err, errNever), time.Since(m.At) > giveUp:
			r.Log.Error("a message is left out", "reader", r.Name, "message", m.Seq, "tries", tries, "err", err)
			return true
		case tries == 1:
			r.Log.Warn("a message could not be told; it is tried again", "reader", r.Name, "message", m.Seq, "err", err)
		}
		select {
		case <-ctx.Done():
			return false
		case <-time.After(max(rest, asked(err))):
		}
		rest = min(2*rest, longest)
	}
}

// asked is how long the other side asks to be left alone.
func asked(err error) time.Duration {
	var later laterError
	if errors.As(err, &later) {
		return min(later.after, longestAsked)
	}
	return 0
}

func or(d, otherwise time.Duration) time.Duration {
	if d == 0 {
		return otherwise
	}
	return d
}
