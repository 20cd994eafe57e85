package door

import (
	"net/netip"
	"sync"
)

// Caller is who wants a place.
type Caller struct {
	// From is what callers are counted by: a neighbourhood, or a device that was let in.
	From string
	// Plays says that places are kept for them.
	Plays bool
}

// Neighbourhood is what addresses are counted by. An IPv4 address counts alone. An IPv6 address counts with all of its network of 64 bits, because one
// machine may have as many of these as it likes (RFC 4291, 2.5.4).
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

// Room bounds how many are inside at once: All altogether, and Each with the same From. Those who only look leave at least Kept places for those who
// play.
type Room struct {
	All, Each, Kept int

	mu      sync.Mutex
	n, look int
	from    map[Caller]int
}

// Enter counts one in; the function that it returns counts it out again. It is false if there is no place.
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
