package screen

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"

	"astragal/companion/protocol"
	"astragal/companion/rulebook"
	"astragal/companion/screen/desk"
)

// dragons is the addresses that the army builder asks.
type dragons struct{ *desk.Desk }

func (at dragons) routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/editions", func(w http.ResponseWriter, _ *http.Request) {
		desk.WriteJSON(w, http.StatusOK, map[string]any{"editions": rulebook.Editions()})
	})
	mux.HandleFunc("GET /api/editions/{id}", at.edition)
	mux.HandleFunc("GET /api/editions/{id}/rules", at.reference)
	mux.HandleFunc("POST /api/force", at.force)
	mux.HandleFunc("POST /api/compare", at.compare)
}

// edition is an edition with its dice: some 200 kB, which a browser keeps for a while.
func (at dragons) edition(w http.ResponseWriter, r *http.Request) {
	v, err := rulebook.EditionOf(r.PathValue("id"))
	if err != nil {
		at.RefuseFor(w, err)
		return
	}
	w.Header().Set("Cache-Control", "private, max-age=600")
	desk.WriteJSON(w, http.StatusOK, v)
}

// force judges a force while it is put together.
func (at dragons) force(w http.ResponseWriter, r *http.Request) {
	if who := at.Access.Who(r); !who.May && !who.Plays {
		desk.Refuse(w, http.StatusForbidden, protocol.LooksOn)
		return
	}
	raw, ok := desk.Read(w, r, armyBytes)
	if !ok {
		return
	}
	var c rulebook.ForceCheck
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&c); err != nil {
		desk.Refuse(w, http.StatusBadRequest, protocol.Unreadable(err).Error())
		return
	}
	if c.Edition == "" {
		desk.Refuse(w, http.StatusBadRequest, errNoEdition.Error())
		return
	}
	v, err := c.Judge()
	if err != nil {
		at.RefuseFor(w, err)
		return
	}
	desk.WriteJSON(w, http.StatusOK, v)
}

// compare answers with a comparison.
func (at dragons) compare(w http.ResponseWriter, r *http.Request) {
	raw, ok := at.Body(w, r, gameBytes)
	if !ok {
		return
	}
	var ask rulebook.CompareAsk
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&ask); err != nil {
		desk.Refuse(w, http.StatusBadRequest, protocol.Unreadable(err).Error())
		return
	}
	out, err := at.Session.Games().Compare(ask)
	if err != nil {
		at.RefuseFor(w, err)
		return
	}
	desk.WriteJSON(w, http.StatusOK, out)
}

// errNoEdition: the request names no edition.
var errNoEdition = errors.New("say which edition: /api/editions lists them")

// reference is an edition's reference: some 80 kB, which a browser keeps for a while.
func (at dragons) reference(w http.ResponseWriter, r *http.Request) {
	v, err := rulebook.Reference(r.PathValue("id"))
	if err != nil {
		at.RefuseFor(w, err)
		return
	}
	w.Header().Set("Cache-Control", "private, max-age=600")
	desk.WriteJSON(w, http.StatusOK, v)
}
