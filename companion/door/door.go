// Package door lets HTTP and HTTPS in at one port, with a certificate that the table makes itself
// and keeps: a browser hands a phone's camera over to secure pages only, and a table in a house has
// no name that anybody could vouch for.
package door

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"sync"
	"time"
)

const (
	// firstWord is how long a connection may be silent before it is closed.
	firstWord = 10 * time.Second
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

	mu     sync.Mutex
	silent map[net.Conn]struct{} // have not said anything yet
}

// Open listens through l. Its owner closes it, which closes l too.
func Open(l net.Listener, certificate func(*tls.ClientHelloInfo) (*tls.Certificate, error)) *Door {
	ctx, stop := context.WithCancelCause(context.Background())
	d := &Door{
		inner: l, ready: make(chan net.Conn, waiting), ctx: ctx, stop: stop, silent: map[net.Conn]struct{}{},
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
	for c := range d.silent {
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

func (d *Door) run() {
	for {
		c, err := d.inner.Accept()
		if err != nil {
			var temporary net.Error
			if errors.As(err, &temporary) && temporary.Timeout() {
				continue
			}
			d.stop(err)
			return
		}
		d.mu.Lock()
		d.silent[c] = struct{}{}
		closing := d.ctx.Err() != nil
		d.mu.Unlock()
		if closing {
			_ = c.Close()
			return
		}
		d.all.Go(func() { d.meet(c) })
	}
}

// meet waits for a connection's first byte and hands it on.
func (d *Door) meet(c net.Conn) {
	var first [1]byte
	_ = c.SetReadDeadline(time.Now().Add(firstWord))
	_, err := c.Read(first[:])
	d.mu.Lock()
	delete(d.silent, c)
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

// peeked is a connection whose first byte was read already.
type peeked struct {
	net.Conn
	first []byte
}

func (p *peeked) Read(b []byte) (int, error) {
	if len(p.first) == 0 || len(b) == 0 {
		return p.Conn.Read(b)
	}
	n := copy(b, p.first)
	p.first = p.first[n:]
	return n, nil
}
