package companion_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"astragal/companion/access"
	"astragal/companion/protocol"
	"astragal/engine"
	"astragal/vision"
)

// joined is the cookie that a key buys a device that is not this machine.
func joined(t *testing.T, tb *table, key string) *http.Cookie {
	t.Helper()
	got := asked(t, tb, there, request("POST", "/api/join", fmt.Sprintf(`{"key": %q}`, key)))
	require.Equal(t, 200, got.StatusCode)
	require.Len(t, got.Cookies(), 1)
	return got.Cookies()[0]
}

// as is a request of a device elsewhere that has a cookie.
func as(c *http.Cookie, method, path, text string) *http.Request {
	r := request(method, path, text)
	if c != nil {
		r.AddCookie(c)
	}
	return r
}

func TestASeatsCodeAnswersForThatSeatAlone(t *testing.T) {
	tb := newTable(t)
	id := tb.beginDuel()
	key := tb.server.Access.SeatKey(id, 1)
	cookie := joined(t, tb, key)
	sends := func(text string) (int, string) {
		got := asked(t, tb, there, as(cookie, "POST", "/api/act", text))
		return got.StatusCode, body(t, got)
	}
	reads := func() protocol.GameView {
		got := asked(t, tb, there, as(cookie, "GET", fmt.Sprintf("/api/games/%d", id), ""))
		return parseGame(t, parseMessage(t, body(t, got)).Game)
	}
	v := reads()
	require.Equal(t, engine.Seat(1), v.Seat)
	require.Equal(t, []engine.Seat{1}, v.Mine)
	require.Len(t, v.Play.Pending, 1, "it sees its own question and no other's")

	// What is the table's, or another's.
	for _, text := range []string{
		act, `{"do": "turn", "seat": 1}`, `{"do": "source", "source": "virtual"}`, `{"do": "lock"}`, `{"do": "throw"}`, `{"do": "count", "count": {}}`,
		fmt.Sprintf(`{"do": "pause", "game": %d}`, id), `{"do": "tray", "game": 0}`, fmt.Sprintf(`{"do": "sit", "game": %d, "seat": 2}`, id),
	} {
		status, says := sends(text)
		require.Equal(t, 403, status, "%s: %s", text, says)
	}
	others := tb.gameAs(id, shared, 2).Play.Pending[0].ID
	status, says := sends(fmt.Sprintf(`{"do": "reply", "game": %d, "answer": {"to": %q, "seat": 2, "chosen": ["high"]}}`, id, others))
	require.Equal(t, 403, status, says)
	for _, path := range []string{"/api/sources", "/invite.png", "/api/phone"} {
		require.Equal(t, 403, asked(t, tb, there, as(cookie, "GET", path, "")).StatusCode, path)
	}
	for _, path := range []string{"/api/games", "/api/picture", "/api/armies"} {
		require.Equal(t, 403, asked(t, tb, there, as(cookie, "POST", path, "{}")).StatusCode, path)
	}
	require.Empty(t, tb.eye.orders)

	// What is its own.
	status, says = sends(fmt.Sprintf(`{"do": "reply", "game": %d, "answer": {"to": %q, "seat": 1, "chosen": ["high"]}}`, id, v.Play.Pending[0].ID))
	require.Equal(t, 200, status, says)
	require.NotContains(t, string(mustGame(t, tb, id, protocol.Who{})), `"stance":"high"`)
	tb.doAs(shared, protocol.Act{Do: protocol.DoReply, Game: id, Answer: &engine.Answer{To: others, Seat: 2, Chosen: []string{"low"}}})
	q := reads().Play.Pending[0]
	status, says = sends(fmt.Sprintf(`{"do": "hand", "game": %d, "question": %q, "shown": [{"die": "sword-1", "face": 5}, {"die": "sword-2", "face": 2}, {"die": "shield-1", "face": 1}]}`, id, q.ID))
	require.Equal(t, 200, status, says)
	// The wounds are the other seat's.
	wounds := tb.gameAs(id, shared, 0).Play.Pending[0]
	status, _ = sends(fmt.Sprintf(`{"do": "reply", "game": %d, "answer": {"to": %q, "seat": 2, "chosen": ["arm"]}}`, id, wounds.ID))
	require.Equal(t, 403, status)
	// What it takes back alone is its own; past another's answer the others must agree.
	entries := tb.gameAs(id, shared, 0).Game.Entries
	status, says = sends(fmt.Sprintf(`{"do": "undo", "game": %d, "entry": %d}`, id, entries-1))
	require.Equal(t, 200, status, says)
	require.Nil(t, reads().Ask)
	require.Equal(t, q.Key, reads().Play.Pending[0].Key)
	status, says = sends(fmt.Sprintf(`{"do": "undo", "game": %d, "entry": 1}`, id))
	require.Equal(t, 200, status, says)
	require.NotNil(t, reads().Ask, "it took another's answer back by itself")
}

