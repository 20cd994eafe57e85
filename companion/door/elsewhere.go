package door

import (
	"errors"
	"net/http"
)

// Page is a handler of a page that people open. A link on another site may lead to it.
type Page http.HandlerFunc

// ServeHTTP shows the page.
func (p Page) ServeHTTP(w http.ResponseWriter, r *http.Request) { p(w, r) }

// ErrElsewhere says that another site's page made a browser ask.
var ErrElsewhere = errors.New("this request comes from another page")

// Elsewhere refuses requests that a page of another site makes a browser send (W3C Fetch Metadata). A person may follow a link from there to one of the
// pages of mux. A request with an Origin is judged by the Origin only: browsers disagree on what site a socket belongs to.
func Elsewhere(mux *http.ServeMux, r *http.Request) error {
	site := r.Header.Get("Sec-Fetch-Site")
	if site != "cross-site" && site != "same-site" || r.Header.Get("Origin") != "" {
		return nil
	}
	if r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document" {
		if to, _ := mux.Handler(r); isPage(to) {
			return nil
		}
	}
	return ErrElsewhere
}

func isPage(h http.Handler) bool {
	_, ok := h.(Page)
	return ok
}
