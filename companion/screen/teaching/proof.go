package teaching

import (
	"net/http"

	"astragal/companion/screen/desk"
	"astragal/companion/studio"
)

// proof is the addresses that say how sure a gallery is, and that test it.
type proof struct{ page }

func (at proof) routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/studio/known", at.only(at.known))
	mux.HandleFunc("GET /api/studio/proof", at.only(at.view))
	mux.HandleFunc("POST /api/studio/proof", at.only(at.prove))
	mux.HandleFunc("DELETE /api/studio/proof", at.only(at.forget))
	mux.HandleFunc("GET /api/studio/proof/{throw}/{n}", at.only(at.picture))
}

// known says how surely each face of some dice is known.
func (at proof) known(w http.ResponseWriter, r *http.Request) {
	faces, err := at.Studio.Known(idsIn(r))
	if err != nil {
		desk.Refuse(w, http.StatusInternalServerError, err.Error())
		return
	}
	desk.WriteJSON(w, http.StatusOK, map[string]any{"faces": faces})
}

func (at proof) view(w http.ResponseWriter, r *http.Request) { at.viewOf(w, idsIn(r)) }

// viewOf draws the test of some dice.
func (at proof) viewOf(w http.ResponseWriter, army []string) {
	p, err := at.Studio.Proof(army)
	if err != nil {
		desk.Refuse(w, http.StatusUnprocessableEntity, err.Error())
		return
	}
	desk.WriteJSON(w, http.StatusOK, p.View())
}

// prove counts a throw of the test, and learns dice that were asked about or read wrong.
func (at proof) prove(w http.ResponseWriter, r *http.Request) {
	said, ok := readSaid[struct {
		// Tray is the scene that the names are about. Army are the ids of the dice that were thrown; an id is there once for each such die.
		Tray  int             `json:"tray"`
		Army  []string        `json:"army"`
		Shots []studio.Naming `json:"shots"`
	}](at.Desk, w, r)
	if !ok {
		return
	}
	at.Session.Teaching().Hold()
	lies, _, _ := at.Session.Teaching().Lies()
	if said.Tray != lies.N {
		desk.Refuse(w, http.StatusConflict, "the dice on the tray have changed since: look at them again")
		return
	}
	lessons, err := at.Studio.Prove(lies, said.Army, said.Shots, at.Session.Eye().Quality.Words)
	if err == nil && len(lessons) > 0 {
		err = at.Studio.Learn(r.Context(), lessons)
	}
	if err != nil {
		desk.Refuse(w, http.StatusUnprocessableEntity, err.Error())
		return
	}
	at.Session.Teaching().Own(r.Context(), false)
	at.viewOf(w, said.Army)
}

func (at proof) forget(w http.ResponseWriter, r *http.Request) {
	if err := at.Studio.ForgetProof(); err != nil {
		desk.Refuse(w, http.StatusInternalServerError, err.Error())
		return
	}
	at.view(w, r)
}

func (at proof) picture(w http.ResponseWriter, r *http.Request) {
	p, err := at.Studio.Proof(nil)
	raw, ok := p.Picture(desk.PathNumber(r, "throw"), desk.PathNumber(r, "n"))
	if err != nil || !ok {
		desk.Refuse(w, http.StatusNotFound, "this picture is not kept any more")
		return
	}
	w.Header().Set("Content-Type", "image/jpeg")
	_, _ = w.Write(raw)
}
