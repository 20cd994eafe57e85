package hub_test

import (
	"context"
	"database/sql"
	"encoding/csv"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/require"

	"astragal/companion/door/doortest"
	"astragal/companion/event"
	"astragal/companion/event/hub"
	"astragal/companion/event/outbox"
)

func (h *here) rule(t testing.TB, a hub.RuleAct) {
	t.Helper()
	status, answer := post(t, h.pages+"/api/rule", a)
	require.Equal(t, http.StatusOK, status, answer)
}

func (h *here) refuses(t testing.TB, a hub.RuleAct, says string) {
	t.Helper()
	status, answer := post(t, h.pages+"/api/rule", a)
	require.Equal(t, http.StatusUnprocessableEntity, status, answer)
	require.Contains(t, answer, says)
}

// standing finds a player in the standings of the event.
func standing(v hub.View, player string) hub.Standing {
	for _, s := range v.Standings {
		if s.Player == player {
			return s
		}
	}
	return hub.Standing{}
}

func TestAJudgesRulingsCountAtOnceAndReachTheTable(t *testing.T) {
	h := startHub(t, nil)
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	ruled := make(chan event.Ruling, 16)
	a.ruledBy(func(r event.Ruling) { ruled <- r })
	for _, total := range []int{10, 20, 30} {
		a.rolled++
		a.tell(rollOf(a.rolled, "Ann", total))
	}
	a.through()
	require.Equal(t, 60, standing(view(t, h), "Ann").Total)

	six := 6
	h.refuses(t, hub.RuleAct{N: 1, Do: event.Hold}, "needs a reason")
	h.refuses(t, hub.RuleAct{N: 77, Do: event.Hold, Reason: "x"}, "no roll 77")
	h.refuses(t, hub.RuleAct{N: 1, Do: "burn", Reason: "x"}, "no ruling")
	h.refuses(t, hub.RuleAct{N: 1, Do: event.Correct, Reason: "x"}, "say what the dice show")
	h.refuses(t, hub.RuleAct{N: 1, Do: event.Release, Reason: "x"}, "not held")

	h.rule(t, hub.RuleAct{N: 1, Do: event.Hold, Reason: "a die fell"})
	v := view(t, h)
	require.Equal(t, 50, standing(v, "Ann").Total)
	require.Equal(t, 1, v.Counts.Held)
	require.Len(t, v.Desk.Held, 1)
	require.Len(t, v.Desk.Held[0].Dice, 2)
	h.rule(t, hub.RuleAct{N: 1, Do: event.Release, Reason: "it did not"})
	require.Equal(t, 60, standing(view(t, h), "Ann").Total)
	require.Empty(t, ruled, "holding is the hub's own affair")

	// A correction changes no figure until the table has worked it out, unless the judge says what the dice show.
	h.rule(t, hub.RuleAct{N: 2, Do: event.Correct, Dice: []event.RuledDie{{ID: "d2", Value: &six}}, Reason: "it is a 6"})
	require.Equal(t, 40, standing(view(t, h), "Ann").Total)
	r := <-ruled
	require.Equal(t, "t2", r.Roll)
	require.Equal(t, "the organiser", r.Judge)
	fixed := rollOf(2, "Ann", 7)
	ref := r.Ref()
	fixed.Kind, fixed.Roll.Rev, fixed.Roll.Ruling, fixed.Roll.Corrected = event.KindCorrection, 2, &ref, true
	a.tell(fixed)
	a.tell(event.Message{At: time.Now(), Kind: event.KindRuled, Ruled: &event.Ruled{ID: r.ID, Done: true}})
	a.through()
	require.Equal(t, 47, standing(view(t, h), "Ann").Total)
	var d hub.RollDetail
	get(t, h.pages+"/api/rolls/2", &d)
	require.Len(t, d.History, 2, "the old state stays")
	require.Equal(t, 20, *d.History[0].Total)
	require.Equal(t, "done", d.Rulings[0].State)

	// The table can't do it. The ruling holds all the same, and the desk says what happened.
	h.rule(t, hub.RuleAct{N: 3, Do: event.Annul, Reason: "wrong dice"})
	require.Equal(t, 17, standing(view(t, h), "Ann").Total)
	a.tell(event.Message{At: time.Now(), Kind: event.KindRuled, Ruled: &event.Ruled{ID: (<-ruled).ID, Why: "the game has gone on"}})
	a.through()
	v = view(t, h)
	require.Equal(t, 17, standing(v, "Ann").Total)
	require.Zero(t, v.Counts.Pending)
	get(t, h.pages+"/api/rolls/3", &d)
	require.Equal(t, "the game has gone on", d.Rulings[0].Why)

	// An annulment is taken back, with a reason. If no judge has annulled a roll, it can't be brought back.
	h.refuses(t, hub.RuleAct{N: 2, Do: event.Restore, Reason: "x"}, "roll 2 of the event is not annulled") // its table tells no numbers
	annulled := func(n int, ruling *event.RulingRef) {
		m := rollOf(n, "Ann", 10*n)
		m.Kind, m.Roll.Rev, m.Roll.Status, m.Roll.Corrected, m.Roll.Ruling = event.KindCorrection, 2, event.RollAnnulled, true, ruling
		a.tell(m)
		a.through()
	}
	h.rule(t, hub.RuleAct{N: 1, Do: event.Annul, Reason: "a wrong die"})
	ref = (<-ruled).Ref()
	annulled(1, &ref)
	a.tell(event.Message{At: time.Now(), Kind: event.KindRuled, Ruled: &event.Ruled{ID: ref.ID, Done: true}})
	a.through()
	require.Equal(t, 7, standing(view(t, h), "Ann").Total)
	h.refuses(t, hub.RuleAct{N: 1, Do: event.Correct, Dice: []event.RuledDie{{ID: "d2", Value: &six}}, Reason: "x"}, "annulled already")
	h.refuses(t, hub.RuleAct{N: 1, Do: event.Restore}, "needs a reason")
	h.rule(t, hub.RuleAct{N: 1, Do: event.Restore, Reason: "it was the right die"})
	require.Equal(t, 7, standing(view(t, h), "Ann").Total, "not before the table has done it")
	r = <-ruled
	require.Equal(t, event.Restore, r.Do)
	back := rollOf(1, "Ann", 10)
	ref = r.Ref()
	back.Kind, back.Roll.Rev, back.Roll.Corrected, back.Roll.Ruling = event.KindCorrection, 3, true, &ref
	a.tell(back)
	a.tell(event.Message{At: time.Now(), Kind: event.KindRuled, Ruled: &event.Ruled{ID: r.ID, Done: true}})
	a.through()
	require.Equal(t, 17, standing(view(t, h), "Ann").Total)
	get(t, h.pages+"/api/rolls/1", &d)
	require.Len(t, d.History, 3)
	require.Equal(t, []string{"restore", "annul"}, []string{d.Rulings[0].Do, d.Rulings[1].Do})
	v = view(t, h)

	// After a restart everything is there again.
	before := v
	h.stop()
	h2 := startHub(t, func(o *hub.Options) { o.Dir = h.dir })
	after := view(t, h2)
	require.Equal(t, before.Standings, after.Standings)
	require.Equal(t, before.Counts.Rolls, after.Counts.Rolls)
	require.Equal(t, before.Desk.Rulings, after.Desk.Rulings)
	require.Equal(t, before.Tables[0].Last, after.Tables[0].Last)
}

