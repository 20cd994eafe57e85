package screen

import (
	"sync"
	"time"
)

// mostLease is how long a request may stand that nobody asks after.
const mostLease = 600 * time.Second

// leases takes back requests whose asker is gone: a page that was closed says nothing, or what it says is lost. A request
// has a lease only if its asker wants one, and each time that it asks after the request begins the lease anew. A table
// that was started again knows no leases until then.
type leases struct {
	mu    sync.Mutex
	over  bool
	of    map[int]*time.Timer
	lapse func(request int)
}

// renew lets a request lapse after so long, unless it is renewed before. 0 changes nothing.
func (l *leases) renew(request int, after time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.over || after <= 0 {
		return
	}
	if t := l.of[request]; t != nil && t.Reset(after) {
		return
	}
	if l.of == nil {
		l.of = map[int]*time.Timer{}
	}
	var mine *time.Timer
	mine = time.AfterFunc(after, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.over || l.of[request] != mine {
			return
		}
		delete(l.of, request)
		l.lapse(request)
	})
	l.of[request] = mine
}

// stop ends all leases, and waits for one that lapses just now.
func (l *leases) stop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.over = true
	for _, t := range l.of {
		t.Stop()
	}
	clear(l.of)
}
