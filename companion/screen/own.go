package screen

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"astragal/companion/protocol"
	"astragal/models"
)

// ownBytes bounds a file of an owner's dice.
const ownBytes = 1 << 20

// ownRoutes are the addresses by which owners write down their own dice: in the form of a file of dice (docs/dice.md).
func (s *Server) ownRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/studio/own", s.studio(s.ownDice))
	mux.HandleFunc("POST /api/studio/own", s.studio(s.ownKeep))
	mux.HandleFunc("DELETE /api/studio/own/{id}", s.studio(s.ownDrop))
}

// ownDice is the file of the dice that are kept with the gallery.
func (s *Server) ownDice(w http.ResponseWriter, r *http.Request) {
	file := models.Dice{Dice: append([]models.Die{}, s.Studio.Own()...)}
	if !r.URL.Query().Has("file") {
		writeJSON(w, http.StatusOK, file)
		return
	}
	raw, err := json.MarshalIndent(file, "", " ")
	if err != nil {
		refuse(w, http.StatusInternalServerError, err.Error())
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Disposition", `attachment; filename="dice.json"`)
	_, _ = w.Write(append(raw, '\n'))
}

// ownKeep takes in a file of dice, all or none. Dice with known ids take the place of those.
func (s *Server) ownKeep(w http.ResponseWriter, r *http.Request) {
	raw, ok := s.body(w, r, ownBytes)
	if !ok {
		return
	}
	raw, err := protocol.TidyNames(raw)
	if err != nil {
		refuse(w, http.StatusUnprocessableEntity, err.Error())
		return
	}
	dice, err := models.ParseDice(raw)
	if err == nil {
		err = s.Studio.OwnedOnly(dice)
	}
	if err == nil {
		err = s.Studio.Define(r.Context(), dice, nil)
	}
	s.studioDone(w, r, err)
}

func (s *Server) ownDrop(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	if !slices.ContainsFunc(s.Studio.Own(), func(d models.Die) bool { return d.ID == id }) {
		refuse(w, http.StatusNotFound, fmt.Sprintf("no die of your own is called %.60q", id))
		return
	}
	s.studioDone(w, r, s.Studio.Define(r.Context(), nil, []string{id}))
}