// The table, the desk and the files call a roll by the same number for good: its number at its table, not the hub's.
func TestARollIsCalledAsAtItsTable(t *testing.T) {
	h := startHub(t, nil)
	other := newSim(t, "Table 2", h.dial(t, "Table 2"))
	other.tell(rollOf(1, "Bo", 9)) // a roll of an older program
	other.through()
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	a.ruledBy(func(event.Ruling) {})
	counted := rollOf(1, "Ann", 10)
	counted.Roll.No = 4 // three were rolled before the event
	a.tell(counted)
	inGame := rollOf(2, "Ann", 20)
	inGame.Roll.ID = "g2.14"
	a.tell(inGame)
	gone := rollOf(1, "Ann", 10)
	gone.Kind, gone.Roll.Rev, gone.Roll.Status, gone.Roll.Corrected = event.KindCorrection, 2, event.RollAnnulled, true
	a.tell(gone)
	a.through()

	var list []hub.RollLine
	get(t, h.pages+"/rolls.json", &list)
	calls := map[int64]string{}
	for _, r := range list {
		calls[r.N] = r.Called
	}
	want := map[int64]string{1: "roll 1 of the event", 2: "roll 4", 3: "game 2, entry 14"}
	require.Equal(t, want, calls)
	h.refuses(t, hub.RuleAct{N: 2, Do: event.Annul, Reason: "x"}, "roll 4 is annulled already")
	h.rule(t, hub.RuleAct{N: 3, Do: event.Hold, Reason: "a look"})
	v := view(t, h)
	require.Equal(t, "game 2, entry 14", v.Desk.Held[0].Called)
	require.Equal(t, "game 2, entry 14", v.Desk.Rulings[0].Called)
	var d hub.RollDetail
	get(t, h.pages+"/api/rolls/2", &d)
	require.Equal(t, "roll 4", d.Roll.Called)
	for path, column := range map[string]int{"/rolls.csv": 2, "/log.csv": 5} {
		r, err := http.Get(h.pages + path)
		require.NoError(t, err)
		rows, err := csv.NewReader(r.Body).ReadAll()
		require.NoError(t, err)
		require.NoError(t, r.Body.Close())
		require.Equal(t, "roll", rows[0][column])
		require.Equal(t, "game 2, entry 14", rows[len(rows)-1][column], path)
	}
}

