package screen

import (
	"encoding/json"
	"io"
	"net/http"
	"time"

	"astragal/companion/guests"
	"astragal/companion/protocol"
)

// rightWords are what a device may do, as the list calls it.
func rightWords(who protocol.Who) string {
	switch {
	case who.May:
		return "answers"
	case who.Plays:
		return "plays"
	}
	return "looks on"
}

// noteGuest writes down a device that comes by a code.
func (s *Server) noteGuest(r *http.Request, who protocol.Who) error {
	if s.Access.Guests == nil {
		return nil
	}
	return s.Access.Guests.Came(guests.Guest{ID: who.Device, Right: rightWords(who), Came: time.Now().UTC().Truncate(time.Second), From: guests.Agent(r.UserAgent()), Address: remoteHost(r)})
}

// onScreen notes that a device has a page open, and ends the page when the device is put out. Browsers on the table's
// own machine are no guests.
func (s *Server) onScreen(r *http.Request, end func()) (forget func()) {
	who := s.Access.Who(r)
	if s.Access.Guests == nil || who.Device == "" || s.Access.IsHere(r) {
		return func() {}
	}
	s.Access.Guests.Sight(who.Device, time.Now())
	return s.Access.Guests.Screen(who.Device, end)
}

// devices lists who was let in, for those who may answer.
func (s *Server) devices(w http.ResponseWriter, r *http.Request) {
	who := s.Access.Who(r)
	if !who.May {
		refuse(w, http.StatusForbidden, protocol.LooksOn)
		return
	}
	v := protocol.DevicesView{Devices: []protocol.DeviceView{}}
	if s.Access.Guests != nil {
		for _, g := range s.Access.Guests.Lines() {
			v.Devices = append(v.Devices, protocol.DeviceView{Name: g.Name(), Right: g.Right, Came: stamp(g.Came), Seen: stamp(g.Seen), From: g.From, Address: g.Address, Open: g.Open, You: g.ID == who.Device})
		}
	}
	writeJSON(w, http.StatusOK, v)
}

// stamp is a time as text; empty for none.
func stamp(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}

// changeDevices puts a device out, or makes a new code.
func (s *Server) changeDevices(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, joinBytes))
	var wish protocol.DevicesChange
	if err == nil {
		err = json.Unmarshal(raw, &wish)
	}
	switch {
	case !s.Access.MayAnswer(r):
		refuse(w, http.StatusForbidden, protocol.LooksOn)
		return
	case err != nil || wish.NewCode == (wish.Out != ""):
		refuse(w, http.StatusBadRequest, `the request must be {"out": "NAME"} or {"new_code": true}`)
		return
	case s.Access.Guests == nil:
		refuse(w, http.StatusNotFound, "this table keeps no list of devices")
		return
	}
	if wish.NewCode {
		err = s.Access.Guests.NewCode()
	} else {
		var there bool
		var g guests.Guest
		if g, there, err = s.Access.Guests.PutOut(wish.Out, time.Now()); err == nil && !there {
			refuse(w, http.StatusNotFound, "no device of that name was let in")
			return
		}
		if err == nil {
			s.Log.Info("a device was put out", "what", g.From, "address", g.Address)
		}
	}
	if err != nil {
		s.Log.Error("change the list of devices", "err", err)
		refuse(w, http.StatusInternalServerError, "that can't be written down, and so isn't done: look at the table's log")
		return
	}
	s.devices(w, r)
}
