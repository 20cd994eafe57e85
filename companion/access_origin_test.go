package companion_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion"
)

func TestAPageElsewhereAsksForRollsOnlyWhereItIsNamed(t *testing.T) {
	tb := newTable(t)
	tb.server.Access.Allow([]string{"https://vtt.example"})
	tb.serve("127.0.0.1:0")
	send := func(method, path, origin string, more map[string]string) *http.Response {
		req, err := http.NewRequestWithContext(t.Context(), method, "http://"+tb.address+path, strings.NewReader(`{"dice": ["d6"]}`))
		require.NoError(t, err)
		req.Header.Set("Origin", origin)
		for k, v := range more {
			req.Header.Set(k, v)
		}
		res, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		return res
	}
	asks := map[string]string{"Access-Control-Request-Method": "POST", "Access-Control-Request-Private-Network": "true"}
	before := send("OPTIONS", "/api/requests", "https://vtt.example", asks)
	require.Equal(t, http.StatusNoContent, before.StatusCode)
	require.Equal(t, "https://vtt.example", before.Header.Get("Access-Control-Allow-Origin"))
	require.Equal(t, "true", before.Header.Get("Access-Control-Allow-Private-Network"))
	res := send("POST", "/api/requests", "https://vtt.example", nil)
	require.Equal(t, http.StatusCreated, res.StatusCode)
	require.Equal(t, "https://vtt.example", res.Header.Get("Access-Control-Allow-Origin"))
	require.Equal(t, http.StatusOK, send("GET", "/api/requests/1", "https://vtt.example", nil).StatusCode)

	for _, c := range []struct{ method, path, origin string }{
		{"POST", "/api/act", "https://vtt.example"}, {"GET", "/api/view", "https://vtt.example"}, {"GET", "/api/requestsx", "https://vtt.example"},
		{"POST", "/api/requests", "https://other.example"}, {"POST", "/api/requests", "http://vtt.example"}, {"POST", "/api/requests", "null"},
	} {
		res := send(c.method, c.path, c.origin, nil)
		require.Equal(t, http.StatusForbidden, res.StatusCode, c)
		require.Empty(t, res.Header.Get("Access-Control-Allow-Origin"), c)
	}

	// Whether a table is here, a page that isn't named finds out, and nothing else.
	for path, policy := range map[string]string{"/api/requests": "cross-origin", "/api/requests/1": "same-origin", "/": "same-origin", "/api/view": "same-origin"} {
		res, err := http.Get("http://" + tb.address + path)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		require.Equal(t, policy, res.Header.Get("Cross-Origin-Resource-Policy"), path)
	}
}

// A program on another machine shows the key.
func TestTheKeyIsAToken(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	ask := func(token string) int {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+tb.address+"/api/requests", strings.NewReader(`{"dice": ["d6"]}`))
		require.NoError(t, err)
		req.Header.Set("X-Forwarded-For", "192.0.2.1") // from elsewhere
		if token != "" {
			req.Header.Set("Authorization", "Bearer "+token)
		}
		res, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		return res.StatusCode
	}
	require.Equal(t, http.StatusForbidden, ask(""))
	require.Equal(t, http.StatusForbidden, ask("guess"))
	require.Equal(t, http.StatusCreated, ask(tb.server.Access.Key()))
}

func TestOriginsAreChecked(t *testing.T) {
	require.NoError(t, companion.CheckOrigin("https://vtt.example:30000"))
	for _, o := range []string{"", "vtt.example", "https://", "https://vtt.example/game", "file:///x", "https://me@vtt.example", "*"} {
		require.ErrorContains(t, companion.CheckOrigin(o), "without a path", o)
	}
}
