// Package packaging_test looks at what the Debian package is made of.
package packaging_test

import (
	"os"
	"os/exec"
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
	for _, script := range []string{"debian/postinst", "debian/prerm", "debian/postrm"} {
		out, err := exec.Command("sh", "-n", script).CombinedOutput()
		require.NoError(t, err, "%s: %s", script, out)
		require.True(t, strings.HasPrefix(read(t, script), "#!/bin/sh\nset -e\n"), script)
	}
}

// The unit, the settings and the scripts speak of the same user and the same folders.
func TestThePartsOfThePackageFitTogether(t *testing.T) {
	unit, settings, postinst := read(t, "astragal.service"), read(t, "astragal.toml"), read(t, "debian/postinst")
	require.Contains(t, unit, "ExecStart=/usr/bin/astragal run --config /etc/astragal/astragal.toml")
	require.Contains(t, unit, "User=astragal")
	require.Contains(t, unit, "SupplementaryGroups=video")
	require.Contains(t, unit, "StateDirectory=astragal\n")
	require.Contains(t, settings, `data_dir = "/var/lib/astragal"`)
	require.Contains(t, settings, `listen = "127.0.0.1:8437"`, "a fresh table listens to its own machine alone")
	require.Contains(t, postinst, "adduser --quiet astragal video")
	// Who removes the package doesn't lose the games.
	require.NotRegexp(t, `(?m)^\s*rm .*/var/lib/astragal`, read(t, "debian/postrm"))
}
