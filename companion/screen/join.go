package screen

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"

	"rsc.io/qr"

	"astragal/companion/access"
	"astragal/companion/door"
	"astragal/companion/guests"
	"astragal/companion/protocol"
	"astragal/companion/screen/desk"
	"astragal/companion/visitor"
	"astragal/engine"
)

// notTheCamera is said to a phone that wants to be the camera and was not let in.
const notTheCamera = "this phone was not let in: scan the code that the table's screen shows under Camera, \"Use a phone as the camera\""

// keptOut is the sentence for a device that may not even look on.
const keptOut = "this table shows itself only to devices that were let in: scan its QR code"

// joinBytes is the longest request to join.
const joinBytes = 2 << 10

// open says whether an address is for everybody, because nobody could be let in without it.
func open(path string) bool {
	return path == "/join" || path == "/api/join" || path == "/overlay-worker.js" || strings.HasPrefix(path, "/static/") || strings.HasPrefix(path, "/foundry/")
}

// keepOut refuses a device that may not look on. A person gets a page that says how to be let in.
func (s *Server) keepOut(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet && strings.Contains(r.Header.Get("Accept"), "text/html") {
		s.desk().Page("join.html")(&door.StatusWriter{ResponseWriter: w, Status: http.StatusForbidden}, r)
		return
	}
	desk.Refuse(w, http.StatusForbidden, keptOut)
}

// joining is a request to be let in. The key stands behind the # of the QR code's address, which
// browsers send to nobody: it is in no log, of this program or of anything on the way.
type joining struct {
	Key string `json:"key"`
	To  string `json:"to"`
}

// entrance is the addresses by which other devices are let in.
type entrance struct {
	*desk.Desk
	doorway
}

func (at entrance) routes(mux *http.ServeMux) {
	mux.Handle("GET /join", at.Page("join.html"))
	mux.HandleFunc("POST /api/join", at.join)
	mux.HandleFunc("GET /invite.png", at.code)
	mux.HandleFunc("GET /api/invite", at.address)
}

// doorway is where other devices come in.
type doorway struct {
	// plain is the address without the key. secure is the one for browsers that give a camera only to a secure page. Both are empty if there is none.
	plain, secure string
	// letIn says what would let other devices in, if they can't reach the table.
	letIn string
	// proxied says that they come through a proxy.
	proxied bool
}

// join trades a key for the cookie that gives its right.
func (at entrance) join(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, joinBytes))
	var wish joining
	if err == nil {
		err = json.Unmarshal(raw, &wish)
	}
	if err != nil {
		desk.Refuse(w, http.StatusBadRequest, `the request must be {"key": "…", "to": "/…"}`)
		return
	}
	pass, ok := at.Access.Admit(wish.Key)
	if !ok {
		desk.Refuse(w, http.StatusForbidden, "this code is not the table's (any more): scan the one that is shown there now")
		return
	}
	who, cookie := at.admit(at.Access.Who(r), pass)
	if err := at.noteGuest(r, who); err != nil {
		at.Log.Error("let a device in", "err", err)
		desk.Refuse(w, http.StatusInternalServerError, "this device can't be written down, and so isn't let in: look at the table's log")
		return
	}
	if cookie != nil {
		desk.SetCookie(w, r, cookie)
	}
	to := ownPath(wish.To)
	switch {
	case pass.Lobby > 0:
		to = fmt.Sprintf("/begin/%d", pass.Lobby)
		if err := at.Session.Lobbies().Admit(r.Context(), who, pass.Lobby); err != nil {
			at.Log.Info("come in by a lobby's code", "lobby", pass.Lobby, "err", err)
		}
	case pass.Right == access.RightSeat:
		to = fmt.Sprintf("/games/%d", pass.Game)
		// If somebody holds the seat already, it stays theirs, and the page says so.
		if err := at.Session.Games().Sit(r.Context(), who, pass.Game, pass.Seat); err != nil {
			at.Log.Info("sit down by code", "game", pass.Game, "seat", pass.Seat, "err", err)
		}
	}
	desk.WriteJSON(w, http.StatusOK, map[string]string{"to": to})
}

// ownPath is a path of this table's pages that a request names as where to go next; "/" if it is none. A
// browser drops blanks and control characters from an address and takes "\\" for "/", so a path with one
// could lead elsewhere.
func ownPath(to string) string {
	u, err := url.Parse(to)
	odd := func(r rune) bool { return r == '\\' || r == 0x7f || unicode.IsSpace(r) || unicode.IsControl(r) }
	if err != nil || u.Scheme != "" || u.Host != "" || !strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//") || strings.ContainsFunc(to, odd) {
		return "/"
	}
	return to
}

