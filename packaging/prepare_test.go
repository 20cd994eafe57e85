package packaging_test

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// machine is a machine on which .ci/prepare may run: a folder with a clone, and another folder with all the commands
// that the machine has.
type machine struct {
	t           *testing.T
	clone, path string
}

// newMachine is a machine with the tools of every Debian, Go, and a user kim. OpenCV isn't installed.
func newMachine(t *testing.T) machine {
	t.Helper()
	m := machine{t, filepath.Join(t.TempDir(), "a clone of kim's"), t.TempDir()}
	for _, name := range []string{"ground", "prepare", "build"} {
		m.file(".ci/"+name, read(t, "../.ci/"+name))
	}
	m.file("go.mod", "module x\n\ngo 1.26.0\n")
	for _, tool := range []string{"bash", "cat", "date", "dirname", "env", "grep", "head", "mkdir", "sed", "sort", "tail"} {
		real, err := exec.LookPath(tool)
		require.NoError(t, err)
		require.NoError(t, os.Symlink(real, filepath.Join(m.path, tool)))
	}
	m.command("id", `case $1 in -u) echo 1000 ;; -un) echo kim ;; -nG) echo kim ;; esac`)
	m.command("go", `case "$1 $2" in "env GOVERSION") echo go1.26.0 ;; esac`)
	m.command("dpkg", `echo amd64`)
	m.command("dpkg-query", `exit 1`)
	m.command("apt-cache", `exit 0`)
	m.command("apt-get", `echo "$*" >>"`+m.path+`/apt.log"`)
	return m
}

func (m machine) file(name, text string) {
	m.t.Helper()
	path := filepath.Join(m.clone, name)
	require.NoError(m.t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(m.t, os.WriteFile(path, []byte(text), 0o644))
}

// command puts a command on the machine's path. It replaces one of the same name.
func (m machine) command(name, script string) {
	m.t.Helper()
	require.NoError(m.t, os.WriteFile(filepath.Join(m.path, name), []byte("#!"+filepath.Join(m.path, "bash")+"\n"+script+"\n"), 0o755))
}

// prepare runs .ci/prepare run. It returns what that says and its status.
func (m machine) prepare(stdin io.Reader, env ...string) (string, int) {
	m.t.Helper()
	return m.script(stdin, []string{".ci/prepare", "run"}, env...)
}

func (m machine) script(stdin io.Reader, args []string, env ...string) (string, int) {
	m.t.Helper()
	cmd := exec.Command(filepath.Join(m.path, "bash"), args...)
	cmd.Dir, cmd.Stdin = m.clone, stdin
	cmd.Env = append([]string{"PATH=" + m.path, "HOME=" + m.path}, env...)
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		require.NoError(m.t, err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// installs says whether apt was told to install something.
func (m machine) installs() bool {
	raw, _ := os.ReadFile(filepath.Join(m.path, "apt.log"))
	return regexp.MustCompile(`(?m)^install -y`).Match(raw)
}

// terminal is a terminal into which somebody has typed.
func terminal(t *testing.T, typed string) *os.File {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	require.NoError(t, err)
	t.Cleanup(func() { _ = master.Close() })
	require.NoError(t, unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0))
	number, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	require.NoError(t, err)
	slave, err := os.OpenFile("/dev/pts/"+strconv.Itoa(number), os.O_RDWR|unix.O_NOCTTY, 0)
	require.NoError(t, err)
	t.Cleanup(func() { _ = slave.Close() })
	_, err = master.WriteString(typed)
	require.NoError(t, err)
	return slave
}

const aptCommand = "apt-get update && apt-get install -y --no-install-recommends g++ pkg-config libopencv-dev"

// If somebody may not install packages, they are told why, and what root has to do. A program that can't see is built
// only if somebody asks for it.
func TestWithoutRootsRightsNothingIsBuiltUnasked(t *testing.T) {
	wantsPassword := `case $1 in -n) echo "sudo: a password is required" >&2; exit 1 ;; *) exit 1 ;; esac`
	for name, c := range map[string]struct {
		sudo, groups  string
		terminal      bool
		why, mendedBy string
	}{
		"no sudo":                            {"", "kim", false, "kim has none, and sudo is not here", "su - -c '" + aptCommand + "'"},
		"no sudo on a terminal":              {"", "kim", true, "kim has none, and sudo is not here", "su - -c '" + aptCommand + "'"},
		"sudo wants a password":              {wantsPassword, "kim sudo", false, "sudo wants a password, and there is no terminal", "sudo sh -c '" + aptCommand + "'"},
		"sudo is for others":                 {wantsPassword, "kim", false, "sudo wants a password", "su - -c '" + aptCommand + "'"},
		"sudo refuses":                       {`echo "sudo: kim may not run it" >&2; exit 1`, "kim", false, "sudo gives kim none", "su - -c '" + aptCommand + "'"},
		"sudo refuses on a terminal":         {wantsPassword, "kim", true, "sudo did not give them to kim", "su - -c '" + aptCommand + "'"},
		"a wrong password typed three times": {wantsPassword, "kim sudo", true, "sudo did not give them to kim", "sudo sh -c '" + aptCommand + "'"},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMachine(t)
			m.command("id", `case $1 in -u) echo 1000 ;; -un) echo kim ;; -nG) echo `+c.groups+` ;; esac`)
			if c.sudo != "" {
				m.command("sudo", c.sudo)
			}
			var stdin io.Reader
			offer := "make run WITHOUT_OPENCV=1"
			if c.terminal {
				stdin, offer = terminal(t, "\n"), "Go on without OpenCV? "
			}
			said, status := m.prepare(stdin)
			require.Equal(t, 1, status, said)
			require.Contains(t, said, c.why)
			require.Contains(t, said, "·   "+c.mendedBy+"\n", "the command stands alone on its line")
			require.Contains(t, said, offer)
			require.NotContains(t, said, "network")
			require.False(t, m.installs())
		})
	}
}