func mustGame(t *testing.T, tb *table, id int, who protocol.Who) []byte {
	t.Helper()
	raw, err := tb.session.Games().JSON(id, who, 0)
	require.NoError(t, err)
	return raw
}

func TestACodeIsGoodForNothingElse(t *testing.T) {
	tb := newTable(t)
	id := tb.beginDuel()
	a := tb.server.Access
	for _, key := range []string{
		"", a.Key() + "x", strings.ToLower(a.Key()), a.LookKey() + "x", strings.Replace(a.SeatKey(id, 1), "seat.1.1", "seat.1.2", 1),
		strings.Replace(a.SeatKey(id, 1), "seat.", "look.", 1), a.SeatKey(id, 1) + ".", "seat.1.1.", "seat.01.1." + strings.TrimPrefix(a.SeatKey(1, 1), "seat.1.1."),
	} {
		got := asked(t, tb, there, request("POST", "/api/join", fmt.Sprintf(`{"key": %q}`, key)))
		require.Equal(t, 403, got.StatusCode, key)
		require.Empty(t, got.Cookies())
	}
	for _, text := range []string{"", "{", `{"key": 7}`, `{"key": "` + strings.Repeat("x", 4000) + `"}`} {
		require.Equal(t, 400, asked(t, tb, there, request("POST", "/api/join", text)).StatusCode)
	}
	// Another table's keys are none here.
	other := access.New(access.NewSecret(), nil)
	for _, key := range []string{other.Key(), other.LookKey(), other.SeatKey(id, 1)} {
		require.Equal(t, 403, asked(t, tb, there, request("POST", "/api/join", fmt.Sprintf(`{"key": %q}`, key))).StatusCode)
	}
	// A cookie that only plays can't be made into one that may do all.
	cookie := joined(t, tb, a.SeatKey(id, 1))
	for i := range cookie.Value {
		for _, c := range []byte("A_") {
			changed := *cookie
			changed.Value = cookie.Value[:i] + string(c) + cookie.Value[i+1:]
			require.Equal(t, 403, asked(t, tb, there, as(&changed, "POST", "/api/act", act)).StatusCode)
		}
	}
}

// Whatever the request to join names as where to go next, the device stays at this table.
func TestJoiningLeadsNowhereElse(t *testing.T) {
	tb := newTable(t)
	to := func(wish string) string {
		raw, err := json.Marshal(map[string]string{"key": tb.server.Access.Key(), "to": wish})
		require.NoError(t, err)
		var told struct{ To string }
		require.NoError(t, json.Unmarshal([]byte(body(t, asked(t, tb, there, request("POST", "/api/join", string(raw))))), &told), "%q", wish)
		return told.To
	}
	for _, wish := range []string{
		"/\t/evil.example", "/\t//evil.example", "\t//evil.example", "//evil.example", "/\n/evil.example", "/\\evil.example", "\\\\evil.example", "/ /evil.example",
		"/\u00a0/evil.example", "/\x00/evil.example", "/\x7f/evil.example", "https://evil.example/", "javascript:alert(1)", "evil.example", "///evil.example", "/%zz", "",
	} {
		require.Equal(t, "/", to(wish), "%q", wish)
	}
	for _, wish := range []string{"/", "/phone", "/games/3?x=1#log", "/r%20oll"} {
		require.Equal(t, wish, to(wish))
	}
	// The page that a code opens holds to it too, below a path as well.
	tb.serve("127.0.0.1:0")
	page := open(t, "http://"+tb.address+"/")
	page.sees(`!!document.querySelector("#open-type")`)
	page.js(`import(document.querySelector("script[type=module]").src.replace(/[^/]+$/, "where.js")).then((m) => { window.whole = m.at; })`)
	page.sees(`!!window.whole`)
	for _, wish := range []string{"/\t/evil.example", "/\t//evil.example", "//evil.example", "/https://evil.example/", "/\\\\evil.example"} {
		require.Equal(t, "http://"+tb.address, value[string](page, fmt.Sprintf(`new URL(window.whole(%s)).origin`, quote(wish))), "%q", wish)
	}
}

