package screen

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion"
	"astragal/companion/access"
	"astragal/companion/journal"
	"astragal/companion/protocol"
)

// openedTable is a session of its own file, with rolls that were typed.
func openedTable(t *testing.T, rolls int) *companion.Session {
	t.Helper()
	j, err := journal.Open(t.Context(), filepath.Join(t.TempDir(), "table.db"), journal.Limits{})
	require.NoError(t, err)
	s, err := companion.OpenSession(t.Context(), companion.SessionOptions{Journal: j, Log: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	t.Cleanup(func() {
		s.Close()
		require.NoError(t, j.Close())
	})
	for i := range rolls {
		value := i%6 + 1
		require.NoError(t, s.Do(t.Context(), protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: value}, {Shape: "d10", Value: value}}}))
	}
	return s
}

// A device without a key sends all requests at the same time, 30 times. Acts go through all the same, and each answer
// is worked out once. Beyond a bound the device is told when to ask again.
func TestAFloodOfLooksHoldsNoActUp(t *testing.T) {
	s := openedTable(t, 3)
	server := &Server{Session: s, Access: access.New(access.NewSecret(), nil), Log: slog.New(slog.DiscardHandler)}
	handler, err := server.Handler(t.Context())
	require.NoError(t, err)
	ask := func(path string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Host, r.RemoteAddr = "192.168.1.5:8437", "192.168.1.77:5000"
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w
	}
	paths := []string{"/rolls.csv", "/api/statistics", "/statistics.csv", "/api/disputes", "/api/rolls?before=9"}
	held, release := make(chan struct{}), make(chan struct{})
	go s.Copy().Do(func() { // the work stops here
		close(held)
		<-release
	})
	<-held
	answers := make(chan *httptest.ResponseRecorder, 30)
	for i := range cap(answers) {
		go func() { answers <- ask(paths[i%len(paths)]) }()
	}
	busy := 0
	for range cap(answers) - 4 {
		a := <-answers
		require.Equal(t, http.StatusTooManyRequests, a.Code, a.Body)
		require.NotEmpty(t, a.Header().Get("Retry-After"))
		busy++
	}
	require.NoError(t, s.Do(t.Context(), protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: 3}}}))
	require.Equal(t, 26, busy)
	close(release)
	for range 4 {
		require.Equal(t, http.StatusOK, (<-answers).Code)
	}
	before := server.looks.Worked()
	for range 20 {
		for _, path := range paths {
			require.Equal(t, http.StatusOK, ask(path).Code, path)
		}
	}
	require.Equal(t, before+len(paths), server.looks.Worked(), "each is worked out once for as long as nothing changes")
	require.Contains(t, ask("/rolls.csv").Body.String(), "\r\n4,", "and anew after a change")
}
