package screen

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"astragal/companion"
	"astragal/companion/alike"
	"astragal/companion/protocol"
	"astragal/engine"
)

const (
	actBytes    = 32 << 10        // the longest message that a screen may send
	pingEvery   = 5 * time.Second // a screen that is silent for three of these is gone
	beatEvery   = 2 * time.Second // a screen hears something at least this often
	writeWithin = 10 * time.Second
	actsPerSec  = 10
	actsAtOnce  = 30
)

// socket serves one screen until it goes away. One goroutine reads, another one alone writes.
func (s *Server) socket(w http.ResponseWriter, r *http.Request) {
	leave, ok := s.enterSocket(w, r)
	if !ok {
		return
	}
	defer leave()
	conn, err := upgrader().Upgrade(w, r, nil)
	if err != nil {
		return
	}
	ctx, stop := context.WithCancel(s.ctx)
	defer s.onScreen(r, stop)()
	screen := &screen{conn: conn, out: outlet{conn}, run: s.run, who: s.Access.Who(r), game: numberIn(r, "game"), seat: engine.Seat(numberIn(r, "seat")),
		deaf: r.URL.Query().Has("beats"), replies: make(chan protocol.Message, 4)}
	if !screen.deaf {
		defer s.Session.Enter(ctx, screen.who.Device)()
	}
	var writer sync.WaitGroup
	writer.Go(func() {
		defer stop()
		screen.write(ctx, s.Session)
		// If the writer ends first, this ends the reader too.
		_ = conn.Close()
	})
	screen.read(ctx, s)
	stop()
	writer.Wait()
}