func TestARulingWaitsForATableThatIsAway(t *testing.T) {
	h := startHub(t, nil)
	path := filepath.Join(t.TempDir(), "table.db")
	a := openSim(t, "Table 1", path, "s", h.dial(t, "Table 1"))
	a.roll()
	a.through()
	a.stop()
	h.rule(t, hub.RuleAct{N: 1, Do: event.Annul, Reason: "wrong dice"})
	require.Equal(t, 1, view(t, h).Counts.Pending)
	tables := strings.TrimSuffix(strings.TrimPrefix(h.tables, "nats://"), "/Spring%20cup")
	h.stop()
	h = startHub(t, func(o *hub.Options) { o.Dir, o.Tables = h.dir, tables })
	got := make(chan event.Ruling, 4)
	openSim(t, "Table 1", path, "s", h.dial(t, "Table 1"), func(r *outbox.Relay) {
		r.Rule = func(_ context.Context, ruling event.Ruling) error { got <- ruling; return nil }
	})
	select {
	case r := <-got:
		require.Equal(t, event.Annul, r.Do)
	case <-time.After(patience):
		require.FailNow(t, "the ruling never came")
	}
}

func TestEvidenceIsAskedOfTheTable(t *testing.T) {
	h := startHub(t, nil)
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	a.roll()
	a.roll()
	a.through()
	for path, want := range map[string]int{"/api/evidence/1/d1": 200, "/api/evidence/1/d7": 404, "/api/evidence/2/d1": 404, "/api/evidence/9/d1": 422, "/api/evidence/x/d1": 404} {
		r, err := http.Get(h.pages + path)
		require.NoError(t, err)
		raw, err := io.ReadAll(r.Body)
		require.NoError(t, err)
		require.NoError(t, r.Body.Close())
		require.Equal(t, want, r.StatusCode, "%s: %s", path, raw)
	}
	a.stop()
	r, err := http.Get(h.pages + "/api/evidence/1/d1")
	require.NoError(t, err)
	defer func() { _ = r.Body.Close() }()
	raw, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	require.Contains(t, string(raw), "can't be reached now")
}