func TestADeviceKeepsItsNameWhenItIsGivenMore(t *testing.T) {
	tb := newTable(t)
	id := tb.beginDuel()
	cookie := joined(t, tb, tb.server.Access.SeatKey(id, 2))
	more := asked(t, tb, there, as(cookie, "POST", "/api/join", fmt.Sprintf(`{"key": %q}`, tb.server.Access.Key())))
	require.Len(t, more.Cookies(), 1)
	got := asked(t, tb, there, as(more.Cookies()[0], "GET", fmt.Sprintf("/api/games/%d", id), ""))
	require.Equal(t, []engine.Seat{2}, parseGame(t, parseMessage(t, body(t, got)).Game).Mine, "it lost its seat")
	require.Equal(t, 200, asked(t, tb, there, as(more.Cookies()[0], "POST", "/api/act", act)).StatusCode)
	// And less takes nothing away.
	less := asked(t, tb, there, as(more.Cookies()[0], "POST", "/api/join", fmt.Sprintf(`{"key": %q}`, tb.server.Access.SeatKey(id, 1))))
	require.Empty(t, less.Cookies())
}

func TestStrangersStayOutWhereOnlyThoseLookOnWhoWereLetIn(t *testing.T) {
	tb := newTable(t)
	id := tb.beginDuel()
	tb.throw(3)
	tb.server.Access.Joined = true
	paths := []string{"/", "/games", fmt.Sprintf("/games/%d", id), "/overlay", "/api/view", "/api/games", "/api/overlay/alive", "/api/rolls?before=9", "/preview.jpg?after=0",
		"/crop/1/1", "/clip/1", "/rolls.csv", fmt.Sprintf("/api/games/%d", id), fmt.Sprintf("/api/games/%d/log", id), fmt.Sprintf("/games/%d/game.jsonl", id), "/api/socket", "/api/overlay", "/api/phone", "/phone", "/nothing"}
	for _, path := range paths {
		got := asked(t, tb, there, request("GET", path, ""))
		require.Equal(t, 403, got.StatusCode, path)
		require.Contains(t, body(t, got), "let in")
	}
	page := request("GET", "/", "")
	page.Header.Set("Accept", "text/html")
	got := asked(t, tb, there, page)
	require.Equal(t, 403, got.StatusCode)
	require.Contains(t, body(t, got), "join.js", "a person is told how to be let in")
	require.Equal(t, 403, asked(t, tb, there, request("POST", "/api/act", act)).StatusCode)

	looks := joined(t, tb, tb.server.Access.LookKey())
	require.Equal(t, 200, asked(t, tb, there, as(looks, "GET", "/api/view", "")).StatusCode)
	require.Equal(t, 200, asked(t, tb, there, as(looks, "GET", "/overlay", "")).StatusCode)
	require.Equal(t, 403, asked(t, tb, there, as(looks, "POST", "/api/act", act)).StatusCode)
	require.Equal(t, 200, asked(t, tb, here, request("GET", "/api/view", "")).StatusCode)
}

