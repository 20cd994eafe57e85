package hub_test

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/event"
	"astragal/companion/event/hub"
	"astragal/companion/event/tokens"
)

// passOf makes a token that ends, and returns it with its number.
func passOf(t *testing.T, h *here, role event.Role, name string, until time.Time) (token, id string) {
	t.Helper()
	key, err := hub.Key(h.dir)
	require.NoError(t, err)
	token, err = event.Pass{Role: role, Event: eventName, Name: name, Until: until}.Sign(key)
	require.NoError(t, err)
	pass, ok := event.CheckToken(token, key)
	require.True(t, ok)
	list, err := tokens.Open(h.dir)
	require.NoError(t, err)
	require.NoError(t, list.Add(pass, time.Now()))
	return token, pass.ID()
}

// If a token is withdrawn, its table's connection ends, and the token lets nobody in any more. Another token of the
// same name still lets the table in.
func TestAWithdrawnTokenEndsItsTablesConnection(t *testing.T) {
	h := startHub(t, nil)
	until := time.Now().Add(time.Hour).Truncate(time.Second)
	token, id := passOf(t, h, event.RoleTable, "Table 1", until)
	d := h.dial(t, "Table 1")
	d.Credentials = file(t, token)
	other := newSim(t, "Table 2", h.dial(t, "Table 2"))
	path := filepath.Join(t.TempDir(), "table.db")
	a := openSim(t, "Table 1", path, "src-Table 1", d)
	a.roll()
	a.through()
	list, err := tokens.Open(h.dir)
	require.NoError(t, err)
	_, err = list.Withdraw(id, time.Now())
	require.NoError(t, err)
	a.says("refuses the credentials")
	a.roll()
	other.roll()
	other.through()
	require.Equal(t, 1, view(t, h).Tables[0].Rolls, "what a withdrawn table rolled came in")
	a.stop()

	token, _ = passOf(t, h, event.RoleTable, "Table 1", until.Add(time.Second))
	d.Credentials = file(t, token)
	again := openSim(t, "Table 1", path, "src-Table 1", d)
	again.through()
	require.Equal(t, 2, view(t, h).Tables[0].Rolls)
}

// The list forgets tokens that ended long ago. If a token is withdrawn at that moment, it isn't taken for one of
// those.
func TestATokenWithdrawnWhenAnotherIsForgottenEndsItsConnection(t *testing.T) {
	h := startHub(t, nil)
	until := time.Now().Add(time.Hour).Truncate(time.Second)
	var tables [2]*simTable
	var ids [2]string
	for i, name := range []string{"Table 1", "Table 2"} {
		var token string
		token, ids[i] = passOf(t, h, event.RoleTable, name, until)
		d := h.dial(t, name)
		d.Credentials = file(t, token)
		tables[i] = newSim(t, name, d)
		tables[i].roll()
		tables[i].through()
	}
	_, old := passOf(t, h, event.RoleTable, "Table 9", until.AddDate(0, 0, -100))
	list, err := tokens.Open(h.dir)
	require.NoError(t, err)
	withdraw := func(id string) {
		_, err := list.Withdraw(id, time.Now())
		require.NoError(t, err)
	}
	withdraw(old)
	withdraw(ids[0])
	tables[0].says("refuses the credentials")
	passOf(t, h, event.RoleTable, "Table 3", until) // this forgets the old one
	withdraw(ids[1])
	tables[1].says("refuses the credentials")
	all, err := list.All()
	require.NoError(t, err)
	require.Len(t, all, 3)
}

// After its end a token lets nobody in, and the connection that it opened is closed.
func TestATokenThatEndsEndsItsConnection(t *testing.T) {
	h := startHub(t, nil)
	token, _ := passOf(t, h, event.RoleTable, "Table 1", time.Now().Add(2*time.Second).Truncate(time.Second))
	d := h.dial(t, "Table 1")
	d.Credentials = file(t, token)
	a := newSim(t, "Table 1", d)
	a.roll()
	a.says("ended on")
}

// asJudge makes a request from another machine, with a token.
func asJudge(t *testing.T, h *here, path, token string) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(context.Background(), http.MethodGet, h.pages+path, nil)
	require.NoError(t, err)
	r.Header.Set("Forwarded", "for=192.0.2.7")
	r.Header.Set("Authorization", "Bearer "+token)
	got, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	t.Cleanup(func() { _ = got.Body.Close() })
	return got
}

// If a judge's token is withdrawn, the judge is out at once: the page that is open ends too.
func TestAWithdrawnJudgeIsOutAtOnce(t *testing.T) {
	h := startHub(t, func(o *hub.Options) { o.Open = true })
	token, id := passOf(t, h, event.RoleJudge, "Kim", time.Now().Add(time.Hour))
	old, _ := passOf(t, h, event.RoleJudge, "Old", time.Now().Add(-time.Second))
	require.Equal(t, 403, asJudge(t, h, "/api/rolls/1", old).StatusCode)
	stream := asJudge(t, h, "/api/stream", token)
	require.Equal(t, 200, stream.StatusCode)
	lines := bufio.NewReader(stream.Body)
	_, err := lines.ReadString('\n')
	require.NoError(t, err)
	list, err := tokens.Open(h.dir)
	require.NoError(t, err)
	_, err = list.Withdraw(id, time.Now())
	require.NoError(t, err)
	_, _ = io.Copy(io.Discard, lines) // the hub ends it
	require.Equal(t, 403, asJudge(t, h, "/api/rolls/1", token).StatusCode)
}
