package access_test

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
	"astragal/companion/tabletest"
	"astragal/engine"
	"astragal/vision"
)

func TestASeatsCodeAnswersForThatSeatAlone(t *testing.T) {
	tb := tabletest.NewTable(t)
	id := tb.BeginDuel()
	key := tb.Server.Access.SeatKey(id, 1)
	cookie := tabletest.Joined(t, tb, key)
	sends := func(text string) (int, string) {
		got := tabletest.Sent(t, tb, tabletest.There, tabletest.From(cookie, "POST", "/api/act", text))
		return got.StatusCode, tabletest.Body(t, got)
	}
	reads := func() protocol.GameView {
		got := tabletest.Sent(t, tb, tabletest.There, tabletest.From(cookie, "GET", fmt.Sprintf("/api/games/%d", id), ""))
		return tabletest.ParseGame(t, parseMessage(t, tabletest.Body(t, got)).Game)
	}
	v := reads()
	require.Equal(t, engine.Seat(1), v.Seat)
	require.Equal(t, []engine.Seat{1}, v.Mine)
	require.Len(t, v.Play.Pending, 1, "it sees its own question and no other's")

	// These are the table's acts, or another seat's.
	for _, text := range []string{
		tabletest.RollOfFour, `{"do": "turn", "seat": 1}`, `{"do": "source", "source": "virtual"}`, `{"do": "lock"}`, `{"do": "throw"}`, `{"do": "count", "count": {}}`,
		fmt.Sprintf(`{"do": "pause", "game": %d}`, id), `{"do": "tray", "game": 0}`, fmt.Sprintf(`{"do": "sit", "game": %d, "seat": 2}`, id),
	} {
		status, says := sends(text)
		require.Equal(t, 403, status, "%s: %s", text, says)
	}
	others := tb.GameAs(id, tabletest.Shared, 2).Play.Pending[0].ID
	status, says := sends(fmt.Sprintf(`{"do": "reply", "game": %d, "answer": {"to": %q, "seat": 2, "chosen": ["high"]}}`, id, others))
	require.Equal(t, 403, status, says)
	for _, path := range []string{"/api/sources", "/invite.png", "/api/phone"} {
		require.Equal(t, 403, tabletest.Sent(t, tb, tabletest.There, tabletest.From(cookie, "GET", path, "")).StatusCode, path)
	}
	for _, path := range []string{"/api/games", "/api/picture", "/api/armies"} {
		require.Equal(t, 403, tabletest.Sent(t, tb, tabletest.There, tabletest.From(cookie, "POST", path, "{}")).StatusCode, path)
	}
	require.Empty(t, tb.Eye.Orders)

	// The seat may do this itself.
	status, says = sends(fmt.Sprintf(`{"do": "reply", "game": %d, "answer": {"to": %q, "seat": 1, "chosen": ["high"]}}`, id, v.Play.Pending[0].ID))
	require.Equal(t, 200, status, says)
	require.NotContains(t, string(mustGame(t, tb, id, protocol.Who{})), `"stance":"high"`)
	tb.DoAs(tabletest.Shared, protocol.Act{Do: protocol.DoReply, Game: id, Answer: &engine.Answer{To: others, Seat: 2, Chosen: []string{"low"}}})
	q := reads().Play.Pending[0]
	status, says = sends(fmt.Sprintf(`{"do": "hand", "game": %d, "question": %q, "shown": [{"die": "sword-1", "face": 5}, {"die": "sword-2", "face": 2}, {"die": "shield-1", "face": 1}]}`, id, q.ID))
	require.Equal(t, 200, status, says)
	// The wounds belong to the other seat.
	wounds := tb.GameAs(id, tabletest.Shared, 0).Play.Pending[0]
	status, _ = sends(fmt.Sprintf(`{"do": "reply", "game": %d, "answer": {"to": %q, "seat": 2, "chosen": ["arm"]}}`, id, wounds.ID))
	require.Equal(t, 403, status)
	// The seat takes its own answer back alone. To go back past another seat's answer, the others must agree.
	entries := tb.GameAs(id, tabletest.Shared, 0).Game.Entries
	status, says = sends(fmt.Sprintf(`{"do": "undo", "game": %d, "entry": %d}`, id, entries-1))
	require.Equal(t, 200, status, says)
	require.Nil(t, reads().Ask)
	require.Equal(t, q.Key, reads().Play.Pending[0].Key)
	status, says = sends(fmt.Sprintf(`{"do": "undo", "game": %d, "entry": 1}`, id))
	require.Equal(t, 200, status, says)
	require.NotNil(t, reads().Ask, "it took another's answer back by itself")
}

