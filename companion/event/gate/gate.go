// Package gate stands before the server to which an event's tables send. A connection reaches the server only after it has shown a table's token. Until
// then it takes one of a few places, and a newer one may take its place. What a table sends passes at a limited pace, so that a table that floods slows
// only itself.
//
// Of the NATS client protocol (docs.nats.io, Client Protocol) it reads what it needs: INFO, CONNECT, and the length of PUB and HPUB messages.
package gate

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

const (
	// provenWithin is how long a connection has to show its token, encryption included.
	provenWithin = 5 * time.Second
	// unprovenMost is how many connections may be without a token at once, unprovenEach how many of them from one address.
	unprovenMost = 512
	unprovenEach = 128
	// eachTable is how many connections a table may have. If a newer one comes, the oldest is closed.
	eachTable = 4
	// lineBytes is the most bytes of a line of the protocol, payloadMost those of a message.
	lineBytes   = 4096
	payloadMost = 1 << 20
	// A table may send so many lines and bytes a second, and so many at once.
	linesASecond = 200
	linesAtOnce  = 3000
	bytesASecond = 1 << 20
	bytesAtOnce  = 8 << 20
	// restAfter is the first, and restMost the longest, rest before the gate accepts again after accepting failed.
	restAfter = 5 * time.Millisecond
	restMost  = time.Second
	// said is the least time between two lines of the log that say that somebody was refused.
	said = 10 * time.Second
)

// Options are what a gate needs.
type Options struct {
	// TLS encrypts the connections; if it is nil, they aren't encrypted.
	TLS *tls.Config
	// Table says whose token it is; false if the token lets nobody in.
	Table func(token string) (name string, ok bool)
	// Inside connects to the server.
	Inside func() (net.Conn, error)
	Log    *slog.Logger
}

// Gate lets tables in. Its owner closes it.
type Gate struct {
	o      Options
	l      net.Listener
	info   []byte // what the server says first; every connection gets it
	ctx    context.Context
	stop   context.CancelFunc
	all    sync.WaitGroup
	lobby  *lobby
	logged rate.Sometimes

	mu     sync.Mutex
	tables map[string]*table
	conns  map[net.Conn]bool
}

// table is what one table's connections share.
type table struct {
	lines, bytes *rate.Limiter
	conns        []net.Conn // the oldest first
}

// Open takes tables in at l. The gate closes l.
func Open(l net.Listener, o Options) (*Gate, error) {
	info, err := greeting(o)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("ask the tables' server what it is: %w", err), l.Close())
	}
	ctx, stop := context.WithCancel(context.Background())
	g := &Gate{o: o, l: l, info: info, ctx: ctx, stop: stop, lobby: newLobby(unprovenMost, unprovenEach), logged: rate.Sometimes{First: 1, Interval: said},
		tables: map[string]*table{}, conns: map[net.Conn]bool{}}
	g.all.Go(g.accept)
	return g, nil
}

// Addr is where tables connect.
func (g *Gate) Addr() net.Addr { return g.l.Addr() }

// Close ends all connections and waits for what it started.
func (g *Gate) Close() error {
	g.stop()
	err := g.l.Close()
	g.mu.Lock()
	for c := range g.conns {
		_ = c.Close()
	}
	g.mu.Unlock()
	g.all.Wait()
	return err
}

// greeting is the server's INFO without the parts that are only for one connection.
func greeting(o Options) ([]byte, error) {
	c, err := o.Inside()
	if err != nil {
		return nil, err
	}
	defer func() { _ = c.Close() }()
	line, err := bufio.NewReader(c).ReadBytes('\n')
	if err != nil {
		return nil, err
	}
	var info map[string]any
	if err := json.Unmarshal(bytes.TrimPrefix(line, []byte("INFO ")), &info); err != nil {
		return nil, err
	}
	for _, own := range []string{"client_id", "client_ip", "nonce", "connect_urls", "tls_available", "tls_required"} {
		delete(info, own)
	}
	if o.TLS != nil {
		info["tls_required"] = true
	}
	raw, err := json.Marshal(info)
	return []byte("INFO " + string(raw) + "\r\n"), err
}

// accept takes connections until the listener is closed. It goes on after every other error.
func (g *Gate) accept() {
	rest := restAfter
	for {
		c, err := g.l.Accept()
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil:
			g.o.Log.Warn("no table can come in for the moment", "err", err, "again in", rest)
			select {
			case <-time.After(rest):
			case <-g.ctx.Done():
				return
			}
			rest = min(2*rest, restMost)
			continue
		}
		rest = restAfter
		if !g.hold(c) {
			_ = c.Close()
			return
		}
		g.lobby.enter(c)
		g.all.Go(func() {
			g.meet(c)
			g.drop(c)
		})
	}
}

// hold remembers a connection, so that Close ends it; false once the gate is closed.
func (g *Gate) hold(c net.Conn) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.conns[c] = true
	return g.ctx.Err() == nil
}

func (g *Gate) drop(c net.Conn) {
	_ = c.Close()
	g.lobby.leave(c)
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.conns, c)
}

