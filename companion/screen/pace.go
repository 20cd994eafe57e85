package screen

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// pace bounds the rate of requests by address. It forgets addresses that have been quiet.
type pace struct {
	each   rate.Limit // a second
	atOnce int
	mu     sync.Mutex
	from   map[string]*rate.Limiter
}

const paceAddresses = 1024

func (p *pace) take(from string, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	b := p.from[from]
	if b == nil {
		if p.from == nil || len(p.from) >= paceAddresses {
			p.from = map[string]*rate.Limiter{}
		}
		b = rate.NewLimiter(p.each, p.atOnce)
		p.from[from] = b
	}
	return b.AllowN(now, 1)
}
