package screen

import (
	"cmp"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"slices"

	"astragal/companion/commission"
	"astragal/companion/protocol"
	"astragal/companion/screen/desk"
)

// askers is the addresses by which somebody at the table chooses which pages elsewhere may ask for rolls.
type askers struct {
	*desk.Desk
	doors entrance
}

func (at askers) routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/askers", at.list)
	mux.HandleFunc("POST /api/askers", at.change)
}

// list says at which addresses and with which key others ask for rolls, which pages may ask, and which asked and may not.
func (at askers) list(w http.ResponseWriter, r *http.Request) {
	if !at.Access.MayAnswer(r) {
		desk.Refuse(w, http.StatusForbidden, protocol.LooksOn)
		return
	}
	v := protocol.AskersView{Key: at.Access.AskKey(), Addresses: []string{}, Pages: []protocol.AskingPage{}, Refused: []string{}}
	plain, secure := at.doors.doors(r)
	here := ""
	if local, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr); ok && at.Access.IsHere(r) && local.IP.IsLoopback() {
		here = "http://" + local.String()
	}
	for _, a := range []string{here, secure, plain} {
		if a != "" && !slices.Contains(v.Addresses, a) {
			v.Addresses = append(v.Addresses, a)
		}
	}
	if at.Access.Pages != nil {
		pages, refused := at.Access.Pages.Pages()
		for _, p := range pages {
			v.Pages = append(v.Pages, protocol.AskingPage{Origin: p.Origin, Named: p.Named})
		}
		v.Refused = append(v.Refused, refused...)
	}
	desk.WriteJSON(w, http.StatusOK, v)
}

// change allows or forbids a page.
func (at askers) change(w http.ResponseWriter, r *http.Request) {
	raw, ok := at.Body(w, r, joinBytes)
	if !ok {
		return
	}
	var wish protocol.AskersChange
	if err := json.Unmarshal(raw, &wish); err != nil || (wish.Allow == "") == (wish.Forbid == "") {
		desk.Refuse(w, http.StatusBadRequest, `the request must be {"allow": "https://…"} or {"forbid": "https://…"}`)
		return
	}
	if at.Access.Pages == nil {
		desk.Refuse(w, http.StatusNotFound, "this table keeps no list of pages")
		return
	}
	origin, err := commission.FromAddress(cmp.Or(wish.Allow, wish.Forbid))
	switch {
	case err != nil:
	case wish.Allow != "":
		err = at.Access.Pages.Allow(origin)
	default:
		err = at.Access.Pages.Forbid(origin)
	}
	switch {
	case errors.Is(err, commission.ErrUnwritten):
		at.Log.Error("change who may ask", "err", err)
		desk.Refuse(w, http.StatusInternalServerError, commission.ErrUnwritten.Error())
	case err != nil:
		desk.Refuse(w, http.StatusUnprocessableEntity, err.Error())
	default:
		at.Log.Info("who may ask for rolls", "allowed", wish.Allow, "forbidden", wish.Forbid)
		at.list(w, r)
	}
}