func TestRoundsStandingsAndFiles(t *testing.T) {
	h := startHub(t, func(o *hub.Options) { o.Order = hub.ByWins })
	a := newSim(t, "=Table", h.dial(t, "=Table"))
	a.rolled++
	a.tell(rollOf(1, "Ann", 10))
	a.through()
	round := func(act hub.RoundAct) (int, string) { return post(t, h.pages+"/api/round", act) }
	status, answer := round(hub.RoundAct{Do: "pause"})
	require.Equal(t, 422, status)
	require.Contains(t, answer, "start one first")
	status, answer = round(hub.RoundAct{Do: "start", Name: "Round 1", Minutes: 50})
	require.Equal(t, 200, status, answer)
	for _, act := range []hub.RoundAct{{Do: "pause"}, {Do: "resume"}, {Do: "add", Minutes: 5}} {
		status, answer = round(act)
		require.Equal(t, 200, status, answer)
	}
	status, answer = round(hub.RoundAct{Do: "start", Name: "Round 2", Minutes: 50})
	require.Equal(t, 422, status)
	require.Contains(t, answer, "“Round 1” is still being played: end it first")
	a.rolled++
	a.tell(rollOf(2, "Bo", 3))
	a.tell(event.Message{At: time.Now(), Kind: event.KindResult, Result: &event.Result{ID: "g1", Rev: 1, Over: true, Text: "Bo wins.", Seats: []event.Place{{Player: "Ann"}, {Player: "Bo", Won: true}}}})
	a.through()
	v := view(t, h)
	require.Equal(t, "Round 1", v.Round.Name)
	require.Equal(t, []string{"Bo", "Ann"}, []string{v.Standings[0].Player, v.Standings[1].Player}, "wins go first here")
	require.Equal(t, 1, standing(v, "Ann").Losses)
	require.Len(t, v.Current, 2)
	require.Equal(t, 0, v.Current[1].Total, "what was rolled before the round is not in it")
	// The result is taken back, because a correction let the game go on.
	a.tell(event.Message{At: time.Now(), Kind: event.KindResult, Result: &event.Result{ID: "g1", Rev: 2, Seats: []event.Place{{Player: "Ann"}, {Player: "Bo"}}}})
	a.through()
	require.Zero(t, standing(view(t, h), "Bo").Wins)
	status, answer = round(hub.RoundAct{Do: "end"})
	require.Equal(t, 200, status, answer)

	r, err := http.Get(h.pages + "/rolls.csv")
	require.NoError(t, err)
	defer func() { _ = r.Body.Close() }()
	rows, err := csv.NewReader(r.Body).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 3)
	require.Equal(t, "'=Table", rows[1][1], "no spreadsheet takes a name for a formula")
	require.Equal(t, []string{"0", "1"}, []string{rows[1][4], rows[2][4]})
	for path, begins := range map[string]string{
		"/rolls.csv?for=excel&sep=%3B&decimal=%2C": "\ufeffn;table;",
		"/standings.csv?for=excel":                 "\ufeffplace,",
		"/statistics.csv?for=excel&decimal=%2C":    "\ufeffdie;",
	} {
		r, err := http.Get(h.pages + path)
		require.NoError(t, err)
		said, err := io.ReadAll(r.Body)
		require.NoError(t, err)
		require.NoError(t, r.Body.Close())
		require.True(t, strings.HasPrefix(string(said), begins), "Excel opens it with one tap: %s: %.60q", path, said)
	}
	var list []hub.RollLine
	get(t, h.pages+"/rolls.json", &list)
	require.Len(t, list, 2)
	var places []hub.Standing
	get(t, h.pages+"/standings.json?round=1", &places)
	require.Len(t, places, 1)
}

