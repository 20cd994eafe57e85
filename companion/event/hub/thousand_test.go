package hub_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/event"
	"astragal/companion/event/outbox"
)

// memory is an outbox without a file, because a test with a thousand files on one disk would measure that disk. It
// measures the time from the making of each message until the hub says that the message is on its disk.
type memory struct {
	source  string
	changed chan struct{}

	mu        sync.Mutex
	list      []event.Message // those that the hub hasn't confirmed
	next      int64
	confirmed int64
	delays    []time.Duration
}

func (m *memory) Source() string           { return m.source }
func (m *memory) Changed() <-chan struct{} { return m.changed }

func (m *memory) Ends() (first, next int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.confirmed + 1, m.next + 1
}

func (m *memory) After(_ context.Context, seq int64, n int) ([]event.Message, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	i := slices.IndexFunc(m.list, func(x event.Message) bool { return x.Seq > seq })
	if i < 0 {
		return nil, nil
	}
	return slices.Clone(m.list[i:min(i+n, len(m.list))]), nil
}

func (m *memory) Confirm(_ context.Context, upto int64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	for len(m.list) > 0 && m.list[0].Seq <= upto {
		m.delays = append(m.delays, now.Sub(m.list[0].At))
		m.list = m.list[1:]
	}
	m.confirmed = max(m.confirmed, upto)
	return nil
}

func (m *memory) tell(msg event.Message) {
	m.mu.Lock()
	m.next++
	msg.V, msg.Source, msg.Seq = event.Version, m.source, m.next
	m.list = append(m.list, msg)
	m.mu.Unlock()
	select {
	case m.changed <- struct{}{}:
	default:
	}
}

// In a hall 1,000 tables roll once a second into one hub for ten minutes. ASTRAGAL_SOAK_SECONDS makes it shorter.
// Without ASTRAGAL_SOAK it is a small hall for a moment.
func TestSoakAThousandTables(t *testing.T) {
	tables, seconds := times(1000, 40), times(600, 3)
	if text := os.Getenv("ASTRAGAL_SOAK_SECONDS"); text != "" {
		n, err := strconv.Atoi(text)
		require.NoError(t, err)
		seconds = n
	}
	c := newChild(t)
	c.start()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	stores := make([]*memory, tables)
	var relays, rolling sync.WaitGroup
	for i := range tables {
		name := fmt.Sprintf("Table %d", i+1)
		stores[i] = &memory{source: "src-" + name, changed: make(chan struct{}, 1)}
		r := &outbox.Relay{Store: stores[i], Dial: dialTo(t, c.dir, c.address(), name), Table: name, Log: slog.New(slog.DiscardHandler),
			Health: func() event.Health { return event.Health{Camera: "settled", Good: true} }}
		relays.Go(func() { _ = r.Run(ctx) })
	}
	require.Eventually(t, func() bool { return metric(t, c, "astragal_hub_tables_online") == float64(tables) }, 5*time.Minute, time.Second, "not all tables came in")
	t.Logf("%d tables are there; load %s", tables, load())
	began, most := time.Now(), 0
	for i, s := range stores {
		player := fmt.Sprintf("Player %d", i+1)
		rolling.Go(func() {
			wait(rand.N(1000)) // they don't all begin at the same moment
			tick := time.NewTicker(time.Second)
			defer tick.Stop()
			for n := 1; n <= seconds; n++ {
				s.tell(rollOf(n, player, n))
				<-tick.C
			}
		})
	}
	over := make(chan struct{})
	go func() { rolling.Wait(); close(over) }()
	watch := time.NewTicker(time.Second)
	defer watch.Stop()
	for done := false; !done; {
		select {
		case <-over:
			done = true
		case <-watch.C:
			most = max(most, memoryOf(t, c))
		}
	}
	took := time.Since(began)
	require.Eventually(t, func() bool {
		return !slices.ContainsFunc(stores, func(s *memory) bool { s.mu.Lock(); defer s.mu.Unlock(); return len(s.list) > 0 })
	}, 10*time.Minute, 100*time.Millisecond, "messages were never confirmed")
	doubled, delay := metric(t, c, "astragal_hub_messages_doubled_total"), metricText(t, c)
	stop()
	relays.Wait()
	c.kill()

	rolled := map[string]int{}
	var delays []time.Duration
	for _, s := range stores {
		rolled[s.source] = seconds
		delays = append(delays, s.delays...)
	}
	checkAll(t, c.dir, rolled)
	slices.Sort(delays)
	at := func(p float64) time.Duration {
		return delays[int(p*float64(len(delays)-1))].Round(100 * time.Microsecond)
	}
	t.Logf("%d rolls of %d tables in %v, all there, once, in order; made to confirmed: median %v, 95 %% %v, 99 %% %v, longest %v; hub's memory at most %d MB, its processor time %v, the tables' %v; sent twice %v; load %s, %d cores",
		len(delays), tables, took.Round(time.Second), at(0.5), at(0.95), at(0.99), at(1), most>>20, c.worked.Round(time.Second), worked().Round(time.Second), doubled, load(), runtime.NumCPU())
	for line := range strings.Lines(delay) {
		if strings.HasPrefix(line, "astragal_hub_delay_seconds") {
			t.Log(strings.TrimSpace(line))
		}
	}
	require.Less(t, most, 500<<20, "memory")
}

// memoryOf is the hub's resident memory, bytes.
func memoryOf(t testing.TB, c *child) int {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(c.cmd.Process.Pid), "status"))
	require.NoError(t, err)
	m := regexp.MustCompile(`VmRSS:\s+(\d+) kB`).FindSubmatch(raw)
	require.NotNil(t, m)
	kb, err := strconv.Atoi(string(m[1]))
	require.NoError(t, err)
	return kb << 10
}

// worked is this process's processor time.
func worked() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func load() string {
	raw, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	return strings.Join(strings.Fields(string(raw))[:3], " ")
}

func metricText(t testing.TB, c *child) string {
	t.Helper()
	r, err := http.Get("http://" + c.pages + "/metrics")
	if err != nil {
		return ""
	}
	defer func() { _ = r.Body.Close() }()
	raw, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	return string(raw)
}

func metric(t testing.TB, c *child, name string) float64 {
	t.Helper()
	m := regexp.MustCompile(`(?m)^` + name + ` (\S+)$`).FindStringSubmatch(metricText(t, c))
	if m == nil {
		return -1
	}
	v, err := strconv.ParseFloat(m[1], 64)
	require.NoError(t, err)
	return v
}
