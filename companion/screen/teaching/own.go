package teaching

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"astragal/companion/protocol"
	"astragal/companion/screen/desk"
	"astragal/models"
)

// ownBytes bounds a file of an owner's dice.
const ownBytes = 1 << 20

// own is the addresses by which owners define their own dice, in the form of a file of dice (docs/dice.md).
type own struct{ page }

func (at own) routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/studio/own", at.only(at.list))
	mux.HandleFunc("POST /api/studio/own", at.only(at.keep))
	mux.HandleFunc("DELETE /api/studio/own/{id}", at.only(at.drop))
}

// list is the file of the dice that are kept with the gallery.
func (at own) list(w http.ResponseWriter, r *http.Request) {
	file := models.Dice{Dice: append([]models.Die{}, at.Studio.Own()...)}
	if !r.URL.Query().Has("file") {
		desk.WriteJSON(w, http.StatusOK, file)
		return
	}
	raw, err := json.MarshalIndent(file, "", " ")
	if err != nil {
		desk.Refuse(w, http.StatusInternalServerError, err.Error())
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Disposition", `attachment; filename="dice.json"`)
	_, _ = w.Write(append(raw, '\n'))
}

// keep takes in a file of dice: all or none. A die with a known id replaces that one.
func (at own) keep(w http.ResponseWriter, r *http.Request) {
	raw, ok := at.Body(w, r, ownBytes)
	if !ok {
		return
	}
	raw, err := protocol.TidyNames(raw)
	if err != nil {
		desk.Refuse(w, http.StatusUnprocessableEntity, err.Error())
		return
	}
	dice, err := models.ParseDice(raw)
	if err == nil {
		err = at.Studio.OwnedOnly(dice)
	}
	if err == nil {
		err = at.Studio.Define(r.Context(), dice, nil)
	}
	at.done(w, r, err)
}

func (at own) drop(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	if !slices.ContainsFunc(at.Studio.Own(), func(d models.Die) bool { return d.ID == id }) {
		desk.Refuse(w, http.StatusNotFound, fmt.Sprintf("no die of your own is called %.60q", id))
		return
	}
	at.done(w, r, at.Studio.Define(r.Context(), nil, []string{id}))
}
