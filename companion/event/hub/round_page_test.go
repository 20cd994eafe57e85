package hub_test

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion"
	"astragal/companion/access"
	"astragal/companion/door/doortest"
	"astragal/companion/event"
	"astragal/companion/event/contest"
	"astragal/companion/event/hub"
	"astragal/companion/event/outbox"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/screen"
	"astragal/companion/tabletest"
	"astragal/engine"
	"astragal/vision"
)

const cup = "Spring cup"

// club is an event on loopback: its hub, and what tables need to connect.
type club struct {
	t     *testing.T
	hub   *hub.Hub
	pages string
	// tables is the address to which tables connect, host:port.
	tables string
	// dir is the hub's folder. stop ends the hub before the test ends.
	dir  string
	stop func()
}

func openHall(t *testing.T) *club {
	t.Helper()
	return openHallAt(t, filepath.Join(t.TempDir(), "hub"), doortest.Address(t), doortest.Address(t))
}

// openHallAt opens a hub in a folder. Tables and browsers connect to these addresses.
func openHallAt(t *testing.T, dir, tables, pages string) *club {
	t.Helper()
	h, err := hub.Open(t.Context(), hub.Options{Dir: dir, Event: cup, Order: hub.ByTotal, Tables: tables, Log: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	l, err := net.Listen("tcp", pages)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() { _ = h.Run(ctx) })
	wg.Go(func() { _ = h.Serve(ctx, l) })
	stop := sync.OnceFunc(func() {
		cancel()
		wg.Wait()
		require.NoError(t, h.Close())
	})
	t.Cleanup(stop)
	return &club{t: t, hub: h, tables: tables, pages: "http://" + l.Addr().String(), dir: dir, stop: stop}
}

// table adds a table to the club, with its own file, outbox and relay, and an eye that sees what the test wants.
func (h *club) table(name string, players ...engine.Player) *tabletest.Table {
	h.t.Helper()
	address, err := event.ParseAddress("nats://" + h.tables + "/Spring%20cup")
	require.NoError(h.t, err)
	token, err := h.hub.Token(event.RoleTable, name)
	require.NoError(h.t, err)
	dir := h.t.TempDir()
	require.NoError(h.t, os.WriteFile(filepath.Join(dir, "token"), []byte(token), 0o600))
	ctx, cancel := context.WithCancel(context.Background())
	file, err := journal.Open(ctx, filepath.Join(dir, "table.db"), journal.Limits{Crops: 1 << 20})
	require.NoError(h.t, err)
	box, err := companion.OutboxOf(ctx, file, cup)
	require.NoError(h.t, err)
	tb := &tabletest.Table{T: h.t, Eye: tabletest.NewEye()}
	log := slog.New(slog.DiscardHandler)
	tb.Session, err = companion.OpenSession(ctx, companion.SessionOptions{Journal: file, Log: log, Eye: tb.Eye, Outbox: box, Table: name, Event: cup})
	require.NoError(h.t, err)
	tb.Server = &screen.Server{Session: tb.Session, Access: access.New(access.NewSecret(), nil), Log: log}
	relay := &outbox.Relay{Store: box, Dial: outbox.Dial{Address: address, Credentials: filepath.Join(dir, "token")}, Table: name, Log: log,
		Tell: tb.Session.Event().Linked, Health: tb.Session.Event().Health, Rule: tb.Session.Event().Rule, Picture: tb.Session.Event().Picture, Played: tb.Session.Event().Played, Soon: tb.Session.Event().Soon(), Called: tb.Session.Event().Called}
	var wg sync.WaitGroup
	wg.Go(func() { _ = tb.Session.Watch(ctx) })
	wg.Go(func() { _ = relay.Run(ctx) })
	tb.Stop = sync.OnceFunc(func() {
		cancel()
		wg.Wait()
		tb.Session.Close()
		require.NoError(h.t, file.Close())
	})
	h.t.Cleanup(tb.Stop)
	tb.Tell(vision.Event{Kind: vision.EventSource, Source: "a camera"})
	tb.Tell(vision.Event{Kind: vision.EventState, State: vision.Empty})
	tb.Tell(vision.Event{Kind: vision.EventQuality, Quality: &vision.Quality{Good: true}})
	tb.Do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: players}})
	return tb
}

