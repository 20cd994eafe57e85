package eye

import (
	"context"
	"sync"
)

// outboxSize is how many messages can wait for a slow reader. If more come, the sender waits.
const outboxSize = 64

// outbox holds messages until they are written to the pipe. A new preview replaces a preview that still waits. No
// other message is ever dropped.
type outbox struct {
	mu     sync.Mutex
	queue  []message
	filled chan struct{} // capacity 1: something waits
	taken  chan struct{} // capacity 1: there is room again
}

func newOutbox() *outbox {
	return &outbox{filled: make(chan struct{}, 1), taken: make(chan struct{}, 1)}
}

// put adds a message. If the box is full, it waits for room. If same isn't nil, the message replaces a waiting one
// for which same returns true.
func (o *outbox) put(ctx context.Context, m message, same func(message) bool) error {
	for !o.add(m, same) {
		select {
		case <-o.taken:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	signal(o.filled)
	return nil
}

func (o *outbox) add(m message, same func(message) bool) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if same != nil {
		for i, waiting := range o.queue {
			if same(waiting) {
				o.queue = append(append(o.queue[:i:i], o.queue[i+1:]...), m)
				return true
			}
		}
	}
	if len(o.queue) >= outboxSize {
		return false
	}
	o.queue = append(o.queue, m)
	return true
}

// take returns the oldest message. If there is none, it waits for one.
func (o *outbox) take(ctx context.Context) (message, error) {
	for {
		if m, ok := o.next(); ok {
			return m, nil
		}
		select {
		case <-o.filled:
		case <-ctx.Done():
			return message{}, context.Cause(ctx)
		}
	}
}

func (o *outbox) next() (message, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.queue) == 0 {
		return message{}, false
	}
	m := o.queue[0]
	o.queue = o.queue[1:]
	signal(o.taken)
	return m, true
}

// signal wakes one waiter. If an earlier signal is still pending, that is enough.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
