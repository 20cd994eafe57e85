// Package alike encodes a message once for all screens that get the same one, so that a hall full of screens costs one encoding.
package alike

import (
	"encoding/json"
	"sync"

	"github.com/gorilla/websocket"

	"astragal/companion/protocol"
)

// Message keeps a message ready to send to many screens. It has two forms, for screens that may answer and for those that may not. The zero value is
// ready. It is safe for concurrent use.
type Message struct {
	mu    sync.Mutex
	ready [2]*websocket.PreparedMessage
}

// Of is m for screens that may answer or may not; it is encoded the first time.
func (a *Message) Of(m protocol.Message) (*websocket.PreparedMessage, error) {
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
