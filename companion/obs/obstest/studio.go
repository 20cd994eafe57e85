// Package obstest is a small server of the obs-websocket 5 protocol for tests, written after its
// documentation (docs/generated/protocol.md in obsproject/obs-websocket): hello with a challenge,
// identify, SetCurrentProgramScene. It is not OBS.
package obstest

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// The operation codes of the protocol that are spoken here, its close code for a wrong password, and
// its status codes for a request that was done and for a scene that isn't there.
const (
	opHello           = 0
	opIdentify        = 1
	opIdentified      = 2
	opRequest         = 6
	opRequestResponse = 7
	closeAuth         = 4009
	statusDone        = 100
	statusNoSuch      = 600
)

// Studio answers as OBS does. It is an http.Handler; one of no fields knows no scene.
type Studio struct {
	// Password is what a client must know.
	Password string
	// Scenes are the scenes that there are.
	Scenes []string
	// Shown is told each scene that is switched to; it must take them.
	Shown chan string
	// Deaf is how many requests for a scene are heard and not answered: the connection breaks instead.
	Deaf int

	mu    sync.Mutex
	conns []*websocket.Conn
}

// message is a client's message: what identify and request are made of.
type message struct {
	Op int `json:"op"`
	D  struct {
		RPCVersion     int    `json:"rpcVersion"`
		Authentication string `json:"authentication"`
		RequestType    string `json:"requestType"`
		RequestID      string `json:"requestId"`
		RequestData    struct {
			SceneName string `json:"sceneName"`
		} `json:"requestData"`
	} `json:"d"`
}

// ServeHTTP holds one connection.
func (s *Studio) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	up := websocket.Upgrader{Subprotocols: []string{"obswebsocket.json"}}
	conn, err := up.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer func() { _ = conn.Close() }()
	s.mu.Lock()
	s.conns = append(s.conns, conn)
	s.mu.Unlock()
	if !s.greet(conn) {
		return
	}
	for {
		var m message
		if conn.ReadJSON(&m) != nil || m.Op != opRequest {
			return
		}
		if s.deaf() {
			return
		}
		scene := m.D.RequestData.SceneName
		known := m.D.RequestType == "SetCurrentProgramScene" && slices.Contains(s.Scenes, scene)
		status := map[string]any{"result": true, "code": statusDone}
		if !known {
			status = map[string]any{"result": false, "code": statusNoSuch, "comment": fmt.Sprintf("No source was found by the name of `%s`.", scene)}
		}
		if say(conn, opRequestResponse, map[string]any{"requestType": m.D.RequestType, "requestId": m.D.RequestID, "requestStatus": status}) != nil {
			return
		}
		if known {
			s.Shown <- scene
		}
	}
}

// greet says hello and looks whether the client knows the password.
func (s *Studio) greet(conn *websocket.Conn) bool {
	const salt, challenge = "lM1GncleQOaCu9lT1yeUZhFYnqhsLLP1G5lAGo3ixaI=", "+IxH4CnCiqpX1rM9scsNynZzbOe4KhDeYcTNS3PDaeY="
	hello := map[string]any{"obsWebSocketVersion": "5.5.0", "rpcVersion": 1, "authentication": map[string]string{"challenge": challenge, "salt": salt}}
	var m message
	if say(conn, opHello, hello) != nil || conn.ReadJSON(&m) != nil || m.Op != opIdentify || m.D.RPCVersion != 1 {
		return false
	}
	secret := sha256.Sum256([]byte(s.Password + salt))
	want := sha256.Sum256([]byte(base64.StdEncoding.EncodeToString(secret[:]) + challenge))
	if m.D.Authentication != base64.StdEncoding.EncodeToString(want[:]) {
		_ = conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(closeAuth, "Authentication failed."), time.Now().Add(time.Second))
		return false
	}
	return say(conn, opIdentified, map[string]int{"negotiatedRpcVersion": 1}) == nil
}

func (s *Studio) deaf() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Deaf == 0 {
		return false
	}
	s.Deaf--
	return true
}

// HangUp ends all connections, as OBS does when it ends.
func (s *Studio) HangUp() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.conns {
		_ = c.Close()
	}
}

func say(conn *websocket.Conn, op int, data any) error {
	return conn.WriteJSON(map[string]any{"op": op, "d": data})
}
