package access_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/commission"
	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/models"
	"astragal/vision"
)

func TestAPageElsewhereAsksForRollsOnlyWhereItIsNamed(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Server.Access.Pages = commission.Named([]string{"https://vtt.example"})
	tb.Serve("127.0.0.1:0")
	send := func(method, path, origin string, more map[string]string) *http.Response {
		req, err := http.NewRequestWithContext(t.Context(), method, "http://"+tb.Address+path, strings.NewReader(`{"dice": ["d6"]}`))
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

	// If a page isn't on the list, it finds out whether a table is here, and nothing else.
	for path, policy := range map[string]string{"/api/requests": "cross-origin", "/api/requests/1": "same-origin", "/": "same-origin", "/api/view": "same-origin"} {
		res, err := http.Get("http://" + tb.Address + path)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		require.Equal(t, policy, res.Header.Get("Cross-Origin-Resource-Policy"), path)
	}
}

// The key for asking opens nothing else, on another machine or from a page elsewhere that is allowed.
func TestTheKeyForAskingIsGoodForNothingElse(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Server.Access.Joined = true // nobody may look on without a key
	tb.Server.Access.Pages = commission.Named([]string{"https://vtt.example"})
	tb.Serve("127.0.0.1:0")
	key := tb.Server.Access.AskKey()
	ask := func(method, path, body, key, origin string) int {
		req, err := http.NewRequestWithContext(t.Context(), method, "http://"+tb.Address+path, strings.NewReader(body))
		require.NoError(t, err)
		req.Header.Set("X-Forwarded-For", "192.0.2.1") // from another machine
		req.Header.Set("Authorization", "Bearer "+key)
		if origin != "" {
			req.Header.Set("Origin", origin)
		}
		res, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		return res.StatusCode
	}
	const dice = `{"dice": ["d6"]}`
	require.Equal(t, http.StatusForbidden, ask("POST", "/api/requests", dice, "ask.guess", ""))
	for _, origin := range []string{"", "https://vtt.example"} {
		require.Equal(t, http.StatusCreated, ask("POST", "/api/requests", dice, key, origin))
		require.Equal(t, http.StatusOK, ask("GET", "/api/requests?of=1", "", key, origin))
		require.Equal(t, http.StatusOK, ask("GET", "/api/requests/1", "", key, origin))
		require.Equal(t, http.StatusOK, ask("DELETE", "/api/requests/1", "", key, origin))
	}
	require.Equal(t, http.StatusForbidden, ask("POST", "/api/requests", dice, key, "https://other.example"))
	for _, c := range [][3]string{{"GET", "/api/view"}, {"GET", "/api/askers"}, {"POST", "/api/act", `{"do": "discard", "throw": 1, "rev": 1}`}, {"POST", "/api/askers", `{"allow": "https://evil.example"}`}, {"GET", "/invite.png"}, {"GET", "/"}} {
		require.Equal(t, http.StatusForbidden, ask(c[0], c[1], c[2], key, ""), c)
	}
	_, admits := tb.Server.Access.Admit(key)
	require.False(t, admits, "no device comes in by it")
}

// Somebody at the table says which pages may ask. If another page asked, one press allows it.
func TestAPageIsAllowedAtTheTable(t *testing.T) {
	tb := tabletest.NewTable(t)
	path := filepath.Join(t.TempDir(), "askers.json")
	var err error
	tb.Server.Access.Pages, err = commission.Open(path, nil)
	require.NoError(t, err)
	tb.Serve("127.0.0.1:0")
	ask := func() int {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+tb.Address+"/api/requests", strings.NewReader(`{"dice": ["d6"]}`))
		require.NoError(t, err)
		req.Header.Set("Origin", "https://vtt.example")
		res, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		return res.StatusCode
	}
	require.Equal(t, http.StatusForbidden, ask())
	var v protocol.AskersView
	require.Equal(t, http.StatusOK, tabletest.CallJSON(t, "GET", "http://"+tb.Address+"/api/askers", "", &v))
	require.Equal(t, []string{"https://vtt.example"}, v.Refused)
	require.Empty(t, v.Pages)
	require.Equal(t, "http://"+tb.Address, v.Addresses[0])
	require.Equal(t, http.StatusOK, tabletest.CallJSON(t, "POST", "http://"+tb.Address+"/api/askers", `{"allow": "https://vtt.example/join"}`, &v))
	require.Equal(t, []protocol.AskingPage{{Origin: "https://vtt.example"}}, v.Pages)
	require.Equal(t, http.StatusCreated, ask())
	require.Equal(t, http.StatusOK, tabletest.CallJSON(t, "POST", "http://"+tb.Address+"/api/askers", `{"forbid": "https://vtt.example"}`, &v))
	require.Equal(t, http.StatusForbidden, ask())
	for body, status := range map[string]int{`{}`: 400, `{"allow": "a", "forbid": "b"}`: 400, `{"allow": "ftp://x"}`: 422, `{"forbid": "https://never.example"}`: 422} {
		var got struct{ Error string }
		require.Equal(t, status, tabletest.CallJSON(t, "POST", "http://"+tb.Address+"/api/askers", body, &got), body)
		require.NotEmpty(t, got.Error)
	}
}

