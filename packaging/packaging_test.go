// Package packaging_test checks the files that make the Debian package.
package packaging_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func read(t *testing.T, path string) string {
	t.Helper()
	raw, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(raw)
}

func TestTheScriptsOfThePackageAreShell(t *testing.T) {
	for _, script := range []string{"debian/preinst", "debian/postinst", "debian/prerm", "debian/postrm"} {
		out, err := exec.Command("sh", "-n", script).CombinedOutput()
		require.NoError(t, err, "%s: %s", script, out)
		require.True(t, strings.HasPrefix(read(t, script), "#!/bin/sh\nset -e\n"), script)
	}
}

// The unit, the settings and the scripts name the same user and the same folders.
func TestThePartsOfThePackageFitTogether(t *testing.T) {
	unit, settings, postinst := read(t, "astragal.service"), read(t, "astragal.toml"), read(t, "debian/postinst")
	require.Contains(t, unit, "ExecStart=/usr/bin/astragal run --config /etc/astragal/astragal.toml")
	require.Contains(t, unit, "User=astragal")
	require.Contains(t, unit, "SupplementaryGroups=video")
	require.Contains(t, unit, "StateDirectory=astragal\n")
	require.Contains(t, settings, `data_dir = "/var/lib/astragal"`)
	require.Contains(t, settings, `listen = "127.0.0.1:8437"`, "a fresh table listens to its own machine alone")
	require.Contains(t, postinst, "adduser --quiet astragal video")
	// If somebody removes the package, the games stay.
	require.NotRegexp(t, `(?m)^\s*rm .*/var/lib/astragal`, read(t, "debian/postrm"))
}

// After an installation the package says where its page is. If the table isn't running yet, it says how to start it.
func TestThePackageSaysWhereItsPageIs(t *testing.T) {
	const page = "Its page: http://127.0.0.1:%s/"
	for name, c := range map[string]struct {
		systemd bool
		listen  string
		before  string // the version that was installed before; empty for a first installation
		want    []string
	}{
		"a first installation": {true, "127.0.0.1:8437", "", []string{"It runs now", fmt.Sprintf(page, "8437")}},
		"settings were kept":   {true, ":9000", "", []string{"It runs now", fmt.Sprintf(page, "9000")}},
		"every address":        {false, "0.0.0.0:9000", "", []string{fmt.Sprintf(page, "9000")}},
		"every address of v6":  {false, "[::]:9001", "", []string{fmt.Sprintf(page, "9001")}},
		"in a container":       {false, "127.0.0.1:8437", "", []string{"sudo -u astragal astragal run --config /etc/astragal/astragal.toml", fmt.Sprintf(page, "8437")}},
		"an update":            {true, "127.0.0.1:8437", "0.1", nil},
		"installed again":      {true, "127.0.0.1:8437", "0.1", []string{"It runs now", fmt.Sprintf(page, "8437")}},
	} {
		root, commands := t.TempDir(), t.TempDir()
		for _, command := range []string{"getent", "adduser", "install"} {
			require.NoError(t, os.WriteFile(filepath.Join(commands, command), []byte("#!/bin/sh\n"), 0o755), name)
		}
		if c.systemd {
			require.NoError(t, os.MkdirAll(filepath.Join(root, "run/systemd/system"), 0o755))
			require.NoError(t, os.WriteFile(filepath.Join(commands, "systemctl"), []byte("#!/bin/sh\necho \"$@\" >>\"$DPKG_ROOT/systemctl\"\n"), 0o755))
		}
		for _, command := range []string{"sed", "rm", "touch"} {
			at, err := exec.LookPath(command)
			require.NoError(t, err)
			require.NoError(t, os.Symlink(at, filepath.Join(commands, command)))
		}
		require.NoError(t, os.MkdirAll(filepath.Join(root, "run"), 0o755))
		require.NoError(t, os.MkdirAll(filepath.Join(root, "etc/astragal"), 0o755))
		settings := strings.Replace(read(t, "astragal.toml"), "127.0.0.1:8437", c.listen, 1)
		require.NoError(t, os.WriteFile(filepath.Join(root, "etc/astragal/astragal.toml"), []byte(settings), 0o600))
		sh, err := exec.LookPath("sh")
		require.NoError(t, err)
		run := func(script string, args ...string) string {
			cmd := exec.Command(sh, append([]string{"debian/" + script}, args...)...)
			cmd.Env = []string{"PATH=" + commands, "DPKG_ROOT=" + root}
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, "%s: %s", name, out)
			return string(out)
		}
		// dpkg says "upgrade" for an update. For a package that was removed and left its settings, it says "install" and the version before.
		does := "install"
		if name == "an update" {
			does = "upgrade"
		}
		require.Empty(t, run("preinst", does, c.before), name)
		out := run("postinst", "configure", c.before)
		require.NoFileExists(t, filepath.Join(root, "run/astragal.installs"), name)
		if c.systemd {
			require.Equal(t, c.want != nil, strings.Contains(read(t, filepath.Join(root, "systemctl")), "enable --now"), name)
		}
		for _, want := range c.want {
			require.Contains(t, out, want, name)
		}
		if c.want == nil {
			require.Empty(t, out, name)
		}
	}
}

