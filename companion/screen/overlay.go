package screen

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"astragal/companion/holdback"
	"astragal/companion/protocol"
	"astragal/companion/screen/desk"
)

// overlayBeat is the longest time between two messages to an overlay. An overlay that hears nothing for twice that long knows that what it shows may be
// old.
const overlayBeat = time.Second

// overlays is the addresses of what a stream shows.
type overlays struct {
	*sockets
	// name is the table's name; empty if it has none.
	name string
}

func (at overlays) routes(mux *http.ServeMux) {
	mux.Handle("GET /overlay", at.Page("overlay.html", "script", "overlay.js"))
	mux.Handle("GET /overlay/setup", at.Page("overlay-setup.html"))
	mux.HandleFunc("GET /overlay-worker.js", at.Pages.OverlayWorker)
	mux.HandleFunc("GET /api/overlay", at.socket)
	mux.HandleFunc("GET /api/overlay/alive", at.alive)
	mux.HandleFunc("GET /clip/{throw}", at.clip)
}

// wish is what an overlay asks for in its address; false if it was refused.
func (at overlays) wish(w http.ResponseWriter, r *http.Request) (time.Duration, bool) {
	hold, err := holdOf(r.URL.Query().Get("delay"))
	if err != nil {
		desk.Refuse(w, http.StatusBadRequest, err.Error())
		return 0, false
	}
	if name := r.URL.Query().Get("table"); name != "" && name != at.name {
		desk.Refuse(w, http.StatusNotFound, at.otherTable(name))
		return 0, false
	}
	return hold, true
}

// alive says whether an overlay may open its socket, and if not, why.
func (at overlays) alive(w http.ResponseWriter, r *http.Request) {
	if _, ok := at.wish(w, r); !ok {
		return
	}
	if leave, ok := at.room.Enter(at.Caller(r)); !ok {
		desk.Refuse(w, http.StatusServiceUnavailable, desk.AsOne(r, tooManyScreens))
	} else {
		leave()
		desk.WriteJSON(w, http.StatusOK, map[string]string{"table": at.name})
	}
}

// socket feeds one overlay until it goes away.
func (at overlays) socket(w http.ResponseWriter, r *http.Request) {
	hold, ok := at.wish(w, r)
	if !ok {
		return
	}
	leave, ok := at.enter(w, r)
	if !ok {
		return
	}
	defer leave()
	conn, err := upgrader().Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer at.Session.Overlays().Watch()()
	ctx, stop := context.WithCancel(at.Ends)
	defer at.OnScreen(r, stop)()
	var writer sync.WaitGroup
	writer.Go(func() {
		defer stop()
		at.feed(ctx, conn, hold)
		_ = conn.Close() // unblocks the reader
	})
	deaf(conn)
	stop()
	writer.Wait()
}

// otherTable says that an overlay asks for another table than this one; empty if it doesn't.
func (at overlays) otherTable(name string) string {
	if at.name == "" {
		return fmt.Sprintf("this program keeps one table, which has no name: leave table=%.40s out, or give the address of the hub that knows it", name)
	}
	return fmt.Sprintf("this is the table %q, not %.40q: look at the address", at.name, name)
}

// holdOf reads for how many seconds an overlay holds back.
func holdOf(text string) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || !(seconds >= 0 && seconds <= holdback.Longest.Seconds()) {
		return 0, fmt.Errorf("delay is %.20q: it must be a number of seconds from 0 to %d", text, int(holdback.Longest.Seconds()))
	}
	return time.Duration(seconds * float64(time.Second)), nil
}

// deaf reads a socket until it closes, and ignores what comes.
func deaf(conn *websocket.Conn) {
	conn.SetReadLimit(actBytes)
	alive := func(string) error { return conn.SetReadDeadline(time.Now().Add(3 * pingEvery)) }
	conn.SetPongHandler(alive)
	_ = alive("")
	for {
		if _, _, err := conn.ReadMessage(); err != nil {
			return
		}
	}
}

// feed sends the whole view first and after each change. If nothing changes, it sends a beat.
func (at overlays) feed(ctx context.Context, conn *websocket.Conn, hold time.Duration) {
	changes, end := at.Session.Changes.Subscribe()
	defer end()
	beat, ping := time.NewTicker(overlayBeat), time.NewTicker(pingEvery)
	defer beat.Stop()
	defer ping.Stop()
	due := time.NewTimer(0)
	defer due.Stop()
	out := outlet{conn: conn}
	var was protocol.OverlayView
	for first := true; ; {
		var err error
		select {
		case <-ctx.Done():
			bye := websocket.FormatCloseMessage(websocket.CloseGoingAway, "the table is closing")
			_ = conn.WriteControl(websocket.CloseMessage, bye, time.Now().Add(time.Second))
			return
		case <-ping.C:
			err = conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(writeWithin))
		case <-beat.C:
			err = out.send(protocol.OverlayMessage{Type: "beat"})
		case <-changes:
			due.Reset(0)
		case <-due.C:
			v, next := at.Session.Overlays().Shown(hold)
			v.Table = at.name
			if !next.IsZero() {
				due.Reset(max(0, next.Sub(at.Session.Now())))
			}
			if first || !v.Same(was) {
				err = out.send(protocol.OverlayMessage{Type: "overlay", Overlay: &v})
				was, first = v, false
			}
		}
		if err != nil {
			return
		}
	}
}

// clip sends the pictures of one of the last throws.
func (at overlays) clip(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.Atoi(r.PathValue("throw"))
	if err != nil {
		desk.Refuse(w, http.StatusBadRequest, "a throw's clip is at /clip/THROW, a number")
		return
	}
	c, ok := at.Session.Overlays().Clip(id)
	if !ok {
		desk.Refuse(w, http.StatusNotFound, "there is no clip of this throw: only the last throws that the camera saw are kept, until the program ends")
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	_ = c.Write(w)
}
