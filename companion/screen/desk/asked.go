package desk

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
)

// Read reads what is posted, up to a bound.
func Read(w http.ResponseWriter, r *http.Request, most int64) ([]byte, bool) {
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
	switch {
	case TooLong(err):
		Refuse(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("that is larger than %d kB", most>>10))
		return nil, false
	case err != nil:
		Refuse(w, http.StatusBadRequest, "the request broke off: send it again")
		return nil, false
	}
	return raw, true
}

// TooLong says whether reading a body ended because it was too long.
func TooLong(err error) bool {
	var over *http.MaxBytesError
	return errors.As(err, &over)
}

// PathNumber is a number in a request's path, 0 if there is none.
func PathNumber(r *http.Request, name string) int {
	n, err := strconv.Atoi(r.PathValue(name))
	if err != nil {
		return 0
	}
	return n
}

// QueryNumber is a number in a request's query, 0 if there is none.
func QueryNumber(r *http.Request, name string) int {
	n, err := strconv.Atoi(r.URL.Query().Get(name))
	if err != nil {
		return 0
	}
	return n
}

// RemoteHost is where a request came from, without the port.
func RemoteHost(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}
