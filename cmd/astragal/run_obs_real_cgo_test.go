//go:build cgo

package main

import (
	"crypto/sha256"
	"encoding/base64"
	"os"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
)

// onAir listens to a real OBS and tells each scene that goes on air.
func onAir(t *testing.T, address, password string) <-chan string {
	t.Helper()
	conn, _, err := websocket.DefaultDialer.Dial("ws://"+address, nil)
	require.NoError(t, err)
	var m struct {
		Op int
		D  struct {
			Authentication struct{ Challenge, Salt string }
			EventType      string
			EventData      struct{ SceneName string }
		}
	}
	require.NoError(t, conn.ReadJSON(&m))
	secret := sha256.Sum256([]byte(password + m.D.Authentication.Salt))
	sum := sha256.Sum256([]byte(base64.StdEncoding.EncodeToString(secret[:]) + m.D.Authentication.Challenge))
	const scenes = 1 << 2 // the events that the test wants
	require.NoError(t, conn.WriteJSON(map[string]any{"op": 1, "d": map[string]any{
		"rpcVersion": 1, "eventSubscriptions": scenes, "authentication": base64.StdEncoding.EncodeToString(sum[:])}}))
	require.NoError(t, conn.ReadJSON(&m))
	require.Equal(t, 2, m.Op)
	shown, ended := make(chan string, 16), make(chan struct{})
	go func() {
		defer close(ended)
		for conn.ReadJSON(&m) == nil {
			if m.Op == 5 && m.D.EventType == "CurrentProgramSceneChanged" {
				shown <- m.D.EventData.SceneName
			}
		}
	}()
	t.Cleanup(func() {
		_ = conn.Close()
		<-ended
	})
	return shown
}

// The same is tried against OBS itself, if one is there. It must have the scenes Start, Tray and Table, with Start or
// Table on air.
func TestAThrowSwitchesTheScenesOfARealOBS(t *testing.T) {
	address, password := os.Getenv("ASTRAGAL_REAL_OBS"), os.Getenv("ASTRAGAL_REAL_OBS_PASSWORD")
	if address == "" {
		t.Skip("no OBS: start one with scenes Start, Tray and Table and say where in ASTRAGAL_REAL_OBS (127.0.0.1:4455) and ASTRAGAL_REAL_OBS_PASSWORD")
	}
	shown := onAir(t, address, password)
	next := func() string {
		t.Helper()
		select {
		case name := <-shown:
			return name
		case <-time.After(90 * time.Second):
			require.FailNow(t, "no scene was switched")
			return ""
		}
	}
	table := keepTable(t, t.TempDir(), "--source", "virtual:11", "--dice", "d6", "--dice", "d6",
		"--config", obsPassword(t, password), "--obs", address, "--obs-throw", "Tray", "--obs-settled", "Table")
	table.countFirst()
	for range 2 {
		reply := table.act(protocol.Act{Do: protocol.DoThrow})
		require.Equal(t, "done", reply.Type, reply.Why)
		require.Equal(t, "Tray", next())
		require.Equal(t, "Table", next())
	}
	table.close()
	require.NotContains(t, table.errs.String(), "is not switched")
}