// A program on another machine shows the key.
func TestTheKeyIsAToken(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	ask := func(token string) int {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+tb.Address+"/api/requests", strings.NewReader(`{"dice": ["d6"]}`))
		require.NoError(t, err)
		req.Header.Set("X-Forwarded-For", "192.0.2.1") // from another machine
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
	require.Equal(t, http.StatusCreated, ask(tb.Server.Access.Key()))
}

// looks are the addresses in the document that are requested by GET: each by itself, and with all its parameters.
func looks(t *testing.T) (paths []string, pages map[string]bool) {
	t.Helper()
	pages = map[string]bool{}
	doc := tabletest.Document(t, "../../docs/openapi.yaml")
	said := map[string]string{"seat": "1", "dice": "oak", "since": "0", "until": "2030-01-01", "before": "9", "after": "0", "game": "1", "to": "phone", "from": "http://127.0.0.1/", "typed": "yes", "virtual": "yes"}
	for path, ops := range tabletest.Inside(doc, "paths").(map[string]any) {
		get := tabletest.Inside(ops, "get")
		if get == nil {
			continue
		}
		address := regexp.MustCompile(`\{\w+\}`).ReplaceAllString(path, "1")
		query := "?"
		list, _ := tabletest.Inside(get, "parameters").([]any)
		for _, p := range list {
			if name, _ := tabletest.Inside(p, "name").(string); tabletest.Inside(p, "in") == "query" {
				query += name + "=" + said[name] + "&"
			}
		}
		paths = append(paths, address, address+query+"dice=oak&alive&wait&file&excel=yes")
		pages[address] = tabletest.Inside(get, "responses", "200", "content", "text/html") != nil
	}
	slices.Sort(paths)
	require.Greater(t, len(pages), 40)
	return paths, pages
}

// kept is everything that a table keeps and shows, as text.
func kept(tb *tabletest.Table, gallery string) string {
	tb.T.Helper()
	all := map[string]any{"view": tb.View(), "games": tb.Session.Games().List(), "armies": tb.Session.Games().Armies(), "disputes": tb.Session.Copy().DisputedRolls(100), "orders": len(tb.Eye.Orders)}
	for _, who := range []protocol.Who{tabletest.Ann, {May: true}} {
		all["game "+who.Device] = tb.Game(1, who)
	}
	changes, end := tb.Session.Changes.Subscribe()
	defer end()
	all["version"] = <-changes
	require.NoError(tb.T, fs.WalkDir(os.DirFS(gallery), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			raw, err := os.ReadFile(gallery + "/" + path)
			require.NoError(tb.T, err)
			all["file "+path] = string(raw)
		}
		return err
	}))
	raw, err := json.Marshal(all)
	require.NoError(tb.T, err)
	return string(raw)
}