func TestAProgramThatCannotSeeIsBuiltForWhoSaysSo(t *testing.T) {
	m := newMachine(t)
	said, status := m.prepare(terminal(t, "y\n"))
	require.Equal(t, 3, status, said)
	said, status = newMachine(t).prepare(nil, "WITHOUT_OPENCV=1")
	require.Equal(t, 3, status, said)
	require.Empty(t, said, "who asked for it isn't told what they know")
	_, status = newMachine(t).prepare(nil, "WITHOUT_OPENCV=0")
	require.Equal(t, 1, status)

	m.command("go", `case "$1 $2" in "env GOVERSION") echo go1.26.0 ;; "list -f") echo true ;; build*) echo "built $CGO_ENABLED" ;; esac`)
	said, status = m.script(nil, []string{".ci/build"}, "WITHOUT_OPENCV=1")
	require.Equal(t, 0, status, said)
	require.Contains(t, said, "can't see dice")
	require.Contains(t, said, "on a Raspberry Pi 10")
	require.Contains(t, said, "built 0")
}

func TestRootAndWhoeverMaySudoGetOpenCV(t *testing.T) {
	for name, id := range map[string]string{"root": "0", "sudo": "1000"} {
		t.Run(name, func(t *testing.T) {
			m := newMachine(t)
			m.command("id", `case $1 in -u) echo `+id+` ;; *) echo kim ;; esac`)
			if id != "0" {
				m.command("sudo", `[ "$1" != -n ] || shift; exec "$@"`)
			}
			said, status := m.prepare(nil)
			require.Equal(t, 0, status, said)
			require.True(t, m.installs())
			require.Contains(t, said, "a\\ clone\\ of\\ kim\\'s/.cache/install.log", "the command that watches it can be pasted")
		})
	}
}

