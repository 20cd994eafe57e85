// Package obs switches the scene of OBS when dice are thrown and when they lie still. It speaks
// obs-websocket 5 (part of OBS since version 28): docs/generated/protocol.md in obsproject/obs-websocket.
package obs

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/gorilla/websocket"
)

// The operation codes that are used here, and the close code for a wrong password.
const (
	opHello           = 0
	opIdentify        = 1
	opIdentified      = 2
	opRequest         = 6
	opRequestResponse = 7
	rpcVersion        = 1
	closeAuth         = 4009
)

const (
	within       = 5 * time.Second
	firstPause   = time.Second
	longestPause = 15 * time.Second
	mostBytes    = 1 << 20
	keepAlive    = 20 * time.Second
)

// Switcher keeps a connection to OBS and switches its scene.
type Switcher struct {
	// Address is where obs-websocket listens ("127.0.0.1:4455"), Password its password; empty where it asks none.
	Address, Password string
	// Throw and Settled are the scenes to show when dice are thrown and when they lie still; an empty
	// one leaves the scene as it is.
	Throw, Settled string
	Log            *slog.Logger
}

// message is one message of the protocol.
type message struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
}

// Run connects to OBS, again and again, until ctx ends. It switches whenever moving says that dice are thrown (true) or lie still (false). It never
// delays the sender: of the values in moving only the newest counts.
func (s *Switcher) Run(ctx context.Context, moving <-chan bool) error {
	pause := firstPause
	said := ""
	open := &wish{}
	for {
		began := time.Now()
		err := s.talk(ctx, moving, open)
		if ctx.Err() != nil {
			return nil //nolint:nilerr // told to stop
		}
		if text := err.Error(); text != said {
			s.Log.Warn("OBS's scene is not switched now", "address", s.Address, "because", err)
			said = text
		}
		if time.Since(began) > longestPause {
			pause, said = firstPause, ""
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
		pause = min(2*pause, longestPause)
	}
}

// wish is the scene that OBS was last asked for and has not answered for; empty if there is none. It is asked for again once OBS is back, so that none
// is lost with a connection.
type wish struct{ scene, request string }

// talk holds one connection until it breaks.
func (s *Switcher) talk(ctx context.Context, moving <-chan bool, open *wish) error {
	conn, err := s.connect(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	unhook := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer unhook()
	s.Log.Info("OBS is connected", "address", s.Address)
	answered, gone := make(chan string), make(chan error, 1)
	over, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		gone <- s.listen(conn, answered, over)
	}()
	defer func() {
		close(over)
		_ = conn.Close()
		<-ended
	}()
	ping := time.NewTicker(keepAlive)
	defer ping.Stop()
	scene := open.scene
	for n := 1; ; n++ {
		if scene != "" {
			*open = wish{scene, fmt.Sprint(n)}
			if err := change(conn, *open); err != nil {
				return fmt.Errorf("OBS is gone: %w", err)
			}
		}
		scene = ""
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-gone:
			return err
		case request := <-answered:
			if request == open.request {
				*open = wish{}
			}
		case <-ping.C:
			if err := conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(within)); err != nil {
				return fmt.Errorf("OBS is gone: %w", err)
			}
		case rolls := <-moving:
			scene = s.Settled
			if rolls {
				scene = s.Throw
			}
		}
	}
}

// change asks OBS for a scene.
func change(conn *websocket.Conn, w wish) error {
	return write(conn, opRequest, map[string]any{
		"requestType": "SetCurrentProgramScene", "requestId": w.request, "requestData": map[string]string{"sceneName": w.scene},
	})
}

// connect greets OBS and proves that the password is known.
func (s *Switcher) connect(ctx context.Context) (*websocket.Conn, error) {
	dialer := &websocket.Dialer{HandshakeTimeout: within, Subprotocols: []string{"obswebsocket.json"}}
	conn, _, err := dialer.DialContext(ctx, "ws://"+s.Address, nil)
	if err != nil {
		return nil, fmt.Errorf("OBS does not answer at %s (%w): start it, and switch its WebSocket server on (Tools, WebSocket Server Settings)", s.Address, err)
	}
	conn.SetReadLimit(mostBytes)
	if err := s.identify(conn); err != nil {
		_ = conn.Close()
		return nil, err
	}
	return conn, nil
}

// identify answers OBS's hello.
func (s *Switcher) identify(conn *websocket.Conn) error {
	var hello struct {
		Authentication *struct{ Challenge, Salt string } `json:"authentication"`
	}
	if err := read(conn, opHello, &hello); err != nil {
		return err
	}
	answer := map[string]any{"rpcVersion": rpcVersion, "eventSubscriptions": 0}
	if a := hello.Authentication; a != nil {
		if s.Password == "" {
			return errors.New("OBS asks for a password and none is set: give obs_password, as Tools, WebSocket Server Settings shows it")
		}
		answer["authentication"] = proof(s.Password, a.Salt, a.Challenge)
	}
	if err := write(conn, opIdentify, answer); err != nil {
		return fmt.Errorf("OBS is gone: %w", err)
	}
	return read(conn, opIdentified, nil)
}

// proof shows that the password is known, without telling it.
func proof(password, salt, challenge string) string {
	secret := sha256.Sum256([]byte(password + salt))
	sum := sha256.Sum256([]byte(base64.StdEncoding.EncodeToString(secret[:]) + challenge))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// read reads the next message, which must have that operation code.
func read(conn *websocket.Conn, op int, into any) error {
	if err := conn.SetReadDeadline(time.Now().Add(within)); err != nil {
		return err
	}
	var m message
	if err := conn.ReadJSON(&m); err != nil {
		if websocket.IsCloseError(err, closeAuth) {
			return errors.New("OBS does not take the password: look it up under Tools, WebSocket Server Settings")
		}
		return fmt.Errorf("what answers there does not speak as OBS does: %w", err)
	}
	if m.Op != op {
		return fmt.Errorf("OBS says message %d where %d should come: is it older than version 28?", m.Op, op)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(m.Data, into)
}

func write(conn *websocket.Conn, op int, data any) error {
	raw, err := json.Marshal(data)
	if err != nil {
		return err
	}
	if err := conn.SetWriteDeadline(time.Now().Add(within)); err != nil {
		return err
	}
	return conn.WriteJSON(message{op, raw})
}

// listen reads OBS's answers and sends which requests were answered, until over is closed. It notices when OBS ends.
func (s *Switcher) listen(conn *websocket.Conn, answered chan<- string, over <-chan struct{}) error {
	_ = conn.SetReadDeadline(time.Time{})
	for {
		var m message
		if err := conn.ReadJSON(&m); err != nil {
			return fmt.Errorf("OBS is gone: %w", err)
		}
		var answer struct {
			RequestID     string `json:"requestId"`
			RequestStatus struct {
				Result  bool
				Comment string
			} `json:"requestStatus"`
		}
		if m.Op != opRequestResponse || json.Unmarshal(m.Data, &answer) != nil {
			continue
		}
		if !answer.RequestStatus.Result {
			s.Log.Warn("OBS does not switch the scene", "because", answer.RequestStatus.Comment, "throw", s.Throw, "settled", s.Settled)
		}
		select {
		case answered <- answer.RequestID:
		case <-over:
		}
	}
}
