package screen

import (
	"net/http"

	"astragal/companion/protocol"
	"astragal/companion/screen/desk"
)

// lobbies are the addresses of games that are about to begin.
type lobbies struct{ *desk.Desk }

func (at lobbies) routes(mux *http.ServeMux) {
	mux.HandleFunc("POST /api/lobbies", at.open)
	mux.HandleFunc("GET /api/lobbies/{id}", at.show)
	mux.HandleFunc("POST /api/lobbies/{id}", at.do)
}

// open gathers players for a game.
func (at lobbies) open(w http.ResponseWriter, r *http.Request) {
	raw, ok := at.Body(w, r, gameBytes)
	if !ok {
		return
	}
	n, err := protocol.ParseNewLobby(raw)
	if err != nil {
		desk.Refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	id, err := at.Session.Lobbies().Open(r.Context(), n)
	if err != nil {
		at.RefuseFor(w, err)
		return
	}
	desk.WriteJSON(w, http.StatusCreated, map[string]int{"lobby": id})
}

// show is a lobby as the screen that asks may see it.
func (at lobbies) show(w http.ResponseWriter, r *http.Request) {
	who := at.Access.Who(r)
	raw, err := at.Session.Lobbies().JSON(desk.PathNumber(r, "id"), who)
	if err != nil {
		at.RefuseFor(w, err)
		return
	}
	desk.WriteJSON(w, http.StatusOK, protocol.Message{Type: "lobby", Run: at.Run, MayAnswer: who.May, Lobby: raw})
}

// do does what a screen asks, and answers with the lobby as it is then.
func (at lobbies) do(w http.ResponseWriter, r *http.Request) {
	who := at.Access.Who(r)
	if !who.May && !who.Plays {
		desk.Refuse(w, http.StatusForbidden, protocol.LooksOn)
		return
	}
	raw, ok := desk.Read(w, r, gameBytes)
	if !ok {
		return
	}
	a, err := protocol.ParseLobbyAct(raw)
	if err != nil {
		desk.Refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	if err := at.Session.Lobbies().Do(r.Context(), who, desk.PathNumber(r, "id"), a); err != nil {
		at.RefuseFor(w, err)
		return
	}
	at.show(w, r)
}
