// Package doortest gives tests addresses that stay theirs.
package doortest

import (
	"math/rand/v2"
	"net"
	"strconv"
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
