package door

import (
	"net"
	"net/http"
	"regexp"
	"strings"
)

// Browses says whether a person opens an address in a browser. A program gets JSON, a person a page.
func Browses(r *http.Request) bool {
	return r.Method == http.MethodGet && strings.Contains(r.Header.Get("Accept"), "text/html")
}

// HostOnly is a host without its port and brackets.
func HostOnly(hostport string) string {
	if h, _, err := net.SplitHostPort(hostport); err == nil {
		hostport = h
	}
	return strings.Trim(hostport, "[]")
}

var hostName = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$`)

// IsHostName says whether a name may stand in the setting "hosts".
func IsHostName(name string) bool { return hostName.MatchString(name) }

// InFigures is the address in figures that a request has reached, with a slash at its end. It is empty if the server doesn't say it.
func InFigures(r *http.Request) string {
	at, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return ""
	}
	scheme := "http"
	if r.TLS != nil {
		scheme = "https"
	}
	return scheme + "://" + at.String() + "/"
}

// StatusWriter writes a page with another status than 200.
type StatusWriter struct {
	http.ResponseWriter
	Status int
	begun  bool
}

func (w *StatusWriter) Write(b []byte) (int, error) {
	if !w.begun {
		w.begun = true
		w.WriteHeader(w.Status)
	}
	return w.ResponseWriter.Write(b)
}
