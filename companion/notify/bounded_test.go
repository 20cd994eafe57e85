package notify_test

import (
	"io"
	"net"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// hostile is a broker that sends what no broker should send: one answer to each connection, in small pieces.
func hostile(t *testing.T, answers ...[]byte) (address string, ended <-chan struct{}) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = l.Close() })
	done := make(chan struct{}, 100)
	go func() {
		for i := 0; ; i++ {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer func() { _ = c.Close() }()
				_, _ = c.Read(make([]byte, 1024)) // the table's first packet
				for _, b := range answers[i%len(answers)] {
					_, _ = c.Write([]byte{b})
				}
				_, _ = io.Copy(io.Discard, c) // the table closes the connection
				done <- struct{}{}
			}()
		}
	}()
	return l.Addr().String(), done
}

// Five bytes announce a packet of 256 MiB. The table hangs up and allocates no memory for it.
func TestABrokerThatAnnouncesTooMuchIsLeft(t *testing.T) {
	huge := []byte{0xff, 0xff, 0xff, 0x7f}
	connected := []byte{0x20, 2, 0, 0}
	connected5 := []byte{0x20, 3, 0, 0, 0}
	for name, answer := range map[string][]byte{
		"at once":               append([]byte{0x20}, huge...),
		"when it is connected":  append(append([]byte{}, connected...), append([]byte{0x30}, huge...)...),
		"as a confirmation":     append(append([]byte{}, connected...), append([]byte{0x40}, huge...)...),
		"by MQTT 5":             append(append([]byte{}, connected5...), append([]byte{0x30}, huge...)...),
		"of endless length":     append(append([]byte{}, connected...), 0x30, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01),
		"a little more than it": append(append([]byte{}, connected...), 0x30, 0x81, 0x08),
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			address, ended := hostile(t, answer)
			stop := start(t, newTeller(t).mqtt(address, empty).Run)
			select {
			case <-ended:
			case <-time.After(patience):
				require.FailNow(t, "the table listens on")
			}
			runtime.ReadMemStats(&after)
			require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(64<<20), "the table made room for what was announced")
			stop()
		})
	}
}
