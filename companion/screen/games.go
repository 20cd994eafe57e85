package screen

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"

	"astragal/companion"
	"astragal/companion/lookup"
	"astragal/companion/protocol"
	"astragal/engine"
)

// Bounds on what is posted about games and armies.
const (
	gameBytes  = 1 << 20  // a new game with its forces
	importSize = 32 << 20 // a whole log
	armyBytes  = 256 << 10
)

// gameRoutes are the addresses of the table's games and armies.
func (s *Server) gameRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/games", s.games)
	mux.HandleFunc("POST /api/games", s.newGame)
	mux.HandleFunc("POST /api/games/import", s.importGame)
	mux.HandleFunc("GET /api/games/{id}", s.game)
	mux.HandleFunc("GET /api/games/{id}/log", s.gameLog)
	mux.HandleFunc("GET /api/games/{id}/entries/{entry}", s.gameEntry)
	mux.HandleFunc("GET /games/{id}/game.jsonl", s.exportGame)
	mux.HandleFunc("GET /api/armies", s.armies)
	mux.HandleFunc("POST /api/armies", s.keepArmy)
	mux.HandleFunc("DELETE /api/armies/{id}", s.dropArmy)
	s.dragonRoutes(mux)
	s.veraRoutes(mux)
}

func (s *Server) games(w http.ResponseWriter, r *http.Request) {
	writeJSON(w, http.StatusOK, map[string]any{"games": s.Session.GameList(), "kinds": s.Session.Kinds(), "may_answer": s.Access.MayAnswer(r)})
}

// newGame begins a game.
func (s *Server) newGame(w http.ResponseWriter, r *http.Request) {
	raw, ok := s.body(w, r, gameBytes)
	if !ok {
		return
	}
	n, err := protocol.ParseNewGame(raw)
	if err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	id, err := s.Session.NewGame(r.Context(), n)
	s.began(w, id, err)
}

// importGame takes a saved log in as a new game.
func (s *Server) importGame(w http.ResponseWriter, r *http.Request) {
	raw, ok := s.body(w, r, importSize)
	if !ok {
		return
	}
	log, err := engine.ReadLog(bytes.NewReader(raw))
	if err != nil {
		refuse(w, http.StatusBadRequest, protocol.Sentence(err))
		return
	}
	id, err := s.Session.ImportGame(r.Context(), log)
	s.began(w, id, err)
}

func (s *Server) began(w http.ResponseWriter, id int, err error) {
	if err != nil {
		s.refuseFor(w, err)
		return
	}
	writeJSON(w, http.StatusCreated, map[string]int{"game": id})
}

// refuseFor answers why an act was refused.
func (s *Server) refuseFor(w http.ResponseWriter, err error) {
	var no *protocol.Refusal
	if !errors.As(protocol.RefusalOf(err), &no) {
		s.Log.Error("games", "err", err)
		no = protocol.Broken("something went wrong here: look at the program's log")
	}
	refuse(w, statusOf(no.Code), no.Why)
}

// body reads what is posted. It refuses those who may not answer.
func (s *Server) body(w http.ResponseWriter, r *http.Request, most int64) ([]byte, bool) {
	if !s.Access.MayAnswer(r) {
		refuse(w, http.StatusForbidden, protocol.LooksOn)
		return nil, false
	}
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
	switch {
	case tooLong(err):
		refuse(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("that is larger than %d kB", most>>10))
		return nil, false
	case err != nil:
		refuse(w, http.StatusBadRequest, "the request broke off: send it again")
		return nil, false
	}
	return raw, true
}

// game is a game as the screen that asks may see it.
func (s *Server) game(w http.ResponseWriter, r *http.Request) {
	who := s.Access.Who(r)
	d, err := s.Session.Drawing(pathNumber(r, "id"), who, engine.Seat(numberIn(r, "seat")))
	if err != nil {
		s.refuseFor(w, err)
		return
	}
	writeJSON(w, http.StatusOK, protocol.Message{Type: "game", MayAnswer: d.May, Game: d.JSON})
}

func pathNumber(r *http.Request, name string) int {
	n, err := strconv.Atoi(r.PathValue(name))
	if err != nil {
		return 0
	}
	return n
}

// gameLog are older lines of a game's log.
func (s *Server) gameLog(w http.ResponseWriter, r *http.Request) {
	id, who, seat, before := pathNumber(r, "id"), s.Access.Who(r), engine.Seat(numberIn(r, "seat")), numberIn(r, "before")
	s.lookUp(w, r, fmt.Sprintf("log %d %d %d %+v", id, seat, before, who), func(snap *companion.Copy) (lookup.Answer, error) {
		lines, older, err := snap.GameLines(id, who, seat, before)
		return asJSON(map[string]any{"log": lines, "older": older}, err)
	})
}

// gameEntry is what an entry of the log was asked and answered, to change it.
func (s *Server) gameEntry(w http.ResponseWriter, r *http.Request) {
	e, err := s.Session.GameEntry(r.Context(), pathNumber(r, "id"), s.Access.Who(r), engine.Seat(numberIn(r, "seat")), pathNumber(r, "entry"))
	if err != nil {
		s.refuseFor(w, err)
		return
	}
	writeJSON(w, http.StatusOK, e)
}

// exportGame is the whole log as a file that replays anywhere.
func (s *Server) exportGame(w http.ResponseWriter, r *http.Request) {
	if !s.Access.MayAnswer(r) {
		refuse(w, http.StatusForbidden, protocol.LooksOn)
		return
	}
	log, whole, err := s.Session.GameFile(pathNumber(r, "id"))
	if err != nil {
		s.refuseFor(w, err)
		return
	}
	name := fmt.Sprintf("astragal-game-%d", pathNumber(r, "id"))
	if !whole {
		name += "-as-it-stands"
	}
	w.Header().Set("Content-Type", "application/jsonl; charset=utf-8")
	w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s.jsonl"`, name))
	if err := engine.WriteLog(w, log); err != nil {
		s.Log.Info("export game", "err", err)
	}
}

// armies are those that the table keeps.
func (s *Server) armies(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, map[string]any{"armies": s.Session.Armies()})
}

func (s *Server) keepArmy(w http.ResponseWriter, r *http.Request) {
	raw, ok := s.body(w, r, armyBytes)
	if !ok {
		return
	}
	a, err := protocol.ParseArmy(raw)
	if err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	if a, err = s.Session.KeepArmy(r.Context(), a); err != nil {
		s.refuseFor(w, err)
		return
	}
	writeJSON(w, http.StatusOK, a)
}

func (s *Server) dropArmy(w http.ResponseWriter, r *http.Request) {
	if !s.Access.MayAnswer(r) {
		refuse(w, http.StatusForbidden, protocol.LooksOn)
		return
	}
	if err := s.Session.DropArmy(r.Context(), pathNumber(r, "id")); err != nil {
		s.refuseFor(w, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
