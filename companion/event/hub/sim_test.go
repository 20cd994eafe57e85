package hub_test

import (
	"bufio"
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/door/doortest"
	"astragal/companion/event"
	"astragal/companion/event/hub"
	"astragal/companion/event/outbox"
)

const (
	eventName = "Spring cup"
	// patience only keeps a broken test from waiting for ever.
	patience = 3 * time.Minute
)

// simTable is a table without dice. It has a real outbox in a real file, and the real relay.
type simTable struct {
	t      testing.TB
	name   string
	box    *outbox.Outbox
	db     *sql.DB
	rolled int
	stop   func()

	mu     sync.Mutex
	status outbox.Status
	rule   func(context.Context, event.Ruling) error
}

// newSim opens a table's file in a new folder and runs the relay.
func newSim(t testing.TB, name string, dial outbox.Dial, change ...func(*outbox.Relay)) *simTable {
	t.Helper()
	return openSim(t, name, filepath.Join(t.TempDir(), "table.db"), "src-"+name, dial, change...)
}

func openSim(t testing.TB, name, path, source string, dial outbox.Dial, change ...func(*outbox.Relay)) *simTable {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_txlock=immediate")
	require.NoError(t, err)
	db.SetMaxOpenConns(1)
	box, err := outbox.Open(t.Context(), db, dial.Address.Event, source)
	require.NoError(t, err)
	s := &simTable{t: t, name: name, box: box, db: db}
	_, next := box.Ends()
	s.rolled = int(next) - 1
	ctx, cancel := context.WithCancel(context.Background())
	relay := &outbox.Relay{Store: box, Dial: dial, Table: name, Program: "test", Log: slog.New(slog.DiscardHandler),
		Tell: func(st outbox.Status) { s.mu.Lock(); s.status = st; s.mu.Unlock() },
		Health: func() event.Health {
			_, next := box.Ends()
			return event.Health{Camera: "settled", Good: true, Dice: int(next) - 1}
		},
		Rule: func(ctx context.Context, r event.Ruling) error {
			s.mu.Lock()
			rule := s.rule
			s.mu.Unlock()
			if rule == nil {
				return nil
			}
			return rule(ctx, r)
		},
		Picture: func(_ context.Context, roll, die string) ([]byte, error) {
			if roll != "t1" || die != "d1" {
				return nil, fmt.Errorf("no picture of %s %s is kept", roll, die)
			}
			return []byte("\xff\xd8\xff\xe0 a picture"), nil
		}}
	for _, do := range change {
		do(relay)
	}
	done := make(chan error, 1)
	go func() { done <- relay.Run(ctx) }()
	stopped := false
	s.stop = func() {
		if stopped {
			return
		}
		stopped = true
		cancel()
		require.NoError(t, <-done)
		_ = db.Close()
	}
	t.Cleanup(s.stop)
	return s
}

func (s *simTable) at() outbox.Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.status
}

// ruledBy calls do with each ruling that the table gets.
func (s *simTable) ruledBy(do func(event.Ruling)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rule = func(_ context.Context, r event.Ruling) error { do(r); return nil }
}

// roll sends one roll of two dice. Its total is its number in the table's evening.
func (s *simTable) roll() {
	s.t.Helper()
	s.rolled++
	s.tell(rollOf(s.rolled, s.name, s.rolled))
}

func (s *simTable) tell(m event.Message) {
	s.t.Helper()
	key := fmt.Sprintf("%s %s", m.Kind, m.About())
	require.NoError(s.t, s.box.Tell(context.Background(), []outbox.Item{{Key: key, Message: m}}))
}

func rollOf(n int, player string, total int) event.Message {
	one, rest := 1, total-1
	shape, face := "d20", (*int)(nil)
	switch { // a die that can show the value
	case rest > 100:
		shape, face = "", &one
	case rest > 20, rest == 0:
		shape = "d100"
	}
	return event.Message{At: time.Now(), Kind: event.KindRoll, Roll: &event.Roll{ID: fmt.Sprintf("t%d", n), Rev: 1, At: time.Now(), Status: event.RollCounted,
		Player: player, By: "camera", Total: &total, Text: fmt.Sprintf("%d = 1 + %d", total, rest),
		Dice: []event.Die{{ID: "d1", Shape: "d6", Value: &one, How: "read", Confidence: 0.99, Seen: true}, {ID: "d2", Shape: shape, Value: &rest, Face: face, How: "read", Confidence: 0.98, Seen: true}}}}
}

func (s *simTable) connected() {
	s.t.Helper()
	require.Eventually(s.t, func() bool { return s.at().Connected }, patience, 5*time.Millisecond, "%s: %+v", s.name, s.at())
}

// through waits until the hub has all messages.
func (s *simTable) through() {
	s.t.Helper()
	_, next := s.box.Ends()
	for end := time.Now().Add(patience); ; {
		st := s.at()
		if st.Connected && st.Confirmed == next-1 {
			return
		}
		require.True(s.t, time.Now().Before(end), "%s is behind %d: %+v", s.name, next-1, st)
		<-time.After(5 * time.Millisecond)
	}
}

