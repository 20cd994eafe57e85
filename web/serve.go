package web

import (
	"fmt"
	"io/fs"
	"net/http"
	"strings"
)

// Pages are the pages as a server hands them out.
type Pages struct {
	files   fs.FS
	tongues tongues
	// Hash is that of all files: a page whose hash is another one is an older page.
	Hash string
}

// OpenPages reads the pages in files; nil means the built-in ones.
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

// SetHeaders sets those headers that hold for every answer, whatever it is.
func SetHeaders(h http.Header) {
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
}

// Page answers with an HTML file in the language that is asked for, with the hash and what else is given (name, text, …) put in where it
// says {{name}}. {{base}} is where the pages begin, seen from the address that was asked for: a proxy may
// have put them below a path of its own. On an error nothing was answered yet.
func (p *Pages) Page(w http.ResponseWriter, r *http.Request, name string, also ...string) error {
	raw, err := fs.ReadFile(p.files, name)
	if err != nil {
		return fmt.Errorf("read the page: %w", err)
	}
	put := []string{"{{hash}}", p.Hash, "{{base}}", base(r.URL.Path)}
	for i := 0; i+1 < len(also); i += 2 {
		put = append(put, "{{"+also[i]+"}}", also[i+1])
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = strings.NewReplacer(put...).WriteString(w, p.tongues.put(string(raw), p.tongues.of(r)))
	return nil
}

// base leads from a path to the root.
func base(path string) string {
	return "./" + strings.Repeat("../", max(0, strings.Count(path, "/")-1))
}

// Static answers "/static/{hash}/{path...}" with a module or style, to be kept for ever. What it refuses
// it has refuse answer.
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

// OverlayWorker answers with the script that keeps the overlay's files in the browser. Its address never
// changes, so it isn't kept itself.
func (p *Pages) OverlayWorker(w http.ResponseWriter, r *http.Request) {
	p.script(w, r, "overlay/worker.js")
}

func (p *Pages) script(w http.ResponseWriter, r *http.Request, path string) {
	if strings.HasSuffix(path, ".js") { // not what the machine's own table of types says
		w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	}
	http.ServeFileFS(w, r, p.files, path)
}
