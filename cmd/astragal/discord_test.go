package main

import (
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/door/doortest"
	"astragal/companion/notify"
	"astragal/companion/protocol"
)

// The example docs/examples/discord.py runs as a reader of it runs it: between the whole program and a server that
// answers as Discord does.
func TestTheDiscordExampleTellsWhatIsRolled(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not here: docs/examples/discord.py is NOT tried")
	}
	posted := make(chan map[string]any, 10)
	busy := true
	discord := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body map[string]any
		if json.NewDecoder(r.Body).Decode(&body) != nil || r.Header.Get("User-Agent") == "" {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		if busy { // Discord is too busy
			busy = false
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		posted <- body
		w.WriteHeader(http.StatusNoContent)
	}))
	t.Cleanup(discord.Close)
	host, port, err := net.SplitHostPort(doortest.Address(t))
	require.NoError(t, err)
	_ = host // the example listens on 127.0.0.1
	dir := t.TempDir()
	table := keepTable(t, dir, "--source", "virtual", "--webhooks", "http://127.0.0.1:"+port+"/")
	cmd := exec.CommandContext(t.Context(), python, "../../docs/examples/discord.py", filepath.Join(dir, notify.SecretFile), discord.URL, port)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	require.Equal(t, "done", table.act(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: 3}, {Shape: "d6", Value: 4}}}).Type)
	select {
	case body := <-posted:
		require.Equal(t, "🎲 The table: 7 = 3 + 4 (two d6)", body["content"])
		require.Equal(t, map[string]any{"parse": []any{}}, body["allowed_mentions"])
	case <-time.After(hang):
		require.FailNow(t, "Discord heard nothing")
	}
	// Requests that don't come from the table are ignored.
	for _, when := range []string{"", "0", "-1", "soon", "٣", "99999999999999999999999999999999"} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://127.0.0.1:"+port+"/", strings.NewReader("{}"))
		require.NoError(t, err)
		r.Header.Set("Webhook-Timestamp", when)
		got, err := http.DefaultClient.Do(r)
		require.NoError(t, err, when)
		require.NoError(t, got.Body.Close())
		require.Equal(t, http.StatusUnauthorized, got.StatusCode, when)
	}
	table.close()
}
