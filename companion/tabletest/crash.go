package tabletest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion"
	"astragal/companion/access"
	"astragal/companion/event/outbox"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/rulebook"
	"astragal/companion/screen"
)

// crashPath is the variable that tells a run of the test binary to be a table on that file, until it is killed.
const crashPath = "ASTRAGAL_TEST_CRASH_TABLE"

// crashTable is the process that is killed: a whole table on loopback. It prints its address.
func crashTable(path string) {
	ctx := context.Background()
	file, err := journal.Open(ctx, path, journal.Limits{})
	must(err)
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	session, err := companion.OpenSession(ctx, companion.SessionOptions{Journal: file, Log: log, Outbox: crashOutbox(ctx, file),
		Games: append([]rulebook.Kind{DuelKind()}, rulebook.All()...)})
	must(err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	fmt.Println(l.Addr())
	server := &screen.Server{Session: session, Access: access.New(access.NewSecret(), nil), Log: log}
	must(server.Serve(ctx, l))
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// StartCrashTable starts the process and returns its address.
func StartCrashTable(t *testing.T, path string) (*exec.Cmd, string) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), crashPath+"="+path)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	lines := bufio.NewScanner(out)
	require.True(t, lines.Scan(), "the table did not start")
	return cmd, lines.Text()
}

// Post does an act over HTTP at a table's address (host:port), and returns the table's answer.
func Post(address string, a protocol.Act) (protocol.Message, error) {
	var m protocol.Message
	raw, err := json.Marshal(a)
	if err != nil {
		return m, err
	}
	r, err := http.Post("http://"+address+"/api/act", "application/json", bytes.NewReader(raw))
	if err != nil {
		return m, err
	}
	defer r.Body.Close()
	return m, json.NewDecoder(r.Body).Decode(&m)
}

// Asking lets three screens type rolls until so many are acknowledged, counted on from `from`. It returns how many were acknowledged then, and how many
// once all screens are gone because the table was killed. The two may differ.
func Asking(t *testing.T, address string, from, upto int) (killed func() (acknowledged int)) {
	t.Helper()
	var mu sync.Mutex
	acknowledged, enough := from, make(chan struct{})
	var askers sync.WaitGroup
	for range 3 {
		askers.Go(func() {
			for n := 0; ; n++ {
				m, err := Post(address, protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: 1 + n%6}}})
				if err != nil {
					return // killed
				}
				if m.Type != "done" {
					continue // too quick: asked to wait
				}
				mu.Lock()
				acknowledged++
				if acknowledged == upto {
					close(enough)
				}
				mu.Unlock()
			}
		})
	}
	select {
	case <-enough:
	case <-time.After(Patience):
		require.FailNow(t, "the table does not answer")
	}
	return func() int {
		askers.Wait()
		return acknowledged
	}
}

// CrashEvent tells the table that is killed which event it is at.
const CrashEvent = "ASTRAGAL_TEST_CRASH_EVENT"

// crashOutbox is the outbox of the table that is killed; nil if it is at no event.
func crashOutbox(ctx context.Context, file *journal.Journal) *outbox.Outbox {
	name := os.Getenv(CrashEvent)
	if name == "" {
		return nil
	}
	box, err := companion.OutboxOf(ctx, file, name)
	must(err)
	return box
}
