package hub_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/event"
	"astragal/companion/event/hub"
	"astragal/companion/event/outbox"
)

// Strangers hold as many silent connections open as the tables' server ever takes. They open a new one for each that
// is closed. A table comes in all the same: the strangers come from other addresses, and if there are too many
// connections, the server closes those of the address that has most.
func TestStrangersKeepNoTableOut(t *testing.T) {
	const strangers = 4200
	c := newChild(t)
	c.start()
	var open atomic.Int64
	end := make(chan struct{})
	var crowd sync.WaitGroup
	defer crowd.Wait()
	defer close(end)
	for i := range strangers {
		from := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 77, 0, byte(1+i%50))}}
		crowd.Go(func() {
			for {
				conn, err := from.Dial("tcp", c.tables)
				if err == nil {
					open.Add(1)
					go func() { <-end; _ = conn.Close() }()
					_, _ = bufio.NewReader(conn).WriteTo(nowhere{}) // the hub closes it
					_ = conn.Close()
				}
				select {
				case <-end:
					return
				case <-time.After(50 * time.Millisecond):
				}
			}
		})
	}
	require.Eventually(t, func() bool { return open.Load() >= strangers }, patience, 10*time.Millisecond)
	a := newSim(t, "Table 1", dialTo(t, c.dir, c.address(), "Table 1"))
	a.roll()
	a.through()
	require.Less(t, memoryOf(t, c), 300<<20)
}

type nowhere struct{}

func (nowhere) Write(b []byte) (int, error) { return len(b), nil }

// flood is a table's connection that sends lines as fast as it can.
type flood struct {
	conn net.Conn
	sent atomic.Int64
	done sync.WaitGroup
}

// openFlood comes in with a table's token and sends lines over and over.
func openFlood(t testing.TB, d outbox.Dial, lines func(n int) []byte) *flood {
	t.Helper()
	token, err := os.ReadFile(d.Credentials)
	require.NoError(t, err)
	conn, err := net.Dial("tcp", strings.TrimPrefix(d.Address.Server, "nats://"))
	require.NoError(t, err)
	f := &flood{conn: conn}
	_, err = fmt.Fprintf(conn, "CONNECT {\"auth_token\":%q,\"verbose\":false,\"pedantic\":false,\"headers\":true,\"protocol\":1}\r\n", strings.TrimSpace(string(token)))
	require.NoError(t, err)
	f.done.Go(func() { _, _ = bufio.NewReader(conn).WriteTo(nowhere{}) })
	f.done.Go(func() {
		for n := 0; ; n++ {
			sent, err := conn.Write(lines(n))
			f.sent.Add(int64(sent))
			if err != nil {
				return
			}
		}
	})
	t.Cleanup(func() { _ = conn.Close(); f.done.Wait() })
	return f
}

func publish(c event.Channel, table string, what []byte) []byte {
	return fmt.Appendf(nil, "PUB %s %d\r\n%s\r\n", event.Subject(eventName, c, table), len(what), what)
}

func sizeOf(t testing.TB, dir string) (size int64) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil //nolint:nilerr // the server takes files away while we look
		}
		if i, err := d.Info(); err == nil {
			size += i.Size()
		}
		return nil
	}))
	return size
}

