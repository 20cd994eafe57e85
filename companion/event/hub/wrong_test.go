package hub_test

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"log/slog"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"

	"astragal/companion/door/doortest"
	"astragal/companion/event"
	"astragal/companion/event/hub"
	"astragal/companion/event/outbox"
)

// says waits until a table's status has a problem with these words.
func (s *simTable) says(words string) {
	s.t.Helper()
	st := s.at()
	for end := time.Now().Add(patience); !strings.Contains(st.Problem, words); st = s.at() {
		require.True(s.t, time.Now().Before(end), "%q is not said, but %+v", words, st)
		<-time.After(5 * time.Millisecond)
	}
	require.False(s.t, st.Connected)
}

func TestATableThatCannotComeInSaysWhyAndKeepsItsRolls(t *testing.T) {
	h := startHub(t, nil)
	for name, c := range map[string]struct {
		change func(*outbox.Dial)
		says   string
	}{
		"nobody there":   {func(d *outbox.Dial) { d.Address.Server = "nats://" + doortest.Address(t) }, "Nobody answers"},
		"no credentials": {func(d *outbox.Dial) { d.Credentials = "" }, "wants credentials"},
		"a stranger's":   {func(d *outbox.Dial) { d.Credentials = file(t, stranger(t)) }, "refuses the credentials"},
		"another event":  {func(d *outbox.Dial) { d.Address.Event = "Autumn cup" }, "another table or another event"},
		"encrypted to plain": {func(d *outbox.Dial) {
			d.Address.Server = strings.Replace(d.Address.Server, "nats", "tls", 1)
			d.Address.Secure = true
		}, "write nats://"},
		"a page, not a server": {func(d *outbox.Dial) { d.Address.Server = strings.Replace(h.pages, "http", "nats", 1) }, "doesn't answer in time"},
		"the credentials gone": {func(d *outbox.Dial) { d.Credentials = filepath.Join(t.TempDir(), "gone") }, "credentials"},
	} {
		t.Run(name, func(t *testing.T) {
			d := h.dial(t, "Table 1")
			c.change(&d)
			s := newSim(t, "Table 1", d)
			s.roll()
			s.says(c.says)
			require.NotContains(t, s.at().Problem, "astragal1", "a secret is shown")
			kept, err := s.box.After(t.Context(), 0, 10)
			require.NoError(t, err)
			require.Len(t, kept, 1)
		})
	}
}

