package hub

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"rsc.io/qr"

	"astragal/companion/event"
	"astragal/companion/event/contest"
)

// SheetView is what is printed: a code for each player or table.
type SheetView struct {
	// Address is how phones call the hub.
	Address string `json:"address"`
	// Warning is a sentence if phones can't reach that address; else it is empty.
	Warning string      `json:"warning"`
	Event   string      `json:"event"`
	Sheets  []SheetLine `json:"sheets"`
}

// SheetLine is one code.
type SheetLine struct {
	// Name is the player's or the table's. Code opens the own page, at Address, "/me#" and the code.
	Name string `json:"name"`
	ID   int    `json:"id"`
	Code string `json:"code"`
	URL  string `json:"url"`
}

// sheets lists the codes of all players, or with ?of=tables of all tables.
func (s *server) sheets(w http.ResponseWriter, r *http.Request, _ event.Pass) {
	out := SheetView{Event: s.hub.o.Event, Sheets: []SheetLine{}}
	out.Address, out.Warning = s.phonesAddress(r)
	add := func(name string, o own) {
		code := s.hub.codes.of(o)
		out.Sheets = append(out.Sheets, SheetLine{Name: name, ID: o.player, Code: code, URL: out.Address + "/me#" + code})
	}
	switch of := r.URL.Query().Get("of"); of {
	case "", "players":
		s.hub.board.mu.Lock()
		entrants := slices.Clone(s.hub.board.contest.Entrants)
		s.hub.board.mu.Unlock()
		for _, e := range entrants {
			add(e.Name, own{player: e.ID})
		}
	case "tables":
		for _, name := range s.hub.board.names() {
			add(name, own{table: name})
		}
	default:
		answerError(w, http.StatusBadRequest, fmt.Sprintf("of is %.20q: it must be players or tables", of))
		return
	}
	answer(w, out)
}

// phonesAddress is the hub's address for phones. That is the address that this browser uses. If the browser runs on the hub's own machine, it is the
// machine's address in its network.
func (s *server) phonesAddress(r *http.Request) (address, warning string) {
	scheme := "http://"
	if r.TLS != nil {
		scheme = "https://"
	}
	host, port, err := net.SplitHostPort(r.Host)
	if err != nil {
		host, port = r.Host, ""
	}
	ip := net.ParseIP(strings.Trim(host, "[]"))
	if host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return scheme + r.Host, ""
	}
	if s.hub.o.Address != "" {
		return scheme + net.JoinHostPort(s.hub.o.Address, port), ""
	}
	return scheme + r.Host, "Phones can’t open these codes: the hub listens on its own machine alone. Start it with --listen :" + cmp.Or(port, "8440") + "."
}

// qrCode is the QR code of the own page of ?player=ID or ?table=NAME, as a picture. The code itself stands in no address: logs and histories keep those.
func (s *server) qrCode(w http.ResponseWriter, r *http.Request, _ event.Pass) {
	o, err := sheetOf(s.hub.board, r.URL.Query())
	if err != nil {
		answerError(w, http.StatusBadRequest, err.Error())
		return
	}
	address, _ := s.phonesAddress(r)
	code, err := qr.Encode(address+"/me#"+s.hub.codes.of(o), qr.M)
	if err != nil {
		answerError(w, http.StatusBadRequest, "this address makes no code: it is too long")
		return
	}
	code.Scale = 6
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(code.PNG())
}

// sheetOf is whose sheet a request asks for.
func sheetOf(b *board, asked url.Values) (own, error) {
	if name := asked.Get("table"); name != "" {
		if !slices.Contains(b.names(), name) {
			return own{}, fmt.Errorf("no table is called %.60q", name)
		}
		return own{table: name}, nil
	}
	id, err := strconv.Atoi(asked.Get("player"))
	if err != nil {
		return own{}, errors.New("say whose code: the number of a player, or the name of a table")
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if !slices.ContainsFunc(b.contest.Entrants, func(e contest.Entrant) bool { return e.ID == id }) {
		return own{}, fmt.Errorf("no player has the number %d", id)
	}
	return own{player: id}, nil
}
