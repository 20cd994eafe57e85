package desk

import (
	"encoding/json"
	"fmt"
	"net/http"

	"astragal/companion/protocol"
	"astragal/companion/visitor"
)

// Refuse answers with one sentence, as JSON for programs and readable for people.
func Refuse(w http.ResponseWriter, status int, why string) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"error": why})
}

// StatusOf is the HTTP status for a refused act.
func StatusOf(c protocol.Code) int {
	switch c {
	case "":
		return http.StatusOK
	case protocol.CodeMalformed:
		return http.StatusBadRequest
	case protocol.CodeNotAllowed:
		return http.StatusForbidden
	case protocol.CodeStale:
		return http.StatusConflict
	case protocol.CodeIllegal:
		return http.StatusUnprocessableEntity
	case protocol.CodeFull:
		return http.StatusInsufficientStorage
	case protocol.CodeBusy:
		return http.StatusTooManyRequests
	case protocol.CodeEye:
		return http.StatusServiceUnavailable
	default:
		return http.StatusInternalServerError
	}
}

// WriteJSON answers with a value.
func WriteJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

// SetCookie sets a cookie for the table's pages only. Other pages at a proxy's host don't get it.
func SetCookie(w http.ResponseWriter, r *http.Request, cookie *http.Cookie) {
	if way := visitor.Of(r); way.Prefix != "" {
		cookie.Path = way.Prefix + "/"
	}
	http.SetCookie(w, cookie)
}

// AsOne adds to a refusal why one visitor may be refused for what others did: they all come through a proxy that the settings don't name.
func AsOne(r *http.Request, why string) string {
	if !visitor.Of(r).Claimed {
		return why
	}
	return fmt.Sprintf("%s (the proxy's visitors count as one: name the proxy in the setting \"proxies\")", why)
}
