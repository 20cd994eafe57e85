package hub_test

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/event"
	"astragal/companion/event/outbox"
)

// If childTable is set, a run of the test binary is the table of that name until it is killed. childFile is its file,
// childHubAt the hub's address, and childToken the file with its token.
const (
	childTable = "ASTRAGAL_TEST_TABLE"
	childFile  = "ASTRAGAL_TEST_TABLE_FILE"
	childHubAt = "ASTRAGAL_TEST_TABLE_HUB"
	childToken = "ASTRAGAL_TEST_TABLE_TOKEN"
)

// tableSays is a line that a table's process prints: how many messages are in its file, and the state of its relay.
type tableSays struct {
	Told      int64
	Connected bool
	Confirmed int64
}

// childTableIs is a table's process. It reads messages, one a line, from its input. Each is in its file before it
// prints so.
func childTableIs(name string) {
	ctx := context.Background()
	db, err := sql.Open("sqlite", "file:"+os.Getenv(childFile)+"?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_txlock=immediate")
	must(err)
	db.SetMaxOpenConns(1)
	address, err := event.ParseAddress(os.Getenv(childHubAt))
	must(err)
	box, err := outbox.Open(ctx, db, address.Event, "src-"+name)
	must(err)
	var mu sync.Mutex
	var says tableSays
	out := json.NewEncoder(os.Stdout)
	say := func(change func()) {
		mu.Lock()
		defer mu.Unlock()
		change()
		_, next := box.Ends()
		says.Told = next - 1
		must(out.Encode(says))
	}
	relay := &outbox.Relay{Store: box, Dial: outbox.Dial{Address: address, Credentials: os.Getenv(childToken)}, Table: name, Program: "test", Log: slog.New(slog.DiscardHandler),
		Tell:   func(st outbox.Status) { say(func() { says.Connected, says.Confirmed = st.Connected, st.Confirmed }) },
		Health: func() event.Health { return event.Health{Camera: "settled", Good: true} }}
	go func() { must(relay.Run(ctx)) }()
	say(func() {})
	in := json.NewDecoder(os.Stdin)
	for {
		var m event.Message
		if in.Decode(&m) != nil {
			return
		}
		must(box.Tell(ctx, []outbox.Item{{Key: fmt.Sprintf("%s %s", m.Kind, m.About()), Message: m}}))
		say(func() {})
	}
}

// procTable is a table in a process of its own, which can be killed. It has a real outbox in a real file, and the
// real relay.
type procTable struct {
	t                      testing.TB
	name, file, hub, token string
	rolled                 int
	told                   int64
	cmd                    *exec.Cmd
	in                     io.WriteCloser
	// heard is closed when the process has printed its last line.
	heard chan struct{}

	mu   sync.Mutex
	says tableSays
}

func newProc(t testing.TB, name string, dial outbox.Dial, hubAt string) *procTable {
	t.Helper()
	p := &procTable{t: t, name: name, file: filepath.Join(t.TempDir(), "table.db"), hub: hubAt, token: dial.Credentials}
	p.start()
	t.Cleanup(p.kill)
	return p
}

func (p *procTable) start() {
	p.t.Helper()
	p.cmd = exec.Command(os.Args[0])
	p.cmd.Env = append(os.Environ(), childTable+"="+p.name, childFile+"="+p.file, childHubAt+"="+p.hub, childToken+"="+p.token)
	p.cmd.Stderr = os.Stderr
	out, err := p.cmd.StdoutPipe()
	require.NoError(p.t, err)
	p.in, err = p.cmd.StdinPipe()
	require.NoError(p.t, err)
	require.NoError(p.t, p.cmd.Start())
	p.mu.Lock()
	p.says = tableSays{}
	p.mu.Unlock()
	lines := bufio.NewScanner(out)
	p.heard = make(chan struct{})
	go func(heard chan struct{}) { // it ends with the process
		defer close(heard)
		for lines.Scan() {
			var s tableSays
			if json.Unmarshal(lines.Bytes(), &s) == nil {
				p.mu.Lock()
				p.says = s
				p.mu.Unlock()
			}
		}
	}(p.heard)
}

func (p *procTable) kill() {
	if p.cmd == nil {
		return
	}
	_ = p.cmd.Process.Signal(syscall.SIGKILL)
	<-p.heard
	_ = p.cmd.Wait()
	p.cmd = nil
}

func (p *procTable) until(so func(tableSays) bool) {
	p.t.Helper()
	require.Eventually(p.t, func() bool {
		p.mu.Lock()
		defer p.mu.Unlock()
		return so(p.says)
	}, patience, 5*time.Millisecond, "%s", p.name)
}

func (p *procTable) connected() {
	p.t.Helper()
	p.until(func(s tableSays) bool { return s.Connected })
}

// tell returns when the message is in the table's file.
func (p *procTable) tell(m event.Message) {
	p.t.Helper()
	require.NoError(p.t, json.NewEncoder(p.in).Encode(m))
	p.told++
	p.until(func(s tableSays) bool { return s.Told == p.told })
}

// settled waits until the hub has all messages of the table.
func (p *procTable) settled() {
	p.t.Helper()
	p.until(func(s tableSays) bool { return s.Connected && s.Confirmed == p.told })
}
