package companion_test

import (
	"context"
	"encoding/csv"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion"
	"astragal/companion/access"
	"astragal/companion/door/doortest"
	"astragal/companion/event"
	"astragal/companion/event/hub"
	"astragal/companion/event/outbox"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/screen"
	"astragal/engine"
	"astragal/vision"
)

const cup = "Spring cup"

// club is an event on loopback: its hub, and what tables need to come in.
type club struct {
	t     *testing.T
	hub   *hub.Hub
	pages string
	// tables is where tables come in, host:port.
	tables string
	// dir is the hub's folder; stop ends the hub before the test does.
	dir  string
	stop func()
}

func openHall(t *testing.T) *club {
	t.Helper()
	return openHallAt(t, filepath.Join(t.TempDir(), "hub"), doortest.Address(t), doortest.Address(t))
}

// openHallAt opens a hub in a folder, for tables and browsers that come to these addresses.
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

// table puts a table into the club: its own file, outbox and relay, and an eye that sees what the test says.
func (h *club) table(name string, players ...engine.Player) *table {
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
	tb := &table{t: h.t, eye: newFakeEye()}
	log := slog.New(slog.DiscardHandler)
	tb.session, err = companion.OpenSession(ctx, companion.SessionOptions{Journal: file, Log: log, Eye: tb.eye, Outbox: box, Table: name, Event: cup})
	require.NoError(h.t, err)
	tb.server = &screen.Server{Session: tb.session, Access: access.New(access.NewSecret(), nil), Log: log}
	relay := &outbox.Relay{Store: box, Dial: outbox.Dial{Address: address, Credentials: filepath.Join(dir, "token")}, Table: name, Log: log,
		Tell: tb.session.Event().Linked, Health: tb.session.Event().Health, Rule: tb.session.Event().Rule, Picture: tb.session.Event().Picture, Soon: tb.session.Event().Soon(), Called: tb.session.Event().Called}
	var wg sync.WaitGroup
	wg.Go(func() { _ = tb.session.Watch(ctx) })
	wg.Go(func() { _ = relay.Run(ctx) })
	tb.stop = sync.OnceFunc(func() {
		cancel()
		wg.Wait()
		tb.session.Close()
		require.NoError(h.t, file.Close())
	})
	h.t.Cleanup(tb.stop)
	tb.tell(vision.Event{Kind: vision.EventSource, Source: "a camera"})
	tb.tell(vision.Event{Kind: vision.EventState, State: vision.Empty})
	tb.tell(vision.Event{Kind: vision.EventQuality, Quality: &vision.Quality{Good: true}})
	tb.do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: players}})
	return tb
}

