package gate

import (
	"bufio"
	"bytes"
	"net"
	"net/netip"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/time/rate"
)

// from is a connection from an address.
type from struct {
	net.Conn
	address string
	closed  bool
}

func (f *from) RemoteAddr() net.Addr {
	return net.TCPAddrFromAddrPort(netip.MustParseAddrPort(f.address))
}
func (f *from) Close() error { f.closed = true; return nil }

func TestTheCrowdGoesAndWhoComesAloneStays(t *testing.T) {
	l := newLobby(20, 5)
	alone := &from{address: "192.0.2.1:1"}
	l.enter(alone)
	var crowd []*from
	for range 3 { // one host has its whole /64, whatever the rest of its address is
		for _, a := range []string{"[2001:db8::1]:1", "[2001:db8::2]:1", "[2001:db8:0:0:ffff::3]:2", "[::ffff:192.0.2.7]:1", "192.0.2.7:2"} {
			c := &from{address: a}
			crowd = append(crowd, c)
			l.enter(c)
		}
	}
	require.False(t, alone.closed)
	require.True(t, crowd[0].closed)
	open := 0
	for _, c := range crowd {
		if !c.closed {
			open++
		}
	}
	require.Equal(t, 5+5, open)
	// If there are connections from many addresses, those of the addresses with most are closed first.
	for i := range 30 {
		l.enter(&from{address: netip.AddrPortFrom(netip.AddrFrom4([4]byte{198, 51, 100, byte(i)}), 1).String()})
	}
	require.Len(t, l.line, 20)
	for _, g := range l.line {
		l.leave(g.conn)
	}
}

func TestLinesAndMessages(t *testing.T) {
	for line, want := range map[string]int{"PING\r\n": 0, "PUB a 5\r\n": 7, "pub a b 0\r\n": 2, "HPUB a 12 17\r\n": 19, "SUB a 1\r\n": 0, "PUB\r\n": 0} {
		got, err := payload([]byte(line))
		require.NoError(t, err)
		require.Equal(t, want, got, line)
	}
	for _, line := range []string{"PUB a -5\r\n", "PUB a 9999999999999999999999\r\n", "PUB a 1048577\r\n", "PUB a x\r\n"} {
		_, err := payload([]byte(line))
		require.Error(t, err, line)
	}
}

func FuzzForward(f *testing.F) {
	f.Add([]byte("CONNECT {}\r\nPUB a 5\r\nhello\r\nPING\r\n"))
	f.Add([]byte("HPUB a 12 17\r\nNATS/1.0\r\n\r\nhello\r\n"))
	f.Fuzz(func(t *testing.T, said []byte) {
		tb := &table{lines: rate.NewLimiter(rate.Inf, 0), bytes: rate.NewLimiter(rate.Inf, 0)}
		var out bytes.Buffer
		err := tb.forward(t.Context(), &out, bufio.NewReaderSize(bytes.NewReader(said), lineBytes))
		require.Error(t, err)
		require.True(t, bytes.HasPrefix(said, out.Bytes()), "something was passed on that nobody said")
	})
}
