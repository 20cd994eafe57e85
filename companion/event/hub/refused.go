package hub

import (
	"encoding/json"
	"html"
	"log/slog"
	"net"
	"net/http"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

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
	if r.Method != http.MethodGet || !strings.Contains(r.Header.Get("Accept"), "text/html") {
		return w
	}
	return browsing{w, func(status int, why string) bool { return f.show(w, r, status, why) }}
}

// hostName is the form of a name in the setting "hosts".
var hostName = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$`)

// show answers with the page; false if it can't be read, and nothing is answered yet.
func (f refuser) show(w http.ResponseWriter, r *http.Request, status int, why string) bool {
	address, named := "./", ""
	if host := hostOf(r); !f.access.knows(host) {
		address = inFigures(r)
		if hostName.MatchString(host) {
			named = host
		}
	}
	err := f.pages.Page(&begun{ResponseWriter: w, status: status}, r, "hub-refused.html", "why", html.EscapeString(capital(why)), "address", html.EscapeString(address), "named", html.EscapeString(named))
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

// begun writes a page with another status than 200.
type begun struct {
	http.ResponseWriter
	status int
}

func (b *begun) Write(p []byte) (int, error) {
	if b.status != 0 {
		b.ResponseWriter.WriteHeader(b.status)
		b.status = 0
	}
	return b.ResponseWriter.Write(p)
}

// inFigures is the address in figures that a request has reached; empty if a proxy has passed it on, which alone knows its own address.
func inFigures(r *http.Request) string {
	at, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok || passedOn(r) {
		return ""
	}
	scheme := "http"
	if r.TLS != nil {
		scheme = "https"
	}
	return scheme + "://" + at.String() + "/"
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
