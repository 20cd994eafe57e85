package screen

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"astragal/companion/hall"
	"astragal/companion/protocol"
	"astragal/companion/screen/desk"
)

// Bounds on a request.
const (
	requestBytes = 8 << 10
	longestWait  = 25 * time.Second
)

// requests is the addresses by which another program asks for rolls.
type requests struct {
	*desk.Desk
	leases *leases
}

func (at requests) routes(mux *http.ServeMux) {
	mux.HandleFunc("POST /api/requests", at.ask)
	mux.HandleFunc("GET /api/requests", at.changed)
	mux.HandleFunc("GET /api/requests/{id}", at.show)
	mux.HandleFunc("DELETE /api/requests/{id}", at.cancel)
	mux.HandleFunc("DELETE /api/requests", at.cancelNamed)
}

func (at requests) ask(w http.ResponseWriter, r *http.Request) {
	if !at.Access.MayAsk(r) {
		desk.Refuse(w, http.StatusForbidden, protocol.LooksOn)
		return
	}
	raw, ok := desk.Read(w, r, requestBytes)
	if !ok {
		return
	}
	var n protocol.NewRequest
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&n); err != nil {
		desk.Refuse(w, http.StatusBadRequest, protocol.Unreadable(err).Error())
		return
	}
	v, fresh, err := at.Session.Games().Ask(r.Context(), n)
	if err == nil {
		at.leases.renew(v.Request, leaseOf(r))
	}
	switch {
	case err != nil:
		at.refuse(w, err)
	case fresh:
		desk.WriteJSON(w, http.StatusCreated, v)
	default:
		desk.WriteJSON(w, http.StatusOK, v)
	}
}

// show is a request as it stands. With ?rev=N (and ?state=S) it waits, at most ?wait seconds, until the request differs from that.
func (at requests) show(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.Atoi(r.PathValue("id"))
	if err != nil {
		at.refuse(w, hall.ErrNoRequest)
		return
	}
	rev, state := desk.QueryNumber(r, "rev"), r.URL.Query().Get("state")
	at.await(w, r, []int{id}, func() (any, bool, error) {
		v, err := at.Session.Games().Request(id)
		return v, v.Rev != rev || state != "" && string(v.State) != state, err
	})
}

// mostWatched is how many requests are looked at together.
const mostWatched = 50

// changed are the requests among several (?of=N.MARK,…) whose mark differs. With ?wait it waits until there is one.
func (at requests) changed(w http.ResponseWriter, r *http.Request) {
	type watched struct {
		id   int
		mark string
	}
	var of []watched
	var ids []int
	for _, one := range strings.Split(r.URL.Query().Get("of"), ",") {
		number, mark, _ := strings.Cut(one, ".")
		id, err := strconv.Atoi(number)
		if err != nil || len(of) >= mostWatched {
			desk.Refuse(w, http.StatusBadRequest, fmt.Sprintf(`"of" must be at most %d requests, each with its mark, like /api/requests?of=3.%s,4`, mostWatched, "k2x"))
			return
		}
		of, ids = append(of, watched{id, mark}), append(ids, id)
	}
	at.await(w, r, ids, func() (any, bool, error) {
		v := protocol.RequestsView{Requests: []protocol.RequestView{}}
		for _, o := range of {
			now, err := at.Session.Games().Request(o.id)
			if err != nil {
				return v, false, err
			}
			if now.Mark != o.mark {
				v.Requests = append(v.Requests, now)
			}
		}
		return v, len(v.Requests) > 0, nil
	})
}

// await answers with what look gives, as soon as that is new or ?wait seconds are over. With ?lease it renews the leases of these requests.
func (at requests) await(w http.ResponseWriter, r *http.Request, of []int, look func() (v any, isNew bool, err error)) {
	lease := leaseOf(r)
	if lease > 0 && !at.Access.MayAsk(r) {
		desk.Refuse(w, http.StatusForbidden, protocol.LooksOn)
		return
	}
	changes, end := at.Session.Changes.Subscribe()
	defer end()
	wait := min(time.Duration(desk.QueryNumber(r, "wait"))*time.Second, longestWait)
	if lease > 0 {
		renew := func(after time.Duration) {
			for _, id := range of {
				at.leases.renew(id, after)
			}
		}
		renew(max(wait, 0) + lease)
		defer renew(lease)
	}
	late := time.NewTimer(max(wait, 0))
	defer late.Stop()
	for {
		v, isNew, err := look()
		if err != nil {
			at.refuse(w, err)
			return
		}
		if isNew || wait <= 0 {
			desk.WriteJSON(w, http.StatusOK, v)
			return
		}
		select {
		case <-changes:
		case <-late.C:
			wait = 0
		case <-r.Context().Done():
			return
		case <-at.Ends.Done():
			wait = 0
		}
	}
}

func (at requests) cancel(w http.ResponseWriter, r *http.Request) {
	if !at.Access.MayAsk(r) {
		desk.Refuse(w, http.StatusForbidden, protocol.LooksOn)
		return
	}
	id, err := strconv.Atoi(r.PathValue("id"))
	if err != nil {
		at.refuse(w, hall.ErrNoRequest)
		return
	}
	v, err := at.Session.Games().Cancel(r.Context(), id)
	if err != nil {
		at.refuse(w, err)
		return
	}
	desk.WriteJSON(w, http.StatusOK, v)
}

// cancelNamed takes a request back by the asker's own name for it. If the answer to the request was lost, its asker doesn't know its number.
func (at requests) cancelNamed(w http.ResponseWriter, r *http.Request) {
	if !at.Access.MayAsk(r) {
		desk.Refuse(w, http.StatusForbidden, protocol.LooksOn)
		return
	}
	named := r.URL.Query()
	v, err := at.Session.Games().CancelNamed(r.Context(), named.Get("from"), named.Get("ref"))
	if err != nil {
		at.refuse(w, err)
		return
	}
	desk.WriteJSON(w, http.StatusOK, v)
}

// leaseOf is how long a request stands without its asker asking after it: ?lease seconds, 0 for ever.
func leaseOf(r *http.Request) time.Duration {
	return min(time.Duration(max(desk.QueryNumber(r, "lease"), 0))*time.Second, mostLease)
}

// lapse takes back a request whose lease has ended. If it is rolled, it stays.
func (at requests) lapse(id int) {
	before, err := at.Session.Games().Request(id)
	if err != nil || before.State == protocol.RequestRolled || before.State == protocol.RequestCancelled {
		return
	}
	if _, err := at.Session.Games().Cancel(at.Ends, id); err != nil {
		at.Log.Error("take back a request that nobody asks after", "request", id, "err", err)
		return
	}
	at.Log.Info("took back a request that nobody asks after any more", "request", id, "from", before.From)
}

func (at requests) refuse(w http.ResponseWriter, err error) {
	var no *protocol.Refusal
	switch {
	case errors.Is(err, hall.ErrNoRequest):
		desk.Refuse(w, http.StatusNotFound, err.Error())
	case errors.As(err, &no):
		desk.Refuse(w, desk.StatusOf(no.Code), no.Why)
	default:
		at.Log.Error("request", "err", err)
		desk.Refuse(w, http.StatusInternalServerError, "something went wrong here: look at the program's log")
	}
}
