package screen

import (
	"bytes"
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"
	"golang.org/x/time/rate"

	"astragal/companion"
	"astragal/companion/alike"
	"astragal/companion/door"
	"astragal/companion/protocol"
	"astragal/companion/screen/desk"
	"astragal/engine"
)

const (
	actBytes    = 32 << 10        // the longest message that a screen may send
	pingEvery   = 5 * time.Second // a screen that is silent for three of these is gone
	beatEvery   = 2 * time.Second // a screen hears something at least this often
	clockAs     = "2006-01-02T15:04:05.000Z07:00"
	writeWithin = 10 * time.Second
	actsPerSec  = 10
	actsAtOnce  = 30
)

// sockets is the addresses that stay open, and the room for them.
type sockets struct {
	*desk.Desk
	acts *acts
	room door.Room
}

func (at *sockets) routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/socket", at.screen)
}

// screen serves one screen until it goes away. One goroutine reads, another one writes.
func (at *sockets) screen(w http.ResponseWriter, r *http.Request) {
	leave, ok := at.enter(w, r)
	if !ok {
		return
	}
	defer leave()
	conn, err := upgrader().Upgrade(w, r, nil)
	if err != nil {
		return
	}
	ctx, stop := context.WithCancel(at.Ends)
	defer at.OnScreen(r, stop)()
	screen := &screen{conn: conn, out: outlet{conn}, run: at.Run, who: at.Access.Who(r), game: desk.QueryNumber(r, "game"), seat: engine.Seat(desk.QueryNumber(r, "seat")), lobby: desk.QueryNumber(r, "lobby"),
		deaf: r.URL.Query().Has("beats"), replies: make(chan protocol.Message, 4)}
	if !screen.deaf {
		defer at.Session.Games().Enter(ctx, screen.who.Device)()
	}
	var writer sync.WaitGroup
	writer.Go(func() {
		defer stop()
		screen.write(ctx, at.Session)
		// If the writer ends first, this ends the reader too.
		_ = conn.Close()
	})
	screen.read(ctx, at.Session, at.acts)
	stop()
	writer.Wait()
}

// enter counts a socket in; leave counts it out again. It is false if the request was answered already: it was refused,
// or asked with ?alive only whether it would be.
func (at *sockets) enter(w http.ResponseWriter, r *http.Request) (func(), bool) {
	leave, ok := at.room.Enter(at.Caller(r))
	switch {
	case !ok:
		desk.Refuse(w, http.StatusServiceUnavailable, desk.AsOne(r, tooManyScreens))
		return nil, false
	case r.URL.Query().Has("alive") && !websocket.IsWebSocketUpgrade(r):
		leave()
		desk.WriteJSON(w, http.StatusOK, map[string]string{"run": at.Run})
		return nil, false
	}
	return leave, true
}

// screen is one connected browser.
type screen struct {
	conn *websocket.Conn
	out  outlet
	run  string
	who  protocol.Who
	// deaf says that it gets only beats.
	deaf bool
	// game is the game that the screen shows, 0 for the table. seat is the seat as which it asks to see the game.
	game int
	seat engine.Seat
	// lobby is the game that is about to begin which the screen shows, 0 for none.
	lobby int
	// sent is the lobby that was last sent.
	sent    []byte
	replies chan protocol.Message
}

func (c *screen) read(ctx context.Context, table *companion.Session, acts *acts) {
	c.conn.SetReadLimit(actBytes)
	alive := func(string) error { return c.conn.SetReadDeadline(time.Now().Add(3 * pingEvery)) }
	c.conn.SetPongHandler(alive)
	_ = alive("")
	allow := rate.NewLimiter(actsPerSec, actsAtOnce)
	for {
		kind, raw, err := c.conn.ReadMessage()
		if err != nil {
			return
		}
		_ = alive("")
		var reply protocol.Message
		switch {
		case !allow.AllowN(table.Now(), 1):
			a, _ := protocol.ParseAct(raw)
			reply = refusal(a.ID, protocol.Busy("too many messages at once: wait a moment"))
		case kind != websocket.TextMessage:
			reply = refusal("", protocol.Malformed("a message must be one JSON object as text"))
		default:
			reply = acts.act(ctx, raw, c.who)
		}
		select {
		case c.replies <- reply:
		case <-ctx.Done():
			return
		}
	}
}

func (c *screen) write(ctx context.Context, table *companion.Session) {
	views, changes, end := c.subscribe(table)
	defer end()
	ping, beat := time.NewTicker(pingEvery), time.NewTicker(beatEvery)
	defer ping.Stop()
	defer beat.Stop()
	soon := func() { beat.Reset(time.Nanosecond) }
	if c.deaf {
		soon()
	}
	greeted := sync.OnceFunc(soon)
	for {
		var err error
		select {
		case <-ctx.Done():
			bye := websocket.FormatCloseMessage(websocket.CloseGoingAway, "the table is closing")
			_ = c.conn.WriteControl(websocket.CloseMessage, bye, time.Now().Add(time.Second))
			return
		case v := <-views:
			err = c.sendAlike(v.Ready, protocol.Message{Type: "view", Run: c.run, MayAnswer: c.who.May, View: v.JSON})
			greeted()
		case <-changes:
			err = c.sendGame(table)
			greeted()
		case m := <-c.replies:
			err = c.out.send(m)
		case <-beat.C:
			beat.Reset(beatEvery)
			err = c.beat(table)
		case <-ping.C:
			err = c.conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(writeWithin))
		}
		if err != nil {
			return
		}
	}
}

// beat says that the table is there, and what its clock says.
func (c *screen) beat(table *companion.Session) error {
	return c.out.send(protocol.Message{Type: "beat", Run: c.run, Now: table.Now().UTC().Format(clockAs), MayAnswer: c.who.May || c.who.Plays})
}

// subscribe listens to the table. If the screen shows a game, it listens to the table's changes.
func (c *screen) subscribe(table *companion.Session) (<-chan companion.Snapshot, <-chan int, func()) {
	if c.deaf {
		return nil, nil, func() {}
	}
	if c.game > 0 || c.lobby > 0 {
		changes, end := table.Changes.Subscribe()
		return nil, changes, end
	}
	views, end := table.Views.Subscribe()
	return views, nil, end
}

func (c *screen) sendGame(table *companion.Session) error {
	if c.lobby > 0 {
		return c.sendLobby(table)
	}
	d, err := table.Games().Drawing(c.game, c.who, c.seat)
	if err != nil {
		return c.out.send(protocol.Message{Type: "refused", Run: c.run, MayAnswer: c.who.May, Code: protocol.CodeStale, Why: protocol.Sentence(err)})
	}
	return c.sendAlike(d.Ready, protocol.Message{Type: "game", Run: c.run, MayAnswer: d.May, Game: d.JSON})
}

// sendLobby sends the lobby if it has changed since the last time.
func (c *screen) sendLobby(table *companion.Session) error {
	raw, err := table.Lobbies().JSON(c.lobby, c.who)
	if err != nil {
		return c.out.send(protocol.Message{Type: "refused", Run: c.run, MayAnswer: c.who.May, Code: protocol.CodeStale, Why: protocol.Sentence(err)})
	}
	if bytes.Equal(raw, c.sent) {
		return nil
	}
	c.sent = raw
	return c.out.send(protocol.Message{Type: "lobby", Run: c.run, MayAnswer: c.who.May || c.who.Plays, Lobby: raw})
}

func (c *screen) sendAlike(a *alike.Message, m protocol.Message) error {
	ready, err := a.Of(m)
	if err != nil {
		return err
	}
	return c.out.sendOne(ready)
}
