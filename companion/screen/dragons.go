package screen

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"

	"astragal/companion/protocol"
	"astragal/companion/rulebook"
)

// dragonRoutes are the addresses that the army builder asks.
func (s *Server) dragonRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/editions", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, map[string]any{"editions": rulebook.Editions()})
	})
	mux.HandleFunc("GET /api/editions/{id}", s.edition)
	mux.HandleFunc("GET /api/editions/{id}/rules", s.reference)
	mux.HandleFunc("POST /api/force", s.force)
	mux.HandleFunc("POST /api/compare", s.compare)
}

// edition is an edition with its dice: some 200 kB, which a browser keeps for a while.
func (s *Server) edition(w http.ResponseWriter, r *http.Request) {
	v, err := rulebook.EditionOf(r.PathValue("id"))
	if err != nil {
		s.refuseFor(w, err)
		return
	}
	w.Header().Set("Cache-Control", "private, max-age=600")
	writeJSON(w, http.StatusOK, v)
}

// force judges a force while it is put together.
func (s *Server) force(w http.ResponseWriter, r *http.Request) {
	raw, ok := s.body(w, r, armyBytes)
	if !ok {
		return
	}
	var c rulebook.ForceCheck
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&c); err != nil {
		refuse(w, http.StatusBadRequest, protocol.Unreadable(err).Error())
		return
	}
	if c.Edition == "" {
		refuse(w, http.StatusBadRequest, errNoEdition.Error())
		return
	}
	v, err := c.Judge()
	if err != nil {
		s.refuseFor(w, err)
		return
	}
	writeJSON(w, http.StatusOK, v)
}

// compare answers with a comparison.
func (s *Server) compare(w http.ResponseWriter, r *http.Request) {
	raw, ok := s.body(w, r, gameBytes)
	if !ok {
		return
	}
	var ask rulebook.CompareAsk
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&ask); err != nil {
		refuse(w, http.StatusBadRequest, protocol.Unreadable(err).Error())
		return
	}
	out, err := s.Session.Compare(ask)
	if err != nil {
		s.refuseFor(w, err)
		return
	}
	writeJSON(w, http.StatusOK, out)
}

// errNoEdition: the request names no edition.
var errNoEdition = errors.New("say which edition: /api/editions lists them")

// reference is an edition's reference: some 80 kB, which a browser keeps for a while.
func (s *Server) reference(w http.ResponseWriter, r *http.Request) {
	v, err := rulebook.Reference(r.PathValue("id"))
	if err != nil {
		s.refuseFor(w, err)
		return
	}
	w.Header().Set("Cache-Control", "private, max-age=600")
	writeJSON(w, http.StatusOK, v)
}
