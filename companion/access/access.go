package access

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"astragal/companion/commission"
	"astragal/companion/door"
	"astragal/companion/guests"
	"astragal/companion/protocol"
	"astragal/companion/visitor"
	"astragal/engine"
)

// Rules says who may answer at the table. A browser on the table's own machine may. Any other device gets a right by a key (the QR code); it is handed
// a cookie for it that no script can read. There is a key for the table, one for each seat of a game, and one to look on. Everybody else only looks on;
// if Joined is set, they may not look on either.
type Rules struct {
	// Joined says that only devices that came by a key may look on.
	Joined bool
	// AskHere says that browsers on the table's own machine need a key too. A table behind a proxy that doesn't say who visits needs that: all visitors
	// seem to be on this machine.
	AskHere bool
	// Guests are the devices that were let in; nil keeps no list, and nobody can be put out.
	Guests *guests.Book
	// Pages are the pages elsewhere that may ask for rolls; nil for none.
	Pages *commission.Book

	key   []byte   // what the table's first QR code carries
	seal  []byte   // signs the cookies and the other keys
	hosts []string // further names that the table may be called by, without port
}

const (
	cookieName = "astragal"
	cookieLife = 30 * 24 * time.Hour
	keyBytes   = 16
)

// NewSecret makes random bytes for Journal.Secret.
func NewSecret() []byte {
	b := make([]byte, 2*keyBytes)
	// Never fails: crypto/rand ends the program rather than return weak bytes.
	_, _ = rand.Read(b)
	return b
}

// New makes the rules of access from 32 secret bytes. hosts are further names that the
// table is called by ("astragal.local"); addresses and "localhost" need not be named.
func New(secret []byte, hosts []string) *Rules {
	sum := sha256.Sum256(append([]byte("key:"), secret...))
	seal := sha256.Sum256(append([]byte("seal:"), secret...))
	return &Rules{key: sum[:keyBytes], seal: seal[:], hosts: hosts}
}

// Key is the text in the QR code after /join/. It changes with each new code.
func (a *Rules) Key() string {
	if a.codes() == 0 {
		return base64.RawURLEncoding.EncodeToString(a.key)
	}
	return a.token("table")
}

// codes is how many times the table's code was changed.
func (a *Rules) codes() int {
	if a.Guests == nil {
		return 0
	}
	return a.Guests.Codes()
}

// SeatKey is the text in the QR code of a game's seat. A device that has it may sit there and answer for that seat only.
func (a *Rules) SeatKey(game int, seat engine.Seat) string {
	return fmt.Sprintf("seat.%d.%d.%s", game, seat, a.token(fmt.Sprintf("seat %d %d", game, seat)))
}

// LobbyKey is the text in the QR code of a game that is about to begin. A device that has it may take a seat there.
func (a *Rules) LobbyKey(lobby int) string {
	return fmt.Sprintf("lobby.%d.%s", lobby, a.token(fmt.Sprintf("lobby %d", lobby)))
}

// LookKey is the text that lets a device look on, if only devices that were let in may.
func (a *Rules) LookKey() string { return "look." + a.token("look") }

// AskKey is the text by which a program or a page elsewhere asks for rolls. It allows nothing else.
func (a *Rules) AskKey() string { return "ask." + a.token("ask") }

func (a *Rules) token(of string) string {
	if n := a.codes(); n > 0 {
		of = fmt.Sprintf("%s, code %d", of, n)
	}
	return base64.RawURLEncoding.EncodeToString(a.sign([]byte("key " + of))[:keyBytes])
}

// Right is what a key gives.
type Right byte

// The rights of a device. Devices that earlier versions let in have the first.
const (
	RightAll  Right = iota // answers at the table
	RightSeat              // answers for the seats that it holds
	RightLook              // looks on
)

// Pass is what a key is good for.
type Pass struct {
	Right Right
	// Game and Seat are the seat at which the key lets a device sit down, for RightSeat.
	Game int
	Seat engine.Seat
	// Lobby is the game that is about to begin where it may take a seat, for RightSeat; 0 for none.
	Lobby int
}

// Admit says what a key is good for; false if it is no key of this table.
func (a *Rules) Admit(key string) (Pass, bool) {
	if equal(key, a.Key()) {
		return Pass{Right: RightAll}, true
	}
	if equal(key, a.LookKey()) {
		return Pass{Right: RightLook}, true
	}
	var lobby int
	if n, err := fmt.Sscanf(key, "lobby.%d.", &lobby); err == nil && n == 1 && equal(key, a.LobbyKey(lobby)) {
		return Pass{Right: RightSeat, Lobby: lobby}, true
	}
	var game, seat int
	if n, err := fmt.Sscanf(key, "seat.%d.%d.", &game, &seat); err != nil || n != 2 || !equal(key, a.SeatKey(game, engine.Seat(seat))) {
		return Pass{}, false
	}
	return Pass{Right: RightSeat, Game: game, Seat: engine.Seat(seat)}, true
}

