package web_test

import (
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"astragal/web"
)

// One HTML file serves two pages, which differ in what the server fills in. An address whose answer is kept for ever
// has the hash in it.
func TestPagesAreServedUnderTheirHash(t *testing.T) {
	files := fstest.MapFS{"overlay.html": {Data: []byte(`<script src="/static/{{hash}}/{{script}}"></script>`)}, "hub/overlay.js": {Data: []byte("1")}, "overlay/worker.js": {Data: []byte("2")}}
	pages, err := web.OpenPages(files)
	require.NoError(t, err)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /static/{hash}/{path...}", func(w http.ResponseWriter, r *http.Request) {
		pages.Static(w, r, func(w http.ResponseWriter, status int, why string) { http.Error(w, why, status) })
	})
	mux.HandleFunc("GET /worker.js", pages.OverlayWorker)
	get := func(path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		web.SetHeaders(w.Header())
		mux.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		return w
	}
	w := httptest.NewRecorder()
	require.NoError(t, pages.Page(w, httptest.NewRequest(http.MethodGet, "/overlay", nil), "overlay.html", "script", "hub/overlay.js"))
	address := "/static/" + pages.Hash + "/hub/overlay.js"
	require.Equal(t, fmt.Sprintf("<script src=%q></script>", address), w.Body.String())
	require.Error(t, pages.Page(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil), "gone.html"))

	got := get(address)
	require.Equal(t, "1", got.Body.String())
	require.Equal(t, "public, max-age=31536000, immutable", got.Header().Get("Cache-Control"))
	require.Equal(t, "text/javascript; charset=utf-8", got.Header().Get("Content-Type"))
	require.Equal(t, "no-store", get("/worker.js").Header().Get("Cache-Control"), "its address never changes")
	for path, says := range map[string]string{
		"/static/0123456789abcdef/hub/overlay.js":  "another version of the page",
		"/static/" + pages.Hash + "/overlay.html":  "another version of the page",
		"/static/" + pages.Hash + "/hub":           "there is no such file",
		"/static/" + pages.Hash + "/hub/../x.js/.": "",
	} {
		got := get(path)
		require.NotEqual(t, http.StatusOK, got.Code, path)
		require.Contains(t, got.Body.String(), says)
	}

	files["hub/overlay.js"] = &fstest.MapFile{Data: []byte("3")}
	newer, err := web.OpenPages(files)
	require.NoError(t, err)
	require.NotEqual(t, pages.Hash, newer.Hash)
}

var (
	imports = regexp.MustCompile(`(?m)^\s*(?:import|export)\b[^;]*?\bfrom\s+"([^"]+)"`)
	lazily  = regexp.MustCompile(`\bimport\("([^"]+)"\)\)`)
)

// script notes in seen how many bytes a module and all that it imports have, and in later the modules that they load
// later.
func script(t *testing.T, name string, seen map[string]int, later map[string]bool) {
	t.Helper()
	if _, ok := seen[name]; ok {
		return
	}
	raw, err := fs.ReadFile(web.Static(), name)
	require.NoError(t, err)
	seen[name] = len(raw)
	for _, m := range imports.FindAllStringSubmatch(string(raw), -1) {
		script(t, path.Join(path.Dir(name), m[1]), seen, later)
	}
	for _, m := range lazily.FindAllStringSubmatch(string(raw), -1) {
		later[path.Join(path.Dir(name), m[1])] = true
	}
}

// No page has more than 200 kB of script, neither at first nor with any one part that it loads later.
func TestPagesAreLight(t *testing.T) {
	const most = 195_000 // 5 kB less than that, so that a mend has room
	pages, err := fs.Glob(web.Static(), "*.html")
	require.NoError(t, err)
	entry := regexp.MustCompile(`src="\./static/\{\{hash\}\}/([^"{]+\.js)"`)
	entries := []string{"overlay.js", "hub/overlay.js"} // one page serves both and doesn't name them
	for _, page := range pages {
		raw, err := fs.ReadFile(web.Static(), page)
		require.NoError(t, err)
		for _, m := range entry.FindAllStringSubmatch(string(raw), -1) {
			entries = append(entries, m[1])
		}
	}
	require.Greater(t, len(entries), 6)
	for _, name := range entries {
		weigh(t, name, map[string]int{}, map[string]bool{}, most)
	}
}

