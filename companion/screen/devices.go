package screen

import (
	"encoding/json"
	"io"
	"net/http"
	"time"

	"astragal/companion/guests"
	"astragal/companion/protocol"
	"astragal/companion/screen/desk"
)

// devices is the addresses of the list of who was let in.
type devices struct{ *desk.Desk }

func (at devices) routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/devices", at.list)
	mux.HandleFunc("POST /api/devices", at.change)
}

// list lists who was let in. Only devices that may answer get it.
func (at devices) list(w http.ResponseWriter, r *http.Request) {
	who := at.Access.Who(r)
	if !who.May {
		desk.Refuse(w, http.StatusForbidden, protocol.LooksOn)
		return
	}
	v := protocol.DevicesView{Devices: []protocol.DeviceView{}}
	if at.Access.Guests != nil {
		for _, g := range at.Access.Guests.Lines() {
			v.Devices = append(v.Devices, protocol.DeviceView{Name: g.Name(), Right: g.Right, Came: stamp(g.Came), Seen: stamp(g.Seen), From: g.From, Address: g.Address, Open: g.Open, You: g.ID == who.Device})
		}
	}
	desk.WriteJSON(w, http.StatusOK, v)
}

// stamp is a time as text; empty for none.
func stamp(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}

// change puts a device out, or makes a new code.
func (at devices) change(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, joinBytes))
	var wish protocol.DevicesChange
	if err == nil {
		err = json.Unmarshal(raw, &wish)
	}
	switch {
	case !at.Access.MayAnswer(r):
		desk.Refuse(w, http.StatusForbidden, protocol.LooksOn)
		return
	case err != nil || wish.NewCode == (wish.Out != ""):
		desk.Refuse(w, http.StatusBadRequest, `the request must be {"out": "NAME"} or {"new_code": true}`)
		return
	case at.Access.Guests == nil:
		desk.Refuse(w, http.StatusNotFound, "this table keeps no list of devices")
		return
	}
	if wish.NewCode {
		err = at.Access.Guests.NewCode()
	} else {
		var there bool
		var g guests.Guest
		if g, there, err = at.Access.Guests.PutOut(wish.Out, time.Now()); err == nil && !there {
			desk.Refuse(w, http.StatusNotFound, "no device of that name was let in")
			return
		}
		if err == nil {
			at.Log.Info("a device was put out", "what", g.From, "address", g.Address)
		}
	}
	if err != nil {
		at.Log.Error("change the list of devices", "err", err)
		desk.Refuse(w, http.StatusInternalServerError, "that can't be written down, and so isn't done: look at the table's log")
		return
	}
	at.list(w, r)
}
