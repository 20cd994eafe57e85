package hub

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"astragal/companion/event"
	"astragal/companion/holdback"
)

const (
	// overlayBeat is how often an overlay hears from the hub at least: one that hears nothing for two of
	// these knows that what it shows may be old.
	overlayBeat = time.Second
	// namesSaid is how many tables are named to somebody who asks for one that isn't there.
	namesSaid = 5
)

// OverlayMessage is what an overlay's stream sends: the whole view after each change, else a beat.
type OverlayMessage struct {
	Type string `json:"type"`
	// Now is the hub's clock, RFC 3339 with milliseconds.
	Now     string       `json:"now"`
	Overlay *OverlayView `json:"overlay,omitempty"`
}

// overlayWish is what an overlay asks for in its address; false when it was refused.
func (s *server) overlayWish(w http.ResponseWriter, r *http.Request) (table string, hold time.Duration, ok bool) {
	table = r.URL.Query().Get("table")
	names := s.hub.board.names()
	said := fmt.Sprintf("there is %q", first(names, namesSaid))
	if len(names) == 0 {
		said = "none has come yet"
	}
	switch {
	case table == "":
		answerError(w, http.StatusBadRequest, "say which table: put table=NAME into the address; "+said)
		return "", 0, false
	case !s.hub.board.has(table):
		answerError(w, http.StatusNotFound, fmt.Sprintf("no table is called %.40q: %s", table, said))
		return "", 0, false
	}
	text := r.URL.Query().Get("delay")
	if text == "" {
		return table, 0, true
	}
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || !(seconds >= 0 && seconds <= holdback.Longest.Seconds()) {
		answerError(w, http.StatusBadRequest, fmt.Sprintf("delay is %.20q: it must be a number of seconds from 0 to %d", text, int(holdback.Longest.Seconds())))
		return "", 0, false
	}
	return table, time.Duration(seconds * float64(time.Second)), true
}

// overlayAlive says that an overlay may open its stream, or why it may not.
func (s *server) overlayAlive(w http.ResponseWriter, r *http.Request, _ event.Pass) {
	if table, _, ok := s.overlayWish(w, r); ok {
		answer(w, map[string]string{"table": table})
	}
}

// overlayStream feeds one overlay until it goes away.
func (s *server) overlayStream(w http.ResponseWriter, r *http.Request, pass event.Pass) {
	table, hold, ok := s.overlayWish(w, r)
	if !ok {
		return
	}
	leave, ok := s.enterStream(w, r)
	if !ok {
		return
	}
	defer leave()
	a, unwatch := s.hub.streams.watch(table, s.hub.now)
	defer unwatch()
	out := s.openStream(w)
	tick := time.NewTicker(frameEvery)
	defer tick.Stop()
	var was string
	var told time.Time
	for {
		v, err := s.hub.overlay(r.Context(), a, table, hold)
		if err != nil {
			s.hub.log.Warn("show a stream", "table", table, "err", err)
			return
		}
		m := OverlayMessage{Type: "overlay", Overlay: &v}
		if is := v.mark(); is == was {
			m = OverlayMessage{Type: "beat"}
		} else {
			was, told = is, time.Time{}
		}
		if time.Since(told) > overlayBeat {
			m.Now = stamp(s.hub.now())
			raw, err := json.Marshal(m)
			if err == nil {
				err = out.send(raw)
			}
			if err != nil {
				return
			}
			told = time.Now()
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

// mark is the same for views that show the same, at whatever moment.
func (v OverlayView) mark() string {
	round := ""
	if v.Round != nil {
		r := *v.Round
		if !r.Paused {
			r.Left = 0 // the page counts it down itself
		}
		round = fmt.Sprint(r)
	}
	return fmt.Sprint(v.Page, v.Problem, v.Held, round, string(v.Shown))
}

// names are the tables that the hub knows, in order.
func (b *board) names() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return tableNames(b.tables)
}

func (b *board) has(table string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.tables[table] != nil
}
