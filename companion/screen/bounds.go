package screen

import (
	"net"
	"net/http"
	"sync"
	"time"

	"astragal/companion/door"
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

// caller is whom a request is counted for: each device that was let in by itself, all others of a network together. A device
// that may answer, or has a seat, plays.
func (s *Server) caller(r *http.Request) door.Caller {
	who := s.Access.Who(r)
	switch {
	case (who.May || who.Plays) && who.Device != "":
		return door.Caller{From: "device " + who.Device, Plays: true}
	default: // a program on this machine, or with the key, has no name
		return door.Caller{From: door.Neighbourhood(remoteHost(r)), Plays: who.May}
	}
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