func TestMetricsAreWhatPrometheusReads(t *testing.T) {
	h := startHub(t, nil)
	a := newSim(t, `Tisch "7"\`, h.dial(t, `Tisch "7"\`))
	a.roll()
	a.through()
	r, err := http.Get(h.pages + "/metrics")
	require.NoError(t, err)
	defer func() { _ = r.Body.Close() }()
	raw, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	for _, line := range []string{"astragal_hub_messages_total 1\n", "astragal_hub_tables_online 1\n", `astragal_hub_table_rolls{table="Tisch \"7\"\\"} 1` + "\n",
		`astragal_hub_delay_seconds_bucket{le="+Inf"} 1` + "\n", "# TYPE astragal_hub_delay_seconds histogram\n"} {
		require.Contains(t, string(raw), line)
	}
}

// If there is a server already, the hub uses it instead of one of its own.
func TestAServerThatIsThereAlreadyIsUsed(t *testing.T) {
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true, JetStream: true, StoreDir: t.TempDir(),
		Users: []*server.User{{Username: "hall", Password: "secret"}}})
	require.NoError(t, err)
	go s.Start()
	require.True(t, s.ReadyForConnections(patience))
	defer s.WaitForShutdown()
	defer s.Shutdown()
	address := fmt.Sprintf("nats://%s/Spring%%20cup", s.Addr())
	outside, err := event.ParseAddress(address)
	require.NoError(t, err)
	h := startHub(t, func(o *hub.Options) { o.Outside, o.Credentials = &outside, file(t, "hall:secret") })
	d := dialTo(t, h.dir, address, "Table 1")
	d.Credentials = file(t, "hall:secret")
	a := newSim(t, "Table 1", d, func(r *outbox.Relay) { r.Beat = 100 * time.Millisecond })
	a.roll()
	a.through()
	heard := a.at().Heard
	require.Eventually(t, func() bool { return a.at().Heard.After(heard) }, patience, 5*time.Millisecond, "the hub answers a table that has nothing to say")
	require.Equal(t, outside.Server, a.at().Server)
	// The hub goes, the server stays. The table says so and plays on, and the hub finds all of it later.
	h.stop()
	a.says("but the hub says nothing")
	for range 5 {
		a.roll()
	}
	h = startHub(t, func(o *hub.Options) { o.Dir, o.Outside, o.Credentials = h.dir, &outside, file(t, "hall:secret") })
	a.through()
	require.Equal(t, 6, view(t, h).Counts.Rolls)
	_, err = hub.Open(t.Context(), hub.Options{Dir: filepath.Join(t.TempDir(), "x"), Event: eventName, Order: hub.ByTotal, Outside: &outside, Credentials: file(t, "hall:wrong"), Log: slog.New(slog.DiscardHandler)})
	require.ErrorContains(t, err, "connect to the server at nats://")
	require.NotContains(t, err.Error(), "wrong")
}

func TestAHubThatCannotStartSaysWhy(t *testing.T) {
	h := startHub(t, nil)
	discard := slog.New(slog.DiscardHandler)
	for says, o := range map[string]hub.Options{
		"is another astragal hub running": {Dir: h.dir, Event: eventName, Order: hub.ByTotal, Tables: "127.0.0.1:0", Log: discard},
		"choose another address":          {Dir: filepath.Join(t.TempDir(), "a"), Event: eventName, Order: hub.ByTotal, Tables: strings.TrimPrefix(h.pages, "http://"), Log: discard},
		"must be host:port":               {Dir: filepath.Join(t.TempDir(), "b"), Event: eventName, Order: hub.ByTotal, Tables: "4222", Log: discard},
		"can't go by":                     {Dir: filepath.Join(t.TempDir(), "c"), Event: eventName, Order: "luck", Tables: "127.0.0.1:0", Log: discard},
		"40 are possible":                 {Dir: filepath.Join(t.TempDir(), "d"), Event: strings.Repeat("x", 41), Order: hub.ByTotal, Log: discard},
	} {
		_, err := hub.Open(t.Context(), o)
		require.ErrorContains(t, err, says)
	}
}

// Tables with older programs send names as they were typed. They are names of one player all the same.
func TestAPlayerIsOneHoweverTablesWriteTheName(t *testing.T) {
	h := startHub(t, nil)
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	for i, name := range []string{"Ren\u00e9", "Rene\u0301 ", "\u00a0Ren\u00e9", "Ren\u00e9\u200b"} {
		a.rolled++
		a.tell(rollOf(i+1, name, 10))
	}
	a.tell(event.Message{At: time.Now(), Kind: event.KindResult, Result: &event.Result{ID: "g1", Rev: 1, Over: true, Text: "won", Seats: []event.Place{{Player: "Ren\u00e9 ", Won: true}, {Player: "Bo"}}}})
	a.through()
	v := view(t, h)
	require.Equal(t, 2, v.Players)
	require.Equal(t, 40, standing(v, "Ren\u00e9").Total)
	require.Equal(t, 1, standing(v, "Ren\u00e9").Wins)

	// A hub's file that kept the names as they came is corrected when it is opened.
	h.stop()
	db, err := sql.Open("sqlite", filepath.Join(h.dir, "hub.db"))
	require.NoError(t, err)
	_, err = db.ExecContext(t.Context(), "UPDATE roll SET player = ? WHERE n = 2", "Rene\u0301 ")
	require.NoError(t, err)
	require.NoError(t, db.Close())
	again, err := hub.Open(t.Context(), hub.Options{Dir: h.dir, Event: " Spring \u00a0cup", Order: hub.ByTotal, Tables: doortest.Address(t), Log: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	defer func() { require.NoError(t, again.Close()) }()
	token, err := again.Token(event.RoleJudge, "Kim\u00a0")
	require.NoError(t, err)
	pass, err := event.ReadToken(token)
	require.NoError(t, err)
	require.Equal(t, event.Pass{Role: event.RoleJudge, Event: "Spring cup", Name: "Kim"}, pass)
	_, err = again.Token(event.RoleJudge, "Kim\u202e")
	require.ErrorContains(t, err, "the name of the judge has a mark of direction")
	rows, err := sql.Open("sqlite", filepath.Join(h.dir, "hub.db"))
	require.NoError(t, err)
	defer func() { require.NoError(t, rows.Close()) }()
	var players int
	require.NoError(t, rows.QueryRowContext(t.Context(), "SELECT COUNT(DISTINCT player) FROM roll").Scan(&players))
	require.Equal(t, 1, players)
}
