// Package desk is what all addresses of a table share: who asks, what they sent, and how they are answered or refused.
package desk

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"astragal/companion"
	"astragal/companion/access"
	"astragal/companion/door"
	"astragal/companion/lookup"
	"astragal/companion/protocol"
	"astragal/companion/record"
	"astragal/web"
)

// Desk is what all addresses need: the table, who may do what, and how somebody is refused.
type Desk struct {
	Session *companion.Session
	Access  *access.Rules
	Log     *slog.Logger
	Pages   *web.Pages
	// Ends is the context with which all that waits ends.
	Ends context.Context
	// Run changes with each start of the program.
	Run string
	// Looks does long work on copies of the table.
	Looks *lookup.Desk
}

// Page serves an HTML file. also are names in it, each followed by the text that replaces it.
func (at *Desk) Page(name string, also ...string) door.Page {
	return func(w http.ResponseWriter, r *http.Request) {
		// A browser on this machine gets a name too, so that it can take a seat of a game.
		if who := at.Access.Who(r); who.May && who.Device == "" {
			if cookie, ok := at.Access.Join(at.Access.Key(), time.Now()); ok {
				SetCookie(w, r, cookie)
			}
		}
		if err := at.Pages.Page(w, r, name, also...); err != nil {
			at.Log.Error("read page", "name", name, "err", err)
			Refuse(w, http.StatusInternalServerError, "this page can't be read: look at the program's log")
		}
	}
}

// Caller is whom a request is counted for. Each device that was let in counts by itself; all others of a network count together. A device that may
// answer, or has a seat, plays.
func (at *Desk) Caller(r *http.Request) door.Caller {
	who := at.Access.Who(r)
	switch {
	case (who.May || who.Plays) && who.Device != "":
		return door.Caller{From: "device " + who.Device, Plays: true}
	default: // a program on this machine, or with the key, has no name
		return door.Caller{From: door.Neighbourhood(RemoteHost(r)), Plays: who.May}
	}
}

// RefuseFor answers why an act was refused.
func (at *Desk) RefuseFor(w http.ResponseWriter, err error) {
	var no *protocol.Refusal
	if !errors.As(protocol.RefusalOf(err), &no) {
		at.Log.Error("games", "err", err)
		no = protocol.Broken("something went wrong here: look at the program's log")
	}
	Refuse(w, StatusOf(no.Code), no.Why)
}

// Body reads what is posted. It refuses those who may not answer.
func (at *Desk) Body(w http.ResponseWriter, r *http.Request, most int64) ([]byte, bool) {
	if !at.Access.MayAnswer(r) {
		Refuse(w, http.StatusForbidden, protocol.LooksOn)
		return nil, false
	}
	return Read(w, r, most)
}

// LookUp answers with work on a copy of the table, so that no act waits for it.
func (at *Desk) LookUp(w http.ResponseWriter, r *http.Request, what string, work func(*record.Copy) (lookup.Answer, error)) {
	snap := at.Session.Copy()
	a, err := at.Looks.Answer(r.Context(), at.Caller(r).From, snap.Version, what, func() (lookup.Answer, error) {
		var a lookup.Answer
		var err error
		snap.Do(func() { a, err = work(snap) })
		return a, err
	})
	switch {
	case errors.Is(err, lookup.ErrBusy):
		w.Header().Set("Retry-After", "2")
		Refuse(w, http.StatusTooManyRequests, AsOne(r, err.Error()))
	case r.Context().Err() != nil:
	case err != nil:
		at.RefuseFor(w, err)
	default:
		w.Header().Set("Content-Type", a.Kind)
		if a.File != "" {
			w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", a.File))
		}
		_, _ = w.Write(a.Body)
	}
}

// OnScreen notes that a device has a page open, and ends the page when the device is put out. Browsers on the table's
// own machine are no guests.
func (at *Desk) OnScreen(r *http.Request, end func()) (forget func()) {
	who := at.Access.Who(r)
	if at.Access.Guests == nil || who.Device == "" || at.Access.IsHere(r) {
		return func() {}
	}
	at.Access.Guests.Sight(who.Device, time.Now())
	return at.Access.Guests.Screen(who.Device, end)
}
