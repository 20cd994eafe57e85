package companion_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"astragal/companion/event/hub"
	"astragal/companion/protocol"
	"astragal/engine"
)

// hubView is what the hub says now: the truth in text.
func (h *club) hubView() hub.View {
	h.t.Helper()
	var v hub.View
	h.asks("/api/view", &v)
	return v
}

func (h *club) asks(path string, into any) {
	h.t.Helper()
	r, err := http.Get(h.pages + path)
	require.NoError(h.t, err)
	defer func() { _ = r.Body.Close() }()
	require.Equal(h.t, http.StatusOK, r.StatusCode)
	require.NoError(h.t, json.NewDecoder(r.Body).Decode(into))
}

// An organiser pastes a list, pairs a round and prints codes; a player's phone says where to play and calls a judge;
// tables and judges bring results; the big screen shows what is true; everything is there for who can't see it.
func TestPageAnOrganiserRunsARound(t *testing.T) {
	h := openHall(t)
	one := h.table("Table 1", engine.Player{Name: "Ann"}, engine.Player{Name: "Bo"})
	h.table("Table 2", engine.Player{Name: "Cleo"}, engine.Player{Name: "Dee"})
	desk := open(t, h.pages+"/players")
	desk.puts(`select[name="system"]`, "swiss")
	desk.puts(`select[name="counts"]`, "points")
	desk.click("#save-settings")
	desk.sees(`document.querySelector(".hub-setup summary")?.textContent.includes("Swiss")`)
	desk.puts(`textarea[name="names"]`, "1. Ann\n2. Bo\n3. Cleo\n4. Dee\n5. Eli of the very long and winding road to the west")
	desk.click("#enter-players")
	desk.sees(`document.querySelectorAll("[data-entrant]").length === 5`)
	desk.puts(`textarea[name="names"]`, "Ann")
	desk.click("#enter-players")
	desk.sees(`document.querySelector("#refused-act")?.textContent.includes("takes part already")`)
	desk.click("#all-here")
	desk.sees(`document.querySelector("#entrants").textContent.includes("5 are checked in")`)
	desk.click("#pair")
	desk.sees(`document.querySelectorAll("[data-pair]").length === 2`)
	desk.picture("hall-players")

	// Before the round the big screen says where everybody plays.
	big := open(t, h.pages+"/screen")
	big.grow(1920, 1080)
	big.sees(`document.querySelector("main").dataset.mode === "sent"`)
	v := h.hubView()
	for _, table := range v.Tables {
		for _, player := range table.Players {
			big.shows(fmt.Sprintf(`[data-sent=%q] b`, player), table.Name)
		}
	}
	big.picture("hall-screen-sent")

	// A player's phone.
	var s hub.SheetView
	h.asks("/api/sheets", &s)
	player := v.Tables[0].Players[0]
	var code string
	for _, x := range s.Sheets {
		if x.Name == player {
			code = x.Code
		}
	}
	phone := apart(t, h.pages+"/me#"+code)
	phone.shows("#my-table", "Table 1")
	phone.sees(fmt.Sprintf(`document.querySelector("#where").textContent.includes(%q)`, v.Tables[0].Players[1]))
	phone.accessible("a player's page")
	phone.fits("a player's page")
	phone.js(`document.querySelector("details.own-call").open = true`)
	phone.click(`[data-reason="Is this die flat?"]`)
	phone.sees(`!!document.querySelector("#called")`)
	judge := open(t, h.pages+"/judge")
	judge.sees(`document.querySelector("#calls [data-call]")?.textContent.includes("Is this die flat?")`)
	judge.accessible("a call at the desk")
	judge.click("[data-take]")
	phone.sees(`document.querySelector("#called")?.textContent.includes("is on the way")`)
	judge.puts(`#calls input`, "it is flat")
	judge.click("[data-done]")
	phone.sees(`document.querySelector(".own-call")?.textContent.includes("it is flat")`)
	judge.click("#start-round")

	// One table's count brings rolls, a judge the results.
	one.do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: []engine.Player{{Name: player}}}})
	one.throw(6, 6, 6)
	one.clear()
	desk.sees(`!!document.querySelector("[data-pair='Table 1'] [data-won]")`)
	for _, table := range []string{"Table 1", "Table 2"} {
		desk.js(fmt.Sprintf(`document.querySelector("[data-pair='%s'] details").open = true`, table))
	}
	desk.click(`[data-pair="Table 1"] [data-won]`)
	desk.sees(`document.querySelector("[data-pair='Table 1']").className === "ended"`)
	desk.click(`[data-pair="Table 2"] [data-drawn]`)
	desk.sees(`document.querySelector("#pairings").textContent.includes("all games are over")`)
	desk.accessible("players and pairings")
	desk.fits("players and pairings")

	// The big screen, against the truth in text.
	big.sees(`document.querySelector("main").dataset.mode === "play" && document.querySelector("#games-over").textContent === "2 of 2 games over"`)
	v = h.hubView()
	require.Equal(t, "points", v.Contest.Ranks)
	for _, st := range v.Standings {
		big.shows(fmt.Sprintf(`[data-player=%q] .scr-figure`, st.Player), fmt.Sprint(st.Points))
		big.shows(fmt.Sprintf(`[data-player=%q] .scr-place`, st.Player), fmt.Sprint(st.Place))
	}
	for _, table := range v.Tables {
		big.shows(fmt.Sprintf(`[data-table=%q] .scr-state`, table.Name), table.Ended)
		big.shows(fmt.Sprintf(`[data-table=%q] .scr-at`, table.Name), strings.Join(table.Players, " · "))
	}
	big.sees(`document.querySelector("#ticker")?.textContent.includes("all 3 dice show 6")`)
	big.picture("hall-screen-play")
	big.accessible("the big screen")

	for _, path := range []string{"/", "/standings", "/statistics", "/tables", "/judge", "/print?what=pairings", "/print?what=names", "/print?what=slips", "/print?what=standings", "/print?what=players", "/print?what=tables"} {
		desk.goes(h.pages + path)
		desk.sees(`!!document.querySelector("main") && !document.querySelector("#page > .starting") && !document.body.innerText.includes("Fetching")`)
		desk.accessible(path)
	}
	desk.goes(h.pages + "/print?what=players")
	desk.sees(`[...document.querySelectorAll(".print-codes img")].filter((i) => i.naturalWidth > 100).length >= 3`)
	desk.picture("hall-codes")
	judge.click("#end-round")
	big.sees(`document.querySelector("main").dataset.mode === "over"`)
	big.picture("hall-screen-over")
}