// If the package goes, the machine starts it no more, also where systemd doesn't run now: in a root that is made elsewhere.
func TestThePackageThatGoesLeavesNoServiceBehind(t *testing.T) {
	for running, want := range map[bool]string{true: "disable --now astragal.service\n", false: "disable astragal.service\n"} {
		root, commands := t.TempDir(), t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(commands, "systemctl"), []byte("#!/bin/sh\necho \"$@\"\n"), 0o755))
		if running {
			require.NoError(t, os.MkdirAll(filepath.Join(root, "run/systemd/system"), 0o755))
		}
		sh, err := exec.LookPath("sh")
		require.NoError(t, err)
		for args, says := range map[string]string{"remove": want, "upgrade": ""} {
			cmd := exec.Command(sh, "debian/prerm", args)
			cmd.Env = []string{"PATH=" + commands, "DPKG_ROOT=" + root}
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, "%s", out)
			require.Equal(t, says, string(out))
		}
	}
}

// The archive's start script runs the table. If the system can't run the program, one line says why and what to do.
func TestTheArchiveStartsOrSaysWhyNot(t *testing.T) {
	ld := func(says string) string { return `echo "$0: ` + says + `" >&2; exit 1` }
	missing := ld("error while loading shared libraries: libGL.so.1: cannot open shared object file: No such file or directory")
	const here, again = "It is for Linux on x86_64 with glibc 2.36 or newer. Build on this machine instead", "Unpack the archive again"
	for name, c := range map[string]struct {
		program string
		args    []string
		wants   []string
		fails   bool
	}{
		"nothing is said":      {`echo "$@"`, nil, []string{"run\n"}, false},
		"a command":            {`echo "$@"`, []string{"read", "a b.jpg"}, []string{"read a b.jpg\n"}, false},
		"an old C library":     {ld("/lib/libc.so.6: version 'GLIBC_2.36' not found") + "\n" + ld("and again"), nil, []string{"glibc) of this system is too old", here}, true},
		"a library is missing": {missing, nil, []string{"lib/libGL.so.1 is missing", again}, true},
		"a library is cut off": {ld("error while loading shared libraries: /x/lib/libGL.so.1: file too short"), nil, []string{"A library in lib/ is damaged", again}, true},
		"another C library":    {ld("not found"), nil, []string{"another C library than glibc", here}, true},
		"another machine":      {ld("Exec format error"), nil, []string{"This machine is another one", here}, true},
		"a disk with noexec":   {ld("Permission denied"), nil, []string{"noexec", "Unpack it elsewhere"}, true},
		"a damaged program":    {`kill -SEGV $$`, nil, []string{"ended at once", again}, true},
		"an empty program":     {`true`, nil, []string{"ended at once", again}, true},
		"no program":           {"", nil, []string{"bin/astragal is missing", again}, true},
	} {
		dir := t.TempDir()
		require.NoError(t, os.MkdirAll(filepath.Join(dir, "un packed", "bin"), 0o755))
		for path, text := range map[string]string{"start": read(t, "start"), "bin/astragal": "#!/bin/sh\n" + c.program + "\n", "for": "Linux on x86_64 with glibc 2.36 or newer\n"} {
			require.NoError(t, os.WriteFile(filepath.Join(dir, "un packed", path), []byte(text), 0o755))
		}
		if c.program == "" {
			require.NoError(t, os.Remove(filepath.Join(dir, "un packed", "bin/astragal")))
		}
		require.NoError(t, os.Symlink(filepath.Join(dir, "un packed", "start"), filepath.Join(dir, "astragal"))) // people put such a link on their path
		out, err := exec.Command(filepath.Join(dir, "astragal"), c.args...).CombinedOutput()
		require.Equal(t, c.fails, err != nil, "%s: %s", name, out)
		for _, want := range c.wants {
			require.Contains(t, string(out), want, name)
		}
		if c.fails {
			_, why, said := strings.Cut(string(out), "Astragal doesn't start: ") // the shell's own word on a signal may stand before it
			require.True(t, said, "%s: %s", name, out)
			require.Equal(t, 1, strings.Count(why, "\n"), "%s: one line: %s", name, out)
		}
	}
}