func mustGame(t *testing.T, tb *tabletest.Table, id int, who protocol.Who) []byte {
	t.Helper()
	raw, err := tb.Session.Games().JSON(id, who, 0)
	require.NoError(t, err)
	return raw
}

func TestACodeIsGoodForNothingElse(t *testing.T) {
	tb := tabletest.NewTable(t)
	id := tb.BeginDuel()
	a := tb.Server.Access
	for _, key := range []string{
		"", a.Key() + "x", strings.ToLower(a.Key()), a.LookKey() + "x", strings.Replace(a.SeatKey(id, 1), "seat.1.1", "seat.1.2", 1),
		strings.Replace(a.SeatKey(id, 1), "seat.", "look.", 1), a.SeatKey(id, 1) + ".", "seat.1.1.", "seat.01.1." + strings.TrimPrefix(a.SeatKey(1, 1), "seat.1.1."),
	} {
		got := tabletest.Sent(t, tb, tabletest.There, tabletest.Request("POST", "/api/join", fmt.Sprintf(`{"key": %q}`, key)))
		require.Equal(t, 403, got.StatusCode, key)
		require.Empty(t, got.Cookies())
	}
	for _, text := range []string{"", "{", `{"key": 7}`, `{"key": "` + strings.Repeat("x", 4000) + `"}`} {
		require.Equal(t, 400, tabletest.Sent(t, tb, tabletest.There, tabletest.Request("POST", "/api/join", text)).StatusCode)
	}
	// Another table's keys open nothing here.
	other := access.New(access.NewSecret(), nil)
	for _, key := range []string{other.Key(), other.LookKey(), other.SeatKey(id, 1)} {
		require.Equal(t, 403, tabletest.Sent(t, tb, tabletest.There, tabletest.Request("POST", "/api/join", fmt.Sprintf(`{"key": %q}`, key))).StatusCode)
	}
	// A cookie that only lets a device play can't be changed into one that lets it do everything.
	cookie := tabletest.Joined(t, tb, a.SeatKey(id, 1))
	for i := range cookie.Value {
		for _, c := range []byte("A_") {
			changed := *cookie
			changed.Value = cookie.Value[:i] + string(c) + cookie.Value[i+1:]
			require.Equal(t, 403, tabletest.Sent(t, tb, tabletest.There, tabletest.From(&changed, "POST", "/api/act", tabletest.RollOfFour)).StatusCode)
		}
	}
}

