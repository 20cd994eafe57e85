package web_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"astragal/web"
)

// One page serves two: what differs is put in. What is kept for ever has its hash in its address.
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