func file(t testing.TB, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func stranger(t testing.TB) string {
	t.Helper()
	token, err := event.Pass{Role: event.RoleTable, Event: eventName, Name: "Table 1"}.Sign([]byte("a key that somebody made up"))
	require.NoError(t, err)
	return token
}

func TestOneNameIsOneTable(t *testing.T) {
	h := startHub(t, nil)
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	a.roll()
	a.through()
	b := openSim(t, "Table 1", filepath.Join(t.TempDir(), "other.db"), "another file", h.dial(t, "Table 1"))
	b.roll()
	b.says(`another table is called "Table 1"`)
	require.Equal(t, 1, view(t, h).Counts.Rolls)
	require.Contains(t, view(t, h).Desk.Refused[0].Why, "another table")

	// The first table's computer broke. A judge frees its name.
	a.stop()
	status, answer := post(t, h.pages+"/api/free", map[string]string{"table": "Table 1"})
	require.Equal(t, http.StatusOK, status, answer)
	b.through()
	v := view(t, h)
	require.Equal(t, 2, v.Counts.Rolls, "both tables' rolls stay")
	require.Equal(t, 2, v.Tables[0].Rolls)
}

func TestACopyOfATablesFileIsFoundOut(t *testing.T) {
	h := startHub(t, nil)
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	a.roll()
	a.through()
	// Somebody writes on in a copy of the file and gets ahead of the first table. The copy is found out all the same.
	ahead := filepath.Join(t.TempDir(), "ahead.db")
	away := h.dial(t, "Table 1")
	away.Address.Server = "nats://" + doortest.Address(t)
	offline := openSim(t, "Table 1", ahead, "src-Table 1", away)
	for range 3 {
		offline.roll()
	}
	offline.stop()
	further := openSim(t, "Table 1", ahead, "src-Table 1", h.dial(t, "Table 1"))
	further.says("connected already")
	further.stop()
	require.Equal(t, 1, view(t, h).Counts.Rolls)
	twin := openSim(t, "Table 2", filepath.Join(t.TempDir(), "copy.db"), "src-Table 1", h.dial(t, "Table 2"))
	twin.says(`a copy of that of "Table 1"`)
	same := openSim(t, "Table 1", filepath.Join(t.TempDir(), "copy.db"), "src-Table 1", h.dial(t, "Table 1"))
	same.says("connected already")
	a.roll()
	a.through()
	a.stop()
	same.says("an older copy")
	require.Equal(t, 2, view(t, h).Counts.Rolls)
}

func TestARestartedTableComesBackAtOnce(t *testing.T) {
	h := startHub(t, nil)
	path := filepath.Join(t.TempDir(), "table.db")
	a := openSim(t, "Table 1", path, "s", h.dial(t, "Table 1"))
	a.roll()
	a.through()
	a.stop()
	a = openSim(t, "Table 1", path, "s", h.dial(t, "Table 1"))
	a.roll()
	a.through()
	a.stop()
	// Under a new name it is the same table, once a judge has freed the old name.
	a = openSim(t, "The red table", path, "s", h.dial(t, "The red table"))
	a.says("free the old one first")
	a.stop()
	status, answer := post(t, h.pages+"/api/free", map[string]string{"table": "Table 1"})
	require.Equal(t, http.StatusOK, status, answer)
	a = openSim(t, "The red table", path, "s", h.dial(t, "The red table"))
	a.roll()
	a.through()
	require.Equal(t, 3, view(t, h).Counts.Rolls)
}

func TestNewerTablesAndWrongClocksAreNamed(t *testing.T) {
	began := time.Now()
	h := startHub(t, func(o *hub.Options) { o.Now = func() time.Time { return time.Now().Add(-10 * time.Minute) } })
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	a.connected()
	off, seen := a.at().ClockOff.Seconds(), view(t, h).Tables[0].ClockOff
	within := 1 + time.Since(began).Seconds() // the message may have been under way as long as that
	require.InDelta(t, -600, off, within)
	require.InDelta(t, 600, seen, within)
	// Its rolls belong to the round that the hub has then, whatever the table's clock says.
	status, answer := post(t, h.pages+"/api/round", hub.RoundAct{Do: "start", Name: "Round 1", Minutes: 1})
	require.Equal(t, http.StatusOK, status, answer)
	a.roll()
	a.through()
	require.Equal(t, 1, view(t, h).Tables[0].Last.Round)

	d := h.dial(t, "Table 2")
	conn := bare(t, d, "Table 2")
	w := hello(t, conn, event.Hello{V: event.Version + 1, Table: "Table 2", Source: "x", First: 1, Next: 1})
	require.Contains(t, w.Refused, "update the hub")
	require.Contains(t, hello(t, conn, event.Hello{V: 1, Table: "Table 3", Source: "x", First: 1, Next: 1}).Refused, "says that it is")
	require.Contains(t, hello(t, conn, event.Hello{V: 1, Table: "Table 2", First: 1, Next: 1}).Refused, "right form")
}

// bare is a table's connection without a table.
func bare(t testing.TB, d outbox.Dial, table string) *nats.Conn {
	t.Helper()
	token, err := os.ReadFile(d.Credentials)
	require.NoError(t, err)
	conn, err := nats.Connect(d.Address.Server, nats.Token(strings.TrimSpace(string(token))), nats.CustomInboxPrefix(event.Inbox(eventName, table)), nats.NoReconnect())
	require.NoError(t, err)
	t.Cleanup(conn.Close)
	return conn
}

func hello(t testing.TB, conn *nats.Conn, h event.Hello) event.Welcome {
	t.Helper()
	raw, err := json.Marshal(h)
	require.NoError(t, err)
	m, err := conn.Request(event.Subject(eventName, event.ChannelHello, "Table 2"), raw, patience)
	require.NoError(t, err)
	var w event.Welcome
	require.NoError(t, json.Unmarshal(m.Data, &w))
	return w
}

func TestGarbageIsRefusedAndHarmsNobody(t *testing.T) {
	h := startHub(t, nil)
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	a.roll()
	a.through()
	conn := bare(t, h.dial(t, "Table 2"), "Table 2")
	subject := event.Subject(eventName, event.ChannelLog, "Table 2")
	forged := rollOf(2, "Ann", 5)
	forged.V, forged.Table, forged.Source, forged.Seq = 1, "Table 1", "src-Table 1", 2
	raw, err := json.Marshal(forged)
	require.NoError(t, err)
	for _, garbage := range [][]byte{nil, []byte("{"), []byte("null"), bytes.Repeat([]byte("x"), event.MaxBytes+1), raw} {
		_, err := conn.Request(subject, garbage, patience)
		require.NoError(t, err, "the stream takes it, and the hub judges it")
	}
	_, err = conn.Request(subject, bytes.Repeat([]byte("x"), 3*event.MaxBytes), patience)
	require.NoError(t, err, "the stream refuses it in its answer")
	// It may not publish to other tables' subjects.
	require.NoError(t, conn.Publish(event.Subject(eventName, event.ChannelLog, "Table 1"), raw))
	require.NoError(t, conn.Flush())
	require.ErrorIs(t, conn.LastError(), nats.ErrPermissionViolation)
	require.Eventually(t, func() bool { return view(t, h).Counts.Refused == 5 }, patience, 10*time.Millisecond)
	a.roll()
	a.through()
	v := view(t, h)
	require.Equal(t, 2, v.Counts.Rolls)
	require.Equal(t, "src-Table 1", ownerOf(t, h, "Table 1"))
	for _, r := range v.Desk.Refused {
		require.Equal(t, "Table 2", r.Table)
	}
}

func ownerOf(t testing.TB, h *here, table string) string {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(h.dir, "hub.db")+"?mode=ro")
	require.NoError(t, err)
	defer func() { require.NoError(t, db.Close()) }()
	var source string
	require.NoError(t, db.QueryRow("SELECT source FROM seat WHERE name = ?", table).Scan(&source))
	return source
}