// A request to join may name any address to go to. The device stays at this table all the same.
func TestJoiningLeadsNowhereElse(t *testing.T) {
	tb := tabletest.NewTable(t)
	to := func(wish string) string {
		raw, err := json.Marshal(map[string]string{"key": tb.Server.Access.Key(), "to": wish})
		require.NoError(t, err)
		var told struct{ To string }
		require.NoError(t, json.Unmarshal([]byte(tabletest.Body(t, tabletest.Sent(t, tb, tabletest.There, tabletest.Request("POST", "/api/join", string(raw))))), &told), "%q", wish)
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
	// The page that a code opens does so too, also below a path.
	tb.Serve("127.0.0.1:0")
	page := tabletest.Open(t, "http://"+tb.Address+"/")
	page.Sees(`!!document.querySelector("#open-type")`)
	page.JS(`import(document.querySelector("script[type=module]").src.replace(/[^/]+$/, "where.js")).then((m) => { window.whole = m.at; })`)
	page.Sees(`!!window.whole`)
	for _, wish := range []string{"/\t/evil.example", "/\t//evil.example", "//evil.example", "/https://evil.example/", "/\\\\evil.example"} {
		require.Equal(t, "http://"+tb.Address, tabletest.Value[string](page, fmt.Sprintf(`new URL(window.whole(%s)).origin`, tabletest.Quote(wish))), "%q", wish)
	}
}

func TestADeviceKeepsItsNameWhenItIsGivenMore(t *testing.T) {
	tb := tabletest.NewTable(t)
	id := tb.BeginDuel()
	cookie := tabletest.Joined(t, tb, tb.Server.Access.SeatKey(id, 2))
	more := tabletest.Sent(t, tb, tabletest.There, tabletest.From(cookie, "POST", "/api/join", fmt.Sprintf(`{"key": %q}`, tb.Server.Access.Key())))
	require.Len(t, more.Cookies(), 1)
	got := tabletest.Sent(t, tb, tabletest.There, tabletest.From(more.Cookies()[0], "GET", fmt.Sprintf("/api/games/%d", id), ""))
	require.Equal(t, []engine.Seat{2}, tabletest.ParseGame(t, parseMessage(t, tabletest.Body(t, got)).Game).Mine, "it lost its seat")
	require.Equal(t, 200, tabletest.Sent(t, tb, tabletest.There, tabletest.From(more.Cookies()[0], "POST", "/api/act", tabletest.RollOfFour)).StatusCode)
	// A key that gives less takes nothing away.
	less := tabletest.Sent(t, tb, tabletest.There, tabletest.From(more.Cookies()[0], "POST", "/api/join", fmt.Sprintf(`{"key": %q}`, tb.Server.Access.SeatKey(id, 1))))
	require.Empty(t, less.Cookies())
}

func TestStrangersStayOutWhereOnlyThoseLookOnWhoWereLetIn(t *testing.T) {
	tb := tabletest.NewTable(t)
	id := tb.BeginDuel()
	tb.Throw(3)
	tb.Server.Access.Joined = true
	paths := []string{"/", "/games", fmt.Sprintf("/games/%d", id), "/overlay", "/api/view", "/api/games", "/api/overlay/alive", "/api/rolls?before=9", "/preview.jpg?after=0",
		"/crop/1/1", "/clip/1", "/rolls.csv", fmt.Sprintf("/api/games/%d", id), fmt.Sprintf("/api/games/%d/log", id), fmt.Sprintf("/games/%d/game.jsonl", id), "/api/socket", "/api/overlay", "/api/phone", "/phone", "/nothing"}
	for _, path := range paths {
		got := tabletest.Sent(t, tb, tabletest.There, tabletest.Request("GET", path, ""))
		require.Equal(t, 403, got.StatusCode, path)
		require.Contains(t, tabletest.Body(t, got), "let in")
	}
	page := tabletest.Request("GET", "/", "")
	page.Header.Set("Accept", "text/html")
	got := tabletest.Sent(t, tb, tabletest.There, page)
	require.Equal(t, 403, got.StatusCode)
	require.Contains(t, tabletest.Body(t, got), "join.js", "a person is told how to be let in")
	require.Equal(t, 403, tabletest.Sent(t, tb, tabletest.There, tabletest.Request("POST", "/api/act", tabletest.RollOfFour)).StatusCode)

	looks := tabletest.Joined(t, tb, tb.Server.Access.LookKey())
	require.Equal(t, 200, tabletest.Sent(t, tb, tabletest.There, tabletest.From(looks, "GET", "/api/view", "")).StatusCode)
	require.Equal(t, 200, tabletest.Sent(t, tb, tabletest.There, tabletest.From(looks, "GET", "/overlay", "")).StatusCode)
	require.Equal(t, 403, tabletest.Sent(t, tb, tabletest.There, tabletest.From(looks, "POST", "/api/act", tabletest.RollOfFour)).StatusCode)
	require.Equal(t, 200, tabletest.Sent(t, tb, tabletest.Here, tabletest.Request("GET", "/api/view", "")).StatusCode)
}

// Whatever is requested, the program's log has no key and no cookie in it.
func TestNoSecretIsLogged(t *testing.T) {
	tb := tabletest.NewTable(t)
	id := tb.BeginDuel()
	var said bytes.Buffer
	tb.Server.Log = slog.New(slog.NewTextHandler(&said, &slog.HandlerOptions{Level: slog.LevelDebug}))
	tb.Server.Invite, tb.Server.Secure = "http://192.0.2.1:8437", "https://192.0.2.1:8437"
	a := tb.Server.Access
	secrets := []string{a.Key(), a.LookKey(), a.SeatKey(id, 1), a.SeatKey(id, 2)}
	for _, key := range secrets {
		cookie := tabletest.Joined(t, tb, key)
		tabletest.Sent(t, tb, tabletest.There, tabletest.From(cookie, "POST", "/api/act", tabletest.RollOfFour))
		tabletest.Sent(t, tb, tabletest.There, tabletest.From(cookie, "GET", "/nothing", ""))
		secrets = append(secrets, cookie.Value)
		tabletest.Sent(t, tb, tabletest.There, tabletest.Request("POST", "/api/join", fmt.Sprintf(`{"key": %q}`, key+"x")))
		tabletest.Sent(t, tb, tabletest.There, tabletest.Request("GET", "/join/"+key, ""))
	}
	for _, to := range []string{"", "?to=phone", "?to=look", fmt.Sprintf("?game=%d&seat=1", id)} {
		require.Equal(t, 200, tabletest.Sent(t, tb, tabletest.Here, tabletest.Request("GET", "/invite.png"+to, "")).StatusCode)
	}
	require.Contains(t, tb.Server.JoinAddress(), "/join#", "the key must stand behind the #, which browsers send to nobody")
	for _, s := range secrets {
		require.NotContains(t, said.String(), s)
	}
}

func TestAPhoneIsTheCamera(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	dialPhone := func() *websocket.Conn {
		conn, _, err := websocket.DefaultDialer.DialContext(t.Context(), "ws://"+tb.Address+"/api/phone", nil)
		require.NoError(t, err)
		t.Cleanup(func() { _ = conn.Close() })
		return conn
	}
	conn := dialPhone()
	is := func(kind string) func(protocol.PhoneMessage) bool {
		return func(m protocol.PhoneMessage) bool { return m.Type == kind }
	}
	hearsPhone(t, conn, is("ready"))
	require.NoError(t, conn.WriteMessage(websocket.BinaryMessage, tabletest.Picture(tabletest.Scene(3))))
	require.Contains(t, hearsPhone(t, conn, is("refused")).Why, "start it first")
	require.NoError(t, conn.WriteJSON(protocol.PhoneWish{Do: "start"}))
	hearsPhone(t, conn, is("go"))
	require.Equal(t, vision.Order{Do: "source", Source: "phone"}, <-tb.Eye.Orders)
	tb.Tell(vision.Event{Kind: vision.EventSource, Source: vision.PhoneName})
	hearsPhone(t, conn, is("next"))
	require.NoError(t, conn.WriteMessage(websocket.BinaryMessage, tabletest.Picture(tabletest.Scene(3))))
	require.Equal(t, vision.Order{Do: "frame", Picture: tabletest.Picture(tabletest.Scene(3))}, <-tb.Eye.Orders)
	hearsPhone(t, conn, is("next"))

	// Another phone takes over, and the first is told.
	second := dialPhone()
	require.NoError(t, second.WriteJSON(protocol.PhoneWish{Do: "start"}))
	hearsPhone(t, second, is("go"))
	require.Contains(t, hearsPhone(t, conn, is("stopped")).Why, "another phone")

	// Somebody chooses another source. A phone that comes back later doesn't take over again.
	tb.Do(protocol.Act{Do: protocol.DoSource, Source: "virtual"})
	tb.Tell(vision.Event{Kind: vision.EventSource, Source: "virtual table"})
	require.Contains(t, hearsPhone(t, second, is("stopped")).Why, "virtual table")
	third := dialPhone()
	require.NoError(t, third.WriteJSON(protocol.PhoneWish{Do: "resume"}))
	require.Contains(t, hearsPhone(t, third, is("stopped")).Why, `"virtual" meanwhile`)
}

func TestAPhoneThatSendsGarbageIsNamedAndLetGo(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	conn, _, err := websocket.DefaultDialer.DialContext(t.Context(), "ws://"+tb.Address+"/api/phone", nil)
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	require.NoError(t, conn.WriteJSON(protocol.PhoneWish{Do: "start"}))
	hearsPhone(t, conn, func(m protocol.PhoneMessage) bool { return m.Type == "next" })
	<-tb.Eye.Orders
	garbage := [][]byte{nil, []byte("hello"), []byte("\xff\xd8\xff"), tabletest.Crop(3)[:40], bytes.Repeat([]byte{0xff, 0xd8}, 500)}
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
	require.Empty(t, tb.Eye.Orders, "garbage reached the eye")
	require.Contains(t, tb.View().Eye.Problem, "sends nothing that is a picture")
	tb.Throw(4)
	require.Len(t, tb.View().Rolls, 1)

	// A picture without end closes its own connection and no other.
	huge, _, err := websocket.DefaultDialer.DialContext(t.Context(), "ws://"+tb.Address+"/api/phone", nil)
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

// Somebody with a whole IPv6 network of addresses opens as many screens as the table lets them. The table's own page
// and the phones that were let in connect all the same.
func TestTheRoomIsKeptForWhoPlays(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Clock.Stop()
	handler, err := tb.Server.Handler(t.Context())
	require.NoError(t, err)
	open := func(from string, cookie *http.Cookie) bool {
		server, client := net.Pipe()
		t.Cleanup(func() { _ = client.Close() })
		r := tabletest.Request(http.MethodGet, "/api/socket", "")
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
	require.True(t, open(tabletest.Here, nil), "the table's own page")
	for range 20 {
		cookie, ok := tb.Server.Access.Join(tb.Server.Access.Key(), time.Now())
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

// hearsOf waits for a message of another socket than the table's.
func hearsOf[T any](t *testing.T, conn *websocket.Conn, is func(T) bool) T {
	t.Helper()
	require.NoError(t, conn.SetReadDeadline(time.Now().Add(tabletest.Patience)))
	for {
		var m T
		require.NoError(t, conn.ReadJSON(&m))
		if is(m) {
			return m
		}
	}
}

func parseMessage(t *testing.T, text string) protocol.Message {
	t.Helper()
	var m protocol.Message
	require.NoError(t, json.Unmarshal([]byte(text), &m), text)
	return m
}
