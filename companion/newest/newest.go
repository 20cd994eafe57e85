// Package newest hands the newest of some values to everybody who listens: whoever is slow skips values and holds nobody up.
package newest

import "sync"

// Value hands the newest value to every subscriber. A slow one skips values; it never delays the
// table. The zero value is ready.
type Value[T any] struct {
	mu   sync.Mutex
	last T
	has  bool
	subs map[chan T]struct{}
}

// Publish replaces whatever a subscriber has not read yet.
func (h *Value[T]) Publish(v T) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.last, h.has = v, true
	for c := range h.subs {
		select {
		case <-c:
		default:
		}
		c <- v
	}
}

// Subscribe returns a channel that holds the newest value, and a function that ends it. A
// newcomer gets the last value at once.
func (h *Value[T]) Subscribe() (<-chan T, func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := make(chan T, 1)
	if h.has {
		c <- h.last
	}
	if h.subs == nil {
		h.subs = map[chan T]struct{}{}
	}
	h.subs[c] = struct{}{}
	return c, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.subs, c)
	}
}

// Last returns the newest value; false when there was none yet.
func (h *Value[T]) Last() (T, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.last, h.has
}
