package hub

import (
	"encoding/json"
	"html"
	"log/slog"
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"

	"astragal/companion/door"
	"astragal/web"
)

// refuser says why the hub refuses something. A program gets JSON. A person who opens an address in a browser gets a page in the browser's language, which
// leads to the hub.
type refuser struct {
	pages  *web.Pages
	access *access
	log    *slog.Logger
}

// browsing is the answer to a person who opens an address in a browser.
type browsing struct {
	http.ResponseWriter
	show func(status int, why string) bool
}

// Unwrap lets streams reach what they are written to.
func (b browsing) Unwrap() http.ResponseWriter { return b.ResponseWriter }

// answers lets answerError answer a browser with a page.
func (f refuser) answers(w http.ResponseWriter, r *http.Request) http.ResponseWriter {
	if !door.Browses(r) {
		return w
	}
	return browsing{w, func(status int, why string) bool { return f.show(w, r, status, why) }}
}

// show answers with the page; false if it can't be read, and nothing is answered yet.
func (f refuser) show(w http.ResponseWriter, r *http.Request, status int, why string) bool {
	address, named := "./", ""
	if host := door.HostOnly(r.Host); !f.access.knows(host) {
		address = ""
		if !passedOn(r) { // a proxy alone knows its own address
			address = door.InFigures(r)
		}
		if door.IsHostName(host) {
			named = host
		}
	}
	err := f.pages.Page(&door.StatusWriter{ResponseWriter: w, Status: status}, r, "hub-refused.html", "why", html.EscapeString(capital(why)), "address", html.EscapeString(address), "named", html.EscapeString(named))
	if err != nil {
		f.log.Error("show why something is refused", "err", err)
	}
	return err == nil
}

// capital is a sentence with a large first letter.
func capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// isStatic says whether a request is for one of the pages' files. Everybody may have those, under whatever name they call the hub: they say nothing of the
// event, and the page of a refusal needs them.
func isStatic(r *http.Request) bool {
	return r.Method == http.MethodGet && strings.HasPrefix(r.URL.Path, "/static/")
}

func answerError(w http.ResponseWriter, status int, why string) {
	w.Header().Del("Content-Disposition") // the file's, which isn't sent
	if b, ok := w.(browsing); ok && b.show(status, why) {
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"error": why})
}