// A round of an event with 20 tables: a judge corrects a roll by its picture, and the stream, the
// table, the standings and the files all have it right.
func TestPageARoundOfAnEventWithAJudge(t *testing.T) {
	const tables = 20
	h := openHall(t)
	judge := open(t, h.pages+"/judge")
	judge.puts(`input[name="name"]`, "Round 1")
	judge.click("#start-round")
	judge.sees(`document.querySelector("#timer")?.textContent.startsWith("Round 1")`)

	var hall []*table
	for i := range tables {
		hall = append(hall, h.table(fmt.Sprintf("Table %d", i+1), engine.Player{Name: fmt.Sprintf("Ann %d", i+1)}, engine.Player{Name: fmt.Sprintf("Bo %d", i+1)}))
	}
	// Table 7 took a roll out before: its rolls keep their numbers everywhere.
	hall[6].do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: 1}}})
	hall[6].do(protocol.Act{Do: protocol.DoDiscard, Throw: 1, Rev: 1})
	want := map[string]int{}
	for round := range 3 {
		for i, tb := range hall {
			dice := []int{1 + (i+round)%6, 1 + (i*round)%6}
			seen := scene(dice...)
			if round == 2 && i == 6 {
				dice = []int{2, 5}
				seen = scene(dice...)
				seen.Sightings[1].Crop = crop(6) // the camera was sure of a 5, and wrong
			}
			player := []string{"Ann", "Bo"}[round%2]
			tb.do(protocol.Act{Do: protocol.DoTurn, Seat: 1 + round%2})
			tb.clear()
			tb.settle(seen)
			want[fmt.Sprintf("%s %d", player, i+1)] += dice[0] + dice[1]
		}
	}

	live := open(t, h.pages+"/")
	live.sees(`document.querySelectorAll("[data-table]").length === 20 && [...document.querySelectorAll("[data-table]")].every((c) => c.textContent.includes(c.dataset.table === "Table 7" ? "4 rolls" : "3 rolls"))`)
	live.shows(`[data-table="Table 7"] .hub-figure`, "7")
	hall[6].serve("127.0.0.1:0")
	overlay := open(t, "http://"+hall[6].address+"/overlay")
	overlay.shows("#total", "7")
	air := open(t, h.pages+"/overlay?table=Table+7&parts=dice,total,trail,log,board,round")
	air.shows("#total", "7")
	air.sees(`document.querySelectorAll(".ov-dice .chip").length === 2 && document.querySelector(".ov-trail")?.textContent.includes("7 = 2 + 5")`)
	air.sees(`document.querySelector(".ov-is-round")?.textContent.startsWith("Round 1")`)

	judge.puts("#table", "Table 7")
	judge.sees(`document.querySelector("#rolls button b")?.textContent === "Table 7"`)
	judge.click("#rolls li:first-child button")
	judge.sees(`[...document.querySelectorAll(".hub-dice img")].filter((i) => i.naturalWidth === 96).length === 2`)
	judge.puts(`[data-die="d2"]`, "6")
	judge.click("#correct")
	judge.sees(`document.querySelector("#why")?.textContent.includes("needs a reason")`)
	require.Equal(t, 4, hall[6].view().Rolls[0].N)
	judge.shows("#ruling h2", "Table 7, roll 4")
	judge.sees(`document.querySelector("#rolls button").textContent.includes("roll 4")`)
	judge.reason("the picture shows a 6")
	judge.click("#correct")
	judge.sees(`document.querySelector("#rulings")?.textContent.includes("done at the table") && document.querySelector("#ruling .hub-figure").textContent === "8"`)
	want["Ann 7"]++

	overlay.shows("#total", "8")
	overlay.sees(`!!document.querySelector("#corrected")`)
	air.shows("#total", "8")
	air.sees(`!!document.querySelector("#corrected") && document.querySelector(".ov-board")?.textContent.startsWith("Ann 7")`)
	live.shows(`[data-table="Table 7"] .hub-figure`, "8")
	places := open(t, h.pages+"/standings")
	for _, player := range []string{"Ann 7", "Bo 7", "Ann 1", "Ann 20"} {
		places.shows(fmt.Sprintf(`#all [data-player=%q] .hub-total`, player), fmt.Sprint(want[player]))
	}
	v := hall[6].view()
	require.Equal(t, 8, *v.Rolls[0].Total)
	require.Equal(t, cup, v.Link.Event)
	require.True(t, v.Link.Connected)

	stats := open(t, h.pages+"/statistics")
	stats.shows("#counted", "120 dice rolled.")
	stats.sees(`document.querySelector('[data-die="ivory d6"] .verdict, [data-die="d6"] .verdict')?.textContent.startsWith("Not enough rolls yet: 120 of the ")`)
	stats.picture("hub-statistics")

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
	for name, b := range map[string]*tab{"judge": judge, "live": live, "overlay": overlay, "standings": places, "hub-overlay": air} {
		b.picture(name)
	}

	// What the judge ruled holds until it is released; then it counts as the table sends it.
	judge.reason("the table has it")
	judge.click("#release")
	judge.sees(`!document.querySelector("#release") && !!document.querySelector("#hold")`)
	// What a judge holds is off the air until it is released.
	judge.reason("a look at the other die")
	judge.click("#hold")
	air.sees(`document.querySelector("#total").textContent !== "8"`)
	judge.reason("it is well")
	judge.click("#release")
	air.shows("#total", "8")

	// An annulment, and that it is taken back.
	judge.reason("not her dice")
	judge.click("#annul")
	judge.sees(`document.querySelector("#ruling")?.textContent.includes("This roll is annulled.") && !document.querySelector("#restore").disabled`)
	require.Len(t, hall[6].view().Rolls, 2)
	judge.picture("judge-annulled")
	judge.sees(`!document.body.textContent.includes("Going to the event")`)
	judge.click("#restore")
	judge.sees(`document.querySelector("#why")?.textContent.includes("needs a reason")`)
	judge.reason("they were her dice")
	judge.click("#restore")
	judge.sees(`!document.querySelector("#restore") && document.querySelector("#ruling .hub-history").textContent.includes("restore, “they were her dice” done at the table")`)
	air.shows("#total", "8")
	require.Equal(t, 8, *hall[6].view().Rolls[0].Total)
}

