//go:build cgo

package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/vision"
)

// Each line for a macro pad in docs/home.md is sent to the whole program, as a reader of that page would send it.
func TestTheLinesForMacroPadsWork(t *testing.T) {
	curl, err := exec.LookPath("curl")
	if err != nil {
		t.Skip("curl is not here: the lines of docs/home.md are NOT tried (sudo apt install curl)")
	}
	text, err := os.ReadFile("../../docs/home.md")
	require.NoError(t, err)
	_, block, found := strings.Cut(string(text), "```sh\n")
	require.True(t, found)
	block, _, found = strings.Cut(block, "```")
	require.True(t, found)
	table := keepTable(t, t.TempDir(), "--source", "virtual")
	require.Eventually(t, func() bool { s := table.view().Eye.State; return s == vision.Empty || s == vision.Settled }, hang, 100*time.Millisecond) // the table accepts 60 requests a second from one address
	sent := 0
	for line := range strings.Lines(block) {
		if !strings.HasPrefix(line, "curl ") {
			require.True(t, strings.HasPrefix(line, "# "), line)
			continue
		}
		line = strings.Replace(strings.TrimSpace(line), "http://127.0.0.1:8437/", table.address, 1)
		out, err := exec.CommandContext(t.Context(), "sh", "-c", strings.Replace(line, "curl", curl, 1)).CombinedOutput()
		require.NoError(t, err, "%s: %s", line, out)
		sent++
	}
	require.GreaterOrEqual(t, sent, 8)
	table.close()
}
