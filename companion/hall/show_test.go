package hall_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"astragal/companion"
	"astragal/companion/access"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/rulebook"
	"astragal/companion/screen"
	"astragal/companion/tabletest"
	"astragal/engine"
)

// slowTable is a table whose game is played again as slowly as the test wants. Its log has a corrected answer, and
// the table plays the game again to find out what that changed. again gets a value each time.
func slowTable(t *testing.T) (session *companion.Session, ask func(path string) *httptest.ResponseRecorder, hold chan struct{}, again chan struct{}) {
	t.Helper()
	var slow atomic.Bool
	hold, again = make(chan struct{}), make(chan struct{}, 100)
	kind := tabletest.DuelKind()
	kind.Open = func(h engine.Header) (engine.Rulebook, error) {
		if slow.Load() {
			again <- struct{}{}
			<-hold
		}
		return tabletest.OpenDuel(h)
	}
	file, err := journal.Open(t.Context(), filepath.Join(t.TempDir(), "table.db"), journal.Limits{})
	require.NoError(t, err)
	session, err = companion.OpenSession(t.Context(), companion.SessionOptions{Journal: file, Log: slog.New(slog.DiscardHandler), Games: []rulebook.Kind{kind}})
	require.NoError(t, err)
	t.Cleanup(func() {
		session.Close()
		require.NoError(t, file.Close())
	})
	do := func(a protocol.Act) { require.NoError(t, session.DoAs(t.Context(), tabletest.Shared, a)) }
	game, err := session.Games().Begin(t.Context(), protocol.NewGame{Rulebook: tabletest.DuelName, Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}})
	require.NoError(t, err)
	see := func(seat engine.Seat) protocol.GameView {
		raw, err := session.Games().JSON(game, tabletest.Shared, seat)
		require.NoError(t, err)
		return tabletest.ParseGame(t, raw)
	}
	for seat := engine.Seat(1); seat <= 2; seat++ {
		do(protocol.Act{Do: protocol.DoReply, Game: game, Answer: &engine.Answer{To: see(seat).Play.Pending[0].ID, Seat: seat, Chosen: []string{"high"}}})
	}
	do(protocol.Act{Do: protocol.DoAmend, Game: game, Entry: 1, Answer: &engine.Answer{Chosen: []string{"low"}}})
	for seat := engine.Seat(1); seat <= 2; seat++ {
		do(protocol.Act{Do: protocol.DoAgree, Game: game, Seat: int(seat), Proposal: see(0).Ask.ID})
	}
	server := &screen.Server{Session: session, Access: access.New(access.NewSecret(), nil), Log: slog.New(slog.DiscardHandler)}
	handler, err := server.Handler(t.Context())
	require.NoError(t, err)
	slow.Store(true)
	return session, func(path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, tabletest.Request(http.MethodGet, path, ""))
		return w
	}, hold, again
}

// within fails a test that hangs.
func within(t *testing.T, what string, done <-chan struct{}) {
	t.Helper()
	select {
	case <-done:
	case <-time.After(tabletest.Patience):
		require.FailNow(t, what)
	}
}

// A screen that opens a game waits until its log can be put into words. The table doesn't wait.
func TestAGamesScreenHoldsUpNoAct(t *testing.T) {
	session, ask, hold, again := slowTable(t)
	var screens sync.WaitGroup
	for range 10 {
		screens.Go(func() { assert.Equal(t, http.StatusOK, ask("/api/games/1").Code) })
	}
	within(t, "the game isn't read", again)
	done := make(chan struct{})
	go func() {
		defer close(done)
		assert.NoError(t, session.Do(t.Context(), tabletest.Typed(protocol.TypedDie{Shape: "d6", Value: 4})))
	}()
	within(t, "an act waits for a screen", done)
	close(hold)
	screens.Wait()
	require.Empty(t, again, "it is found out once")
}
