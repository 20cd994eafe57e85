// Package doortest gives tests addresses that stay theirs, and lines that go dead.
package doortest

import (
	"math/rand/v2"
	"net"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
)

// Address is an address on loopback, 127.A.B.C:PORT, for something that listens, goes away and comes
// back. A port of 127.0.0.1 that was free a moment ago may be another process's by then: its own
// listener, or its end of a connection. Nobody else uses this host.
func Address(t testing.TB) string {
	t.Helper()
	for _, host := range []string{own(), "127.0.0.1"} { // where a system has only the one, that
		l, err := net.Listen("tcp", net.JoinHostPort(host, "0"))
		if err != nil {
			continue
		}
		if err := l.Close(); err != nil {
			t.Fatalf("close %s: %v", l.Addr(), err)
		}
		return l.Addr().String()
	}
	t.Fatal("nothing can be listened to on loopback")
	return ""
}

// own is a host of 127.0.0.0/8 (RFC 1122, 3.2.1.3) by chance.
func own() string {
	part := func(least, most int) string { return strconv.Itoa(least + rand.IntN(most-least+1)) }
	return "127." + part(1, 254) + "." + part(0, 255) + "." + part(1, 254)
}

// Relay passes bytes on between those that come to Address and another address, until it drops them: then
// connections stay open and nothing arrives, as when a phone leaves the house's network.
type Relay struct {
	// Address is where it listens.
	Address string

	to       string
	up, down atomic.Bool // whether bytes are dropped on their way there, and back
	all      sync.WaitGroup
	mu       sync.Mutex
	open     map[net.Conn]struct{}
	closed   bool
}

// NewRelay relays to an address until the test's end.
func NewRelay(t testing.TB, to string) *Relay {
	t.Helper()
	l, err := net.Listen("tcp", Address(t))
	if err != nil {
		t.Fatalf("listen: %v", err)
	}
	r := &Relay{Address: l.Addr().String(), to: to, open: map[net.Conn]struct{}{}}
	r.all.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			r.all.Go(func() { r.carry(c) })
		}
	})
	t.Cleanup(func() {
		_ = l.Close()
		r.mu.Lock()
		r.closed = true
		for c := range r.open {
			_ = c.Close()
		}
		r.mu.Unlock()
		r.all.Wait()
	})
	return r
}

// Drop drops all bytes from now on, or lets them pass again. What was dropped is lost, and its
// connections with it.
func (r *Relay) Drop(on bool) {
	r.up.Store(on)
	r.down.Store(on)
}

// DropAnswers drops the bytes that come back, alone.
func (r *Relay) DropAnswers() { r.down.Store(true) }

func (r *Relay) keep(c net.Conn) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.closed {
		r.open[c] = struct{}{}
	}
	return !r.closed
}

func (r *Relay) carry(c net.Conn) {
	defer c.Close()
	d, err := net.Dial("tcp", r.to)
	if err != nil || !r.keep(c) {
		return
	}
	defer d.Close()
	if !r.keep(d) {
		return
	}
	var both sync.WaitGroup
	both.Go(func() { pass(d, c, &r.up) })
	both.Go(func() { pass(c, d, &r.down) })
	both.Wait()
	r.mu.Lock()
	delete(r.open, c)
	delete(r.open, d)
	r.mu.Unlock()
}

// pass copies bytes. A connection that lost some never carries any again: what comes after a gap would be
// garbage, and no network delivers that.
func pass(to, from net.Conn, drop *atomic.Bool) {
	defer to.Close()
	buffer := make([]byte, 32<<10)
	for gap := false; ; {
		n, err := from.Read(buffer)
		if n > 0 {
			gap = gap || drop.Load()
			if !gap {
				if _, err := to.Write(buffer[:n]); err != nil {
					return
				}
			}
		}
		if err != nil {
			return
		}
	}
}