// At an event with 20 tables a judge corrects a roll after a look at its picture. The stream, the table, the
// standings and the files all show the correction.
func TestPageARoundOfAnEventWithAJudge(t *testing.T) {
	const tables = 20
	h := openHall(t)
	judge := tabletest.Open(t, h.pages+"/judge")
	judge.Puts(`input[name="name"]`, "Round 1")
	judge.Click("#start-round")
	judge.Sees(`document.querySelector("#timer")?.textContent.startsWith("Round 1")`)

	var hall []*tabletest.Table
	for i := range tables {
		hall = append(hall, h.table(fmt.Sprintf("Table %d", i+1), engine.Player{Name: fmt.Sprintf("Ann %d", i+1)}, engine.Player{Name: fmt.Sprintf("Bo %d", i+1)}))
	}
	// A roll was taken out at table 7 before. Its rolls keep their numbers everywhere.
	hall[6].Do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: 1}}})
	hall[6].Do(protocol.Act{Do: protocol.DoDiscard, Throw: 1, Rev: 1})
	want := map[string]int{}
	for round := range 3 {
		for i, tb := range hall {
			dice := []int{1 + (i+round)%6, 1 + (i*round)%6}
			seen := tabletest.Scene(dice...)
			if round == 2 && i == 6 {
				dice = []int{2, 5}
				seen = tabletest.Scene(dice...)
				seen.Sightings[1].Crop = tabletest.Crop(6) // the camera was sure of a 5, which is wrong
			}
			player := []string{"Ann", "Bo"}[round%2]
			tb.Do(protocol.Act{Do: protocol.DoTurn, Seat: 1 + round%2})
			tb.Clear()
			tb.Settle(seen)
			want[fmt.Sprintf("%s %d", player, i+1)] += dice[0] + dice[1]
		}
	}

	live := tabletest.Open(t, h.pages+"/")
	live.Sees(`document.querySelectorAll("[data-table]").length === 20 && [...document.querySelectorAll("[data-table]")].every((c) => c.textContent.includes(c.dataset.table === "Table 7" ? "4 rolls" : "3 rolls"))`)
	live.Shows(`[data-table="Table 7"] .hub-figure`, "7")
	hall[6].Serve("127.0.0.1:0")
	overlay := tabletest.Open(t, "http://"+hall[6].Address+"/overlay")
	overlay.Shows("#total", "7")
	air := tabletest.Open(t, h.pages+"/overlay?table=Table+7&parts=dice,total,trail,log,board,round")
	air.Shows("#total", "7")
	air.Sees(`document.querySelectorAll(".ov-dice .chip").length === 2 && document.querySelector(".ov-trail")?.textContent.includes("7 = 2 + 5")`)
	air.Sees(`document.querySelector(".ov-is-round")?.textContent.startsWith("Round 1")`)

	judge.Puts("#table", "Table 7")
	judge.Sees(`document.querySelector("#rolls button b")?.textContent === "Table 7"`)
	judge.Click("#rolls li:first-child button")
	judge.Sees(`[...document.querySelectorAll(".hub-dice img")].filter((i) => i.naturalWidth === 96).length === 2`)
	judge.Puts(`[data-die="d2"]`, "6")
	judge.Click("#correct")
	judge.Sees(`document.querySelector("#why")?.textContent.includes("needs a reason")`)
	require.Equal(t, 4, hall[6].View().Rolls[0].N)
	judge.Shows("#ruling h2", "Table 7, roll 4")
	judge.Sees(`document.querySelector("#rolls button").textContent.includes("roll 4")`)
	judge.Reason("the picture shows a 6")
	judge.Click("#correct")
	judge.Sees(`document.querySelector("#rulings")?.textContent.includes("done at the table") && document.querySelector("#ruling .hub-figure").textContent === "8"`)
	want["Ann 7"]++

	overlay.Shows("#total", "8")
	overlay.Sees(`!!document.querySelector("#corrected")`)
	air.Shows("#total", "8")
	air.Sees(`!!document.querySelector("#corrected") && document.querySelector(".ov-board")?.textContent.startsWith("Ann 7")`)
	live.Shows(`[data-table="Table 7"] .hub-figure`, "8")
	places := tabletest.Open(t, h.pages+"/standings")
	for _, player := range []string{"Ann 7", "Bo 7", "Ann 1", "Ann 20"} {
		places.Shows(fmt.Sprintf(`#all [data-player=%q] .hub-total`, player), fmt.Sprint(want[player]))
	}
	v := hall[6].View()
	require.Equal(t, 8, *v.Rolls[0].Total)
	require.Equal(t, cup, v.Link.Event)
	require.True(t, v.Link.Connected)

	stats := tabletest.Open(t, h.pages+"/statistics")
	stats.Shows("#counted", "120 dice rolled.")
	stats.Sees(`document.querySelector('[data-die="ivory d6"] .verdict, [data-die="d6"] .verdict')?.textContent.startsWith("Not enough rolls yet: 120 of the ")`)
	stats.Picture("hub-statistics")

	r, err := http.Get(h.pages + "/standings.csv")
	require.NoError(t, err)
	defer r.Body.Close()
	rows, err := csv.NewReader(r.Body).ReadAll()
	require.NoError(t, err)
	for _, row := range rows[1:] {
		require.Contains(t, want, row[1], "%v", row)
		require.Equal(t, fmt.Sprint(want[row[1]]), row[3], row[1])
	}
	require.Len(t, rows, 1+2*tables)
	for name, b := range map[string]*tabletest.Tab{"judge": judge, "live": live, "overlay": overlay, "standings": places, "hub-overlay": air} {
		b.Picture(name)
	}

	// A ruling holds until the judge releases the roll. Then the roll counts as the table sends it.
	judge.Reason("the table has it")
	judge.Click("#release")
	judge.Sees(`!document.querySelector("#release") && !!document.querySelector("#hold")`)
	// If a judge holds a roll, it is off the air until it is released.
	judge.Reason("a look at the other die")
	judge.Click("#hold")
	air.Sees(`document.querySelector("#total").textContent !== "8"`)
	judge.Reason("it is well")
	judge.Click("#release")
	air.Shows("#total", "8")

	// A roll is annulled, and the annulment is taken back.
	judge.Reason("not her dice")
	judge.Click("#annul")
	judge.Sees(`document.querySelector("#ruling")?.textContent.includes("This roll is annulled.") && !document.querySelector("#restore").disabled`)
	require.Len(t, hall[6].View().Rolls, 2)
	judge.Picture("judge-annulled")
	judge.Sees(`!document.body.textContent.includes("Going to the event")`)
	judge.Click("#restore")
	judge.Sees(`document.querySelector("#why")?.textContent.includes("needs a reason")`)
	judge.Reason("they were her dice")
	judge.Click("#restore")
	judge.Sees(`!document.querySelector("#restore") && document.querySelector("#ruling .hub-history").textContent.includes("restore, “they were her dice” done at the table")`)
	air.Shows("#total", "8")
	require.Equal(t, 8, *hall[6].View().Rolls[0].Total)
}