// admit gives a device the right of its pass, with a new cookie. If the device has that right already, the cookie is nil.
func (at entrance) admit(who protocol.Who, pass access.Pass) (protocol.Who, *http.Cookie) {
	has := who.Device != "" && (who.May || pass.Right == access.RightLook || pass.Right == access.RightSeat && who.Plays)
	if has {
		return who, nil
	}
	cookie := at.Access.Raise(who, pass.Right, time.Now())
	return protocol.Who{Device: access.DeviceOf(cookie), Looks: true, May: who.May || pass.Right == access.RightAll, Plays: pass.Right == access.RightSeat, From: who.From}, cookie
}

// JoinAddress is the address in the QR code. A device that opens it may answer.
func (s *Server) JoinAddress() string { return s.Invite + "/join#" + s.Access.Key() }

// code is a QR code, for those who may answer themselves. It is the table's, or
//   - with ?game and ?seat that of a seat of a game,
//   - with ?lobby that of a game that is about to begin,
//   - with ?to=phone the one that makes a phone the camera,
//   - with ?to=look the one that lets a device look on.
//
// ?from is the address at which a page that came through a proxy begins.
func (at entrance) code(w http.ResponseWriter, r *http.Request) {
	if !at.Access.MayAnswer(r) {
		desk.Refuse(w, http.StatusForbidden, protocol.LooksOn)
		return
	}
	address, err := at.invitation(r)
	if err != nil {
		desk.Refuse(w, http.StatusNotFound, err.Error())
		return
	}
	code, err := qr.Encode(address, qr.M)
	if err != nil {
		desk.Refuse(w, http.StatusInternalServerError, "the address is too long for a QR code")
		return
	}
	w.Header().Set("Content-Type", "image/png")
	_, _ = w.Write(code.PNG())
}

// address says in text what the QR code at the same place says.
func (at entrance) address(w http.ResponseWriter, r *http.Request) {
	if !at.Access.MayAnswer(r) {
		desk.Refuse(w, http.StatusForbidden, protocol.LooksOn)
		return
	}
	address, err := at.invitation(r)
	if err != nil {
		desk.Refuse(w, http.StatusNotFound, err.Error())
		return
	}
	desk.WriteJSON(w, http.StatusOK, map[string]string{"address": address})
}

// doors are the addresses by which other devices come in, plain and secure; empty if there is none. A page that came through
// a proxy shows others the same way in. Home Assistant's pages are no such way, because they ask for a name of their own.
func (at entrance) doors(r *http.Request) (plain, secure string) {
	way := visitor.Of(r)
	if !way.Trusted || way.Framed && at.plain != "" {
		return at.plain, at.secure
	}
	prefix := way.Prefix
	if from, err := url.Parse(r.URL.Query().Get("from")); err == nil && strings.EqualFold(from.Host, r.Host) {
		prefix = strings.TrimSuffix(from.EscapedPath(), "/")
	}
	if way.Secure {
		address := "https://" + r.Host + prefix
		return address, address
	}
	return "http://" + r.Host + prefix, ""
}

func (at entrance) invitation(r *http.Request) (string, error) {
	q := r.URL.Query()
	plain, secure := at.doors(r)
	switch {
	case plain == "" && at.proxied:
		key := at.Access.Key() // nobody comes in through the proxy without it, so no page behind the proxy could show it
		if q.Get("to") == "look" {
			key = at.Access.LookKey()
		}
		return "", fmt.Errorf("others reach this table through a proxy: write join#%s behind the proxy's address", key)
	case plain == "":
		return "", fmt.Errorf("to let phones and other screens in, %s: now only this machine can open the table", cmp.Or(at.letIn, "start it with --listen :8437"))
	}
	switch q.Get("to") {
	case "phone":
		if secure == "" {
			return "", errors.New("this table has no secure address, and without one no browser hands its camera over")
		}
		return secure + "/join#" + at.Access.Key() + "&to=/phone", nil
	case "look":
		return plain + "/join#" + at.Access.LookKey(), nil
	}
	if lobby := desk.QueryNumber(r, "lobby"); lobby > 0 {
		return plain + "/join#" + at.Access.LobbyKey(lobby), nil
	}
	id, err := strconv.Atoi(q.Get("game"))
	seat, err2 := strconv.Atoi(q.Get("seat"))
	if err == nil && err2 == nil {
		return plain + "/join#" + at.Access.SeatKey(id, engine.Seat(seat)), nil
	}
	return plain + "/join#" + at.Access.Key(), nil
}

// rightWords are what a device may do, as the list calls it.
func rightWords(who protocol.Who) string {
	switch {
	case who.May:
		return "answers"
	case who.Plays:
		return "plays"
	}
	return "looks on"
}

// noteGuest writes down that a device came by a code.
func (at entrance) noteGuest(r *http.Request, who protocol.Who) error {
	if at.Access.Guests == nil {
		return nil
	}
	return at.Access.Guests.Came(guests.Guest{ID: who.Device, Right: rightWords(who), Came: time.Now().UTC().Truncate(time.Second), From: guests.Agent(r.UserAgent()), Address: desk.RemoteHost(r)})
}
