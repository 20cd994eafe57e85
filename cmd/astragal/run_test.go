package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/launch"
	"astragal/companion/place"
	"astragal/companion/protocol"
)

// hang is when a test gives up waiting. Nothing takes that long on any machine.
const hang = 3 * time.Minute

// openTable is the real program running a table.
type openTable struct {
	t       *testing.T
	cmd     *exec.Cmd
	address string
	said    string
	errs    *quietBuffer
	rest    *quietBuffer // what the program printed after its address
}

// quietBuffer is a buffer that the program writes to while a test reads it.
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

// keepTableAt is keepTable at a given address.
func keepTableAt(t *testing.T, dir, address string, args ...string) *openTable {
	t.Helper()
	o := &openTable{t: t, errs: &quietBuffer{}, rest: &quietBuffer{}}
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
	go func() { _, _ = io.Copy(o.rest, lines) }()
	return o
}

func (o *openTable) act(a protocol.Act) protocol.Message {
	o.t.Helper()
	raw, err := json.Marshal(a)
	require.NoError(o.t, err)
	r, err := http.Post(o.address+"api/act", "application/json", bytes.NewReader(raw))
	require.NoError(o.t, err)
	defer r.Body.Close()
	var m protocol.Message
	require.NoError(o.t, json.NewDecoder(r.Body).Decode(&m))
	return m
}

func (o *openTable) view() protocol.View {
	o.t.Helper()
	r, err := http.Get(o.address + "api/view")
	require.NoError(o.t, err)
	defer r.Body.Close()
	var m protocol.Message
	require.NoError(o.t, json.NewDecoder(r.Body).Decode(&m))
	var v protocol.View
	require.NoError(o.t, json.Unmarshal(m.View, &v))
	return v
}

// countFirst waits for the dice that lie on the virtual table at the start, and counts them. The table offers that.
func (o *openTable) countFirst() {
	o.t.Helper()
	require.Eventually(o.t, func() bool { return o.view().Eye.Offered == protocol.OfferedStart }, hang, 50*time.Millisecond, "%s", o.errs)
	v := o.view()
	require.Empty(o.t, v.Rolls, "what lay there at the start counted by itself")
	require.Empty(o.t, v.Waiting)
	reply := o.act(protocol.Act{Do: protocol.DoTake})
	require.Equal(o.t, "done", reply.Type, reply.Why)
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
	// A folder without pictures is no camera, so rolls are typed.
	table := keepTable(t, dir, "--source", t.TempDir())
	reply := table.act(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: 4}, {Shape: "d20", Value: 17}}})
	require.Equal(t, "done", reply.Type, reply.Why)
	require.NoError(t, table.cmd.Process.Signal(syscall.SIGKILL))
	_ = table.cmd.Wait()

	table = keepTable(t, dir, "--source", t.TempDir())
	require.Equal(t, 21, *table.view().Rolls[0].Total)
	table.close()
}

// The second table says where the first is and how to run a table beside it. What it says works.
func TestASecondTableSaysWhereTheFirstIsAndHowToRunAnother(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "kim's evenings")
	table := keepTable(t, dir, "--source", t.TempDir())
	same := astragal(t, "run", "--data-dir", dir, "--source", "virtual", "--listen", "127.0.0.1:0")
	require.Equal(t, statusFailed, same.status)
	require.Contains(t, same.errs, "a table is open already at "+table.address)
	require.Contains(t, same.errs, "--data-dir "+launch.Quoted(dir+"-2"))
	require.Contains(t, same.errs, "--listen 127.0.0.1:0 ", "any free port stays one")
	require.Contains(t, same.errs, "--source virtual ", "what it was started with is kept")

	port := strings.TrimSuffix(strings.TrimPrefix(table.address, "http://"), "/")
	other := astragal(t, "run", "--data-dir", t.TempDir(), "--listen="+port, "--source", t.TempDir())
	require.Equal(t, statusFailed, other.status)
	require.Contains(t, other.errs, "another table is open there")
	_, advice, found := strings.Cut(other.errs, "To run this one beside it: ")
	require.True(t, found, other.errs)
	second := exec.Command("sh", "-c", "exec "+advice)
	second.Env = []string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH")}
	require.Contains(t, openedBy(t, second), "The table is open at http://127.0.0.1:")
	require.NoFileExists(t, filepath.Join(dir+"-2", "open.txt"))
	res, err := http.Get(table.address + "api/invite")
	require.NoError(t, err)
	defer res.Body.Close()
	says, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	require.Regexp(t, `in, start it with [^ ]*astragal run .*--listen :\d+: now only this machine`, string(says), "the page says it as the terminal does")
	table.close()
	require.NoFileExists(t, filepath.Join(dir, "open.txt"), "a closed table is open nowhere")
}

// openedBy starts a table and returns what it prints until it has said how to stop it.
func openedBy(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	var errs quietBuffer
	cmd.Stderr = &errs
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	said := ""
	for lines := bufio.NewReader(out); !strings.Contains(said, "everything is kept"); {
		line, err := lines.ReadString('\n')
		require.NoError(t, err, "the table did not open: %s", &errs)
		said += line
	}
	return said
}

// The address comes first. If no phone can use the code, it isn't shown.
func TestTheCodeIsShownWhereAPhoneCanReachIt(t *testing.T) {
	run := func(listen string) string {
		cmd := exec.Command(builtProgram, "run", "--listen", listen, "--data-dir", t.TempDir(), "--source", t.TempDir())
		cmd.Env = []string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH")}
		return openedBy(t, cmd)
	}
	alone := run("127.0.0.1:0")
	require.True(t, strings.HasPrefix(alone, "\nThe table is open at http://127.0.0.1:"), alone)
	require.NotContains(t, alone, "▀")
	require.Regexp(t, `To let phones and other screens in: .*astragal run --data-dir \S+ --source \S+ --listen :\d+\n`, alone)
	if _, found := place.LAN(); !found {
		require.Contains(t, run(":0"), "this machine is in no network")
		return
	}
	reachable := run(":0")
	require.True(t, strings.HasPrefix(reachable, "\nThe table is open at http://127.0.0.1:"), reachable)
	require.Contains(t, reachable, "▀", "the QR code is missing")
}

// A table behind a proxy that names no visitor asks browsers on its own machine for the code too, and prints the code
// for them.
func TestATableThatAsksPrintsTheCodeForItsOwnMachine(t *testing.T) {
	open := keepTable(t, t.TempDir(), "--local", "ask")
	require.Equal(t, "refused", open.act(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: 4}}}).Type)
	require.Eventually(t, func() bool { return strings.Contains(open.rest.String(), "Ctrl+C") }, hang, 10*time.Millisecond)
	_, key, printed := strings.Cut(open.rest.String(), "/join#")
	require.True(t, printed, open.rest.String())
	key, _, _ = strings.Cut(key, "\n")
	r, err := http.Post(open.address+"api/join", "application/json", strings.NewReader(fmt.Sprintf(`{"key": %q, "to": "/"}`, key)))
	require.NoError(t, err)
	require.NoError(t, r.Body.Close())
	require.Equal(t, http.StatusOK, r.StatusCode)
	open.close()
}