func equal(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// Join checks a key and returns the cookie that gives a new device the right.
func (a *Rules) Join(key string, now time.Time) (*http.Cookie, bool) {
	pass, ok := a.Admit(key)
	if !ok {
		return nil, false
	}
	id := make([]byte, keyBytes)
	_, _ = rand.Read(id)
	return a.cookie(id, pass.Right, now), true
}

// Raise gives a device another right. It keeps its name, and so its seats.
func (a *Rules) Raise(who protocol.Who, right Right, now time.Time) *http.Cookie {
	id, err := base64.RawURLEncoding.DecodeString(who.Device)
	if err != nil || len(id) != keyBytes {
		id = make([]byte, keyBytes)
		_, _ = rand.Read(id)
	}
	return a.cookie(id, right, now)
}

func (a *Rules) cookie(id []byte, right Right, now time.Time) *http.Cookie {
	raw := slices.Clone(id)
	if right != RightAll {
		raw = append(raw, byte(right))
	}
	return &http.Cookie{
		Name: cookieName, Value: base64.RawURLEncoding.EncodeToString(append(raw, a.sign(raw)...)), Path: "/", HttpOnly: true,
		SameSite: http.SameSiteStrictMode, Expires: now.Add(cookieLife), MaxAge: int(cookieLife.Seconds()),
	}
}

// DeviceOf is the name of the device to which Join gave a cookie.
func DeviceOf(c *http.Cookie) string {
	raw, err := base64.RawURLEncoding.DecodeString(c.Value)
	if err != nil || len(raw) < keyBytes {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString(raw[:keyBytes])
}

func (a *Rules) sign(id []byte) []byte {
	mac := hmac.New(sha256.New, a.seal)
	mac.Write(id)
	return mac.Sum(nil)
}

// MayAnswer says whether a request comes from somebody who may answer. Check the request with Refuse first.
func (a *Rules) MayAnswer(r *http.Request) bool { return a.Who(r).May }

// Who says which device a request comes from, and what it may do. Check the request with Refuse
// first.
func (a *Rules) Who(r *http.Request) protocol.Who {
	here := a.IsHere(r) || a.hasKey(r)
	who := protocol.Who{May: here, Looks: here || !a.Joined, From: guests.Agent(r.UserAgent())}
	c, err := r.Cookie(cookieName)
	if err != nil {
		return who
	}
	raw, err := base64.RawURLEncoding.DecodeString(c.Value)
	n := len(raw) - sha256.Size
	if err != nil || n != keyBytes && n != keyBytes+1 || !hmac.Equal(raw[n:], a.sign(raw[:n])) {
		return who
	}
	right := RightAll
	if n > keyBytes {
		right = Right(raw[keyBytes])
	}
	device := base64.RawURLEncoding.EncodeToString(raw[:keyBytes])
	// A browser on the table's own machine is no guest: it can't be put out, and keeps the name by which it holds seats.
	if a.Guests != nil && !a.IsHere(r) && a.Guests.Out(device) {
		return who
	}
	return protocol.Who{
		Device: device, Looks: true,
		May: here || right == RightAll, Plays: right == RightSeat, From: who.From,
	}
}

// IsHere says whether a request counts as made on the table's own machine.
func (a *Rules) IsHere(r *http.Request) bool { return !a.AskHere && FromHere(r) }

// FromHere says whether a request was made on this machine. A request that a proxy passed on was not.
func FromHere(r *http.Request) bool {
	if visitor.Of(r).Trusted || visitor.Claims(r) {
		return false
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}

// Refuse says why a request is not served: its Host is not this table's, or its Origin is not the page's own. Somebody's page
// can make its own name lead to our address (DNS rebinding). It can't do so with an address in figures.
func (a *Rules) Refuse(r *http.Request) error {
	if !a.Knows(door.HostOnly(r.Host)) {
		return errors.New("this table is not called by that name: use its address, or add the name to the setting \"hosts\"")
	}
	origin := r.Header.Get("Origin")
	if origin == "" || a.allows(r) {
		return nil
	}
	u, err := url.Parse(origin)
	if err != nil || !strings.EqualFold(u.Host, r.Host) {
		if shared(r.URL.Path) && a.Pages != nil {
			a.Pages.Refused(origin)
		}
		return door.ErrElsewhere
	}
	return nil
}

// Knows says whether the table is called by that name.
func (a *Rules) Knows(host string) bool {
	if _, err := netip.ParseAddr(host); err == nil || isLocalName(host) {
		return true
	}
	for _, h := range a.hosts {
		if strings.EqualFold(h, host) {
			return true
		}
	}
	return false
}

func isLocalName(host string) bool { return strings.EqualFold(host, "localhost") }