// The hub's disk is full. It confirms nothing, and all messages come when there is room.
func TestAFullHubLosesNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "hub")
	h := startHub(t, func(o *hub.Options) { o.Dir, o.MostBytes = dir, 600<<10 })
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	a.connected()
	require.Eventually(t, func() bool {
		var items []outbox.Item
		for range 64 { // in one transaction, because this test doesn't try the table's disk
			a.rolled++
			m := rollOf(a.rolled, a.name, a.rolled)
			items = append(items, outbox.Item{Key: m.Roll.ID, Message: m})
		}
		require.NoError(t, a.box.Tell(t.Context(), items))
		return strings.Contains(view(t, h).Trouble, "disk is full")
	}, patience, time.Millisecond, "it has no bound")
	h.stop()
	h = startHub(t, func(o *hub.Options) {
		o.Dir, o.Tables = dir, strings.TrimSuffix(strings.TrimPrefix(h.tables, "nats://"), "/Spring%20cup")
	})
	a.roll()
	a.through()
	a.stop()
	h.stop()
	checkAll(t, dir, map[string]int{"src-Table 1": a.rolled})
}

// A connection with one table's token uses another table's source while that table is away. Nothing of that table is
// rewritten, and it comes in again.
func TestATablesFileIsBoundToItsName(t *testing.T) {
	h := startHub(t, nil)
	path := filepath.Join(t.TempDir(), "table.db")
	a := openSim(t, "Table 1", path, "s", h.dial(t, "Table 1"))
	a.roll()
	a.through()
	a.stop()
	conn := bare(t, h.dial(t, "Table 2"), "Table 2")
	require.Contains(t, hello(t, conn, event.Hello{V: 1, Table: "Table 2", Source: "s", First: 1, Next: 2}).Refused, "free the old one first")
	forged := rollOf(1, "Mallory", 999)
	forged.V, forged.Table, forged.Source, forged.Seq, forged.Kind, forged.Roll.Rev = 1, "Table 2", "s", 2, event.KindCorrection, 2
	raw, err := json.Marshal(forged)
	require.NoError(t, err)
	_, err = conn.Request(event.Subject(eventName, event.ChannelLog, "Table 2"), raw, patience)
	require.NoError(t, err)
	a = openSim(t, "Table 1", path, "s", h.dial(t, "Table 1"))
	a.roll()
	a.through()
	v := view(t, h)
	require.Equal(t, 2, v.Counts.Rolls)
	require.Zero(t, standing(v, "Mallory").Total)
}