// here is a hub in this process.
type here struct {
	hub    *hub.Hub
	pages  string
	dir    string
	tables string
	stop   func()
}

func startHub(t testing.TB, change func(*hub.Options)) *here {
	t.Helper()
	o := hub.Options{Dir: filepath.Join(t.TempDir(), "hub"), Event: eventName, Order: hub.ByTotal, Tables: doortest.Address(t), Log: slog.New(slog.DiscardHandler)}
	if change != nil {
		change(&o)
	}
	h, err := hub.Open(t.Context(), o)
	require.NoError(t, err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() { _ = h.Run(ctx) })
	wg.Go(func() { _ = h.Serve(ctx, l) })
	scheme, nats := "http://", "nats://"
	if o.Certificate != nil {
		scheme, nats = "https://", "tls://"
	}
	host, _, err := net.SplitHostPort(o.Tables)
	if o.Outside == nil {
		require.NoError(t, err)
	}
	out := &here{hub: h, pages: scheme + l.Addr().String(), dir: o.Dir, tables: fmt.Sprintf("%s%s:%d/Spring%%20cup", nats, host, h.TablesPort())}
	stopped := false
	out.stop = func() {
		if stopped {
			return
		}
		stopped = true
		cancel()
		wg.Wait()
		require.NoError(t, h.Close())
	}
	t.Cleanup(out.stop)
	return out
}

// dialTo is the connection of a table with a token for its name.
func dialTo(t testing.TB, dir, address, table string) outbox.Dial {
	t.Helper()
	a, err := event.ParseAddress(address)
	require.NoError(t, err)
	key, err := hub.Key(dir)
	require.NoError(t, err)
	token, err := event.Pass{Role: event.RoleTable, Event: a.Event, Name: table}.Sign(key)
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "token")
	require.NoError(t, os.WriteFile(path, []byte(token+"\n"), 0o600))
	return outbox.Dial{Address: a, Credentials: path}
}

func (h *here) dial(t testing.TB, table string) outbox.Dial { return dialTo(t, h.dir, h.tables, table) }

// child is a hub in a process of its own, which can be killed.
type child struct {
	t             testing.TB
	dir           string
	tables, pages string
	cmd           *exec.Cmd
	// worked is the processor time of the processes that were killed.
	worked time.Duration
}

func newChild(t testing.TB) *child {
	t.Helper()
	c := &child{t: t, dir: filepath.Join(t.TempDir(), "hub"), tables: doortest.Address(t), pages: doortest.Address(t)}
	t.Cleanup(c.kill)
	return c
}

func (c *child) start() {
	c.t.Helper()
	c.cmd = exec.Command(os.Args[0])
	c.cmd.Env = append(os.Environ(), childDir+"="+c.dir, childTables+"="+c.tables, childPages+"="+c.pages)
	c.cmd.Stderr = os.Stderr
	out, err := c.cmd.StdoutPipe()
	require.NoError(c.t, err)
	require.NoError(c.t, c.cmd.Start())
	require.True(c.t, bufio.NewScanner(out).Scan(), "the hub did not start")
}

func (c *child) kill() {
	if c.cmd == nil {
		return
	}
	_ = c.cmd.Process.Signal(syscall.SIGKILL)
	_ = c.cmd.Wait()
	c.worked += c.cmd.ProcessState.UserTime() + c.cmd.ProcessState.SystemTime()
	c.cmd = nil
}

func (c *child) address() string { return "nats://" + c.tables + "/Spring%20cup" }

// openStoreFile opens a hub's file.
func openStoreFile(t testing.TB, dir string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "hub.db")+"?mode=ro")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	return db
}

// checkAll checks a hub's file: each message of each table is in it once, in order.
func checkAll(t testing.TB, dir string, rolled map[string]int) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "hub.db")+"?mode=ro")
	require.NoError(t, err)
	defer func() { require.NoError(t, db.Close()) }()
	for source, n := range rolled {
		var count, distinct int
		var least, most sql.NullInt64
		require.NoError(t, db.QueryRow("SELECT COUNT(*), COUNT(DISTINCT seq), MIN(seq), MAX(seq) FROM entry WHERE source = ?", source).Scan(&count, &distinct, &least, &most))
		require.Equal(t, []int64{int64(n), int64(n), 1, int64(n)}, []int64{int64(count), int64(distinct), least.Int64, most.Int64}, "messages of %s", source)
		rows, err := db.Query("SELECT id, total FROM roll WHERE source = ? ORDER BY n", source)
		require.NoError(t, err)
		at := 0
		for rows.Next() {
			at++
			var id string
			var total int
			require.NoError(t, rows.Scan(&id, &total))
			require.Equal(t, fmt.Sprintf("t%d", at), id, "out of order")
			require.Equal(t, at, total)
		}
		require.NoError(t, rows.Err())
		require.Equal(t, n, at, "rolls of %s", source)
	}
}
