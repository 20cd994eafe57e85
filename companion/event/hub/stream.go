package hub

import (
	"fmt"
	"net/http"
	"time"

	"astragal/companion/door"
	"astragal/companion/event"
)

const (
	// frameEvery is how often a screen gets what has changed; aliveEvery how often it hears something.
	frameEvery  = 200 * time.Millisecond
	aliveEvery  = 2 * time.Second
	writeWithin = 10 * time.Second
)

// stream sends a screen everything, and then what changes, as server-sent events. Many changes make one frame. A slow screen gets fewer frames, and
// delays nobody.
func (s *server) stream(w http.ResponseWriter, r *http.Request, pass event.Pass) {
	leave, ok := s.enterStream(w, r)
	if !ok {
		return
	}
	defer leave()
	out := s.openStream(w)
	tick := time.NewTicker(frameEvery)
	defer tick.Stop()
	var since int64
	told := time.Now()
	for {
		if current := s.hub.board.at(); current != since || time.Since(told) > aliveEvery {
			v, raw, err := s.hub.frame(since, pass)
			if err == nil {
				err = out.send(raw)
			}
			if err != nil {
				return
			}
			since, told = v.Version, time.Now()
		}
		select {
		case <-r.Context().Done():
			return
		case <-tick.C:
			if !s.still(r, pass) {
				return
			}
		}
	}
}

// still says whether the caller who opened a stream still has the same rights. If a token has ended or was withdrawn, the browser connects again with
// the rights that it has then.
func (s *server) still(r *http.Request, pass event.Pass) bool {
	now, ok := s.access.pass(r)
	return ok && now == pass
}

// enterStream takes a place among the screens. It is false if the request was answered already: there is no place, or it asked with ?alive only whether
// there is one.
func (s *server) enterStream(w http.ResponseWriter, r *http.Request) (leave func(), ok bool) {
	leave, ok = s.places.Enter(s.caller(r))
	switch {
	case !ok:
		answerError(w, http.StatusServiceUnavailable, "too many screens are open: close one and load the page again")
		return nil, false
	case r.URL.Query().Has("alive"):
		leave()
		answer(w, map[string]string{"event": s.hub.o.Event})
		return nil, false
	}
	return leave, true
}

// caller is how a request is counted among screens: a judge by name, everybody else by network.
func (s *server) caller(r *http.Request) door.Caller {
	if pass, ok := s.access.pass(r); ok && pass.Role == event.RoleJudge {
		return door.Caller{From: "judge " + pass.Name, Plays: true}
	}
	return door.Caller{From: door.Neighbourhood(remoteHost(r))}
}

// sent is a stream of server-sent events.
type sent struct {
	w   http.ResponseWriter
	out *http.ResponseController
}

func (s *server) openStream(w http.ResponseWriter) sent {
	w.Header().Set("Content-Type", "text/event-stream")
	return sent{w: w, out: http.NewResponseController(w)}
}

// send sends one event. A screen that doesn't take it in time is given up.
func (s sent) send(raw []byte) error {
	_ = s.out.SetReadDeadline(time.Time{})
	_ = s.out.SetWriteDeadline(time.Now().Add(writeWithin))
	if _, err := fmt.Fprintf(s.w, "data: %s\n\n", raw); err != nil {
		return err
	}
	return s.out.Flush()
}

// at is the board's version.
func (b *board) at() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.version
}