// enterSocket counts a socket in; leave counts it out again. It is false if the request was answered already: it was refused,
// or asked with ?alive only whether it would be.
func (s *Server) enterSocket(w http.ResponseWriter, r *http.Request) (func(), bool) {
	leave, ok := s.sockets.Enter(s.caller(r))
	switch {
	case !ok:
		refuse(w, http.StatusServiceUnavailable, tooManyScreens+asOne(r))
		return nil, false
	case r.URL.Query().Has("alive") && !websocket.IsWebSocketUpgrade(r):
		leave()
		writeJSON(w, http.StatusOK, map[string]string{"run": s.run})
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
	// deaf: it hears beats and nothing else.
	deaf bool
	// game is the game that the screen shows, 0 for the table; seat is whose eyes it asks for.
	game    int
	seat    engine.Seat
	replies chan protocol.Message
}

func (c *screen) read(ctx context.Context, s *Server) {
	c.conn.SetReadLimit(actBytes)
	alive := func(string) error { return c.conn.SetReadDeadline(time.Now().Add(3 * pingEvery)) }
	c.conn.SetPongHandler(alive)
	_ = alive("")
	allow := newBucket(actsPerSec, actsAtOnce)
	for {
		kind, raw, err := c.conn.ReadMessage()
		if err != nil {
			return
		}
		_ = alive("")
		var reply protocol.Message
		switch {
		case !allow.take(s.Session.Now()):
			a, _ := protocol.ParseAct(raw)
			reply = refusal(a.ID, protocol.Busy("too many messages at once: wait a moment"))
		case kind != websocket.TextMessage:
			reply = refusal("", protocol.Malformed("a message must be one JSON object as text"))
		default:
			reply = s.act(ctx, raw, c.who)
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
	if c.deaf {
		beat.Reset(time.Nanosecond)
	}
	for {
		var err error
		select {
		case <-ctx.Done():
			bye := websocket.FormatCloseMessage(websocket.CloseGoingAway, "the table is closing")
			_ = c.conn.WriteControl(websocket.CloseMessage, bye, time.Now().Add(time.Second))
			return
		case v := <-views:
			err = c.sendAlike(v.Ready, protocol.Message{Type: "view", Run: c.run, MayAnswer: c.who.May, View: v.JSON})
		case <-changes:
			err = c.sendGame(table)
		case m := <-c.replies:
			err = c.out.send(m)
		case <-beat.C:
			beat.Reset(beatEvery)
			err = c.out.send(protocol.Message{Type: "beat", Run: c.run, MayAnswer: c.who.May || c.who.Plays})
		case <-ping.C:
			err = c.conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(writeWithin))
		}
		if err != nil {
			return
		}
	}
}

// subscribe listens to the table, or to its changes where the screen shows a game.
func (c *screen) subscribe(table *companion.Session) (<-chan companion.Snapshot, <-chan int, func()) {
	if c.deaf {
		return nil, nil, func() {}
	}
	if c.game > 0 {
		changes, end := table.Changes.Subscribe()
		return nil, changes, end
	}
	views, end := table.Views.Subscribe()
	return views, nil, end
}

func (c *screen) sendGame(table *companion.Session) error {
	d, err := table.Drawing(c.game, c.who, c.seat)
	if err != nil {
		return c.out.send(protocol.Message{Type: "refused", Run: c.run, MayAnswer: c.who.May, Code: protocol.CodeStale, Why: protocol.Sentence(err)})
	}
	return c.sendAlike(d.Ready, protocol.Message{Type: "game", Run: c.run, MayAnswer: d.May, Game: d.JSON})
}

func (c *screen) sendAlike(a *alike.Message, m protocol.Message) error {
	ready, err := a.Of(m)
	if err != nil {
		return err
	}
	return c.out.sendOne(ready)
}

// numberIn is a number in a request's query, 0 where there is none.
func numberIn(r *http.Request, name string) int {
	n, err := strconv.Atoi(r.URL.Query().Get(name))
	if err != nil {
		return 0
	}
	return n
}

// act does what one message asks and says how it went. If it knows the act's mark, it doesn't do the act again.
func (s *Server) act(ctx context.Context, raw []byte, who protocol.Who) protocol.Message {
	a, err := protocol.ParseAct(raw)
	if err != nil {
		return refusal(a.ID, protocol.Malformed("%v", err))
	}
	if !who.May && !who.Plays {
		return refusal(a.ID, protocol.NotAllowed(protocol.LooksOn))
	}
	if a.Once == "" {
		return s.do(ctx, who, a)
	}
	mark := who.Device + " " + a.Once
	var reply protocol.Message
	if a.Do == protocol.DoWithdraw {
		reply, _ = s.acts.Withdraw(mark, refusal("", protocol.Withdrawn("this was not done, and will not be: do it again")))
	} else {
		var came protocol.Message
		reply = s.acts.Do(mark, func() (protocol.Message, bool) {
			came = s.do(ctx, who, a)
			kept := came
			kept.View = nil // it is the table as it is now
			return kept, true
		})
		reply.View = came.View
	}
	reply.ID = a.ID
	return reply
}

func (s *Server) do(ctx context.Context, who protocol.Who, a protocol.Act) protocol.Message {
	// An act is finished even if its screen goes away meanwhile.
	err := s.Session.DoAs(context.WithoutCancel(ctx), who, a)
	if err == nil {
		v, _ := s.Session.Views.Last()
		return protocol.Message{Type: "done", ID: a.ID, MayAnswer: true, Version: v.Version}
	}
	var no *protocol.Refusal
	if !errors.As(err, &no) {
		s.Log.Error("act", "do", a.Do, "err", err)
		no = protocol.Broken("something went wrong here: look at the program's log")
	}
	reply := refusal(a.ID, no)
	reply.MayAnswer = who.May || who.Plays
	if no.Code == protocol.CodeStale && a.Game == 0 {
		if v, ok := s.Session.Views.Last(); ok {
			reply.View = v.JSON
		}
	}
	return reply
}

func refusal(id string, no *protocol.Refusal) protocol.Message {
	return protocol.Message{Type: "refused", ID: id, Code: no.Code, Why: no.Why}
}
