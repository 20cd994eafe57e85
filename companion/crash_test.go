package companion_test

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
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion"
)

// crashPath tells a run of the test binary to be a table on that file, until it is killed.
const crashPath = "ASTRAGAL_TEST_CRASH_TABLE"

// crashTable is the process that is killed: a whole table on loopback. It prints its address.
func crashTable(path string) {
	ctx := context.Background()
	journal, err := companion.OpenJournal(ctx, path, companion.JournalLimits{})
	must(err)
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	session, err := companion.OpenSession(ctx, companion.SessionOptions{Journal: journal, Log: log, Outbox: crashOutbox(ctx, journal),
		Games: append([]companion.GameKind{duelKind()}, companion.Games()...)})
	must(err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	fmt.Println(l.Addr())
	server := &companion.Server{Session: session, Access: companion.NewAccess(companion.NewSecret(), nil), Log: log}
	must(server.Serve(ctx, l))
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// startCrashTable starts the process and returns its address.
func startCrashTable(t *testing.T, path string) (*exec.Cmd, string) {
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

func post(address string, a companion.Act) (companion.Message, error) {
	var m companion.Message
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

// asking lets three screens type rolls until so many are acknowledged, counted on from `from`. What
// was acknowledged then and what has been when all of them are gone, because the table was killed, may
// differ.
func asking(t *testing.T, address string, from, upto int) (killed func() (acknowledged int)) {
	t.Helper()
	var mu sync.Mutex
	acknowledged, enough := from, make(chan struct{})
	var askers sync.WaitGroup
	for range 3 {
		askers.Go(func() {
			for n := 0; ; n++ {
				m, err := post(address, companion.Act{Do: companion.DoType, Dice: []companion.TypedDie{{Shape: "d6", Value: 1 + n%6}}})
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
	case <-time.After(patience):
		require.FailNow(t, "the table does not answer")
	}
	return func() int {
		askers.Wait()
		return acknowledged
	}
}

// Whatever was acknowledged is there after the process was killed in the middle of answering.
func TestKilledAtAnyMomentTheTableComesBackWhereItWas(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.db")
	acknowledged := 0
	for range 4 {
		cmd, address := startCrashTable(t, path)
		killed := asking(t, address, acknowledged, acknowledged+12)
		require.NoError(t, cmd.Process.Signal(syscall.SIGKILL))
		_ = cmd.Wait()
		acknowledged = killed()

		journal, err := companion.OpenJournal(t.Context(), path, companion.JournalLimits{})
		require.NoError(t, err)
		session, err := companion.OpenSession(t.Context(), companion.SessionOptions{Journal: journal, Log: slog.New(slog.DiscardHandler)})
		require.NoError(t, err)
		there := len(session.Rolls(0, 0))
		session.Close()
		require.NoError(t, journal.Close())
		require.GreaterOrEqual(t, there, acknowledged, "an acknowledged roll is lost")
		// At most one from each asker was on disk and not yet acknowledged.
		require.LessOrEqual(t, there, acknowledged+3)
		acknowledged = there
	}
}