// weigh adds a module to what is loaded already. Then it adds each of the module's later parts to that.
func weigh(t *testing.T, name string, loaded map[string]int, on map[string]bool, most int) {
	t.Helper()
	if on[name] {
		return
	}
	on = maps.Clone(on)
	on[name] = true
	loaded = maps.Clone(loaded)
	later := map[string]bool{}
	script(t, name, loaded, later)
	sum := 0
	for _, size := range loaded {
		sum += size
	}
	require.LessOrEqual(t, sum, most, "bytes of script with %s", name)
	for part := range later {
		weigh(t, part, loaded, on, most)
	}
}

// If an option has no value, the view library gives it an empty one, and the select shows nothing.
func TestEveryOptionHasAValue(t *testing.T) {
	option := regexp.MustCompile(`<option\b[^>]*>`)
	found := 0
	require.NoError(t, fs.WalkDir(web.Static(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".js" || path.Dir(name) == "vendor" {
			return err
		}
		raw, err := fs.ReadFile(web.Static(), name)
		for _, tag := range option.FindAllString(string(raw), -1) {
			found++
			require.Contains(t, tag, "value=", "%s: %s", name, tag)
		}
		return err
	}))
	require.Greater(t, found, 50)
}

// The address decides the language, then the device's choice, then the browser.
func TestAPageSpeaksTheLanguageThatIsAskedFor(t *testing.T) {
	files := fstest.MapFS{
		"index.html":    {Data: []byte(`<html lang="en"><title>Astragal</title><p>Going to the table…</p>`)},
		"words/de.json": {Data: []byte(`{"Going to the table…": "Auf dem Weg…"}`)},
		"words/pl.json": {Data: []byte(`{"Going to the table…": "W drodze…"}`)},
	}
	pages, err := web.OpenPages(files)
	require.NoError(t, err)
	get := func(path, chosen, wants string) string {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Header.Set("Accept-Language", wants)
		if chosen != "" {
			r.AddCookie(&http.Cookie{Name: "language", Value: chosen})
		}
		w := httptest.NewRecorder()
		require.NoError(t, pages.Page(w, r, "index.html"))
		return w.Body.String()
	}
	german := `<html lang="de" data-languages="en de pl"><title>Astragal</title><p>Auf dem Weg…</p>`
	require.Equal(t, german, get("/", "", "de-AT,de;q=0.9,en;q=0.8"))
	require.Equal(t, german, get("/", "de", "pl"))
	require.Equal(t, german, get("/?lang=de", "pl", "pl"))
	for _, r := range [][3]string{{"/", "", "sv"}, {"/", "", ""}, {"/", "en", "de"}, {"/?lang=en", "de", "de"}, {"/?lang=%22x", "%22", "xx"}} {
		require.Contains(t, get(r[0], r[1], r[2]), `<html lang="en"`, r)
	}
	files["words/xx-.json"] = &fstest.MapFile{Data: []byte(`{}`)}
	_, err = web.OpenPages(files)
	require.ErrorContains(t, err, "words/xx-.json is named after no language")
}

// A screen reader finds a page's main part at any moment, also while the page waits for the table.
func TestWhatWaitsIsThePagesMainPart(t *testing.T) {
	found := 0
	require.NoError(t, fs.WalkDir(web.Static(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".js" && path.Ext(name) != ".html" {
			return err
		}
		raw, err := fs.ReadFile(web.Static(), name)
		if err != nil {
			return err
		}
		for _, line := range strings.Split(string(raw), "\n") {
			if !strings.Contains(line, `<p class="starting"`) || strings.Contains(line, "<noscript>") || name == "join.html" {
				continue
			}
			found++
			require.Contains(t, line, `<main><p class="starting"`, name)
		}
		return nil
	}))
	require.Greater(t, found, 10)
}
