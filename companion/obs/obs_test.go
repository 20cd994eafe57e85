package obs_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
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
)

// studio is a small server of the obs-websocket 5 protocol, written after its documentation: hello
// with a challenge, identify, SetCurrentProgramScene. It is not OBS.
type studio struct {
	password string
	scenes   chan string
	mu       sync.Mutex
	conns    []*websocket.Conn
}

func (s *studio) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	up := websocket.Upgrader{Subprotocols: []string{"obswebsocket.json"}}
	conn, err := up.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer conn.Close()
	s.mu.Lock()
	s.conns = append(s.conns, conn)
	s.mu.Unlock()
	const salt, challenge = "lM1GncleQOaCu9lT1yeUZhFYnqhsLLP1G5lAGo3ixaI=", "+IxH4CnCiqpX1rM9scsNynZzbOe4KhDeYcTNS3PDaeY="
	_ = conn.WriteJSON(map[string]any{"op": 0, "d": map[string]any{"obsWebSocketVersion": "5.5.0", "rpcVersion": 1,
		"authentication": map[string]string{"challenge": challenge, "salt": salt}}})
	var m struct {
		Op int
		D  struct {
			RPCVersion     int `json:"rpcVersion"`
			Authentication string
			RequestType    string
			RequestID      string `json:"requestId"`
			RequestData    struct{ SceneName string }
		}
	}
	if conn.ReadJSON(&m) != nil || m.Op != 1 || m.D.RPCVersion != 1 {
		return
	}
	secret := sha256.Sum256([]byte(s.password + salt))
	want := sha256.Sum256([]byte(base64.StdEncoding.EncodeToString(secret[:]) + challenge))
	if m.D.Authentication != base64.StdEncoding.EncodeToString(want[:]) {
		_ = conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(4009, "Authentication failed."), time.Now().Add(time.Second))
		return
	}
	_ = conn.WriteJSON(map[string]any{"op": 2, "d": map[string]int{"negotiatedRpcVersion": 1}})
	for conn.ReadJSON(&m) == nil {
		known := m.D.RequestData.SceneName != "Nowhere"
		_ = conn.WriteJSON(map[string]any{"op": 7, "d": map[string]any{"requestType": m.D.RequestType, "requestId": m.D.RequestID,
			"requestStatus": map[string]any{"result": known, "code": 100, "comment": "No source was found by the name of `Nowhere`."}}})
		if m.D.RequestType == "SetCurrentProgramScene" && known {
			s.scenes <- m.D.RequestData.SceneName
		}
	}
}

// hangUp ends all connections, as OBS does when it ends.
func (s *studio) hangUp() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.conns {
		_ = c.Close()
	}
}

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
func run(t *testing.T, st *studio, s obs.Switcher) (chan<- bool, *said) {
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

func scene(t *testing.T, st *studio) string {
	t.Helper()
	select {
	case name := <-st.scenes:
		return name
	case <-time.After(10 * time.Second):
		require.FailNow(t, "no scene was switched")
		return ""
	}
}

func TestTheSceneFollowsTheDice(t *testing.T) {
	st := &studio{password: "supersecretpassword", scenes: make(chan string, 8)}
	moving, log := run(t, st, obs.Switcher{Password: "supersecretpassword", Throw: "Tray", Settled: "Table"})
	moving <- true
	require.Equal(t, "Tray", scene(t, st))
	moving <- false
	require.Equal(t, "Table", scene(t, st))
	// OBS ends and comes back.
	st.hangUp()
	require.Eventually(t, func() bool { return strings.Count(log.String(), "OBS is connected") == 2 }, 10*time.Second, 10*time.Millisecond)
	moving <- true
	require.Equal(t, "Tray", scene(t, st))
	require.NotContains(t, log.String(), "supersecretpassword")
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
			st := &studio{password: "p", scenes: make(chan string, 8)}
			moving, log := run(t, st, c.switcher)
			moving <- true
			require.Eventually(t, func() bool { return strings.Contains(log.String(), c.says) }, 10*time.Second, 10*time.Millisecond, log.String())
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
	_, log := run(t, &studio{}, obs.Switcher{Address: strings.TrimPrefix(srv.URL, "http://"), Throw: "x"})
	require.Eventually(t, func() bool { return strings.Contains(log.String(), "is it older than version 28?") }, 10*time.Second, 10*time.Millisecond)
}