// Whatever is asked for, no key and no cookie is in what the program writes into its log.
func TestNoSecretIsLogged(t *testing.T) {
	tb := newTable(t)
	id := tb.beginDuel()
	var said bytes.Buffer
	tb.server.Log = slog.New(slog.NewTextHandler(&said, &slog.HandlerOptions{Level: slog.LevelDebug}))
	tb.server.Invite, tb.server.Secure = "http://192.0.2.1:8437", "https://192.0.2.1:8437"
	a := tb.server.Access
	secrets := []string{a.Key(), a.LookKey(), a.SeatKey(id, 1), a.SeatKey(id, 2)}
	for _, key := range secrets {
		cookie := joined(t, tb, key)
		asked(t, tb, there, as(cookie, "POST", "/api/act", act))
		asked(t, tb, there, as(cookie, "GET", "/nothing", ""))
		secrets = append(secrets, cookie.Value)
		asked(t, tb, there, request("POST", "/api/join", fmt.Sprintf(`{"key": %q}`, key+"x")))
		asked(t, tb, there, request("GET", "/join/"+key, ""))
	}
	for _, to := range []string{"", "?to=phone", "?to=look", fmt.Sprintf("?game=%d&seat=1", id)} {
		require.Equal(t, 200, asked(t, tb, here, request("GET", "/invite.png"+to, "")).StatusCode)
	}
	require.Contains(t, tb.server.JoinAddress(), "/join#", "the key must stand behind the #, which browsers send to nobody")
	for _, s := range secrets {
		require.NotContains(t, said.String(), s)
	}
}

func TestAPhoneIsTheCamera(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	dialPhone := func() *websocket.Conn {
		conn, _, err := websocket.DefaultDialer.DialContext(t.Context(), "ws://"+tb.address+"/api/phone", nil)
		require.NoError(t, err)
		t.Cleanup(func() { _ = conn.Close() })
		return conn
	}
	conn := dialPhone()
	is := func(kind string) func(protocol.PhoneMessage) bool {
		return func(m protocol.PhoneMessage) bool { return m.Type == kind }
	}
	hearsPhone(t, conn, is("ready"))
	require.NoError(t, conn.WriteMessage(websocket.BinaryMessage, picture(scene(3))))
	require.Contains(t, hearsPhone(t, conn, is("refused")).Why, "start it first")
	require.NoError(t, conn.WriteJSON(protocol.PhoneWish{Do: "start"}))
	hearsPhone(t, conn, is("go"))
	require.Equal(t, vision.Order{Do: "source", Source: "phone"}, <-tb.eye.orders)
	tb.tell(vision.Event{Kind: vision.EventSource, Source: vision.PhoneName})
	hearsPhone(t, conn, is("next"))
	require.NoError(t, conn.WriteMessage(websocket.BinaryMessage, picture(scene(3))))
	require.Equal(t, vision.Order{Do: "frame", Picture: picture(scene(3))}, <-tb.eye.orders)
	hearsPhone(t, conn, is("next"))

	// Another phone takes over; the first is told.
	second := dialPhone()
	require.NoError(t, second.WriteJSON(protocol.PhoneWish{Do: "start"}))
	hearsPhone(t, second, is("go"))
	require.Contains(t, hearsPhone(t, conn, is("stopped")).Why, "another phone")

	// Somebody chooses another source; so does a phone that comes back later not take it away.
	tb.do(protocol.Act{Do: protocol.DoSource, Source: "virtual"})
	tb.tell(vision.Event{Kind: vision.EventSource, Source: "virtual table"})
	require.Contains(t, hearsPhone(t, second, is("stopped")).Why, "virtual table")
	third := dialPhone()
	require.NoError(t, third.WriteJSON(protocol.PhoneWish{Do: "resume"}))
	require.Contains(t, hearsPhone(t, third, is("stopped")).Why, `"virtual" meanwhile`)
}

