package tabletest

import (
	"context"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/studio"
	"astragal/models"
	"astragal/models/gallery"
)

// Studying is a table that keeps a gallery; builtIn are the dice that came with the program.
func Studying(t *testing.T, builtIn ...models.Die) (*Table, *gallery.Store) {
	t.Helper()
	tb := NewTable(t)
	store, err := gallery.OpenOrMake(filepath.Join(t.TempDir(), "gallery"))
	require.NoError(t, err)
	index, err := gallery.NewIndex(nil, nil)
	require.NoError(t, err)
	tb.Server.Studio = &studio.Studio{Store: store, Taught: func() *gallery.Index { return index }, Own: store.Dice,
		Dice:    func() []models.Die { return append(store.Dice(), builtIn...) },
		Define:  func(_ context.Context, put []models.Die, drop []string) error { return store.ChangeDice(put, drop) },
		Changed: func(context.Context) error { return nil },
	}
	tb.Serve("127.0.0.1:0")
	return tb, store
}

// Call asks the studio and gives the status and the body.
func (tb *Table) Call(method, path, body string) (int, string) {
	tb.T.Helper()
	r, err := http.NewRequestWithContext(tb.T.Context(), method, "http://"+tb.Address+path, strings.NewReader(body))
	require.NoError(tb.T, err)
	r.Header.Set("Origin", "http://"+tb.Address)
	res, err := http.DefaultClient.Do(r)
	require.NoError(tb.T, err)
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	require.NoError(tb.T, err)
	return res.StatusCode, string(raw)
}
