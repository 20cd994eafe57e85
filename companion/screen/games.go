package screen

import (
	"bytes"
	"fmt"
	"net/http"

	"astragal/companion/lookup"
	"astragal/companion/protocol"
	"astragal/companion/record"
	"astragal/companion/screen/desk"
	"astragal/engine"
)

// Bounds on what is posted about games and armies.
const (
	gameBytes  = 1 << 20  // a new game with its forces
	importSize = 32 << 20 // a whole log
	armyBytes  = 256 << 10
)

// games is the addresses of the table's games.
type games struct{ *desk.Desk }

func (at games) routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/games", at.list)
	mux.HandleFunc("POST /api/games", at.begin)
	mux.HandleFunc("POST /api/games/import", at.take)
	mux.HandleFunc("GET /api/games/{id}", at.show)
	mux.HandleFunc("GET /api/games/{id}/log", at.log)
	mux.HandleFunc("GET /api/games/{id}/entries/{entry}", at.entry)
	mux.HandleFunc("GET /api/games/{id}/luck", at.luck)
	mux.HandleFunc("GET /games/{id}/game.jsonl", at.export)
}

func (at games) list(w http.ResponseWriter, r *http.Request) {
	desk.WriteJSON(w, http.StatusOK, map[string]any{"games": at.Session.Games().List(), "lobbies": at.Session.Lobbies().List(), "kinds": at.Session.Games().Kinds(), "may_answer": at.Access.MayAnswer(r)})
}

// begin begins a game.
func (at games) begin(w http.ResponseWriter, r *http.Request) {
	raw, ok := at.Body(w, r, gameBytes)
	if !ok {
		return
	}
	n, err := protocol.ParseNewGame(raw)
	if err != nil {
		desk.Refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	id, err := at.Session.Games().Begin(r.Context(), n)
	at.began(w, id, err)
}

// take takes a saved log in as a new game.
func (at games) take(w http.ResponseWriter, r *http.Request) {
	raw, ok := at.Body(w, r, importSize)
	if !ok {
		return
	}
	log, err := engine.ReadLog(bytes.NewReader(raw))
	if err != nil {
		desk.Refuse(w, http.StatusBadRequest, protocol.Sentence(err))
		return
	}
	id, err := at.Session.Games().Import(r.Context(), log)
	at.began(w, id, err)
}

func (at games) began(w http.ResponseWriter, id int, err error) {
	if err != nil {
		at.RefuseFor(w, err)
		return
	}
	desk.WriteJSON(w, http.StatusCreated, map[string]int{"game": id})
}

// show is a game as the screen that asks may see it.
func (at games) show(w http.ResponseWriter, r *http.Request) {
	who := at.Access.Who(r)
	d, err := at.Session.Games().Drawing(desk.PathNumber(r, "id"), who, engine.Seat(desk.QueryNumber(r, "seat")))
	if err != nil {
		at.RefuseFor(w, err)
		return
	}
	desk.WriteJSON(w, http.StatusOK, protocol.Message{Type: "game", MayAnswer: d.May, Game: d.JSON})
}

// log are older lines of a game's log.
func (at games) log(w http.ResponseWriter, r *http.Request) {
	id, who, seat, before := desk.PathNumber(r, "id"), at.Access.Who(r), engine.Seat(desk.QueryNumber(r, "seat")), desk.QueryNumber(r, "before")
	at.LookUp(w, r, fmt.Sprintf("log %d %d %d %+v", id, seat, before, who), func(snap *record.Copy) (lookup.Answer, error) {
		lines, older, err := snap.GameLines(id, who, seat, before)
		return asJSON(map[string]any{"log": lines, "older": older}, err)
	})
}

// entry is the question and the answer of an entry of the log, for changing it.
func (at games) entry(w http.ResponseWriter, r *http.Request) {
	e, err := at.Session.Games().Entry(r.Context(), desk.PathNumber(r, "id"), at.Access.Who(r), engine.Seat(desk.QueryNumber(r, "seat")), desk.PathNumber(r, "entry"))
	if err != nil {
		at.RefuseFor(w, err)
		return
	}
	desk.WriteJSON(w, http.StatusOK, e)
}

// luck is what the dice of a game's rolls counted, and what fair dice would have counted.
func (at games) luck(w http.ResponseWriter, r *http.Request) {
	rolls, err := at.Session.Games().Luck(desk.PathNumber(r, "id"), at.Access.Who(r), engine.Seat(desk.QueryNumber(r, "seat")))
	if err != nil {
		at.RefuseFor(w, err)
		return
	}
	desk.WriteJSON(w, http.StatusOK, map[string]any{"rolls": rolls})
}

// export is the log as a file that can be played again anywhere.
func (at games) export(w http.ResponseWriter, r *http.Request) {
	if !at.Access.MayAnswer(r) {
		desk.Refuse(w, http.StatusForbidden, protocol.LooksOn)
		return
	}
	log, whole, err := at.Session.Games().File(desk.PathNumber(r, "id"))
	if err != nil {
		at.RefuseFor(w, err)
		return
	}
	name := fmt.Sprintf("astragal-game-%d", desk.PathNumber(r, "id"))
	if !whole {
		name += "-as-it-stands"
	}
	w.Header().Set("Content-Type", "application/jsonl; charset=utf-8")
	w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s.jsonl"`, name))
	if err := engine.WriteLog(w, log); err != nil {
		at.Log.Info("export game", "err", err)
	}
}

// armies is the addresses of the armies that the table keeps.
type armies struct{ *desk.Desk }

func (at armies) routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/armies", at.list)
	mux.HandleFunc("POST /api/armies", at.keep)
	mux.HandleFunc("DELETE /api/armies/{id}", at.drop)
}

func (at armies) list(w http.ResponseWriter, _ *http.Request) {
	desk.WriteJSON(w, http.StatusOK, map[string]any{"armies": at.Session.Games().Armies()})
}

func (at armies) keep(w http.ResponseWriter, r *http.Request) {
	raw, ok := at.Body(w, r, armyBytes)
	if !ok {
		return
	}
	a, err := protocol.ParseArmy(raw)
	if err != nil {
		desk.Refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	if a, err = at.Session.Games().KeepArmy(r.Context(), a); err != nil {
		at.RefuseFor(w, err)
		return
	}
	desk.WriteJSON(w, http.StatusOK, a)
}

func (at armies) drop(w http.ResponseWriter, r *http.Request) {
	if !at.Access.MayAnswer(r) {
		desk.Refuse(w, http.StatusForbidden, protocol.LooksOn)
		return
	}
	if err := at.Session.Games().DropArmy(r.Context(), desk.PathNumber(r, "id")); err != nil {
		at.RefuseFor(w, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
