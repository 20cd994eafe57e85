package gate

import (
	"net"
	"sync"

	"astragal/companion/door"
)

// lobby are the connections that have not shown a token yet. If they are too many, the one that has waited longest is closed: the oldest of its
// address, or the oldest of all if no address has too many. So whoever has a token gets a moment to show it, however many come without one.
type lobby struct {
	most, each int

	mu    sync.Mutex
	line  []guest
	count map[string]int
}

type guest struct {
	conn net.Conn
	from string
}

func newLobby(most, each int) *lobby {
	return &lobby{most: most, each: each, count: map[string]int{}}
}

// enter takes a connection in. If there are too many, it closes another one.
func (l *lobby) enter(c net.Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	from := door.HostOf(c)
	l.line = append(l.line, guest{c, from})
	l.count[from]++
	switch {
	case l.count[from] > l.each:
		l.evict(func(g guest) bool { return g.from == from })
	case len(l.line) > l.most:
		crowd := l.crowded()
		l.evict(func(g guest) bool { return l.count[g.from] == crowd })
	}
}

// crowded is how many connections the address has that has most.
func (l *lobby) crowded() int {
	most := 0
	for _, n := range l.count {
		most = max(most, n)
	}
	return most
}

// evict closes the oldest connection for which of is true.
func (l *lobby) evict(of func(guest) bool) {
	for i, g := range l.line {
		if of(g) {
			_ = g.conn.Close()
			l.remove(i)
			return
		}
	}
}

func (l *lobby) remove(i int) {
	from := l.line[i].from
	l.line = append(l.line[:i], l.line[i+1:]...)
	if l.count[from]--; l.count[from] == 0 {
		delete(l.count, from)
	}
}

// leave takes out a connection that has shown its token, or has ended.
func (l *lobby) leave(c net.Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, g := range l.line {
		if g.conn == c {
			l.remove(i)
			return
		}
	}
}
