package companion

import (
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"astragal/companion/protocol"
)

// tooManyScreens is said where the room for sockets is full.
const tooManyScreens = "too many screens are open: close one and load the page again"

// upgrader makes WebSockets of requests that passed the guard.
func upgrader() *websocket.Upgrader {
	return &websocket.Upgrader{
		HandshakeTimeout: writeWithin,
		// The origin was checked at the door, for every request alike.
		CheckOrigin: func(*http.Request) bool { return true },
		Error: func(w http.ResponseWriter, _ *http.Request, status int, _ error) {
			refuse(w, status, "this address speaks WebSocket: open it with a WebSocket client")
		},
	}
}

// outlet writes to one socket. One goroutine alone uses it.
type outlet struct{ conn *websocket.Conn }

func (o outlet) send(v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if err := o.conn.SetWriteDeadline(time.Now().Add(writeWithin)); err != nil {
		return err
	}
	return o.conn.WriteMessage(websocket.TextMessage, raw)
}

// sendOne sends what many screens get alike.
func (o outlet) sendOne(m *websocket.PreparedMessage) error {
	if err := o.conn.SetWriteDeadline(time.Now().Add(writeWithin)); err != nil {
		return err
	}
	return o.conn.WritePreparedMessage(m)
}

// readied keeps a message ready that many screens get: a hall of lookers costs one encoding. There
// are two, for screens that may answer and for those that may not.
type readied struct {
	mu    sync.Mutex
	ready [2]*websocket.PreparedMessage
}

// of is m for screens that may answer or may not; it is encoded the first time.
func (a *readied) of(m protocol.Message) (*websocket.PreparedMessage, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	i := 0
	if m.MayAnswer {
		i = 1
	}
	if a.ready[i] != nil {
		return a.ready[i], nil
	}
	raw, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	a.ready[i], err = websocket.NewPreparedMessage(websocket.TextMessage, raw)
	return a.ready[i], err
}
