package screen

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image/jpeg"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"
	"golang.org/x/time/rate"

	"astragal/companion/protocol"
	"astragal/companion/screen/desk"
	"astragal/vision"
)

// Bounds on what a phone may send as the camera.
const (
	frameBytes     = 6 << 20
	frameMostPx    = 16_000_000
	frameLeastSide = 64 // px
	framesPerSec   = 30
	badFrames      = 20 // in a row, then the phone is let go
)

// phones is the addresses of a phone that is to be the camera. It knows which one is.
type phones struct {
	*sockets
	mu  sync.Mutex
	now *phoneCamera
}

func (p *phones) routes(mux *http.ServeMux) {
	mux.Handle("GET /phone", p.Page("phone.html"))
	mux.HandleFunc("GET /api/phone", p.socket)
}

// take makes a phone the camera. It tells the phone that was the camera before.
func (p *phones) take(c *phoneCamera) {
	p.mu.Lock()
	before := p.now
	p.now = c
	p.mu.Unlock()
	if before != nil && before != c {
		before.halt("another phone is the camera now")
	}
}

func (p *phones) leave(c *phoneCamera) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.now == c {
		p.now = nil
	}
}

// phoneCamera is one phone's connection. Its reader runs in the request's goroutine. Only its writer writes.
type phoneCamera struct {
	phones *phones
	conn   *websocket.Conn
	out    chan protocol.PhoneMessage
	done   <-chan struct{} // closed when the writer has ended

	mu   sync.Mutex
	live bool // it is the camera
}

// socket serves a phone that is to be the camera.
func (p *phones) socket(w http.ResponseWriter, r *http.Request) {
	if !p.Access.MayAnswer(r) {
		desk.Refuse(w, http.StatusForbidden, notTheCamera)
		return
	}
	leave, ok := p.enter(w, r)
	if !ok {
		return
	}
	defer leave()
	conn, err := upgrader().Upgrade(w, r, nil)
	if err != nil {
		return
	}
	ctx, stop := context.WithCancel(p.Ends)
	defer p.OnScreen(r, stop)()
	c := &phoneCamera{phones: p, conn: conn, out: make(chan protocol.PhoneMessage, 8), done: ctx.Done()}
	defer p.leave(c)
	var writer sync.WaitGroup
	writer.Go(func() {
		defer stop()
		c.write(ctx)
		_ = conn.Close() // unblocks the reader
	})
	c.read(ctx)
	stop()
	writer.Wait()
}

// say hands a message to the writer.
func (c *phoneCamera) say(m protocol.PhoneMessage) {
	select {
	case c.out <- m:
	case <-c.done:
	}
}

// halt tells the phone that it isn't the camera any more.
func (c *phoneCamera) halt(why string) {
	if c.setLive(false) {
		c.say(protocol.PhoneMessage{Type: "stopped", Why: why})
	}
}

// setLive says whether the phone is the camera, and returns what it was before.
func (c *phoneCamera) setLive(on bool) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	was := c.live
	c.live = on
	return was
}

func (c *phoneCamera) isLive() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.live
}

func (c *phoneCamera) write(ctx context.Context) {
	views, end := c.phones.Session.Views.Subscribe()
	defer end()
	ping, beat := time.NewTicker(pingEvery), time.NewTicker(beatEvery)
	defer ping.Stop()
	defer beat.Stop()
	out := outlet{c.conn}
	err := out.send(protocol.PhoneMessage{Type: "ready"})
	looked := false // whether the eye has said that it looks at the phone's pictures
	var was protocol.PhoneMessage
	for err == nil {
		select {
		case <-ctx.Done():
			for len(c.out) > 0 { // they say why the phone is let go
				_ = out.send(<-c.out)
			}
			bye := websocket.FormatCloseMessage(websocket.CloseGoingAway, "the table is closing")
			_ = c.conn.WriteControl(websocket.CloseMessage, bye, time.Now().Add(time.Second))
			return
		case m := <-c.out:
			err = out.send(m)
		case <-beat.C:
			err = out.send(protocol.PhoneMessage{Type: "beat"})
		case <-ping.C:
			err = c.conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(writeWithin))
		case <-views:
			eye := c.phones.Session.Eye()
			here := eye.Source == vision.PhoneName
			if looked && !here && c.setLive(false) {
				err = errors.Join(err, out.send(protocol.PhoneMessage{Type: "stopped", Why: fmt.Sprintf("the table looks at %q now", eye.Source)}))
			}
			looked = here
			m := protocol.PhoneMessage{Type: "state", State: eye.State, Problem: eye.Problem}
			if !eye.Quality.Good {
				m.Words = eye.Quality.Words
			}
			if m.State != was.State || m.Problem != was.Problem || fmt.Sprint(m.Words) != fmt.Sprint(was.Words) {
				was = m
				err = errors.Join(err, out.send(m))
			}
		}
	}
}

