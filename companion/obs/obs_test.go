package obs_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"astragal/companion/obs"
	"astragal/companion/obs/obstest"
)

// patience only keeps a broken test from waiting for ever.
const patience = 2 * time.Minute

// said is a log that a test may read while it is written.
type said struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *said) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// run runs a switcher against a studio.
func run(t *testing.T, st *obstest.Studio, s obs.Switcher) (chan<- bool, *said) {
	t.Helper()
	srv := httptest.NewServer(st)
	t.Cleanup(srv.Close)
	if s.Address == "" {
		s.Address = strings.TrimPrefix(srv.URL, "http://")
	}
	log := &said{}
	s.Log = slog.New(slog.NewTextHandler(log, nil))
	ctx, stop := context.WithCancel(t.Context())
	moving := make(chan bool, 1)
	done := make(chan error, 1)
	go func() { done <- s.Run(ctx, moving) }()
	t.Cleanup(func() {
		stop()
		require.NoError(t, <-done)
	})
	return moving, log
}

func scene(t *testing.T, st *obstest.Studio) string {
	t.Helper()
	select {
	case name := <-st.Shown:
		return name
	case <-time.After(patience):
		require.FailNow(t, "no scene was switched")
		return ""
	}
}

func TestTheSceneFollowsTheDice(t *testing.T) {
	st := &obstest.Studio{Password: "supersecretpassword", Scenes: []string{"Tray", "Table"}, Shown: make(chan string, 8)}
	moving, log := run(t, st, obs.Switcher{Password: "supersecretpassword", Throw: "Tray", Settled: "Table"})
	moving <- true
	require.Equal(t, "Tray", scene(t, st))
	moving <- false
	require.Equal(t, "Table", scene(t, st))
	// OBS ends and starts again.
	st.HangUp()
	require.Eventually(t, func() bool { return strings.Count(log.String(), "OBS is connected") == 2 }, patience, 10*time.Millisecond)
	moving <- true
	require.Equal(t, "Tray", scene(t, st))
	require.NotContains(t, log.String(), "supersecretpassword")
}

// OBS was asked for something and didn't do it, because it was about to end. When it is back, it is asked again.
func TestASceneIsNotLostWithTheConnection(t *testing.T) {
	st := &obstest.Studio{Password: "p", Scenes: []string{"Tray", "Table"}, Shown: make(chan string, 8), Deaf: 1}
	moving, log := run(t, st, obs.Switcher{Password: "p", Throw: "Tray", Settled: "Table"})
	moving <- true
	require.Equal(t, "Tray", scene(t, st))
	require.Equal(t, 2, strings.Count(log.String(), "OBS is connected"))
	moving <- false
	require.Equal(t, "Table", scene(t, st))
	// If OBS has answered a request, it isn't asked again.
	st.HangUp()
	require.Eventually(t, func() bool { return strings.Count(log.String(), "OBS is connected") == 3 }, patience, 10*time.Millisecond)
	moving <- true
	require.Equal(t, "Tray", scene(t, st))
}

func TestWhatIsWrongWithOBSIsSaid(t *testing.T) {
	for name, c := range map[string]struct {
		switcher obs.Switcher
		says     string
	}{
		"a wrong password": {obs.Switcher{Password: "wrong", Throw: "Tray"}, "does not take the password"},
		"no password":      {obs.Switcher{Throw: "Tray"}, "none is set"},
		"nobody there":     {obs.Switcher{Address: "127.0.0.1:1", Throw: "Tray"}, "does not answer"},
		"no such scene":    {obs.Switcher{Password: "p", Throw: "Nowhere"}, "No source was found"},
	} {
		t.Run(name, func(t *testing.T) {
			st := &obstest.Studio{Password: "p", Scenes: []string{"Tray"}, Shown: make(chan string, 8)}
			moving, log := run(t, st, c.switcher)
			moving <- true
			require.Eventually(t, func() bool { return strings.Contains(log.String(), c.says) }, patience, 10*time.Millisecond, "%s", log)
		})
	}
}

func TestAnythingElseIsNotTakenForOBS(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		up := websocket.Upgrader{}
		conn, err := up.Upgrade(w, r, nil)
		if err != nil {
			return
		}
		defer conn.Close()
		raw, _ := json.Marshal(map[string]any{"op": 9, "d": "hello"})
		_ = conn.WriteMessage(websocket.TextMessage, raw)
		_, _, _ = conn.ReadMessage()
	}))
	defer srv.Close()
	_, log := run(t, &obstest.Studio{}, obs.Switcher{Address: strings.TrimPrefix(srv.URL, "http://"), Throw: "x"})
	require.Eventually(t, func() bool { return strings.Contains(log.String(), "is it older than version 28?") }, patience, 10*time.Millisecond)
}
