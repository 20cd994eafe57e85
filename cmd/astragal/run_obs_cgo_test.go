//go:build cgo

package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
)

// The whole program: dice are thrown on the virtual table, the eye sees them, and a server that speaks OBS's protocol
// switches its scenes.
func TestAThrowSwitchesTheScenes(t *testing.T) {
	st, address := openStudio(t, "p", "Tray", "Table")
	table := keepTable(t, t.TempDir(), "--source", "virtual:11", "--dice", "d6", "--dice", "d6",
		"--config", obsPassword(t, "p"), "--obs", address, "--obs-throw", "Tray", "--obs-settled", "Table")
	table.countFirst()
	reply := table.act(protocol.Act{Do: protocol.DoThrow})
	require.Equal(t, "done", reply.Type, reply.Why)
	require.Equal(t, "Tray", shown(t, st))
	require.Equal(t, "Table", shown(t, st))
	table.close()
}
