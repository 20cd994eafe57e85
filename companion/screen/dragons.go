package screen

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"

	"astragal/companion/protocol"
	"astragal/companion/rulebook"
)

// dragons is the addresses that the army builder asks.
type dragons struct{ *desk }

func (at dragons) routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/editions", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, map[string]any{"editions": rulebook.Editions()})
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
		at.refuseFor(w, err)
		return
	}
	w.Header().Set("Cache-Control", "private, max-age=600")
	writeJSON(w, http.StatusOK, v)
}

// force judges a force while it is put together.
func (at dragons) force(w http.ResponseWriter, r *http.Request) {
	if who := at.Access.Who(r); !who.May && !who.Plays {
		refuse(w, http.StatusForbidden, protocol.LooksOn)
		return
	}
	raw, ok := read(w, r, armyBytes)
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
		at.refuseFor(w, err)
		return
	}
	writeJSON(w, http.StatusOK, v)
}

// compare answers with a comparison.
func (at dragons) compare(w http.ResponseWriter, r *http.Request) {
	raw, ok := at.body(w, r, gameBytes)
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
	out, err := at.Session.Games().Compare(ask)
	if err != nil {
		at.refuseFor(w, err)
		return
	}
	writeJSON(w, http.StatusOK, out)
}

// errNoEdition: the request names no edition.
var errNoEdition = errors.New("say which edition: /api/editions lists them")

// reference is an edition's reference: some 80 kB, which a browser keeps for a while.
func (at dragons) reference(w http.ResponseWriter, r *http.Request) {
	v, err := rulebook.Reference(r.PathValue("id"))
	if err != nil {
		at.refuseFor(w, err)
		return
	}
	w.Header().Set("Cache-Control", "private, max-age=600")
	writeJSON(w, http.StatusOK, v)
}