// meet asks a connection for its token and passes on what comes after that.
func (g *Gate) meet(raw net.Conn) {
	_ = raw.SetDeadline(time.Now().Add(provenWithin))
	if _, err := raw.Write(g.info); err != nil {
		return
	}
	c := raw
	if g.o.TLS != nil {
		secure := tls.Server(raw, g.o.TLS)
		if secure.HandshakeContext(g.ctx) != nil {
			return
		}
		c = secure
	}
	in := bufio.NewReaderSize(c, lineBytes)
	line, err := in.ReadSlice('\n')
	if err != nil {
		return
	}
	name, ok := g.o.Table(tokenIn(line))
	if !ok {
		g.logged.Do(func() {
			g.o.Log.Warn("somebody was refused", "from", raw.RemoteAddr().String(), "why", "no token of a table of this event")
		})
		_, _ = io.WriteString(c, "-ERR 'Authorization Violation'\r\n")
		return
	}
	g.lobby.leave(raw)
	if raw.SetDeadline(time.Time{}) != nil {
		return
	}
	t := g.seat(name, raw)
	defer g.rise(t, raw)
	g.pass(c, in, line, t, name)
}

// tokenIn is the token in a CONNECT line; empty if there is none.
func tokenIn(line []byte) string {
	word, rest, _ := bytes.Cut(bytes.TrimSpace(line), []byte(" "))
	var said struct {
		Token string `json:"auth_token"`
	}
	if !bytes.EqualFold(word, []byte("CONNECT")) || json.Unmarshal(rest, &said) != nil {
		return ""
	}
	return said.Token
}

// seat counts a connection among its table's. If they are too many, it closes the oldest.
func (g *Gate) seat(name string, c net.Conn) *table {
	g.mu.Lock()
	defer g.mu.Unlock()
	t := g.tables[name]
	if t == nil {
		t = &table{lines: rate.NewLimiter(linesASecond, linesAtOnce), bytes: rate.NewLimiter(bytesASecond, bytesAtOnce)}
		g.tables[name] = t
	}
	if t.conns = append(t.conns, c); len(t.conns) > eachTable {
		_ = t.conns[0].Close()
		t.conns = t.conns[1:]
	}
	return t
}

func (g *Gate) rise(t *table, c net.Conn) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for i, x := range t.conns {
		if x == c {
			t.conns = append(t.conns[:i:i], t.conns[i+1:]...)
			return
		}
	}
}

// pass joins a table's connection and the server's until one of them ends.
func (g *Gate) pass(c net.Conn, in *bufio.Reader, connect []byte, t *table, name string) {
	inside, err := g.o.Inside()
	if err != nil {
		g.o.Log.Warn("a table can't come in", "err", err)
		return
	}
	back := bufio.NewReader(inside)
	if _, err = back.ReadSlice('\n'); err == nil { // the table has got INFO already
		_, err = inside.Write(connect)
	}
	if err != nil {
		_ = inside.Close()
		return
	}
	var answers sync.WaitGroup
	answers.Go(func() {
		_, _ = io.Copy(c, back)
		_ = c.Close()
	})
	if err := t.forward(g.ctx, inside, in); errors.Is(err, errWrong) || errors.Is(err, bufio.ErrBufferFull) {
		g.logged.Do(func() {
			g.o.Log.Warn("a table's connection was ended: its program sends what no table sends; update it, or withdraw its token", "table", name, "why", err)
		})
	}
	_ = inside.Close()
	answers.Wait()
}

// errWrong says that a connection sent what no table's program sends.
var errWrong = errors.New("a message that is longer than a table's, or doesn't say how long it is")

// forward passes on what a table sends, line by line and message by message, at the table's pace.
func (t *table) forward(ctx context.Context, inside io.Writer, in *bufio.Reader) error {
	out := bufio.NewWriter(inside)
	for {
		if in.Buffered() == 0 {
			if err := out.Flush(); err != nil {
				return err
			}
		}
		line, err := in.ReadSlice('\n')
		if err != nil {
			return err
		}
		n, err := payload(line)
		if err != nil {
			return err
		}
		if err := t.wait(ctx, out, len(line)+n); err != nil {
			return err
		}
		if _, err := out.Write(line); err != nil {
			return err
		}
		if _, err := io.CopyN(out, in, int64(n)); err != nil {
			return err
		}
	}
}

// wait delays a table that sends more than it may. What it sent before goes on first.
func (t *table) wait(ctx context.Context, out *bufio.Writer, n int) error {
	if t.lines.Tokens() < 1 || t.bytes.Tokens() < float64(n) {
		if err := out.Flush(); err != nil {
			return err
		}
	}
	if err := t.lines.Wait(ctx); err != nil {
		return err
	}
	return t.bytes.WaitN(ctx, n)
}

// payload is how many bytes follow a line: those of the message of a PUB or HPUB, whose length is the line's last word, and their line end.
func payload(line []byte) (int, error) {
	words := bytes.Fields(line)
	if len(words) < 3 || !bytes.EqualFold(words[0], []byte("PUB")) && !bytes.EqualFold(words[0], []byte("HPUB")) {
		return 0, nil
	}
	n := 0
	for _, digit := range words[len(words)-1] {
		if digit < '0' || digit > '9' {
			return 0, errWrong
		}
		if n = 10*n + int(digit-'0'); n > payloadMost {
			return 0, errWrong
		}
	}
	return n + len("\r\n"), nil
}