// If a roll comes late, or is for another table's player, it waits. The judges' page, the standings and the table's
// page say so. A judge's press counts it or leaves it out.
func TestPageAJudgeDecidesWhatWaits(t *testing.T) {
	h := openHall(t)
	judge := tabletest.Open(t, h.pages+"/judge")
	tb := h.table("Table 7", engine.Player{Name: "Ann"}, engine.Player{Name: "Bo"})
	tb.Serve("127.0.0.1:0")
	page := tabletest.Open(t, "http://"+tb.Address+"/")
	judge.Puts(`input[name="seat-table"]`, "Table 7")
	judge.Puts(`input[name="seat-players"]`, "Ann, Cy")
	judge.Click("#check-in")
	judge.Sees(`document.querySelector('[data-seats="Table 7"]')?.textContent.includes("Cy")`)
	judge.Puts(`input[name="name"]`, "Round 1")
	judge.Click("#start-round")
	judge.Sees(`document.querySelector("#timer")?.textContent.startsWith("Round 1")`)

	tb.Throw(3, 5)
	tb.Do(protocol.Act{Do: protocol.DoTurn, Seat: 2})
	tb.Throw(6, 6)
	page.Sees(`document.querySelector("#hub-waits")?.textContent.includes('One roll or result waits for a judge: "Bo" is not checked in at this table')`)
	judge.Sees(`document.querySelector("#waits")?.textContent === "1 roll or result waits for a judge" && document.querySelector('[data-wait="2"]')?.textContent.includes("Until you decide it doesn’t count.")`)
	judge.Picture("judge-waiting")
	page.Picture("table-waiting")
	places := tabletest.Open(t, h.pages+"/standings")
	places.Shows(`#all [data-player="Ann"] .hub-total`, "8")
	places.Sees(`!document.querySelector('#all [data-player="Bo"]')`)
	live := tabletest.Open(t, h.pages+"/")
	live.Sees(`document.querySelector('[data-table="Table 7"]')?.textContent.includes("waits for a judge")`)

	judge.Click(`[data-wait="2"] [data-say="count"]`)
	places.Shows(`#all [data-player="Bo"] .hub-total`, "12")
	judge.Sees(`!document.querySelector("#waiting") && !document.querySelector("#waits")`)
	page.Sees(`!document.querySelector("#hub-waits")`)

	// The round is over, and a die of it is corrected at the table.
	judge.Click("#end-round")
	judge.Sees(`document.querySelector("#timer")?.textContent.includes("over")`)
	v := tb.View()
	first := v.Rolls[len(v.Rolls)-1]
	tb.Do(protocol.Act{Do: protocol.DoFix, Throw: first.Throw.ID, Rev: first.Throw.Rev, Die: 1, Value: tabletest.Ptr(6)})
	judge.Sees(`/its correction came after "Round 1" was over.*counts as before: 8 for Ann/.test(document.querySelector('[data-wait="1"]')?.textContent)`)
	judge.Click(`[data-wait="1"] [data-say="leave"]`)
	judge.Sees(`!document.querySelector("#waiting")`)
	places.Shows(`#all [data-player="Ann"] .hub-total`, "8")
	live.Picture("hub-left-out")
}