// If apt fails, the reason is said in words.
func TestWhatAptFailsByIsSaid(t *testing.T) {
	for complaint, words := range map[string]string{
		"W: Failed to fetch http://x/InRelease  Temporary failure resolving 'x'":                        "no network",
		"E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 12 (unattended-upgr)": "another program is installing",
		"E: You don't have enough free space in /var/cache/apt/archives/.":                              "the disk is full",
		"E: Unable to locate package libopencv-dev":                                                     `apt says "Unable to locate package libopencv-dev"`,
	} {
		m := newMachine(t)
		m.command("id", `echo 0`)
		m.command("apt-get", `case "$*" in update | *--assume-no*) ;; *) echo "`+complaint+`"; exit 100 ;; esac`)
		said, status := m.prepare(nil)
		require.Equal(t, 1, status, said)
		require.Contains(t, said, words)
		require.Contains(t, said, "make run WITHOUT_OPENCV=1")
	}
	m := newMachine(t)
	m.command("id", `echo 0`)
	m.command("apt-get", `[ "$1" != update ] || { echo "E: some other list can't be fetched"; exit 100; }`)
	said, status := m.prepare(nil)
	require.Equal(t, 0, status, "a list that nothing is taken from stops nobody: %s", said)
}

// If there is no network, one sentence says so.
func TestGoLibrariesThatCannotBeFetched(t *testing.T) {
	dial := `x.go:1:2: m@v1: Get "https://p/m.zip": dial tcp: lookup p on 127.0.0.53:53: connect: network is unreachable`
	for complaint, words := range map[string]string{
		strings.Repeat(dial+"\n", 20): "there is no network",
		"go: download go1.26.0: toolchain: Get x: dial tcp: lookup p: Temporary failure in name resolution": "there is no network",
		"tls: failed to verify certificate: x509: certificate signed by unknown authority":                  "this machine knows no certificates: su - -c 'apt-get install -y ca-certificates'",
		"x509: certificate has expired or is not yet valid: current time 1970":                              "clock is wrong",
		"write /x: no space left on device":                                                                 "the disk is full",
		"verifying m@v1: checksum mismatch":                                                                 "checksum mismatch",
	} {
		m := newMachine(t)
		m.command("go", `case "$1 $2" in "env GOVERSION") echo go1.26.0 ;; list*) cat >&2 <<'E'
`+complaint+`
E
exit 1 ;; esac`)
		said, status := m.prepare(nil)
		require.Equal(t, 1, status, said)
		require.Contains(t, said, words)
		require.LessOrEqual(t, strings.Count(said, "\n"), 3, said)
		require.False(t, m.installs(), "nothing is installed for a program that can't be built")
	}
}

// The command that installs Go fits apt, the machine and the user.
func TestTheCommandThatBringsGo(t *testing.T) {
	for name, c := range map[string]struct {
		candidate, architecture, kernel string
		has, hasNot                     string
	}{
		"Debian 12":               {"2:1.19~1", "amd64", "x86_64", "go.dev/dl/go1.26.0.linux-amd64.tar.gz", "golang-go"},
		"Debian 13":               {"2:1.24~2", "amd64", "x86_64", "apt-get update && apt-get install -y golang-go", "go.dev"},
		"Ubuntu 24.04":            {"2:1.22~2build1", "amd64", "x86_64", "apt-get update && apt-get install -y golang-go", "go.dev"},
		"apt knows none":          {"(none)", "amd64", "x86_64", "linux-amd64.tar.gz", "golang-go"},
		"Raspberry Pi OS":         {"2:1.19~1", "arm64", "aarch64", "linux-arm64.tar.gz", "golang-go"},
		"Raspberry Pi OS, 32 bit": {"2:1.19~1", "armhf", "armv7l", "linux-armv6l.tar.gz", "arm64"},
		"Raspberry Pi OS, 32 bit on a 64 bit kernel": {"2:1.19~1", "armhf", "aarch64", "linux-armv6l.tar.gz", "arm64"},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMachine(t)
			require.NoError(t, os.Remove(filepath.Join(m.path, "go")))
			m.command("apt-cache", `echo "  Candidate: `+c.candidate+`"`)
			m.command("dpkg", `[ "$1" = --print-architecture ] && echo `+c.architecture)
			m.command("uname", `echo `+c.kernel)
			said, status := m.prepare(nil)
			require.Equal(t, 1, status, said)
			require.Contains(t, said, "Go is missing. This one command installs it:\n·   su - -c '")
			require.Contains(t, said, c.has)
			require.NotContains(t, said, c.hasNot)
			require.NotContains(t, said, "curl", "a bare Debian has none")
			require.NotContains(t, said, "export PATH", "the next login would not know it")
		})
	}
}
