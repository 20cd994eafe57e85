package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion"
)

// hang is when a test gives up waiting: nothing takes that long on any machine.
const hang = 3 * time.Minute

// openTable is the real program keeping a table.
type openTable struct {
	t       *testing.T
	cmd     *exec.Cmd
	address string
	said    string
	errs    *quietBuffer
}

// quietBuffer is a buffer that the program's output may go to while a test reads it.
type quietBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (q *quietBuffer) Write(p []byte) (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.b.Write(p)
}

func (q *quietBuffer) String() string {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.b.String()
}

// keepTable starts "astragal run" and waits until it says where the table is.
func keepTable(t *testing.T, dir string, args ...string) *openTable {
	t.Helper()
	return keepTableAt(t, dir, "127.0.0.1:0", args...)
}

// keepTableAt is keepTable at an address.
func keepTableAt(t *testing.T, dir, address string, args ...string) *openTable {
	t.Helper()
	o := &openTable{t: t, errs: &quietBuffer{}}
	o.cmd = exec.Command(builtProgram, append([]string{"run", "--listen", address, "--data-dir", dir}, args...)...)
	o.cmd.Env = []string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH")}
	o.cmd.Stderr = o.errs
	out, err := o.cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, o.cmd.Start())
	t.Cleanup(func() { _ = o.cmd.Process.Kill() })
	lines := bufio.NewReader(out)
	for o.address == "" {
		line, err := lines.ReadString('\n')
		require.NoError(t, err, "the table did not open: %s", o.errs)
		o.said += line
		if _, rest, ok := strings.Cut(line, "The table is open at "); ok {
			o.address = strings.TrimSpace(rest)
		}
	}
	go func() { _, _ = io.Copy(io.Discard, lines) }()
	return o
}

func (o *openTable) act(a companion.Act) companion.Message {
	o.t.Helper()
	raw, err := json.Marshal(a)
	require.NoError(o.t, err)
	r, err := http.Post(o.address+"api/act", "application/json", bytes.NewReader(raw))
	require.NoError(o.t, err)
	defer r.Body.Close()
	var m companion.Message
	require.NoError(o.t, json.NewDecoder(r.Body).Decode(&m))
	return m
}

func (o *openTable) view() companion.View {
	o.t.Helper()
	r, err := http.Get(o.address + "api/view")
	require.NoError(o.t, err)
	defer r.Body.Close()
	var m companion.Message
	require.NoError(o.t, json.NewDecoder(r.Body).Decode(&m))
	var v companion.View
	require.NoError(o.t, json.Unmarshal(m.View, &v))
	return v
}

// close ends the program as Ctrl+C does.
func (o *openTable) close() {
	o.t.Helper()
	require.NoError(o.t, o.cmd.Process.Signal(os.Interrupt))
	done := make(chan error, 1)
	go func() { done <- o.cmd.Wait() }()
	select {
	case err := <-done:
		require.NoError(o.t, err, o.errs)
	case <-time.After(hang):
		require.FailNow(o.t, "the table does not close", o.errs)
	}
}

func TestATableIsKeptOverRestartsAndKills(t *testing.T) {
	dir := t.TempDir()
	// A folder without pictures is no camera: rolls are typed.
	table := keepTable(t, dir, "--source", t.TempDir())
	require.Contains(t, table.said, "▀", "the QR code is missing")
	reply := table.act(companion.Act{Do: companion.DoType, Dice: []companion.TypedDie{{Shape: "d6", Value: 4}, {Shape: "d20", Value: 17}}})
	require.Equal(t, "done", reply.Type, reply.Why)
	require.NoError(t, table.cmd.Process.Signal(syscall.SIGKILL))
	_ = table.cmd.Wait()

	table = keepTable(t, dir, "--source", t.TempDir())
	require.Equal(t, 21, *table.view().Rolls[0].Total)
	table.close()
}

func TestTwoTablesCannotShareAFileOrAPort(t *testing.T) {
	dir := t.TempDir()
	table := keepTable(t, dir, "--source", t.TempDir())
	same := astragal(t, "run", "--data-dir", dir, "--listen", "127.0.0.1:0")
	require.Equal(t, statusFailed, same.status)
	require.Contains(t, same.errs, "is astragal running already?")
	port := strings.TrimSuffix(strings.TrimPrefix(table.address, "http://"), "/")
	other := astragal(t, "run", "--data-dir", t.TempDir(), "--listen", port)
	require.Equal(t, statusFailed, other.status)
	require.Contains(t, other.errs, "choose another port with --listen")
	table.close()
}
