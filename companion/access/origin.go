package access

import (
	"crypto/subtle"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"astragal/companion/door"
)

// sharedPath is what pages elsewhere may use: requests for rolls, and nothing else.
const sharedPath = "/api/requests"

// Allow names pages elsewhere that may ask for rolls, as scheme://host[:port].
func (a *Rules) Allow(origins []string) *Rules {
	a.origins = origins
	return a
}

// CheckOrigin says what is wrong with an origin. Its error is one sentence.
func CheckOrigin(origin string) error {
	u, err := url.Parse(origin)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || u.Path != "" || u.RawQuery != "" || u.Fragment != "" {
		return fmt.Errorf("%.80q is none: it must be like https://vtt.example, without a path", origin)
	}
	return nil
}

// allows says whether a request asks for a roll, from a page elsewhere that may.
func (a *Rules) allows(r *http.Request) bool {
	if r.URL.Path != sharedPath && !strings.HasPrefix(r.URL.Path, sharedPath+"/") {
		return false
	}
	for _, o := range a.origins {
		if strings.EqualFold(o, r.Header.Get("Origin")) {
			return true
		}
	}
	return false
}

// Elsewhere refuses what a page of another site makes a browser ask for. Such a page may only find out whether a table is here.
func (a *Rules) Elsewhere(mux *http.ServeMux, r *http.Request) error {
	if asksWhether(r) {
		return nil
	}
	return door.Elsewhere(mux, r)
}

// asksWhether says whether a request only finds out that a table is here.
func asksWhether(r *http.Request) bool {
	return r.Method == http.MethodGet && r.URL.Path == sharedPath && r.Header.Get("Origin") == ""
}

// Share tells a browser that a page elsewhere may read the answer. done says that the browser asked for nothing else. Every
// page may find out whether a table is here, so that one that isn't named can say what is missing.
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

// hasKey says whether a program shows the key of the QR code as its token. The key is in no address then,
// and so in no log.
func (a *Rules) hasKey(r *http.Request) bool {
	token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	return ok && subtle.ConstantTimeCompare([]byte(token), []byte(a.Key())) == 1
}
