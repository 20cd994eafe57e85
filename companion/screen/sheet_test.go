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
	"astragal/companion/screen/desk"
	"astragal/companion/sheet"
)

// A long sheet of rolls is sent while it is made. It is the same as one that is made first, also if most of its
// counts were put away. A second one can't be fetched at the same time.
func TestALongSheetOfRollsIsTheSameAsAShortOne(t *testing.T) {
	j, err := journal.Open(t.Context(), filepath.Join(t.TempDir(), "table.db"), journal.Limits{})
	require.NoError(t, err)
	s, err := companion.OpenSession(t.Context(), companion.SessionOptions{Journal: j, Log: slog.New(slog.DiscardHandler), Chapter: 4})
	require.NoError(t, err)
	defer func() {
		s.Close()
		require.NoError(t, j.Close())
	}()
	for i := range 300 {
		require.NoError(t, s.Do(t.Context(), protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: i%6 + 1}}}))
	}
	server := &Server{Session: s, Access: access.New(access.NewSecret(), nil), Log: slog.New(slog.DiscardHandler)}
	handler, err := server.Handler(t.Context())
	require.NoError(t, err)
	whole := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodGet, "/rolls.csv", nil)
	r.Host, r.RemoteAddr = "192.168.1.5:8437", "192.168.1.77:5000"
	handler.ServeHTTP(whole, r)
	require.Equal(t, http.StatusOK, whole.Code)

	at := &table{Desk: &desk.Desk{Session: s, Log: slog.New(slog.DiscardHandler)}}
	form, err := sheet.FormOf(nil)
	require.NoError(t, err)
	streamed := httptest.NewRecorder()
	at.streamRolls(streamed, r, form)
	require.Equal(t, whole.Body.String(), streamed.Body.String())
	require.Equal(t, 300, s.Counted())

	at.sheet.Lock()
	busy := httptest.NewRecorder()
	at.streamRolls(busy, r, form)
	require.Equal(t, http.StatusTooManyRequests, busy.Code)
}
