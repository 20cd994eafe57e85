package tabletest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"astragal/companion/protocol"
)

// Joined is the cookie that a key buys a device that is not this machine.
func Joined(t *testing.T, tb *Table, key string) *http.Cookie {
	t.Helper()
	got := Sent(t, tb, There, Request("POST", "/api/join", fmt.Sprintf(`{"key": %q}`, key)))
	defer func() { require.NoError(t, got.Body.Close()) }()
	require.Equal(t, 200, got.StatusCode)
	require.Len(t, got.Cookies(), 1)
	return got.Cookies()[0]
}

// From is a request of a device elsewhere that has a cookie.
func From(c *http.Cookie, method, path, text string) *http.Request {
	r := Request(method, path, text)
	if c != nil {
		r.AddCookie(c)
	}
	return r
}

// Document is a document as JSON values.
func Document(t *testing.T, path string) map[string]any {
	t.Helper()
	raw, err := os.ReadFile(path)
	require.NoError(t, err)
	var parsed any
	require.NoError(t, yaml.Unmarshal(raw, &parsed))
	raw, err = json.Marshal(parsed)
	require.NoError(t, err)
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(string(raw)))
	require.NoError(t, err)
	return value.(map[string]any)
}

// Inside walks into a document.
func Inside(v any, path ...string) any {
	for _, p := range path {
		m, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		v = m[p]
	}
	return v
}

// CallJSON sends a request and reads the answer into out.
func CallJSON(t *testing.T, method, address, body string, out any) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	require.NoError(t, err)
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	if out != nil {
		require.NoError(t, json.NewDecoder(bytes.NewReader(raw)).Decode(out), string(raw))
	}
	return res.StatusCode
}

// AskForRoll asks a table for a roll, as another program does, and returns what the table says of it.
func AskForRoll(t *testing.T, tb *Table, body string) protocol.RequestView {
	t.Helper()
	var v protocol.RequestView
	require.Equal(t, http.StatusCreated, CallJSON(t, http.MethodPost, "http://"+tb.Address+"/api/requests", body, &v))
	return v
}

// Sent serves one request as if it came from remote.
func Sent(t *testing.T, tb *Table, remote string, r *http.Request) *http.Response {
	t.Helper()
	h := tb.handler
	if h == nil {
		var err error
		h, err = tb.Server.Handler(t.Context())
		require.NoError(t, err)
	}
	r.RemoteAddr = remote
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

// Body is what an answer holds.
func Body(t *testing.T, r *http.Response) string {
	t.Helper()
	raw, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	return string(raw)
}

// Addresses that a request comes from, the table's own machine and another one, and an act that types a roll of four.
const (
	Here       = "127.0.0.1:5000"
	There      = "192.168.1.77:5000"
	RollOfFour = `{"do": "type", "dice": [{"shape": "d6", "value": 4}]}`
)

// Request is a request to a table, with JSON in it if body isn't empty.
func Request(method, path, body string) *http.Request {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Host = "127.0.0.1:8437"
	return r
}
