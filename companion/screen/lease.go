package screen

import (
	"sync"
	"time"
)

// mostLease is the longest time that a request may stand without its asker asking after it.
const mostLease = 600 * time.Second

// leases takes back requests whose asker is gone: a page that is closed says nothing, or its word is lost. A request has a lease only if its asker
// wants one. Each time that the asker asks after the request, the lease begins anew. After a restart of the table a request has no lease until its
// asker asks after it.
type leases struct {
	mu    sync.Mutex
	over  bool
	of    map[int]*time.Timer
	lapse func(request int)
}

// renew lets a request lapse after that time, unless it is renewed before. 0 changes nothing.
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

// stop ends all leases. If one lapses at that moment, it waits for it.
func (l *leases) stop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.over = true
	for _, t := range l.of {
		t.Stop()
	}
	clear(l.of)
}
