package companion

import (
	"net"
	"net/http"
	"sync"
	"time"
)

// bucket bounds a rate: so many a second, so many at once. It belongs to one goroutine.
type bucket struct {
	perSec, most, left float64
	last               time.Time
}

func newBucket(perSec, atOnce float64) *bucket {
	return &bucket{perSec: perSec, most: atOnce, left: atOnce}
}

func (b *bucket) take(now time.Time) bool {
	if !b.last.IsZero() {
		b.left = min(b.most, b.left+b.perSec*now.Sub(b.last).Seconds())
	}
	b.last = now
	if b.left < 1 {
		return false
	}
	b.left--
	return true
}

// room bounds how many are inside at once, altogether and from one address.
type room struct {
	all, each int
	mu        sync.Mutex
	n         int
	from      map[string]int
}

// enter counts one in; the function counts it out again. False means that the room is full.
func (r *room) enter(from string) (func(), bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.n >= r.all || r.from[from] >= r.each {
		return nil, false
	}
	if r.from == nil {
		r.from = map[string]int{}
	}
	r.n++
	r.from[from]++
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.n--
		if r.from[from]--; r.from[from] == 0 {
			delete(r.from, from)
		}
	}, true
}

// pace bounds the rate of requests by address. It forgets addresses that have been quiet.
type pace struct {
	perSec, atOnce float64
	mu             sync.Mutex
	from           map[string]*bucket
}

const paceAddresses = 1024

func (p *pace) take(from string, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	b := p.from[from]
	if b == nil {
		if p.from == nil || len(p.from) >= paceAddresses {
			p.from = map[string]*bucket{}
		}
		b = newBucket(p.perSec, p.atOnce)
		p.from[from] = b
	}
	return b.take(now)
}

func remoteHost(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}