func (c *phoneCamera) read(ctx context.Context) {
	c.conn.SetReadLimit(frameBytes)
	alive := func(string) error { return c.conn.SetReadDeadline(time.Now().Add(3 * pingEvery)) }
	c.conn.SetPongHandler(alive)
	_ = alive("")
	allow := rate.NewLimiter(framesPerSec, framesPerSec)
	bad := 0
	for {
		kind, raw, err := c.conn.ReadMessage()
		if errors.Is(err, websocket.ErrReadLimit) {
			c.phones.Log.Warn("a phone sent a picture that is too large", "from", c.conn.RemoteAddr())
		}
		if err != nil {
			return
		}
		_ = alive("")
		switch {
		case kind == websocket.TextMessage:
			c.wish(ctx, raw)
		case !allow.Allow():
			c.say(protocol.PhoneMessage{Type: "refused", Why: fmt.Sprintf("more than %d pictures a second came: wait for \"next\" before the next one", framesPerSec)})
		default:
			if err := c.frame(ctx, raw); err != nil {
				bad++
				c.say(protocol.PhoneMessage{Type: "refused", Why: err.Error()})
			} else {
				bad = 0
			}
			if bad == badFrames {
				c.phones.Log.Warn("a phone sent nothing but damaged pictures and was let go", "from", c.conn.RemoteAddr())
				c.phones.Session.TellProblem("The phone sends nothing that is a picture: load its camera page again, or try another browser there.")
				c.halt("none of the last pictures could be used: load this page again, or try another browser")
				return
			}
			c.say(protocol.PhoneMessage{Type: "next"})
		}
	}
}

// wish does what a phone asks.
func (c *phoneCamera) wish(ctx context.Context, raw []byte) {
	var w protocol.PhoneWish
	if err := json.Unmarshal(raw, &w); err != nil {
		w.Do = ""
	}
	session := c.phones.Session
	switch w.Do {
	case "start":
	case "resume":
		if chosen := session.Chosen(); chosen != "" && chosen != "phone" {
			c.say(protocol.PhoneMessage{Type: "stopped", Why: fmt.Sprintf("the table was told to look at %q meanwhile", chosen)})
			return
		}
	case "stop":
		c.halt("")
		return
	default:
		c.say(protocol.PhoneMessage{Type: "refused", Why: `a message must be a picture or {"do": "start"}, "resume" or "stop"`})
		return
	}
	if session.Eye().Source != vision.PhoneName {
		// The order is carried out even if the phone goes away.
		if err := session.Do(context.WithoutCancel(ctx), protocol.Act{Do: protocol.DoSource, Source: "phone"}); err != nil {
			c.say(protocol.PhoneMessage{Type: "stopped", Why: err.Error()})
			return
		}
	}
	c.phones.take(c)
	c.setLive(true)
	c.say(protocol.PhoneMessage{Type: "go"})
	c.say(protocol.PhoneMessage{Type: "next"})
}

// frame passes one picture on to the eye. It waits until the eye's process takes it, so that a phone sends no more than the eye can look at. The error
// is a sentence.
func (c *phoneCamera) frame(ctx context.Context, raw []byte) error {
	if !c.isLive() {
		return errors.New("this phone is not the camera: start it first")
	}
	if err := checkFrame(raw); err != nil {
		return err
	}
	return c.phones.Session.Order(ctx, vision.Order{Do: "frame", Picture: raw})
}

// checkFrame says why bytes are no picture that a camera may send.
func checkFrame(raw []byte) error {
	shape, err := jpeg.DecodeConfig(bytes.NewReader(raw))
	switch {
	case err != nil:
		return fmt.Errorf("what came is no JPEG picture (%d bytes): %w", len(raw), err)
	case shape.Width < frameLeastSide || shape.Height < frameLeastSide:
		return fmt.Errorf("the picture has %d × %d px: at least %d × %d are needed", shape.Width, shape.Height, frameLeastSide, frameLeastSide)
	case shape.Width*shape.Height > frameMostPx:
		return fmt.Errorf("the picture has %d × %d px: at most %d million are taken, choose a smaller size", shape.Width, shape.Height, frameMostPx/1_000_000)
	}
	return nil
}
