package access

import (
	"net/http"
	"strings"

	"astragal/companion/door"
)

// sharedPath is what pages elsewhere may use: requests for rolls, and nothing else.
const sharedPath = "/api/requests"

// shared says whether a path is one that pages elsewhere may use.
func shared(path string) bool { return path == sharedPath || strings.HasPrefix(path, sharedPath+"/") }

// allows says whether a request asks for a roll, from a page elsewhere that may.
func (a *Rules) allows(r *http.Request) bool {
	return shared(r.URL.Path) && a.Pages != nil && a.Pages.Allows(r.Header.Get("Origin"))
}

// Elsewhere refuses requests that a page of another site makes a browser send. Such a page may only find out whether a table is here.
func (a *Rules) Elsewhere(mux *http.ServeMux, r *http.Request) error {
	if asksWhether(r) {
		return nil
	}
	return door.Elsewhere(mux, r)
}

// asksWhether says whether a request only finds out whether a table is here.
func asksWhether(r *http.Request) bool {
	return r.Method == http.MethodGet && r.URL.Path == sharedPath && r.URL.RawQuery == "" && r.Header.Get("Origin") == ""
}

// Share tells a browser that a page elsewhere may read the answer. done says that the browser asked for nothing else. Every page may find out whether a
// table is here. So a page that isn't allowed to ask can say what is missing.
func (a *Rules) Share(w http.ResponseWriter, r *http.Request) (done bool) {
	if asksWhether(r) {
		w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
		w.WriteHeader(http.StatusNoContent)
		return true
	}
	if !a.allows(r) {
		return false
	}
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", r.Header.Get("Origin"))
	h.Add("Vary", "Origin")
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
		return false
	}
	h.Set("Access-Control-Allow-Methods", "GET, POST, DELETE")
	h.Set("Access-Control-Allow-Headers", "Content-Type, Authorization")
	if r.Header.Get("Access-Control-Request-Private-Network") != "" {
		h.Set("Access-Control-Allow-Private-Network", "true")
	}
	h.Set("Access-Control-Max-Age", "600")
	w.WriteHeader(http.StatusNoContent)
	return true
}

// MayAsk says whether a request may ask for rolls: it comes from somebody who may answer, or it shows the key for asking. Check the request with Refuse
// first.
func (a *Rules) MayAsk(r *http.Request) bool {
	return a.MayAnswer(r) || shared(r.URL.Path) && shows(r, a.AskKey())
}

// hasKey says whether a program shows the key of the QR code as its token. A token is in no address, and so in no log.
func (a *Rules) hasKey(r *http.Request) bool { return shows(r, a.Key()) }

// shows says whether a request has a key as its token.
func shows(r *http.Request, key string) bool {
	token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	return ok && equal(token, key)
}
