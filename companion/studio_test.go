package companion_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion"
	"astragal/companion/protocol"
	"astragal/models"
	"astragal/models/gallery"
)

// studying is a table that keeps a gallery; builtIn are the dice that came with the program.
func studying(t *testing.T, builtIn ...models.Die) (*table, *gallery.Store) {
	t.Helper()
	tb := newTable(t)
	store, err := gallery.OpenOrMake(filepath.Join(t.TempDir(), "gallery"))
	require.NoError(t, err)
	index, err := gallery.NewIndex(nil, nil)
	require.NoError(t, err)
	tb.server.Studio = &companion.Studio{Store: store, Taught: func() *gallery.Index { return index }, Own: store.Dice,
		Dice:    func() []models.Die { return append(store.Dice(), builtIn...) },
		Define:  func(_ context.Context, put []models.Die, drop []string) error { return store.ChangeDice(put, drop) },
		Changed: func(context.Context) error { return nil },
	}
	tb.serve("127.0.0.1:0")
	return tb, store
}

// call asks the studio and gives the status and the body.
func (tb *table) call(method, path, body string) (int, string) {
	tb.t.Helper()
	r, err := http.NewRequestWithContext(tb.t.Context(), method, "http://"+tb.address+path, strings.NewReader(body))
	require.NoError(tb.t, err)
	r.Header.Set("Origin", "http://"+tb.address)
	res, err := http.DefaultClient.Do(r)
	require.NoError(tb.t, err)
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	require.NoError(tb.t, err)
	return res.StatusCode, string(raw)
}

func TestOwnersDiceAreAFileOfDice(t *testing.T) {
	const fate = `{"id": "fate", "name": "Fate", "shape": "d6", "size_mm": null, "colors": ["black"], "faces": [{"icon":"plus"},{"icon":"plus"},{},{},{"icon":"minus"},{"icon":"minus"}]}`
	tb, store := studying(t, models.Die{ID: "oak", Shape: "d4", Faces: make([]models.Face, 4)})
	status, body := tb.call("POST", "/api/studio/own", `{"dice":[`+fate+`]}`)
	require.Equal(t, http.StatusOK, status, body)
	var v companion.StudioView
	require.NoError(t, json.Unmarshal([]byte(body), &v))
	require.Equal(t, []string{"fate"}, v.Own)

	status, body = tb.call("GET", "/api/studio/own?file", "")
	require.Equal(t, http.StatusOK, status)
	dice, err := models.ParseDice([]byte(body))
	require.NoError(t, err, "what is saved is a file of dice")
	require.Equal(t, store.Dice(), dice)

	for _, c := range []struct{ says, body string }{
		{`a d6 has 6 faces, not 1`, `{"dice":[{"id":"x","shape":"d6","faces":[{"icon":"plus"}]}]}`},
		{`the id \"x\" is used twice`, `{"dice":[{"id":"x","shape":"d4","faces":[{},{},{},{}]},{"id":"x","shape":"d4","faces":[{},{},{},{}]}]}`},
		{`a built-in die has the id \"oak\": give yours another one`, `{"dice":[{"id":"oak","shape":"d4","faces":[{},{},{},{}]}]}`},
		{`count 9 is outside 0 to 6`, strings.Replace(`{"dice":[`+fate+`]}`, `{"icon":"plus"}`, `{"icon":"plus","count":9}`, 1)},
		{`no dice in it`, `{"dice":[]}`},
	} {
		status, body = tb.call("POST", "/api/studio/own", c.body)
		require.Equal(t, http.StatusUnprocessableEntity, status, body)
		require.Contains(t, body, c.says)
	}
	require.Len(t, store.Dice(), 1, "nothing was kept by halves")

	status, _ = tb.call("DELETE", "/api/studio/own/oak", "")
	require.Equal(t, http.StatusNotFound, status, "a built-in die stays")
	status, body = tb.call("DELETE", "/api/studio/own/fate", "")
	require.Equal(t, http.StatusOK, status, body)
	require.Empty(t, store.Dice())
}

// An army that the table keeps is chosen whole, each die as often as it is there.
func TestAKeptArmyCanBeTaught(t *testing.T) {
	tb, _ := studying(t, models.Die{ID: "oak", Shape: "d4", Faces: make([]models.Face, 4)}, models.Die{ID: "elm", Shape: "d4", Faces: make([]models.Face, 4)})
	_, err := tb.session.KeepArmy(t.Context(), protocol.Army{Rulebook: "starter", Name: "Grove", Force: json.RawMessage(`{"dice":["oak","elm","oak"],"terrain":"a hill"}`)})
	require.NoError(t, err)
	_, err = tb.session.KeepArmy(t.Context(), protocol.Army{Rulebook: "vera", Name: "Cards", Force: json.RawMessage(`{"cards":[1,2]}`)})
	require.NoError(t, err)
	status, body := tb.call("GET", "/api/studio", "")
	require.Equal(t, http.StatusOK, status)
	var v companion.StudioView
	require.NoError(t, json.Unmarshal([]byte(body), &v))
	require.Equal(t, []companion.StudioArmy{{ID: 1, Name: "Grove", Dice: []string{"oak", "elm", "oak"}}}, v.Armies)
}
