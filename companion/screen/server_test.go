package screen_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/engine"
	"astragal/vision"
	"astragal/web"
)

func TestWhoMayAnswer(t *testing.T) {
	tb := tabletest.NewTable(t)
	for name, c := range map[string]struct {
		remote string
		change func(*http.Request)
		status int
	}{
		"this machine":                        {tabletest.Here, func(*http.Request) {}, 200},
		"this machine by IPv6":                {"[::1]:5000", func(r *http.Request) { r.Host = "[::1]:8437" }, 200},
		"the page on this machine":            {tabletest.Here, func(r *http.Request) { r.Header.Set("Origin", "http://127.0.0.1:8437") }, 200},
		"a stranger":                          {tabletest.There, func(r *http.Request) { r.Host = "192.168.1.5:8437" }, 403},
		"through a proxy":                     {tabletest.Here, func(r *http.Request) { r.Header.Set("X-Forwarded-For", "127.0.0.1") }, 403},
		"a page elsewhere":                    {tabletest.Here, func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") }, 403},
		"a page in a sandbox":                 {tabletest.Here, func(r *http.Request) { r.Header.Set("Origin", "null") }, 403},
		"another port's page":                 {tabletest.Here, func(r *http.Request) { r.Header.Set("Origin", "http://127.0.0.1:9999") }, 403},
		"a name turned to our address":        {tabletest.Here, func(r *http.Request) { r.Host = "evil.example:8437" }, 403},
		"a name that looks like an address":   {tabletest.Here, func(r *http.Request) { r.Host = "127.0.0.1.evil.example" }, 403},
		"a made-up cookie":                    {tabletest.There, func(r *http.Request) { r.AddCookie(&http.Cookie{Name: "astragal", Value: strings.Repeat("A", 64)}) }, 403},
		"a cross-site form without an origin": {tabletest.Here, func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, 403},
	} {
		t.Run(name, func(t *testing.T) {
			before := len(tb.View().Rolls)
			r := tabletest.Request("POST", "/api/act", tabletest.RollOfFour)
			c.change(r)
			got := tabletest.Sent(t, tb, c.remote, r)
			require.Equal(t, c.status, got.StatusCode, tabletest.Body(t, got))
			require.Equal(t, c.status == 200, len(tb.View().Rolls) == before+1)
		})
	}
}

func TestTheKeyBuysACookieThatAnswers(t *testing.T) {
	tb := tabletest.NewTable(t)
	wrong := tabletest.Sent(t, tb, tabletest.There, tabletest.Request("POST", "/api/join", `{"key": "AAAAAAAAAAAAAAAAAAAAAA"}`))
	require.Equal(t, 403, wrong.StatusCode)
	require.Empty(t, wrong.Cookies())

	joined := tabletest.Sent(t, tb, tabletest.There, tabletest.Request("POST", "/api/join", `{"key": "`+tb.Server.Access.Key()+`", "to": "//evil.example"}`))
	require.Equal(t, 200, joined.StatusCode)
	require.JSONEq(t, `{"to": "/"}`, tabletest.Body(t, joined))
	require.Len(t, joined.Cookies(), 1)
	cookie := joined.Cookies()[0]
	require.True(t, cookie.HttpOnly)
	require.Equal(t, http.SameSiteStrictMode, cookie.SameSite)
	require.NotContains(t, cookie.Value, tb.Server.Access.Key())

	r := tabletest.Request("POST", "/api/act", tabletest.RollOfFour)
	r.AddCookie(cookie)
	require.Equal(t, 200, tabletest.Sent(t, tb, tabletest.There, r).StatusCode)

	other := byte('B')
	if cookie.Value[0] == other {
		other = 'C'
	}
	cookie.Value = string(other) + cookie.Value[1:]
	r = tabletest.Request("POST", "/api/act", tabletest.RollOfFour)
	r.AddCookie(cookie)
	require.Equal(t, 403, tabletest.Sent(t, tb, tabletest.There, r).StatusCode, "a cookie that was changed")
}

func TestAStrangerCannotChangeTheCamera(t *testing.T) {
	tb := tabletest.NewTable(t)
	for _, do := range []string{`{"do": "source", "source": "virtual"}`, `{"do": "lock"}`, `{"do": "throw"}`, `{"do": "look"}`} {
		require.Equal(t, 403, tabletest.Sent(t, tb, tabletest.There, tabletest.Request("POST", "/api/act", do)).StatusCode)
	}
	require.Equal(t, 403, tabletest.Sent(t, tb, tabletest.There, tabletest.Request("POST", "/api/picture", string(tabletest.Crop(1)))).StatusCode)
	require.Equal(t, 403, tabletest.Sent(t, tb, tabletest.There, tabletest.Request("GET", "/api/sources", "")).StatusCode)
	require.Equal(t, 403, tabletest.Sent(t, tb, tabletest.There, tabletest.Request("GET", "/invite.png", "")).StatusCode)
	require.Empty(t, tb.Eye.Orders, "an order reached the camera")
	// Looking on needs no key.
	require.Equal(t, 200, tabletest.Sent(t, tb, tabletest.There, tabletest.Request("GET", "/api/view", "")).StatusCode)
}

func TestOrdersReachTheEye(t *testing.T) {
	tb := tabletest.NewTable(t)
	for do, want := range map[string]vision.Order{
		`{"do": "throw"}`:                                        {Do: "throw"},
		`{"do": "source", "source": "virtual"}`:                  {Do: "source", Source: "virtual"},
		`{"do": "source", "source": "rtsp://x"}`:                 {Do: "source", Source: "rtsp://x"},
		`{"do": "source", "source": "Http://x/video"}`:           {Do: "source", Source: "Http://x/video"},
		`{"do": "source", "source": " 192.168.1.20:8080/video"}`: {Do: "source", Source: "http://192.168.1.20:8080/video"},
	} {
		require.Equal(t, 200, tabletest.Sent(t, tb, tabletest.Here, tabletest.Request("POST", "/api/act", do)).StatusCode)
		require.Equal(t, want, <-tb.Eye.Orders)
	}
	file := tabletest.Sent(t, tb, tabletest.Here, tabletest.Request("POST", "/api/act", `{"do": "source", "source": "/etc/passwd"}`))
	require.Equal(t, 400, file.StatusCode)
	require.Empty(t, tb.Eye.Orders)

	tb.Eye.Refuse = errors.New("the camera's process is not running now: try again in a moment")
	broken := tabletest.Sent(t, tb, tabletest.Here, tabletest.Request("POST", "/api/act", `{"do": "look"}`))
	require.Equal(t, 503, broken.StatusCode)
	require.Contains(t, tabletest.Body(t, broken), "try again in a moment")
}

func TestMalformedRequestsGetOneClearSentence(t *testing.T) {
	tb := tabletest.NewTable(t)
	for name, c := range map[string]struct {
		r      *http.Request
		status int
		says   string
	}{
		"no JSON":           {tabletest.Request("POST", "/api/act", "fix it"), 400, "not a JSON object"},
		"nothing":           {tabletest.Request("POST", "/api/act", ""), 400, "not a JSON object"},
		"an unknown field":  {tabletest.Request("POST", "/api/act", `{"do": "fix", "dye": 1}`), 400, "dye"},
		"an unknown deed":   {tabletest.Request("POST", "/api/act", `{"do": "explode"}`), 400, "must be one of fix"},
		"a wrong type":      {tabletest.Request("POST", "/api/act", `{"do": "fix", "throw": "one"}`), 400, "throw"},
		"two objects":       {tabletest.Request("POST", "/api/act", tabletest.RollOfFour+tabletest.RollOfFour), 400, "one object at a time"},
		"too long":          {tabletest.Request("POST", "/api/act", `{"id": "`+strings.Repeat("x", 1<<15)+`"}`), 400, "longer than"},
		"no picture":        {tabletest.Request("POST", "/api/picture", "hello"), 415, "not a JPEG"},
		"no number":         {tabletest.Request("GET", "/api/rolls?before=x", ""), 400, "number of a roll"},
		"no such crop":      {tabletest.Request("GET", "/crop/9/9", ""), 404, "no picture"},
		"a crop of letters": {tabletest.Request("GET", "/crop/a/b", ""), 400, "both numbers"},
		"no such address":   {tabletest.Request("GET", "/admin", ""), 404, "nothing at this address"},
		"another page's":    {tabletest.Request("GET", "/static/0000/page.js", ""), 404, "load the page again"},
		"no WebSocket":      {tabletest.Request("GET", "/api/socket", ""), 400, "WebSocket"},
		"a wrong method":    {tabletest.Request("DELETE", "/api/act", ""), 404, "nothing at this address"},
	} {
		t.Run(name, func(t *testing.T) {
			got := tabletest.Sent(t, tb, tabletest.Here, c.r)
			text := tabletest.Body(t, got)
			require.Equal(t, c.status, got.StatusCode, text)
			require.Contains(t, text, c.says)
			require.Equal(t, 1, strings.Count(strings.TrimSpace(text), "\n")+1)
		})
	}
	require.Empty(t, tb.View().Rolls)
}

func TestAPictureFromAPhoneIsRead(t *testing.T) {
	tb := tabletest.NewTable(t)
	got := tabletest.Sent(t, tb, tabletest.Here, tabletest.Request("POST", "/api/picture", string(tabletest.Crop(3))))
	require.Equal(t, http.StatusAccepted, got.StatusCode)
	order := <-tb.Eye.Orders
	require.Equal(t, "picture", order.Do)
	require.Equal(t, tabletest.Crop(3), order.Picture)

	huge := tabletest.Request("POST", "/api/picture", "")
	huge.Body = io.NopCloser(io.LimitReader(endless{}, 17<<20))
	require.Equal(t, http.StatusRequestEntityTooLarge, tabletest.Sent(t, tb, tabletest.Here, huge).StatusCode)
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

func TestEveryAnswerCarriesTheGuards(t *testing.T) {
	tb := tabletest.NewTable(t)
	for _, path := range []string{"/", "/overlay", "/api/view", "/nothing"} {
		h := tabletest.Sent(t, tb, tabletest.Here, tabletest.Request("GET", path, "")).Header
		policy := h.Get("Content-Security-Policy")
		require.Contains(t, policy, "default-src 'none'")
		require.Contains(t, policy, "frame-ancestors 'none'")
		require.NotContains(t, policy, "unsafe")
		require.Equal(t, "nosniff", h.Get("X-Content-Type-Options"))
		require.Equal(t, "no-referrer", h.Get("Referrer-Policy"))
		require.Equal(t, "no-store", h.Get("Cache-Control"))
	}
}

func TestModulesAreServedUnderTheirContent(t *testing.T) {
	tb := tabletest.NewTable(t)
	hash, err := web.Hash(web.Static())
	require.NoError(t, err)
	page := tabletest.Body(t, tabletest.Sent(t, tb, tabletest.Here, tabletest.Request("GET", "/", "")))
	require.Contains(t, page, "/static/"+hash+"/page.js")
	require.NotContains(t, page, "{{")
	module := tabletest.Sent(t, tb, tabletest.Here, tabletest.Request("GET", "/static/"+hash+"/page.js", ""))
	require.Equal(t, 200, module.StatusCode)
	require.Contains(t, module.Header.Get("Cache-Control"), "immutable")
	require.Contains(t, module.Header.Get("Content-Type"), "javascript")
}

func TestTheCropOfADieIsShown(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Throw(2, -3)
	v := tb.View()
	got := tabletest.Sent(t, tb, tabletest.Here, tabletest.Request("GET", v.Waiting[0].Dice[1].Crop, ""))
	require.Equal(t, 200, got.StatusCode)
	require.Equal(t, string(tabletest.Crop(-3)), tabletest.Body(t, got))
}

func TestRollsAsCSV(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: []engine.Player{{Name: "=1+1"}}}})
	tb.Throw(3, 5)
	tb.Clear()
	tb.Throw(6)
	got := tabletest.Sent(t, tb, tabletest.There, tabletest.Request("GET", "/rolls.csv", ""))
	rows, err := csv.NewReader(got.Body).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 3)
	require.Equal(t, []string{"roll", "time", "player", "dice", "result", "how", "corrected"}, rows[0])
	require.Equal(t, "1", rows[1][0])
	require.Equal(t, "'=1+1", rows[1][2], "a spreadsheet would compute it")
	require.Equal(t, "8", rows[1][4])
	require.Equal(t, "no", rows[1][6])

	// The page links to a file that Excel opens, with the decimal mark of the browser's language.
	said := tabletest.Body(t, tabletest.Sent(t, tb, tabletest.There, tabletest.Request("GET", "/rolls.csv?for=excel&sep=%3B&decimal=%2C", "")))
	require.True(t, strings.HasPrefix(said, "\ufeffroll;time;player;dice;result;how;corrected;local time\r\n1;"), said)
	said = tabletest.Body(t, tabletest.Sent(t, tb, tabletest.There, tabletest.Request("GET", "/statistics.csv?for=excel&typed=yes", "")))
	require.True(t, strings.HasPrefix(said, "\ufeffdie,rolls,"), said)
	require.Equal(t, http.StatusBadRequest, tabletest.Sent(t, tb, tabletest.There, tabletest.Request("GET", "/rolls.csv?sep=x", "")).StatusCode)
}

