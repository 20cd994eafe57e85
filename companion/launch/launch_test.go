package launch

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// What is advised fits how the table was started.
func TestAdviceFitsHowTheTableWasStarted(t *testing.T) {
	dir := "/x/kim's $ dice"
	for name, c := range map[string]struct {
		c    Call
		want string
	}{
		"by make run": {Call{Program: "bin/astragal", Args: []string{"run", "--source", "a b.jpg", "--listen=127.0.0.1:1"}, Environ: []string{"MAKELEVEL=1"}},
			`make run ARGS="--source 'a b.jpg' --listen :8437"`},
		"in a clone": {Call{Program: "bin/astragal", Args: []string{"run", "--listen", "127.0.0.1:1", "--dice", "d6,d6"}}, "bin/astragal run --dice d6,d6 --listen :8437"},
		"installed":  {Call{Program: "astragal", Args: []string{"doctor"}}, "astragal run --listen :8437"},
		"the package's service": {Call{Program: "/usr/bin/astragal", Args: []string{"run", "--config", ServiceSettings}, Settings: ServiceSettings},
			"set listen = \":8437\" in /etc/astragal/astragal.toml, then: sudo systemctl restart astragal"},
	} {
		require.Equal(t, c.want, Of(c.c).Again("listen", ":8437"), name)
	}
	asked := Launch{program: "astragal", made: true}.Again("data_dir", dir)
	require.Equal(t, []string{"run", "--data-dir", dir}, madeWith(t, asked), asked)
	require.Equal(t, `astragal hub token table 'Table 7'`, Of(Call{}).Command("hub", "token", "table", "Table 7"))
}

// madeWith runs a line that advises make run, with a real make. It returns the arguments that the program gets.
func madeWith(t *testing.T, line string) []string {
	t.Helper()
	dir := t.TempDir()
	makefile, err := os.ReadFile("../../Makefile")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "Makefile"), makefile, 0o600))
	for name, script := range map[string]string{"bin/astragal": `for word in "$@"; do echo "$word"; done`, ".ci/build": ""} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755))
	}
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "MAKEFLAGS=", "MAKELEVEL=") // the tests themselves may be run by make
	out, err := cmd.Output()
	require.NoError(t, err)
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

// A service's log says what its settings should say, not what to type, because nobody types there.
func TestAServiceIsNotToldToMakeRun(t *testing.T) {
	settings := filepath.Join(t.TempDir(), "astragal.toml")
	require.NoError(t, os.WriteFile(settings, []byte("listen = \"127.0.0.1:0\"\n"), 0o600))
	journal, err := os.Create(filepath.Join(t.TempDir(), "journal"))
	require.NoError(t, err)
	info, err := journal.Stat()
	require.NoError(t, err)
	stat := info.Sys().(*syscall.Stat_t)
	call := Call{Errs: journal, Program: "/usr/bin/astragal", Settings: settings, Environ: []string{fmt.Sprintf("JOURNAL_STREAM=%d:%d", stat.Dev, stat.Ino)}}
	require.True(t, Of(call).Service)
	require.Contains(t, Of(call).Again("listen", ":8437"), "in "+settings+", then: sudo systemctl restart astragal")
	call.Environ = []string{"JOURNAL_STREAM=1:1"}
	require.False(t, Of(call).Service, "a shell that a service started is no service")
}
