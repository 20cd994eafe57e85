package hub_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/event"
	"astragal/companion/event/hub"
)

func view(t testing.TB, h *here) hub.View {
	t.Helper()
	var v hub.View
	get(t, h.pages+"/api/view", &v)
	return v
}

func get(t testing.TB, address string, into any) {
	t.Helper()
	r, err := http.Get(address)
	require.NoError(t, err)
	defer func() { _ = r.Body.Close() }()
	raw, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, r.StatusCode, "%s", raw)
	require.NoError(t, json.Unmarshal(raw, into))
}

func post(t testing.TB, address string, what any) (int, string) {
	t.Helper()
	raw, err := json.Marshal(what)
	require.NoError(t, err)
	r, err := http.Post(address, "application/json", bytes.NewReader(raw))
	require.NoError(t, err)
	defer func() { _ = r.Body.Close() }()
	answer, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	return r.StatusCode, string(answer)
}

func TestRightsByRole(t *testing.T) {
	h := startHub(t, nil)
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	a.roll()
	a.through()
	token := func(role event.Role) string {
		text, err := h.hub.Token(role, "Kim")
		require.NoError(t, err)
		return text
	}
	ask := func(method, path, bearer, body string) int {
		r, err := http.NewRequestWithContext(context.Background(), method, h.pages+path, strings.NewReader(body))
		require.NoError(t, err)
		r.Header.Set("Forwarded", "for=192.0.2.7") // from another machine
		if bearer != "" {
			r.Header.Set("Authorization", "Bearer "+bearer)
		}
		got, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		require.NoError(t, got.Body.Close())
		return got.StatusCode
	}
	hold := `{"n": 1, "do": "hold", "reason": "look at it"}`
	for _, c := range []struct {
		role       event.Role
		look, rule int
	}{{"", 401, 401}, {event.RoleTable, 401, 401}, {event.RoleSpectator, 200, 403}, {event.RoleJudge, 200, 200}} {
		bearer := ""
		if c.role != "" {
			bearer = token(c.role)
		}
		for _, path := range []string{"/api/view", "/rolls.csv", "/standings.json", "/metrics", "/api/rolls"} {
			require.Equal(t, c.look, ask("GET", path, bearer, ""), "%s %s", c.role, path)
		}
		require.Equal(t, c.rule, ask("GET", "/api/rolls/1", bearer, ""), c.role)
		require.Equal(t, c.rule, ask("POST", "/api/rule", bearer, hold), c.role)
	}
	require.Equal(t, 403, ask("POST", "/api/enter", "", fmt.Sprintf(`{"token": %q}`, token(event.RoleTable))))
	require.Equal(t, 200, ask("POST", "/api/enter", "", fmt.Sprintf(`{"token": %q}`, token(event.RoleSpectator))))
	require.Equal(t, 200, ask("GET", "/", "", ""), "the page itself says nothing of the event")

	// Only judges see which rolls are held.
	spectator, err := http.NewRequest(http.MethodGet, h.pages+"/rolls.json", nil)
	require.NoError(t, err)
	spectator.Header.Set("Authorization", "Bearer "+token(event.RoleSpectator))
	r, err := http.DefaultClient.Do(spectator)
	require.NoError(t, err)
	defer func() { _ = r.Body.Close() }()
	var list []hub.RollLine
	require.NoError(t, json.NewDecoder(r.Body).Decode(&list))
	require.True(t, list[0].Held)
	require.Nil(t, list[0].Total)
	require.Empty(t, list[0].Dice)
	require.Equal(t, 1, *view(t, h).Tables[0].Last.Total, "the judge's own view has it")

	// A page on another site gets nothing.
	evil, err := http.NewRequest(http.MethodPost, h.pages+"/api/rule", strings.NewReader(hold))
	require.NoError(t, err)
	evil.Header.Set("Origin", "http://evil.example")
	got, err := http.DefaultClient.Do(evil)
	require.NoError(t, err)
	require.NoError(t, got.Body.Close())
	require.Equal(t, http.StatusForbidden, got.StatusCode)
}

// Behind a proxy that names no visitor, everybody seems to be on this machine. Then the hub trusts nobody because of
// the address.
func TestAHubThatAsksTrustsNoBrowserForItsAddress(t *testing.T) {
	h := startHub(t, func(o *hub.Options) { o.AskHere = true })
	r, err := http.Get(h.pages + "/api/view")
	require.NoError(t, err)
	require.NoError(t, r.Body.Close())
	require.Equal(t, http.StatusUnauthorized, r.StatusCode)
}
