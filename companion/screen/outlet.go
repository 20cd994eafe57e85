package screen

import (
	"encoding/json"
	"net/http"
	"time"

	"astragal/companion/screen/desk"

	"github.com/gorilla/websocket"
)

// tooManyScreens is the answer if there is no room for another socket.
const tooManyScreens = "too many screens are open: close one and load the page again"

// upgrader makes WebSockets of requests that passed the guard.
func upgrader() *websocket.Upgrader {
	return &websocket.Upgrader{
		HandshakeTimeout: writeWithin,
		// The origin was checked at the door, for every request alike.
		CheckOrigin: func(*http.Request) bool { return true },
		Error: func(w http.ResponseWriter, _ *http.Request, status int, _ error) {
			desk.Refuse(w, status, "this address speaks WebSocket: open it with a WebSocket client")
		},
	}
}

// outlet writes to one socket. Only one goroutine uses it.
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

// sendOne sends a message that many screens get.
func (o outlet) sendOne(m *websocket.PreparedMessage) error {
	if err := o.conn.SetWriteDeadline(time.Now().Add(writeWithin)); err != nil {
		return err
	}
	return o.conn.WritePreparedMessage(m)
}
