package web

import (
	"fmt"
	"io/fs"
	"net/http"
	"strings"
)

// Pages are the pages as a server serves them.
type Pages struct {
	files   fs.FS
	tongues tongues
	// Hash is the hash of all files. If a page has another hash, it is an older page.
	Hash string
}

// OpenPages reads the pages in files. If files is nil, it reads the built-in ones.
func OpenPages(files fs.FS) (*Pages, error) {
	if files == nil {
		files = Static()
	}
	hash, err := Hash(files)
	if err != nil {
		return nil, fmt.Errorf("read the pages: %w", err)
	}
	tongues, err := openTongues(files)
	if err != nil {
		return nil, err
	}
	return &Pages{files: files, tongues: tongues, Hash: hash}, nil
}

// SetHeaders sets the headers that every answer has.
func SetHeaders(h http.Header) {
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
}

// Page answers with an HTML file in the request's language. It fills in the places {{name}}: the hash, {{base}}, and
// the values in also (name, text, …). {{base}} leads from the requested address to the root of the pages, because a
// proxy may serve them below a path of its own. If Page returns an error, it has answered nothing yet.
func (p *Pages) Page(w http.ResponseWriter, r *http.Request, name string, also ...string) error {
	raw, err := fs.ReadFile(p.files, name)
	if err != nil {
		return fmt.Errorf("read the page: %w", err)
	}
	put := []string{"{{hash}}", p.Hash, "{{base}}", Base(r)}
	for i := 0; i+1 < len(also); i += 2 {
		put = append(put, "{{"+also[i]+"}}", also[i+1])
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = strings.NewReplacer(put...).WriteString(w, p.tongues.put(string(raw), p.tongues.of(r)))
	return nil
}

// Base leads from the requested address to the root of the pages, wherever a proxy has put them.
func Base(r *http.Request) string {
	return "./" + strings.Repeat("../", max(0, strings.Count(r.URL.EscapedPath(), "/")-1))
}

// Static answers "/static/{hash}/{path...}" with a module or a style, which the browser may keep for ever. It calls
// refuse for what it refuses.
func (p *Pages) Static(w http.ResponseWriter, r *http.Request, refuse func(w http.ResponseWriter, status int, why string)) {
	path := r.PathValue("path")
	if r.PathValue("hash") != p.Hash || !fs.ValidPath(path) || strings.HasSuffix(path, ".html") {
		refuse(w, http.StatusNotFound, "this file belongs to another version of the page: load the page again")
		return
	}
	if info, err := fs.Stat(p.files, path); err != nil || info.IsDir() {
		refuse(w, http.StatusNotFound, "there is no such file")
		return
	}
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	p.script(w, r, path)
}

// OverlayWorker answers with the script that keeps the overlay's files in the browser. The script's address never
// changes, so the browser doesn't keep the script itself.
func (p *Pages) OverlayWorker(w http.ResponseWriter, r *http.Request) {
	p.script(w, r, "overlay/worker.js")
}

func (p *Pages) script(w http.ResponseWriter, r *http.Request, path string) {
	if strings.HasSuffix(path, ".js") { // the machine's own table of types may say something else
		w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	}
	http.ServeFileFS(w, r, p.files, path)
}