// A page on another site can make a browser on this machine request any address. Nothing changes because of that.
func TestNoLookHasAnEffect(t *testing.T) {
	tb, store := tabletest.Studying(t, models.Die{ID: "oak", Shape: "d4", Faces: make([]models.Face, 4)})
	tb.Clock.Stop()
	tb.Throw(3, -5)
	tb.Do(protocol.Act{Do: protocol.DoFix, Throw: 1, Rev: 1, Die: 2, Value: tabletest.Ptr(6)})
	tb.StancesOf(tb.BeginDuel())
	handler, err := tb.Server.Handler(t.Context())
	require.NoError(t, err)
	tb.View()
	paths, _ := looks(t)
	_, log := tb.Call("GET", "/api/verify", "")
	before := kept(tb, store.Dir())
	for i, path := range paths {
		for _, method := range []string{http.MethodGet, http.MethodHead} {
			r := tabletest.Request(method, path, "")
			r.RemoteAddr = fmt.Sprintf("127.0.0.%d:5000", 2+i) // each stays within its pace
			handler.ServeHTTP(httptest.NewRecorder(), r)
			require.JSONEq(t, before, kept(tb, store.Dir()), "%s %s has an effect", method, path)
		}
	}
	_, after := tb.Call("GET", "/api/verify", "")
	require.Equal(t, log, after)
	// What is thrown then goes to the game, and not to teaching.
	tb.Throw(-1, -2, -3)
	require.Equal(t, 1, tb.Game(1, tabletest.Ann).Roll.Throws)

	// A request also doesn't hold the tray for longer than a page asked for it.
	status, _ := tb.Call("POST", "/api/studio/hold", "{}")
	require.Equal(t, http.StatusOK, status)
	require.True(t, tb.View().Eye.Teaching)
	tb.Clock.Forward(11 * time.Second)
	for i, path := range paths {
		r := tabletest.Request(http.MethodGet, path, "")
		r.RemoteAddr = fmt.Sprintf("127.0.0.%d:5000", 2+i)
		handler.ServeHTTP(httptest.NewRecorder(), r)
	}
	tb.Clock.Forward(2 * time.Second)
	tb.Tell(vision.Event{Kind: vision.EventPreview, Preview: tabletest.Picture(tabletest.Scene(1))})
	require.False(t, tb.View().Eye.Teaching)
}

func TestWhatAnotherSiteMakesABrowserAskForIsRefused(t *testing.T) {
	tb, _ := tabletest.Studying(t, models.Die{ID: "oak", Shape: "d4", Faces: make([]models.Face, 4)})
	handler, err := tb.Server.Handler(t.Context())
	require.NoError(t, err)
	from := 0
	ask := func(method, path string, fetch map[string]string) *httptest.ResponseRecorder {
		r := tabletest.Request(method, path, "")
		from++
		r.RemoteAddr = fmt.Sprintf("127.0.%d.%d:5000", from/200, 2+from%200) // each stays within its pace
		for name, text := range fetch {
			r.Header.Set("Sec-Fetch-"+name, text)
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w
	}
	link := map[string]string{"Site": "cross-site", "Mode": "navigate", "Dest": "document"}
	with := func(name, text string) map[string]string {
		m := maps.Clone(link)
		m[name] = text
		return m
	}
	paths, pages := looks(t)
	for _, path := range paths {
		address, query, _ := strings.Cut(path, "?")
		if query != "" || path == "/api/requests" { // that address says only that a table is here, see below
			continue
		}
		for _, fetch := range []map[string]string{with("Mode", "no-cors"), with("Dest", "iframe"), {"Site": "cross-site"}, {"Site": "same-site", "Mode": "cors", "Dest": "empty"}} {
			for _, method := range []string{http.MethodGet, http.MethodHead} {
				got := ask(method, path, fetch)
				require.Equal(t, http.StatusForbidden, got.Code, "%s %s %v", method, path, fetch)
			}
		}
		status := ask(http.MethodGet, path, link).Code
		require.Equal(t, pages[address], status == http.StatusOK, "a link to %s: %d", path, status)
	}
	// Requests of the table's own page, and of a person who types the address, are answered.
	for _, site := range []string{"same-origin", "none"} {
		require.Equal(t, http.StatusOK, ask(http.MethodGet, "/api/view", map[string]string{"Site": site}).Code)
	}
	// Any page may find out whether a table is here.
	require.Equal(t, http.StatusNoContent, ask(http.MethodGet, "/api/requests", map[string]string{"Site": "cross-site", "Mode": "no-cors", "Dest": "empty"}).Code)
	// A link from another site can't reach an address that changes something.
	require.Equal(t, http.StatusForbidden, ask(http.MethodPost, "/", link).Code)
	require.Equal(t, http.StatusForbidden, ask(http.MethodDelete, "/api/armies/1", link).Code)
}
