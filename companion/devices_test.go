package companion_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"astragal/companion/door/doortest"
	"astragal/companion/guests"
	"astragal/companion/protocol"
	"astragal/vision"
)

// askingTable is a table that trusts no browser for being on its machine, and keeps a list of who was let in.
func askingTable(t *testing.T) *table {
	t.Helper()
	tb := newTable(t)
	list, err := guests.Open(filepath.Join(t.TempDir(), "devices.json"))
	require.NoError(t, err)
	tb.server.Access.Guests, tb.server.Access.AskHere = list, true
	address := doortest.Address(t)
	tb.server.Invite = "http://" + address
	tb.serve(address)
	return tb
}

// watching is an open page of a device.
func watching(t *testing.T, tb *table, c *http.Cookie, path string) *websocket.Conn {
	t.Helper()
	conn, _, err := websocket.DefaultDialer.Dial("ws://"+tb.address+path, http.Header{"Cookie": {c.String()}})
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// ends reads until the page is closed.
func ends(conn *websocket.Conn) {
	for {
		if _, _, err := conn.ReadMessage(); err != nil {
			return
		}
	}
}

// One press puts a device out: its pages end, its cookie is worth nothing, its code too once there is a new one.
func TestADeviceIsPutOutByOnePress(t *testing.T) {
	tb := askingTable(t)
	key := tb.server.Access.Key()
	phone := joined(t, tb, key)
	require.Equal(t, 200, asked(t, tb, there, as(phone, "POST", "/api/act", act)).StatusCode)
	conn, looks := watching(t, tb, phone, "/api/socket"), watching(t, tb, phone, "/api/overlay")

	page := open(t, "http://"+tb.address+"/")
	page.sees(`!!document.querySelector("#looking-on")`) // this machine's own browser isn't trusted
	page.run(chromedp.Navigate(tb.server.JoinAddress()))
	page.sees(`location.pathname === "/" && !!document.querySelector("#open-type")`)
	page.click("#open-invite")
	page.sees(`document.querySelectorAll("[data-out]").length === 2 && document.querySelector("#devices").textContent.includes("(this one)")`)
	page.sees(`document.querySelector(".devices li:last-child").textContent.includes("can answer") && document.querySelector(".devices li:last-child").textContent.includes("2 pages open")`)
	page.picture("devices")
	page.phone()
	page.sideways()
	page.click(".devices li:last-child [data-out]")
	page.sees(`document.querySelectorAll("[data-out]").length === 1 && document.querySelector("#devices-say").textContent.startsWith("The device is out.")`)
	ends(conn)
	ends(looks)
	require.Equal(t, 403, asked(t, tb, there, as(phone, "POST", "/api/act", act)).StatusCode)
	require.Equal(t, 403, asked(t, tb, there, as(phone, "GET", "/api/devices", "")).StatusCode)

	page.click("#new-code")
	page.sees(`document.querySelector("#devices-say").textContent.startsWith("The code is a new one.")`)
	require.NotEqual(t, key, tb.server.Access.Key())
	page.sees(`document.querySelector("#code-address").value === ` + quote(tb.server.JoinAddress()))
	require.Equal(t, 403, asked(t, tb, there, request("POST", "/api/join", fmt.Sprintf(`{"key": %q}`, key))).StatusCode)
	require.Equal(t, 403, asked(t, tb, there, func() *http.Request {
		r := request("POST", "/api/act", act)
		r.Header.Set("Authorization", "Bearer "+key)
		return r
	}()).StatusCode, "a program that shows the old code")
	page.sees(`!document.querySelector("#looking-on")`) // who was let in stays
	joined(t, tb, tb.server.Access.Key())
}

// However full the list is, the browser on the table's own machine keeps the name by which it holds seats.
func TestTheTablesOwnBrowserIsNoGuest(t *testing.T) {
	tb := askingTable(t)
	tb.server.Access.AskHere = false
	own, ok := tb.server.Access.Join(tb.server.Access.Key(), time.Now())
	require.True(t, ok)
	r := as(own, "GET", "/api/view", "")
	r.RemoteAddr = here
	before := tb.server.Access.Who(r)
	require.NotEmpty(t, before.Device)
	for i := range guests.Most + 1 {
		require.NoError(t, tb.server.Access.Guests.Came(guests.Guest{ID: fmt.Sprint("phone ", i), Right: "answers"}))
	}
	require.Equal(t, before, tb.server.Access.Who(r))
	r.RemoteAddr = there
	require.Empty(t, tb.server.Access.Who(r).Device, "the same cookie elsewhere")
}

// With a new code every other code is another one too: those of seats, and the one to look on.
func TestANewCodeChangesAllCodes(t *testing.T) {
	tb := askingTable(t)
	id := tb.beginDuel()
	a := tb.server.Access
	before := []string{a.Key(), a.LookKey(), a.SeatKey(id, 1)}
	require.NoError(t, a.Guests.NewCode())
	for _, key := range before {
		require.Equal(t, 403, asked(t, tb, there, request("POST", "/api/join", fmt.Sprintf(`{"key": %q}`, key))).StatusCode)
	}
	for _, key := range []string{a.Key(), a.LookKey(), a.SeatKey(id, 1)} {
		require.NotContains(t, before, key)
		joined(t, tb, key)
	}
}

func TestWhoMayNotAnswerPutsNobodyOut(t *testing.T) {
	tb := askingTable(t)
	phone, looker := joined(t, tb, tb.server.Access.Key()), joined(t, tb, tb.server.Access.LookKey())
	var v protocol.DevicesView
	require.NoError(t, json.Unmarshal([]byte(body(t, asked(t, tb, there, as(phone, "GET", "/api/devices", "")))), &v))
	require.Len(t, v.Devices, 2)
	for _, c := range []*http.Cookie{nil, looker} {
		require.Equal(t, 403, asked(t, tb, there, as(c, "GET", "/api/devices", "")).StatusCode)
		for _, text := range []string{fmt.Sprintf(`{"out": %q}`, v.Devices[0].Name), `{"new_code": true}`} {
			require.Equal(t, 403, asked(t, tb, there, as(c, "POST", "/api/devices", text)).StatusCode)
		}
	}
	for text, status := range map[string]int{"": 400, "{}": 400, `{"out": "x", "new_code": true}`: 400, `{"out": "nobody"}`: 404, `{"out": 7}`: 400} {
		require.Equal(t, status, asked(t, tb, there, as(phone, "POST", "/api/devices", text)).StatusCode, text)
	}
	require.Equal(t, 200, asked(t, tb, there, as(looker, "GET", "/api/view", "")).StatusCode)
}

// The list says what a device may do, whatever code it scans last: one that gives less takes nothing from it.
func TestTheListDoesNotSayLessThanADeviceMayDo(t *testing.T) {
	tb := askingTable(t)
	id := tb.beginDuel()
	a := tb.server.Access
	phone := joined(t, tb, a.Key())
	for _, key := range []string{a.SeatKey(id, 1), a.LookKey()} {
		require.Equal(t, 200, asked(t, tb, there, as(phone, "POST", "/api/join", fmt.Sprintf(`{"key": %q}`, key))).StatusCode)
		require.Equal(t, 200, asked(t, tb, there, as(phone, "POST", "/api/act", act)).StatusCode)
		require.Equal(t, "answers", a.Guests.Lines()[0].Right)
	}
}

// waited closes waits when somebody waits for it.
type waited struct {
	context.Context
	waits func()
}

func (w waited) Done() <-chan struct{} {
	w.waits()
	return w.Context.Done()
}

// A device that waits for the next picture of the tray when it is put out doesn't get it.
func TestWhoIsPutOutGetsNoPictureThatItWaitsFor(t *testing.T) {
	tb := askingTable(t)
	tb.server.Access.Joined = true
	phone := joined(t, tb, tb.server.Access.LookKey())
	tb.tell(vision.Event{Kind: vision.EventPreview, Preview: []byte("first")})
	waits, status := make(chan struct{}), make(chan int, 1)
	r := as(phone, "GET", "/preview.jpg?after=1", "")
	r.RemoteAddr = there
	h, err := tb.server.Handler(t.Context())
	require.NoError(t, err)
	go func() {
		ctx, w := waited{r.Context(), sync.OnceFunc(func() { close(waits) })}, httptest.NewRecorder()
		h.ServeHTTP(w, r.WithContext(ctx))
		status <- w.Code
	}()
	<-waits
	list := tb.server.Access.Guests
	_, _, err = list.PutOut(list.Lines()[0].Name(), tb.clock.now())
	require.NoError(t, err)
	tb.tell(vision.Event{Kind: vision.EventPreview, Preview: []byte("second")})
	require.Equal(t, 403, <-status)
}
