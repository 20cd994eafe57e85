package screen

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"astragal/companion/hall"
	"astragal/companion/protocol"
)

// Bounds on a request.
const (
	requestBytes = 8 << 10
	longestWait  = 25 * time.Second
)

// requests is the addresses by which another program asks for rolls.
type requests struct{ *desk }

func (at requests) routes(mux *http.ServeMux) {
	mux.HandleFunc("POST /api/requests", at.ask)
	mux.HandleFunc("GET /api/requests/{id}", at.show)
	mux.HandleFunc("DELETE /api/requests/{id}", at.cancel)
}

func (at requests) ask(w http.ResponseWriter, r *http.Request) {
	raw, ok := at.body(w, r, requestBytes)
	if !ok {
		return
	}
	var n protocol.NewRequest
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&n); err != nil {
		refuse(w, http.StatusBadRequest, protocol.Unreadable(err).Error())
		return
	}
	v, fresh, err := at.Session.Games().Ask(r.Context(), n)
	switch {
	case err != nil:
		at.refuse(w, err)
	case fresh:
		writeJSON(w, http.StatusCreated, v)
	default:
		writeJSON(w, http.StatusOK, v)
	}
}

// show is a request as it stands; with ?rev=N (and ?state=S) it waits until it stands otherwise, ?wait
// seconds at most.
func (at requests) show(w http.ResponseWriter, r *http.Request) {
	changes, end := at.Session.Changes.Subscribe()
	defer end()
	id, err := strconv.Atoi(r.PathValue("id"))
	if err != nil {
		at.refuse(w, hall.ErrNoRequest)
		return
	}
	wait := min(time.Duration(numberIn(r, "wait"))*time.Second, longestWait)
	rev, state := numberIn(r, "rev"), r.URL.Query().Get("state")
	late := time.NewTimer(max(wait, 0))
	defer late.Stop()
	for {
		v, err := at.Session.Games().Request(id)
		if err != nil {
			at.refuse(w, err)
			return
		}
		if v.Rev != rev || state != "" && string(v.State) != state || wait <= 0 {
			writeJSON(w, http.StatusOK, v)
			return
		}
		select {
		case <-changes:
		case <-late.C:
			wait = 0
		case <-r.Context().Done():
			return
		case <-at.ctx.Done():
			wait = 0
		}
	}
}

func (at requests) cancel(w http.ResponseWriter, r *http.Request) {
	if !at.Access.MayAnswer(r) {
		refuse(w, http.StatusForbidden, protocol.LooksOn)
		return
	}
	id, err := strconv.Atoi(r.PathValue("id"))
	if err != nil {
		at.refuse(w, hall.ErrNoRequest)
		return
	}
	v, err := at.Session.Games().Cancel(r.Context(), id)
	if err != nil {
		at.refuse(w, err)
		return
	}
	writeJSON(w, http.StatusOK, v)
}

func (at requests) refuse(w http.ResponseWriter, err error) {
	var no *protocol.Refusal
	switch {
	case errors.Is(err, hall.ErrNoRequest):
		refuse(w, http.StatusNotFound, err.Error())
	case errors.As(err, &no):
		refuse(w, statusOf(no.Code), no.Why)
	default:
		at.Log.Error("request", "err", err)
		refuse(w, http.StatusInternalServerError, "something went wrong here: look at the program's log")
	}
}