func TestTooManyRequestsAreAskedToWait(t *testing.T) {
	tb := tabletest.NewTable(t)
	h, err := tb.Server.Handler(t.Context())
	require.NoError(t, err)
	tb.Clock.Stop()
	status := 0
	for range 2000 {
		r := tabletest.Request("GET", "/api/rolls?before=1", "")
		r.RemoteAddr = tabletest.There
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if status = w.Code; status != 200 {
			break
		}
	}
	require.Equal(t, http.StatusTooManyRequests, status)
	r := tabletest.Request("GET", "/api/rolls?before=1", "")
	r.RemoteAddr = tabletest.Here
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	require.Equal(t, 200, w.Code, "one device's flood stops another")
}

// dial opens a socket to a served table.
func dial(t *testing.T, tb *tabletest.Table, header http.Header) *websocket.Conn {
	t.Helper()
	u := url.URL{Scheme: "ws", Host: tb.Address, Path: "/api/socket"}
	conn, _, err := websocket.DefaultDialer.DialContext(t.Context(), u.String(), header)
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// hears waits for a message for which is holds.
func hears(t *testing.T, conn *websocket.Conn, is func(protocol.Message) bool) protocol.Message {
	t.Helper()
	require.NoError(t, conn.SetReadDeadline(time.Now().Add(tabletest.Patience)))
	for {
		var m protocol.Message
		require.NoError(t, conn.ReadJSON(&m))
		if is(m) {
			return m
		}
	}
}

func reply(id string) func(protocol.Message) bool {
	return func(m protocol.Message) bool { return m.ID == id }
}

func TestSocket(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	conn := dial(t, tb, nil)
	first := hears(t, conn, func(protocol.Message) bool { return true })
	require.Equal(t, "view", first.Type)
	require.True(t, first.MayAnswer)

	tb.Throw(-3)
	hears(t, conn, func(m protocol.Message) bool { return m.Type == "view" && len(tabletest.Parse(t, m.View).Waiting) == 1 })
	say := func(v any) {
		raw, err := json.Marshal(v)
		require.NoError(t, err)
		require.NoError(t, conn.WriteMessage(websocket.TextMessage, raw))
	}
	say(protocol.Act{ID: "old", Do: protocol.DoFix, Throw: 1, Rev: 7, Die: 1, Value: tabletest.Ptr(3)})
	stale := hears(t, conn, reply("old"))
	require.Equal(t, protocol.CodeStale, stale.Code)
	require.Len(t, tabletest.Parse(t, stale.View).Waiting, 1, "a stale answer comes back with the table as it is")

	say(protocol.Act{ID: "new", Do: protocol.DoFix, Throw: 1, Rev: 1, Die: 1, Value: tabletest.Ptr(3)})
	done := hears(t, conn, reply("new"))
	require.Equal(t, "done", done.Type)

	require.NoError(t, conn.WriteMessage(websocket.TextMessage, []byte(`{"do": `)))
	require.Equal(t, protocol.CodeMalformed, hears(t, conn, func(m protocol.Message) bool { return m.Type == "refused" }).Code)
	require.NoError(t, conn.WriteMessage(websocket.BinaryMessage, []byte{1, 2, 3}))
	require.Contains(t, hears(t, conn, func(m protocol.Message) bool { return m.Type == "refused" }).Why, "as text")

	tb.Clock.Stop()
	for range 200 {
		say(protocol.Act{ID: "flood", Do: protocol.DoTurn})
	}
	hears(t, conn, func(m protocol.Message) bool { return m.Code == protocol.CodeBusy })

	// A message without end closes this screen's connection and no other.
	other := dial(t, tb, nil)
	_ = conn.WriteMessage(websocket.TextMessage, bytes.Repeat([]byte("x"), 1<<17))
	for {
		if _, _, err := conn.ReadMessage(); err != nil {
			break
		}
	}
	tb.Clear()
	tb.Throw(5)
	hears(t, other, func(m protocol.Message) bool { return m.Type == "view" && len(tabletest.Parse(t, m.View).Rolls) == 2 })
}

func TestASocketFromAnotherPageIsRefused(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	for _, origin := range []string{"http://evil.example", "http://127.0.0.1:1", "null"} {
		_, r, err := websocket.DefaultDialer.DialContext(t.Context(), "ws://"+tb.Address+"/api/socket", http.Header{"Origin": {origin}})
		require.Error(t, err)
		require.Equal(t, 403, r.StatusCode)
	}
}

func TestTooManyScreensAreRefused(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	for n := range 100 {
		conn, r, err := websocket.DefaultDialer.DialContext(t.Context(), "ws://"+tb.Address+"/api/socket", nil)
		if err != nil {
			require.Equal(t, http.StatusServiceUnavailable, r.StatusCode)
			require.GreaterOrEqual(t, n, 20)
			return
		}
		t.Cleanup(func() { _ = conn.Close() })
	}
	require.FailNow(t, "there is no bound")
}

func TestThePreviewWaitsForANewerPicture(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	tb.Tell(vision.Event{Kind: vision.EventPreview, Preview: []byte("first")})
	get := func(after string) (string, string) {
		r, err := http.Get("http://" + tb.Address + "/preview.jpg?after=" + after)
		require.NoError(t, err)
		defer r.Body.Close()
		return r.Header.Get("X-Frame"), tabletest.Body(t, r)
	}
	seq, first := get("0")
	require.Equal(t, "first", first)
	second := make(chan string)
	go func() {
		_, b := get(seq)
		second <- b
	}()
	tb.Tell(vision.Event{Kind: vision.EventPreview, Preview: []byte("second")})
	select {
	case got := <-second:
		require.Equal(t, "second", got)
	case <-time.After(tabletest.Patience):
		require.FailNow(t, "the newer picture did not come")
	}
}