// measured lists what of the big screen is too small to be read from afar, or drawn over its box, at 1920 by 1080.
const measured = `[...document.querySelectorAll(".scr *")].filter((e) => e.childNodes.length && [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()))
	.map((e) => ({e, s: parseFloat(getComputedStyle(e).fontSize), r: e.getBoundingClientRect()}))
	.filter(({e, s, r}) => s < 28 || r.bottom > innerHeight + 1 || r.right > innerWidth + 1 || r.height > (e.parentElement.getBoundingClientRect().height + 12))
	.map(({e, s}) => s + " " + e.outerHTML.slice(0, 160)).slice(0, 5)`

// However many tables there are, nothing on the big screen is smaller than what can be read from across a hall, nothing
// runs off it, each table comes by, and no table's name stands there twice.
func TestPageTheBigScreenIsRightWithAnyNumberOfTables(t *testing.T) {
	for _, tables := range []int{1, 4, 9, 40} {
		h := openHall(t)
		for n := range tables {
			tb := h.table(fmt.Sprintf("Table %d", n+1), engine.Player{Name: fmt.Sprintf("Ann %d", n+1)})
			tb.do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: 1 + n%6}, {Shape: "d6", Value: 1 + n%5}}})
		}
		big := open(t, h.pages+"/screen")
		big.grow(1920, 1080)
		seen := map[string]bool{}
		big.sees(`document.querySelectorAll("[data-table] .scr-total").length > 0`)
		for len(seen) < tables {
			big.sees(`window.was !== document.querySelector(".scr-tables").textContent`)
			for _, name := range value[[]string](big, `(() => { window.was = document.querySelector(".scr-tables").textContent; return [...document.querySelectorAll("[data-table]")].map((e) => e.dataset.table); })()`) {
				seen[name] = true
			}
			require.Empty(t, value[[]string](big, measured), "%d tables", tables)
			require.False(t, value[bool](big, `[...document.querySelectorAll("[data-table]")].some((e) => e.textContent.split(e.dataset.table + " ").length > 2 || e.textContent.includes(e.dataset.table + e.dataset.table))`))
		}
		big.picture(fmt.Sprintf("hall-screen-%d", tables))
		big.run(chromedp.Navigate("about:blank"))
		h.stop()
	}
}

// With many tables the big screen pages through them, and names each in full beside who plays and what was rolled.
func TestPageTheBigScreenNamesEveryTable(t *testing.T) {
	h := openHall(t)
	one := h.table("Table 1", engine.Player{Name: "Ann"})
	desk := open(t, h.pages+"/players")
	desk.puts(`select[name="system"]`, "swiss")
	desk.click("#save-settings")
	desk.sees(`document.querySelector(".hub-setup summary")?.textContent.includes("Swiss")`)
	var names []string
	for n := range 40 {
		names = append(names, fmt.Sprintf("Bartholomew %d", n+1))
	}
	desk.puts(`textarea[name="names"]`, strings.Join(names, "\n"))
	desk.click("#enter-players")
	desk.sees(`document.querySelectorAll("[data-entrant]").length === 40`)
	desk.click("#all-here")
	desk.sees(`document.querySelector("#entrants").textContent.includes("40 are checked in")`)
	desk.click("#pair")
	desk.sees(`document.querySelectorAll("[data-pair]").length === 20`)
	judge := open(t, h.pages+"/judge")
	judge.click("#start-round")
	players := h.hubView().Tables[0].Players
	one.do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: []engine.Player{{Name: players[1]}}}})
	one.throw(6, 6, 5)
	one.clear()
	big := open(t, h.pages+"/screen")
	big.grow(1280, 720)
	big.shows(`[data-table="Table 1"] .scr-total`, "17")
	big.shows(`[data-table="Table 1"] .scr-at b`, players[1])
	big.sees(`(() => { const names = [...document.querySelectorAll(".scr-tile-head b")]; return names.length === 20 && names.every((b) => b.scrollWidth <= b.clientWidth); })()`)
	big.accessible("a big screen of many tables")
	big.picture("hall-screen-many")
}
