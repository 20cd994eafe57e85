package eye

import (
	"context"
	"sync"
)

// outboxSize is how many messages wait for a slow reader before the teller has to.
const outboxSize = 64

// outbox holds messages until the pipe takes them. The newest preview takes
// the place of one that still waits; nothing else is ever dropped.
type outbox struct {
	mu     sync.Mutex
	queue  []message
	filled chan struct{} // capacity 1: something waits
	taken  chan struct{} // capacity 1: there is room again
}

func newOutbox() *outbox {
	return &outbox{filled: make(chan struct{}, 1), taken: make(chan struct{}, 1)}
}

// put adds a message and waits for room when the box is full. With same not
// nil it replaces a waiting message for which same is true.
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

// take waits for the oldest message.
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

// signal wakes one waiter; a wake-up that nobody has taken yet is enough.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
