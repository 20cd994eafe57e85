package screen

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"astragal/companion"
	"astragal/companion/access"
	"astragal/companion/door"
	"astragal/companion/lookup"
	"astragal/companion/protocol"
	"astragal/web"
)

// desk is what all addresses need: the table, who may do what, and how somebody is refused.
type desk struct {
	Session *companion.Session
	Access  *access.Rules
	Log     *slog.Logger
	pages   *web.Pages
	ctx     context.Context // ends what waits
	run     string          // changes with each start
	// looks does long work on a copy of the table.
	looks *lookup.Desk
	// sheet is held while a long sheet of rolls is sent.
	sheet sync.Mutex
}

// home is the pages that have no other addresses.
type home struct{ *desk }

func (at home) routes(mux *http.ServeMux) {
	mux.Handle("GET /{$}", at.page("index.html"))
	for _, path := range []string{"/games", "/games/{id}", "/begin/{id}", "/armies", "/cards", "/roll"} {
		mux.Handle("GET "+path, at.page("games.html"))
	}
}

// page serves an HTML file. also are names in it and what takes their places.
func (at *desk) page(name string, also ...string) door.Page {
	return func(w http.ResponseWriter, r *http.Request) {
		// A browser on this machine gets a name too, so that it can take a seat of a game.
		if who := at.Access.Who(r); who.May && who.Device == "" {
			if cookie, ok := at.Access.Join(at.Access.Key(), time.Now()); ok {
				setCookie(w, r, cookie)
			}
		}
		if err := at.pages.Page(w, r, name, also...); err != nil {
			at.Log.Error("read page", "name", name, "err", err)
			refuse(w, http.StatusInternalServerError, "this page can't be read: look at the program's log")
		}
	}
}

// caller is whom a request is counted for: each device that was let in by itself, all others of a network together. A device
// that may answer, or has a seat, plays.
func (at *desk) caller(r *http.Request) door.Caller {
	who := at.Access.Who(r)
	switch {
	case (who.May || who.Plays) && who.Device != "":
		return door.Caller{From: "device " + who.Device, Plays: true}
	default: // a program on this machine, or with the key, has no name
		return door.Caller{From: door.Neighbourhood(remoteHost(r)), Plays: who.May}
	}
}

// refuseFor answers why an act was refused.
func (at *desk) refuseFor(w http.ResponseWriter, err error) {
	var no *protocol.Refusal
	if !errors.As(protocol.RefusalOf(err), &no) {
		at.Log.Error("games", "err", err)
		no = protocol.Broken("something went wrong here: look at the program's log")
	}
	refuse(w, statusOf(no.Code), no.Why)
}

// body reads what is posted. It refuses those who may not answer.
func (at *desk) body(w http.ResponseWriter, r *http.Request, most int64) ([]byte, bool) {
	if !at.Access.MayAnswer(r) {
		refuse(w, http.StatusForbidden, protocol.LooksOn)
		return nil, false
	}
	return read(w, r, most)
}

// read reads what is posted, up to a bound.
func read(w http.ResponseWriter, r *http.Request, most int64) ([]byte, bool) {
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

// lookUp answers with work on a copy of the table, so that no act waits for it.
func (at *desk) lookUp(w http.ResponseWriter, r *http.Request, what string, work func(*companion.Copy) (lookup.Answer, error)) {
	snap := at.Session.Copy()
	a, err := at.looks.Answer(r.Context(), at.caller(r).From, snap.Version, what, func() (lookup.Answer, error) {
		var a lookup.Answer
		var err error
		snap.Do(func() { a, err = work(snap) })
		return a, err
	})
	switch {
	case errors.Is(err, lookup.ErrBusy):
		w.Header().Set("Retry-After", "2")
		refuse(w, http.StatusTooManyRequests, err.Error()+asOne(r))
	case r.Context().Err() != nil:
	case err != nil:
		at.refuseFor(w, err)
	default:
		w.Header().Set("Content-Type", a.Kind)
		if a.File != "" {
			w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", a.File))
		}
		_, _ = w.Write(a.Body)
	}
}

// onScreen notes that a device has a page open, and ends the page when the device is put out. Browsers on the table's
// own machine are no guests.
func (at *desk) onScreen(r *http.Request, end func()) (forget func()) {
	who := at.Access.Who(r)
	if at.Access.Guests == nil || who.Device == "" || at.Access.IsHere(r) {
		return func() {}
	}
	at.Access.Guests.Sight(who.Device, time.Now())
	return at.Access.Guests.Screen(who.Device, end)
}
