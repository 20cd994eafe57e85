package door

import (
	"net/netip"
	"sync"
)

// Caller is who wants a place.
type Caller struct {
	// From is what callers are counted by: a neighbourhood, or a device that was let in.
	From string
	// Plays: places are kept for them.
	Plays bool
}

// Neighbourhood is what addresses are counted by: an address of version 4 alone, one of version 6 with all
// of its network of 64 bits, of which one machine may have as many as it likes (RFC 4291, 2.5.4).
func Neighbourhood(host string) string {
	at, err := netip.ParseAddr(host)
	if err != nil {
		return host
	}
	at = at.Unmap().WithZone("")
	if at.Is4() || at.IsLoopback() {
		return at.String()
	}
	net, err := at.Prefix(64)
	if err != nil {
		return host
	}
	return net.String()
}

// Room bounds how many are inside at once: All altogether, Each of one From, and of those who only look no
// more than leave Kept places for who plays.
type Room struct {
	All, Each, Kept int

	mu      sync.Mutex
	n, look int
	from    map[Caller]int
}

// Enter counts one in; the function counts it out again. False means that there is no place for it.
func (r *Room) Enter(c Caller) (func(), bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.n >= r.All || r.from[c] >= r.Each || !c.Plays && r.look >= r.All-r.Kept {
		return nil, false
	}
	if r.from == nil {
		r.from = map[Caller]int{}
	}
	r.count(c, 1)
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.count(c, -1)
	}, true
}

func (r *Room) count(c Caller, by int) {
	r.n += by
	if !c.Plays {
		r.look += by
	}
	if r.from[c] += by; r.from[c] == 0 {
		delete(r.from, c)
	}
}
