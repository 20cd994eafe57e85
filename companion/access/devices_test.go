package access_test

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
	"astragal/companion/tabletest"
	"astragal/vision"
)

// askingTable is a table that trusts no browser just because it runs on the table's machine, and that keeps a list of who was let in.
func askingTable(t *testing.T) *tabletest.Table {
	t.Helper()
	tb := tabletest.NewTable(t)
	list, err := guests.Open(filepath.Join(t.TempDir(), "devices.json"))
	require.NoError(t, err)
	tb.Server.Access.Guests, tb.Server.Access.AskHere = list, true
	address := doortest.Address(t)
	tb.Server.Invite = "http://" + address
	tb.Serve(address)
	return tb
}

// watching is an open page of a device.
func watching(t *testing.T, tb *tabletest.Table, c *http.Cookie, path string) *websocket.Conn {
	t.Helper()
	conn, _, err := websocket.DefaultDialer.Dial("ws://"+tb.Address+path, http.Header{"Cookie": {c.String()}})
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

// One press puts a device out: its pages end, and its cookie is worth nothing. Its code is worth nothing either once there is a new one.
func TestADeviceIsPutOutByOnePress(t *testing.T) {
	tb := askingTable(t)
	key := tb.Server.Access.Key()
	phone := tabletest.Joined(t, tb, key)
	require.Equal(t, 200, tabletest.Sent(t, tb, tabletest.There, tabletest.From(phone, "POST", "/api/act", tabletest.RollOfFour)).StatusCode)
	conn, looks := watching(t, tb, phone, "/api/socket"), watching(t, tb, phone, "/api/overlay")

	page := tabletest.Open(t, "http://"+tb.Address+"/")
	page.Sees(`!!document.querySelector("#looking-on")`) // it doesn't trust this machine's own browser
	page.Run(chromedp.Navigate(tb.Server.JoinAddress()))
	page.Sees(`location.pathname === "/" && !!document.querySelector("#open-type")`)
	page.Click("#open-invite")
	page.Sees(`document.querySelectorAll("[data-out]").length === 2 && document.querySelector("#devices").textContent.includes("(this one)")`)
	page.Sees(`document.querySelector(".devices li:last-child").textContent.includes("can answer") && document.querySelector(".devices li:last-child").textContent.includes("2 pages open")`)
	page.Picture("devices")
	page.Phone()
	page.Sideways()
	page.Click(".devices li:last-child [data-out]")
	page.Sees(`document.querySelectorAll("[data-out]").length === 1 && document.querySelector("#devices-say").textContent.startsWith("The device is out.")`)
	ends(conn)
	ends(looks)
	require.Equal(t, 403, tabletest.Sent(t, tb, tabletest.There, tabletest.From(phone, "POST", "/api/act", tabletest.RollOfFour)).StatusCode)
	require.Equal(t, 403, tabletest.Sent(t, tb, tabletest.There, tabletest.From(phone, "GET", "/api/devices", "")).StatusCode)

	page.Click("#new-code")
	page.Sees(`document.querySelector("#devices-say").textContent.startsWith("The code is a new one.")`)
	require.NotEqual(t, key, tb.Server.Access.Key())
	page.Sees(`document.querySelector("#code-address").value === ` + tabletest.Quote(tb.Server.JoinAddress()))
	require.Equal(t, 403, tabletest.Sent(t, tb, tabletest.There, tabletest.Request("POST", "/api/join", fmt.Sprintf(`{"key": %q}`, key))).StatusCode)
	require.Equal(t, 403, tabletest.Sent(t, tb, tabletest.There, func() *http.Request {
		r := tabletest.Request("POST", "/api/act", tabletest.RollOfFour)
		r.Header.Set("Authorization", "Bearer "+key)
		return r
	}()).StatusCode, "a program that shows the old code")
	page.Sees(`!document.querySelector("#looking-on")`) // a device that was let in stays
	tabletest.Joined(t, tb, tb.Server.Access.Key())
}

// However full the list is, the browser on the table's own machine keeps the name under which it holds seats.
func TestTheTablesOwnBrowserIsNoGuest(t *testing.T) {
	tb := askingTable(t)
	tb.Server.Access.AskHere = false
	own, ok := tb.Server.Access.Join(tb.Server.Access.Key(), time.Now())
	require.True(t, ok)
	r := tabletest.From(own, "GET", "/api/view", "")
	r.RemoteAddr = tabletest.Here
	before := tb.Server.Access.Who(r)
	require.NotEmpty(t, before.Device)
	for i := range guests.Most + 1 {
		require.NoError(t, tb.Server.Access.Guests.Came(guests.Guest{ID: fmt.Sprint("phone ", i), Right: "answers"}))
	}
	require.Equal(t, before, tb.Server.Access.Who(r))
	r.RemoteAddr = tabletest.There
	require.Empty(t, tb.Server.Access.Who(r).Device, "the same cookie elsewhere")
}

// With a new code all other codes change too: those of seats, and the code to look on.
func TestANewCodeChangesAllCodes(t *testing.T) {
	tb := askingTable(t)
	id := tb.BeginDuel()
	a := tb.Server.Access
	before := []string{a.Key(), a.LookKey(), a.SeatKey(id, 1)}
	require.NoError(t, a.Guests.NewCode())
	for _, key := range before {
		require.Equal(t, 403, tabletest.Sent(t, tb, tabletest.There, tabletest.Request("POST", "/api/join", fmt.Sprintf(`{"key": %q}`, key))).StatusCode)
	}
	for _, key := range []string{a.Key(), a.LookKey(), a.SeatKey(id, 1)} {
		require.NotContains(t, before, key)
		tabletest.Joined(t, tb, key)
	}
}

func TestWhoMayNotAnswerPutsNobodyOut(t *testing.T) {
	tb := askingTable(t)
	phone, looker := tabletest.Joined(t, tb, tb.Server.Access.Key()), tabletest.Joined(t, tb, tb.Server.Access.LookKey())
	var v protocol.DevicesView
	require.NoError(t, json.Unmarshal([]byte(tabletest.Body(t, tabletest.Sent(t, tb, tabletest.There, tabletest.From(phone, "GET", "/api/devices", "")))), &v))
	require.Len(t, v.Devices, 2)
	for _, c := range []*http.Cookie{nil, looker} {
		require.Equal(t, 403, tabletest.Sent(t, tb, tabletest.There, tabletest.From(c, "GET", "/api/devices", "")).StatusCode)
		for _, text := range []string{fmt.Sprintf(`{"out": %q}`, v.Devices[0].Name), `{"new_code": true}`} {
			require.Equal(t, 403, tabletest.Sent(t, tb, tabletest.There, tabletest.From(c, "POST", "/api/devices", text)).StatusCode)
		}
	}
	for text, status := range map[string]int{"": 400, "{}": 400, `{"out": "x", "new_code": true}`: 400, `{"out": "nobody"}`: 404, `{"out": 7}`: 400} {
		require.Equal(t, status, tabletest.Sent(t, tb, tabletest.There, tabletest.From(phone, "POST", "/api/devices", text)).StatusCode, text)
	}
	require.Equal(t, 200, tabletest.Sent(t, tb, tabletest.There, tabletest.From(looker, "GET", "/api/view", "")).StatusCode)
}

// The list shows all that a device may do, whatever code it scanned last. A code that gives less takes nothing away.
func TestTheListDoesNotSayLessThanADeviceMayDo(t *testing.T) {
	tb := askingTable(t)
	id := tb.BeginDuel()
	a := tb.Server.Access
	phone := tabletest.Joined(t, tb, a.Key())
	for _, key := range []string{a.SeatKey(id, 1), a.LookKey()} {
		require.Equal(t, 200, tabletest.Sent(t, tb, tabletest.There, tabletest.From(phone, "POST", "/api/join", fmt.Sprintf(`{"key": %q}`, key))).StatusCode)
		require.Equal(t, 200, tabletest.Sent(t, tb, tabletest.There, tabletest.From(phone, "POST", "/api/act", tabletest.RollOfFour)).StatusCode)
		require.Equal(t, "answers", a.Guests.Lines()[0].Right)
	}
}

// waited closes waits when somebody begins to wait for it.
type waited struct {
	context.Context
	waits func()
}

func (w waited) Done() <-chan struct{} {
	w.waits()
	return w.Context.Done()
}

// If a device is put out while it waits for the next picture of the tray, it doesn't get the picture.
func TestWhoIsPutOutGetsNoPictureThatItWaitsFor(t *testing.T) {
	tb := askingTable(t)
	tb.Server.Access.Joined = true
	phone := tabletest.Joined(t, tb, tb.Server.Access.LookKey())
	tb.Tell(vision.Event{Kind: vision.EventPreview, Preview: []byte("first")})
	waits, status := make(chan struct{}), make(chan int, 1)
	r := tabletest.From(phone, "GET", "/preview.jpg?after=1", "")
	r.RemoteAddr = tabletest.There
	h, err := tb.Server.Handler(t.Context())
	require.NoError(t, err)
	go func() {
		ctx, w := waited{r.Context(), sync.OnceFunc(func() { close(waits) })}, httptest.NewRecorder()
		h.ServeHTTP(w, r.WithContext(ctx))
		status <- w.Code
	}()
	<-waits
	list := tb.Server.Access.Guests
	_, _, err = list.PutOut(list.Lines()[0].Name(), tb.Clock.Now())
	require.NoError(t, err)
	tb.Tell(vision.Event{Kind: vision.EventPreview, Preview: []byte("second")})
	require.Equal(t, 403, <-status)
}