// If a die has faces of its own, a judge corrects it by tapping what it shows. If a face is on several sides, it is
// offered once.
func TestPageAJudgeCorrectsAnIconByTappingIt(t *testing.T) {
	h := startHub(t, nil)
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	got := make(chan event.Ruling, 1)
	a.ruledBy(func(r event.Ruling) { got <- r })
	face := 0
	a.tell(event.Message{At: time.Now(), Kind: event.KindRoll, Roll: &event.Roll{ID: "g1.2", Rev: 1, At: time.Now(), Status: event.RollCounted, Game: "Duel", Player: "Ann", By: "typed", Text: "1 melee",
		Dice: []event.Die{{ID: "guard", Shape: "d6", Shows: "1 melee", Face: &face, Faces: []string{"1 melee", "1 melee", "2 magic", "id"}, How: "typed"}}}})
	a.through()
	judge := tabletest.Open(t, h.pages+"/judge")
	judge.Click("#rolls li:first-child button")
	judge.Shows(`[data-face="guard 0"][aria-pressed="true"]`, "1 melee")
	judge.Sees(`document.querySelectorAll("#ruling .hub-faces button").length === 3`)
	judge.Click(`[data-face="guard 2"]`)
	judge.Puts("#reason", "the camera saw its side")
	judge.Picture("judge-taps-icon")
	judge.Accessible("a die's own faces at the desk")
	judge.Click("#correct")
	select {
	case r := <-got:
		require.Equal(t, event.Correct, r.Do)
		require.Len(t, r.Dice, 1)
		require.Equal(t, 2, *r.Dice[0].Face)
	case <-time.After(patience):
		require.FailNow(t, "the ruling never came")
	}
}