// reason says why a judge rules, once the ruling before is through: the page empties the field then.
func (b *tab) reason(text string) {
	b.t.Helper()
	b.sees(`document.querySelector("#reason")?.value === ""`)
	b.puts("#reason", text)
}

// puts fills a field as a person's typing does.
func (b *tab) puts(selector, text string) {
	b.t.Helper()
	b.sees(`!!document.querySelector(` + quote(selector) + `)`)
	b.js(`(() => { const f = document.querySelector(` + quote(selector) + `); f.value = ` + quote(text) +
		`; f.dispatchEvent(new Event("input", {bubbles: true})); f.dispatchEvent(new Event("change", {bubbles: true})); })()`)
}

// What comes late or for another table's player waits: the judges' page, the standings and the table's page say
// so, and the judge's press lets it count or leaves it out.
func TestPageAJudgeDecidesWhatWaits(t *testing.T) {
	h := openHall(t)
	judge := open(t, h.pages+"/judge")
	tb := h.table("Table 7", engine.Player{Name: "Ann"}, engine.Player{Name: "Bo"})
	tb.serve("127.0.0.1:0")
	page := open(t, "http://"+tb.address+"/")
	judge.puts(`input[name="seat-table"]`, "Table 7")
	judge.puts(`input[name="seat-players"]`, "Ann, Cy")
	judge.click("#check-in")
	judge.sees(`document.querySelector('[data-seats="Table 7"]')?.textContent.includes("Cy")`)
	judge.puts(`input[name="name"]`, "Round 1")
	judge.click("#start-round")
	judge.sees(`document.querySelector("#timer")?.textContent.startsWith("Round 1")`)

	tb.throw(3, 5)
	tb.do(protocol.Act{Do: protocol.DoTurn, Seat: 2})
	tb.throw(6, 6)
	page.sees(`document.querySelector("#hub-waits")?.textContent.includes('One roll or result waits for a judge: "Bo" is not checked in at this table')`)
	judge.sees(`document.querySelector("#waits")?.textContent === "1 roll waits for a judge" && document.querySelector('[data-wait="2"]')?.textContent.includes("Until you decide it doesn’t count.")`)
	judge.picture("judge-waiting")
	page.picture("table-waiting")
	places := open(t, h.pages+"/standings")
	places.shows(`#all [data-player="Ann"] .hub-total`, "8")
	places.sees(`!document.querySelector('#all [data-player="Bo"]')`)
	live := open(t, h.pages+"/")
	live.sees(`document.querySelector('[data-table="Table 7"]')?.textContent.includes("waits for a judge")`)

	judge.click(`[data-wait="2"] [data-say="count"]`)
	places.shows(`#all [data-player="Bo"] .hub-total`, "12")
	judge.sees(`!document.querySelector("#waiting") && !document.querySelector("#waits")`)
	page.sees(`!document.querySelector("#hub-waits")`)

	// The round is over, and a die of it is corrected at the table.
	judge.click("#end-round")
	judge.sees(`document.querySelector("#timer")?.textContent.includes("over")`)
	v := tb.view()
	first := v.Rolls[len(v.Rolls)-1]
	tb.do(protocol.Act{Do: protocol.DoFix, Throw: first.Throw.ID, Rev: first.Throw.Rev, Die: 1, Value: ptr(6)})
	judge.sees(`/its correction came after "Round 1" was over.*counts as before: 8 for Ann/.test(document.querySelector('[data-wait="1"]')?.textContent)`)
	judge.click(`[data-wait="1"] [data-say="leave"]`)
	judge.sees(`!document.querySelector("#waiting")`)
	places.shows(`#all [data-player="Ann"] .hub-total`, "8")
	live.picture("hub-left-out")
}
