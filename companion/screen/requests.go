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

// requestRoutes are the addresses by which another program asks for rolls.
func (s *Server) requestRoutes(mux *http.ServeMux) {
	mux.HandleFunc("POST /api/requests", s.askForRoll)
	mux.HandleFunc("GET /api/requests/{id}", s.request)
	mux.HandleFunc("DELETE /api/requests/{id}", s.cancelRequest)
}

func (s *Server) askForRoll(w http.ResponseWriter, r *http.Request) {
	raw, ok := s.body(w, r, requestBytes)
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
	v, fresh, err := s.Session.AskForRoll(r.Context(), n)
	switch {
	case err != nil:
		s.refuseRequest(w, err)
	case fresh:
		writeJSON(w, http.StatusCreated, v)
	default:
		writeJSON(w, http.StatusOK, v)
	}
}

// request is a request as it stands; with ?rev=N (and ?state=S) it waits until it stands otherwise, ?wait
// seconds at most.
func (s *Server) request(w http.ResponseWriter, r *http.Request) {
	changes, end := s.Session.Changes.Subscribe()
	defer end()
	id, err := strconv.Atoi(r.PathValue("id"))
	if err != nil {
		s.refuseRequest(w, hall.ErrNoRequest)
		return
	}
	wait := min(time.Duration(numberIn(r, "wait"))*time.Second, longestWait)
	rev, state := numberIn(r, "rev"), r.URL.Query().Get("state")
	late := time.NewTimer(max(wait, 0))
	defer late.Stop()
	for {
		v, err := s.Session.Request(id)
		if err != nil {
			s.refuseRequest(w, err)
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
		case <-s.ctx.Done():
			wait = 0
		}
	}
}

func (s *Server) cancelRequest(w http.ResponseWriter, r *http.Request) {
	if !s.Access.MayAnswer(r) {
		refuse(w, http.StatusForbidden, protocol.LooksOn)
		return
	}
	id, err := strconv.Atoi(r.PathValue("id"))
	if err != nil {
		s.refuseRequest(w, hall.ErrNoRequest)
		return
	}
	v, err := s.Session.CancelRequest(r.Context(), id)
	if err != nil {
		s.refuseRequest(w, err)
		return
	}
	writeJSON(w, http.StatusOK, v)
}

func (s *Server) refuseRequest(w http.ResponseWriter, err error) {
	var no *protocol.Refusal
	switch {
	case errors.Is(err, hall.ErrNoRequest):
		refuse(w, http.StatusNotFound, err.Error())
	case errors.As(err, &no):
		refuse(w, statusOf(no.Code), no.Why)
	default:
		s.Log.Error("request", "err", err)
		refuse(w, http.StatusInternalServerError, "something went wrong here: look at the program's log")
	}
}
