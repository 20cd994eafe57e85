// Package door lets HTTP and HTTPS in at one port, with a certificate that the table makes itself
// and keeps: a browser hands a phone's camera over to secure pages only, and a table in a house has
// no name that anybody could vouch for.
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
	// silentMost connections may be silent at once, silentEach of them from one address: beyond that the one
	// that has been silent for longest goes.
	silentMost = 256
	silentEach = 64
	// restAfter is how long the door waits before it accepts again after it could not, at first and at most.
	restAfter = 5 * time.Millisecond
	restMost  = time.Second
	// writeWithin is how long the other side may take to take in what is written to it.
	writeWithin = 30 * time.Second
	// waiting connections that said something and were not accepted yet.
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
	silent []net.Conn // have not said anything yet, in the order in which they came
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

// Accept returns the next connection: a *tls.Conn where the other side speaks TLS.
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

// run accepts until the listener is closed. Everything else that goes wrong, no file handle left above all,
// passes.
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

// remember puts a connection among the silent ones, and closes the oldest of too many. It is false once the
// door is closed.
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

// drop closes a silent connection; what waits for its first byte then ends.
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

// peeked is a connection whose first byte was read already. What is written to it must be taken in within
// writeWithin, unless whoever writes has set a time of their own.
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

// SetWriteDeadline is the writer's own time; the zero time gives it up.
func (p *peeked) SetWriteDeadline(t time.Time) error {
	p.timed.Store(!t.IsZero())
	return p.Conn.SetWriteDeadline(t)
}

// SetDeadline is for reading and writing.
func (p *peeked) SetDeadline(t time.Time) error {
	p.timed.Store(!t.IsZero())
	return p.Conn.SetDeadline(t)
}