// A judge taps what a roll counts until its table has answered. The desk and the log say that total. If the table works out another one, the ruling says both.
func TestPageAJudgeRulesATotal(t *testing.T) {
	l := newLiar(t)
	judge := tabletest.Open(t, l.h.pages+"/judge")
	judge.Click("#rolls li:first-child button")
	judge.Sees(`!!document.querySelector("#correct") && !document.querySelector("#total")`)
	judge.Puts(`[data-die="d2"]`, "6")
	judge.Click(`[data-total="sum"]`)
	judge.Sees(`document.querySelector("#total input").value === "7"`)
	judge.Click(`[data-total="more"]`)
	judge.Sees(`document.querySelector("#total input").value === "8"`)
	judge.Puts("#reason", "a 6, and one for the ring")
	judge.Accessible("a ruled total at the desk")
	judge.Phone()
	judge.Fits("a ruled total at the desk")
	judge.Picture("judge-rules-total")
	judge.Click("#correct")
	r := l.hears()
	require.NotNil(t, r.Total, "the ruling has no total")
	require.Equal(t, 8, *r.Total)
	l.counts(8, "pending")
	judge.Sees(`!document.querySelector("#total") && document.querySelector("#rulings")?.textContent.includes("correct, total 8")`)
	l.sends(7, event.RollCounted, "Ann", &r)
	l.sim.through()
	require.Equal(t, 7, standing(view(t, l.h), "Ann").Total)
	judge.Sees(`document.querySelector("#rulings").textContent.includes("the table makes it 7, the judge said 8")`)
	log, err := http.Get(l.h.pages + "/log.csv")
	require.NoError(t, err)
	defer func() { _ = log.Body.Close() }()
	raw, err := io.ReadAll(log.Body)
	require.NoError(t, err)
	require.Regexp(t, `correct \(total 8\),Table 1,.*a 6, and one for the ring.*the table makes it 7`, string(raw))
}

// A count is ended on the table's page, and the table's game has its result. The desk offers to pair without a
// missing result only if one is missing. If a player is paired at one table, nobody checks the player in at another.
func TestPageACountThatIsEndedBringsItsResult(t *testing.T) {
	h := openHall(t)
	s := contest.Usual()
	s.System, s.Counts = contest.Swiss, contest.ByPoints
	does(t, h.pages, contest.Act{Do: "settings", Settings: &s})
	does(t, h.pages, contest.Act{Do: "enter", Names: "Ann\nBo", Here: true})
	tb := h.table("Table 1", engine.Player{Name: "Ann"}, engine.Player{Name: "Bo"})
	desk := tabletest.Open(t, h.pages+"/players")
	desk.Sees(`!!document.querySelector("#pair") && !document.querySelector("#pair-anyway")`)
	does(t, h.pages, contest.Act{Do: "pair"})
	desk.Sees(`document.querySelectorAll("[data-pair]").length === 1`)
	status, answer := post(t, h.pages+"/api/checkin", hub.CheckInAct{Table: "Table 9", Players: []string{"Bo"}})
	require.Equal(t, http.StatusUnprocessableEntity, status)
	require.Contains(t, answer, "is paired at")
	startRound(t, h.pages, 1)
	desk.Sees(`!!document.querySelector("#pair-anyway")`)

	tb.Serve("127.0.0.1:0")
	page := tabletest.Open(t, "http://"+tb.Address+"/")
	tb.Throw(6, 5)
	tb.Clear()
	tb.Do(protocol.Act{Do: protocol.DoTurn, Seat: 2})
	tb.Throw(1, 2)
	tb.Clear()
	page.Click("#change-count")
	page.Fits("how a count goes on")
	page.Click("#end-count")
	page.Sees(`document.querySelector(".players")?.textContent.includes("the count is over") && !document.querySelector("#end-count")`)
	desk.Sees(`document.querySelector("[data-pair='Table 1']")?.className === "ended" && document.querySelector("[data-pair='Table 1'] .hub-won")?.textContent === "Ann" && !document.querySelector("#pair-anyway")`)
	require.Equal(t, "Ann 1 0 Bo 0 1", inRound(h))

	// A judge's result counts instead of it, in the round's standings and the event's.
	does(t, h.pages, contest.Act{Do: "result", Round: 1, Table: "Table 1", Placed: []contest.Placed{{ID: 1, Result: contest.Lost}, {ID: 2, Result: contest.Won}}})
	require.Equal(t, "Bo 1 0 Ann 0 1", inRound(h))
	require.Equal(t, "Bo", h.hubView().Standings[0].Player)
}

// inRound are the players in the standings of the round, with games won and lost.
func inRound(h *club) string {
	var out []string
	for _, s := range h.hubView().Current {
		out = append(out, fmt.Sprintf("%s %d %d", s.Player, s.Wins, s.Losses))
	}
	return strings.Join(out, " ")
}