func TestAPhoneThatSendsGarbageIsNamedAndLetGo(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	conn, _, err := websocket.DefaultDialer.DialContext(t.Context(), "ws://"+tb.address+"/api/phone", nil)
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	require.NoError(t, conn.WriteJSON(protocol.PhoneWish{Do: "start"}))
	hearsPhone(t, conn, func(m protocol.PhoneMessage) bool { return m.Type == "next" })
	<-tb.eye.orders
	garbage := [][]byte{nil, []byte("hello"), []byte("\xff\xd8\xff"), crop(3)[:40], bytes.Repeat([]byte{0xff, 0xd8}, 500)}
	for i := range 20 {
		require.NoError(t, conn.WriteMessage(websocket.BinaryMessage, garbage[i%len(garbage)]))
		if i == 3 {
			require.NoError(t, conn.WriteMessage(websocket.TextMessage, []byte("{]")))
			require.Contains(t, hearsPhone(t, conn, func(m protocol.PhoneMessage) bool { return strings.Contains(m.Why, `{"do": "start"}`) }).Type, "refused")
		}
	}
	require.Contains(t, hearsPhone(t, conn, func(m protocol.PhoneMessage) bool { return m.Type == "stopped" }).Why, "none of the last pictures")
	for err == nil {
		_, _, err = conn.ReadMessage()
	}
	require.Empty(t, tb.eye.orders, "garbage reached the eye")
	require.Contains(t, tb.view().Eye.Problem, "sends nothing that is a picture")
	tb.throw(4)
	require.Len(t, tb.view().Rolls, 1)

	// A picture without end closes its connection and no other's.
	huge, _, err := websocket.DefaultDialer.DialContext(t.Context(), "ws://"+tb.address+"/api/phone", nil)
	require.NoError(t, err)
	t.Cleanup(func() { _ = huge.Close() })
	_ = huge.WriteMessage(websocket.BinaryMessage, make([]byte, 7<<20))
	for err == nil {
		_, _, err = huge.ReadMessage()
	}
}

func hearsPhone(t *testing.T, conn *websocket.Conn, is func(protocol.PhoneMessage) bool) protocol.PhoneMessage {
	t.Helper()
	return hearsOf(t, conn, is)
}

// Somebody with a whole network of addresses of IPv6 opens as many screens as they get: the table's own page
// and the phones that were let in come in all the same.
func TestTheRoomIsKeptForWhoPlays(t *testing.T) {
	tb := newTable(t)
	tb.clock.stop()
	handler, err := tb.server.Handler(t.Context())
	require.NoError(t, err)
	open := func(from string, cookie *http.Cookie) bool {
		server, client := net.Pipe()
		t.Cleanup(func() { _ = client.Close() })
		r := request(http.MethodGet, "/api/socket", "")
		r.RemoteAddr = from
		for name, text := range map[string]string{"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="} {
			r.Header.Set(name, text)
		}
		if cookie != nil {
			r.AddCookie(cookie)
		}
		w := &hijacked{ResponseRecorder: httptest.NewRecorder(), conn: server}
		done := make(chan struct{})
		go func() {
			defer close(done)
			handler.ServeHTTP(w, r)
		}()
		status := make(chan string, 1)
		go func() {
			line, err := bufio.NewReader(client).ReadString('\n')
			if err == nil {
				status <- line
			}
		}()
		select {
		case line := <-status:
			require.Contains(t, line, "101")
			return true
		case <-done:
			require.Contains(t, []int{http.StatusServiceUnavailable, http.StatusTooManyRequests}, w.Code)
			return false
		}
	}
	in := 0
	for i := range 60 {
		if open(fmt.Sprintf("[2001:db8::%x]:5000", i+1), nil) {
			in++
		}
	}
	require.Equal(t, 24, in, "one network is one visitor")
	for i := range 700 {
		if open(fmt.Sprintf("[2001:db8:0:%x::1]:5000", i+1), nil) {
			in++
		}
	}
	require.Equal(t, 640-160, in)
	require.True(t, open(here, nil), "the table's own page")
	for range 20 {
		cookie, ok := tb.server.Access.Join(tb.server.Access.Key(), time.Now())
		require.True(t, ok)
		require.True(t, open("[2001:db8::1]:5000", cookie), "a phone that was let in, of the same network")
	}
}

// hijacked is an answer on a connection of its own.
type hijacked struct {
	*httptest.ResponseRecorder
	conn net.Conn
}

func (h *hijacked) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return h.conn, bufio.NewReadWriter(bufio.NewReader(h.conn), bufio.NewWriter(h.conn)), nil
}