// One table sends garbage as fast as its connection takes it. Another table's rolls get through before much of the
// garbage has, and neither memory nor disk grows with it.
func TestOneTablesFloodDelaysNobody(t *testing.T) {
	big := publish(event.ChannelLog, "Table 2", bytes.Repeat([]byte("x"), event.MaxBytes))
	small := bytes.Repeat(publish(event.ChannelLog, "Table 2", []byte("{")), 1000)
	for name, garbage := range map[string][]byte{"long": big, "short": small} {
		t.Run(name, func(t *testing.T) {
			c := newChild(t)
			c.start()
			a := newSim(t, "Table 1", dialTo(t, c.dir, c.address(), "Table 1"))
			a.roll()
			a.through()
			f := openFlood(t, dialTo(t, c.dir, c.address(), "Table 2"), func(int) []byte { return garbage })
			require.Eventually(t, func() bool { return metric(t, c, "astragal_hub_messages_refused_total") > 60 }, patience, 10*time.Millisecond)
			for range 20 {
				a.roll()
				a.through()
			}
			require.Less(t, f.sent.Load(), int64(256<<20), "the flood passes as it comes")
			require.Less(t, memoryOf(t, c), 400<<20)
			require.Less(t, sizeOf(t, c.dir), int64(350<<20))
			t.Logf("after 20 rolls of another table the flood has got rid of %d kB, the hub has %d MB of memory and %d kB of files",
				f.sent.Load()>>10, memoryOf(t, c)>>20, sizeOf(t, c.dir)>>10)
			var v hub.View
			get(t, "http://"+c.pages+"/api/view", &v)
			require.Len(t, v.Desk.Refused, 1)
			c.kill()
			require.LessOrEqual(t, rowsOf(t, c.dir, "refused"), 50)
		})
	}
}

func rowsOf(t testing.TB, dir, table string) (n int) {
	t.Helper()
	db := openStoreFile(t, dir)
	require.NoError(t, db.QueryRow("SELECT COUNT(*) FROM "+table).Scan(&n))
	return n
}

// A table comes in again and again under new runs, and answers nothing. Each time the hub asks whether the older one
// is there. No other table waits for that.
func TestHellosOfOneTableKeepNoOtherWaiting(t *testing.T) {
	h := startHub(t, nil)
	say := func(run string, n int) []byte {
		raw, err := json.Marshal(event.Hello{V: 1, Table: "Table 2", Source: "src", Run: run, First: 1, Next: 1, At: time.Now()})
		require.NoError(t, err)
		ask := event.Subject(eventName, event.ChannelAsk, "Table 2")
		reply := event.Inbox(eventName, "Table 2") + ".x"
		return fmt.Appendf(nil, "SUB %s %d\r\nUNSUB %d\r\nPUB %s %s %d\r\n%s\r\n", ask, n+1, n, event.Subject(eventName, event.ChannelHello, "Table 2"), reply, len(raw), raw)
	}
	openFlood(t, h.dial(t, "Table 2"), func(n int) []byte { return say(fmt.Sprint("run ", n), n) })
	require.Eventually(t, func() bool { return len(view(t, h).Tables) == 1 }, patience, 5*time.Millisecond)
	began := time.Now()
	for i := range 20 {
		name := fmt.Sprint("Hall ", i)
		a := newSim(t, name, h.dial(t, name))
		a.connected()
	}
	t.Logf("20 tables came in within %v", time.Since(began))
	require.Equal(t, 21, view(t, h).Counts.Online)
}

// A table may keep only so much at the hub. If it reaches that bound, the hub says so, and goes on taking what other
// tables send.
func TestATableHasItsRoom(t *testing.T) {
	h := startHub(t, func(o *hub.Options) { o.TableRoom = 100 << 10 })
	a, b := newSim(t, "Table 1", h.dial(t, "Table 1")), newSim(t, "Table 2", h.dial(t, "Table 2"))
	long := rollOf(1, "Ann", 8)
	long.Roll.Lines = []string{strings.Repeat("x", 60<<10)}
	a.rolled++
	a.tell(long)
	a.through()
	long.Roll.ID = "t2"
	a.rolled++
	a.tell(long)
	require.Eventually(t, func() bool { return view(t, h).Counts.Refused > 0 }, patience, 5*time.Millisecond)
	b.roll()
	b.through()
	v := view(t, h)
	require.Contains(t, v.Desk.Refused[0].Why, "start the hub with more --table-room")
	a.says("more --table-room")
	require.Equal(t, 2, v.Counts.Rolls)
	// If there is more room, nothing is lost.
	a.stop()
	h.stop()
	h = startHub(t, func(o *hub.Options) { o.Dir = h.dir })
	require.Equal(t, 2, view(t, h).Counts.Rolls)
}
