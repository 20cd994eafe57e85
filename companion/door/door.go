// Package door takes HTTP and HTTPS at one port, with a certificate that the table makes itself and keeps. Browsers give a phone's camera only to
// secure pages, and no authority can certify a table in a house, which has no public name.
package door

import (
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// firstWord is how long a connection may be silent before it is closed.
	firstWord = 10 * time.Second
	// silentMost is how many connections may be silent at once, silentEach how many of them from one address. If there are more, the one that has been
	// silent for longest is closed.
	silentMost = 256
	silentEach = 64
	// restAfter is the first, and restMost the longest, rest before the door accepts again after accepting failed.
	restAfter = 5 * time.Millisecond
	restMost  = time.Second
	// writeWithin is the longest time that the other side may take to read what is written to it.
	writeWithin = 30 * time.Second
	// waiting is how many connections that said something may wait to be accepted.
	waiting = 64
	// tlsHandshake is the first byte of a TLS connection (RFC 8446, 5.1: handshake).
	tlsHandshake = 0x16
)

// Door is a listener that tells TLS from plain connections by their first byte.
type Door struct {
	inner net.Listener
	tls   *tls.Config
	ready chan net.Conn
	ctx   context.Context
	stop  context.CancelCauseFunc
	all   sync.WaitGroup

	log *slog.Logger

	mu     sync.Mutex
	silent []net.Conn // they have not said anything yet; in the order in which they came
}

// Open listens through l. Its owner closes it, which closes l too.
func Open(l net.Listener, certificate func(*tls.ClientHelloInfo) (*tls.Certificate, error), log *slog.Logger) *Door {
	ctx, stop := context.WithCancelCause(context.Background())
	d := &Door{
		inner: l, ready: make(chan net.Conn, waiting), ctx: ctx, stop: stop, log: log,
		tls: &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: certificate, NextProtos: []string{"http/1.1"}},
	}
	d.all.Go(d.run)
	return d
}

// Addr is where it listens.
func (d *Door) Addr() net.Addr { return d.inner.Addr() }

// Accept returns the next connection. It is a *tls.Conn if the other side speaks TLS.
func (d *Door) Accept() (net.Conn, error) {
	select {
	case c := <-d.ready:
		return c, nil
	case <-d.ctx.Done():
		return nil, context.Cause(d.ctx)
	}
}

// Close ends the listening and waits for what it started.
func (d *Door) Close() error {
	d.stop(net.ErrClosed)
	err := d.inner.Close()
	d.mu.Lock()
	for _, c := range d.silent {
		_ = c.Close()
	}
	d.mu.Unlock()
	d.all.Wait()
	for {
		select {
		case c := <-d.ready:
			_ = c.Close()
		default:
			if errors.Is(err, net.ErrClosed) {
				return nil
			}
			return err
		}
	}
}

// run accepts until the listener is closed. It goes on after every other error, such as having no file handle left.
func (d *Door) run() {
	rest := restAfter
	for {
		c, err := d.inner.Accept()
		switch {
		case errors.Is(err, net.ErrClosed):
			d.stop(err)
			return
		case err != nil:
			d.log.Warn("nobody can come in for the moment", "err", err, "again in", rest)
			if !d.pause(rest) {
				return
			}
			rest = min(2*rest, restMost)
			continue
		}
		rest = restAfter
		if !d.remember(c) {
			_ = c.Close()
			return
		}
		d.all.Go(func() { d.meet(c) })
	}
}

// pause waits, and says whether the door is still open.
func (d *Door) pause(rest time.Duration) bool {
	select {
	case <-time.After(rest):
		return true
	case <-d.ctx.Done():
		return false
	}
}

// remember adds a connection to the silent ones. If they are too many, it closes the oldest. It is false once the door is closed.
func (d *Door) remember(c net.Conn) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.ctx.Err() != nil {
		return false
	}
	d.silent = append(d.silent, c)
	from := HostOf(c)
	alike := func(x net.Conn) bool { return HostOf(x) == from }
	same := 0
	for _, x := range d.silent {
		if alike(x) {
			same++
		}
	}
	switch {
	case same > silentEach:
		d.drop(slices.IndexFunc(d.silent, alike))
	case len(d.silent) > silentMost:
		d.drop(0)
	}
	return true
}

// drop closes a silent connection. The goroutine that waits for its first byte then ends.
func (d *Door) drop(i int) {
	_ = d.silent[i].Close()
	d.silent = slices.Delete(d.silent, i, i+1)
}

// HostOf is what a connection is counted by: the neighbourhood of its other side.
func HostOf(c net.Conn) string {
	host, _, err := net.SplitHostPort(c.RemoteAddr().String())
	if err != nil {
		return c.RemoteAddr().String()
	}
	return Neighbourhood(host)
}

// meet waits for a connection's first byte and hands it on.
func (d *Door) meet(c net.Conn) {
	var first [1]byte
	_ = c.SetReadDeadline(time.Now().Add(firstWord))
	_, err := c.Read(first[:])
	d.mu.Lock()
	d.silent = slices.DeleteFunc(d.silent, func(x net.Conn) bool { return x == c })
	d.mu.Unlock()
	if err != nil || c.SetReadDeadline(time.Time{}) != nil {
		_ = c.Close()
		return
	}
	var out net.Conn = &peeked{Conn: c, first: first[:]}
	if first[0] == tlsHandshake {
		out = tls.Server(out, d.tls)
	}
	select {
	case d.ready <- out:
	case <-d.ctx.Done():
		_ = c.Close()
	}
}

// peeked is a connection whose first byte was read already. The other side must take in what is written within writeWithin, unless the writer has set a
// deadline.
type peeked struct {
	net.Conn
	first []byte
	timed atomic.Bool
}

func (p *peeked) Read(b []byte) (int, error) {
	if len(p.first) == 0 || len(b) == 0 {
		return p.Conn.Read(b)
	}
	n := copy(b, p.first)
	p.first = p.first[n:]
	return n, nil
}

func (p *peeked) Write(b []byte) (int, error) {
	if !p.timed.Load() {
		if err := p.Conn.SetWriteDeadline(time.Now().Add(writeWithin)); err != nil {
			return 0, err
		}
	}
	return p.Conn.Write(b)
}

// SetWriteDeadline sets the writer's own deadline. The zero time brings writeWithin back.
func (p *peeked) SetWriteDeadline(t time.Time) error {
	p.timed.Store(!t.IsZero())
	return p.Conn.SetWriteDeadline(t)
}

// SetDeadline sets the deadline for reading and writing.
func (p *peeked) SetDeadline(t time.Time) error {
	p.timed.Store(!t.IsZero())
	return p.Conn.SetDeadline(t)
}