// If a total would overflow the standings, it is refused and puts nobody first.
func TestATotalBeyondAllDiceIsRefused(t *testing.T) {
	h := startHub(t, nil)
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	a.roll()
	a.through()
	conn := bare(t, h.dial(t, "Table 1"), "Table 1")
	for i, total := range []int{math.MaxInt64, math.MinInt64, event.MostTotal + 1} {
		m := rollOf(2+i, "Mallory", total)
		m.V, m.Table, m.Source, m.Seq = 1, "Table 1", "src-Table 1", 2
		raw, err := json.Marshal(m)
		require.NoError(t, err)
		_, err = conn.Request(event.Subject(eventName, event.ChannelLog, "Table 1"), raw, patience)
		require.NoError(t, err)
	}
	require.Eventually(t, func() bool { return view(t, h).Counts.Refused == 3 }, patience, 10*time.Millisecond)
	require.Contains(t, view(t, h).Desk.Refused[0].Why, "larger than any roll's")
	require.Zero(t, standing(view(t, h), "Mallory"))
	most := event.MostTotal + 1
	two := 2
	h.refuses(t, hub.RuleAct{N: 1, Do: event.Correct, Dice: []event.RuledDie{{ID: "d1", Value: &two}}, Total: &most, Reason: "x"}, "larger than any roll's")
}

// A page on another site makes the organiser's browser request the hub's addresses. It gets nothing, and nothing
// changes.
func TestWhatAnotherSiteMakesABrowserAskTheHubIsRefused(t *testing.T) {
	h := startHub(t, nil)
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	a.roll()
	a.through()
	source, err := os.ReadFile("server.go")
	require.NoError(t, err)
	is := map[string]bool{}
	for _, found := range regexp.MustCompile(`look\("([^"]+)"|"GET (/[^"]+)"|"(/(?:\{\$\}|[a-z]+))"[,}]`).FindAllStringSubmatch(string(source), -1) {
		is[found[1]+found[2]+found[3]] = found[3] != "" && found[1] == ""
	}
	is["/overlay"], is["/me"] = true, true
	delete(is, "/static/{hash}/{path...}")
	is["/static/1/hub.js"] = false
	require.Greater(t, len(is), 20, is)
	state := func() hub.View {
		v := view(t, h)
		return hub.View{Counts: v.Counts, Round: v.Round, Standings: v.Standings, Current: v.Current, Desk: v.Desk, Event: v.Event}
	}
	ask := func(method, path string, fetch ...string) int {
		r, err := http.NewRequestWithContext(t.Context(), method, h.pages+path, nil)
		require.NoError(t, err)
		for i, name := range []string{"Site", "Mode", "Dest"} {
			if i < len(fetch) {
				r.Header.Set("Sec-Fetch-"+name, fetch[i])
			}
		}
		got, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		require.NoError(t, got.Body.Close())
		return got.StatusCode
	}
	before := state()
	for path, page := range is {
		path = strings.NewReplacer("{$}", "", "{n}", "1", "{die}", "d1").Replace(path)
		for _, method := range []string{http.MethodGet, http.MethodHead} {
			require.Equal(t, http.StatusForbidden, ask(method, path, "cross-site", "no-cors", "image"), path)
			require.Equal(t, http.StatusForbidden, ask(method, path, "cross-site", "navigate", "iframe"), path)
			require.Equal(t, http.StatusForbidden, ask(method, path, "same-site", "cors", "empty"), path)
			ask(method, path+"?alive&table=Table+1")
		}
		require.Equal(t, page, ask(http.MethodGet, path, "cross-site", "navigate", "document") == http.StatusOK, path)
	}
	require.Equal(t, before, state())
	require.Equal(t, http.StatusForbidden, ask(http.MethodPost, "/api/round", "cross-site", "navigate", "document"))
}

// A hub's file of a newer program stays as it is.
func TestAHubsFileOfANewerProgramIsNotTouched(t *testing.T) {
	dir := t.TempDir()
	db, err := sql.Open("sqlite", filepath.Join(dir, "hub.db"))
	require.NoError(t, err)
	db.SetMaxOpenConns(1)
	for _, do := range []string{"PRAGMA journal_mode = WAL", "CREATE TABLE later (x)", "PRAGMA user_version = 99"} {
		_, err := db.ExecContext(t.Context(), do)
		require.NoError(t, err)
	}
	killed := t.TempDir()
	require.NoError(t, os.CopyFS(killed, os.DirFS(dir)))
	require.NoError(t, db.Close())
	before, err := os.ReadFile(filepath.Join(killed, "hub.db-wal"))
	require.NoError(t, err)
	_, err = hub.Open(t.Context(), hub.Options{Dir: killed, Event: eventName, Order: hub.ByTotal, Tables: doortest.Address(t), Log: slog.New(slog.DiscardHandler)})
	require.ErrorContains(t, err, "it was written by a newer version of this program (format 99")
	after, err := os.ReadFile(filepath.Join(killed, "hub.db-wal"))
	require.NoError(t, err)
	require.Equal(t, before, after)
}
