package hub_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"astragal/companion/event/contest"
	"astragal/companion/event/hub"
	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/engine"
)

// hubView is the hub's present view. The test compares pages with it.
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

// An organiser pastes a list of players, pairs a round and prints codes. A player's phone says where to play and
// calls a judge. Tables and judges bring results, and the big screen shows them. A screen reader is told all of it.
func TestPageAnOrganiserRunsARound(t *testing.T) {
	h := openHall(t)
	one := h.table("Table 1", engine.Player{Name: "Ann"}, engine.Player{Name: "Bo"})
	h.table("Table 2", engine.Player{Name: "Cleo"}, engine.Player{Name: "Dee"})
	desk := tabletest.Open(t, h.pages+"/players")
	desk.Puts(`select[name="system"]`, "swiss")
	desk.Puts(`select[name="counts"]`, "points")
	desk.Click("#save-settings")
	desk.Sees(`document.querySelector(".hub-setup summary")?.textContent.includes("Swiss")`)
	desk.Puts(`textarea[name="names"]`, "1. Ann\n2. Bo\n3. Cleo\n4. Dee\n5. Eli of the very long and winding road to the west")
	desk.Click("#enter-players")
	desk.Sees(`document.querySelectorAll("[data-entrant]").length === 5`)
	desk.Puts(`textarea[name="names"]`, "Ann")
	desk.Click("#enter-players")
	desk.Sees(`document.querySelector("#refused-act")?.textContent.includes("takes part already")`)
	desk.Click("#all-here")
	desk.Sees(`document.querySelector("#entrants").textContent.includes("Checked in: 5.")`)
	desk.Click("#pair")
	desk.Sees(`document.querySelectorAll("[data-pair]").length === 2`)
	desk.Picture("hall-players")
	bye := h.hubView().Contest.Byes[0]
	desk.Sees(fmt.Sprintf(`[...document.querySelectorAll("[data-pair] option")].some((o) => o.textContent.includes(%q) && o.textContent.includes("no opponent"))`, bye))
	desk.JS(fmt.Sprintf(`const s = document.querySelector("[data-pair] select"); s.value = [...s.options].find((o) => o.textContent.includes(%q)).value; s.dispatchEvent(new Event("change", { bubbles: true }))`, bye))
	desk.Sees(fmt.Sprintf(`document.querySelector(".hub-pair").textContent.includes(%q)`, bye))

	// Before the round the big screen says where each player plays.
	big := tabletest.Open(t, h.pages+"/screen")
	big.Grow(1920, 1080)
	big.Sees(`document.querySelector("main").dataset.mode === "sent"`)
	v := h.hubView()
	for _, table := range v.Tables {
		for _, player := range table.Players {
			big.Shows(fmt.Sprintf(`[data-sent=%q] b`, player), table.Name)
		}
	}
	big.Picture("hall-screen-sent")

	// The phone of a player.
	var s hub.SheetView
	h.asks("/api/sheets", &s)
	player := v.Tables[0].Players[0]
	var code string
	for _, x := range s.Sheets {
		if x.Name == player {
			code = x.Code
		}
	}
	phone := tabletest.Apart(t, h.pages+"/me#"+code)
	phone.Shows("#my-table", "Table 1")
	phone.Sees(fmt.Sprintf(`document.querySelector("#where").textContent.includes(%q)`, v.Tables[0].Players[1]))
	phone.Accessible("a player's page")
	phone.Fits("a player's page")
	phone.JS(`document.querySelector("details.own-call").open = true`)
	phone.Click(`[data-reason="Is this die flat?"]`)
	phone.Sees(`!!document.querySelector("#called")`)
	judge := tabletest.Open(t, h.pages+"/judge")
	judge.Sees(`document.querySelector("#calls [data-call]")?.textContent.includes("Is this die flat?")`)
	judge.Accessible("a call at the desk")
	judge.Click("[data-take]")
	phone.Sees(`document.querySelector("#called")?.textContent.includes("is on the way")`)
	judge.Puts(`#calls input`, "it is flat")
	judge.Click("[data-done]")
	phone.Sees(`document.querySelector(".own-call")?.textContent.includes("it is flat")`)
	judge.Click("#start-round")

	// The count at one table brings rolls. A judge enters the results.
	one.Do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: []engine.Player{{Name: player}}}})
	one.Throw(6, 6, 6)
	one.Clear()
	desk.Sees(`!!document.querySelector("[data-pair='Table 1'] [data-won]")`)
	for _, table := range []string{"Table 1", "Table 2"} {
		desk.JS(fmt.Sprintf(`document.querySelector("[data-pair='%s'] details").open = true`, table))
	}
	desk.Click(`[data-pair="Table 1"] [data-won]`)
	desk.Sees(`document.querySelector("[data-pair='Table 1']").className === "ended"`)
	desk.Click(`[data-pair="Table 2"] [data-drawn]`)
	desk.Sees(`document.querySelector("#pairings").textContent.includes("all games are over")`)
	desk.Accessible("players and pairings")
	desk.Fits("players and pairings")

	// The big screen shows what the hub's view says.
	big.Sees(`document.querySelector("main").dataset.mode === "play" && document.querySelector("#games-over").textContent === "2 of 2 games over"`)
	v = h.hubView()
	require.Equal(t, "points", v.Contest.Ranks)
	for _, st := range v.Standings {
		big.Shows(fmt.Sprintf(`[data-player=%q] .scr-figure`, st.Player), fmt.Sprint(st.Points))
		big.Shows(fmt.Sprintf(`[data-player=%q] .scr-place`, st.Player), fmt.Sprint(st.Place))
	}
	for _, table := range v.Tables {
		big.Shows(fmt.Sprintf(`[data-table=%q] .scr-state`, table.Name), table.Ended)
		big.Shows(fmt.Sprintf(`[data-table=%q] .scr-at`, table.Name), strings.Join(table.Players, " · "))
	}
	big.Sees(`document.querySelector("#ticker")?.textContent.includes("all 3 dice show 6")`)
	big.Picture("hall-screen-play")
	big.Accessible("the big screen")

	for _, path := range []string{"/", "/standings", "/statistics", "/tables", "/judge", "/print?what=pairings", "/print?what=names", "/print?what=slips", "/print?what=standings", "/print?what=players", "/print?what=tables"} {
		desk.Goes(h.pages + path)
		desk.Sees(`!!document.querySelector("main") && !document.querySelector("#page .starting") && !document.body.innerText.includes("Fetching")`)
		desk.Accessible(path)
	}
	desk.Goes(h.pages + "/print?what=players")
	desk.Sees(`[...document.querySelectorAll(".print-codes img")].filter((i) => i.naturalWidth > 100).length >= 3`)
	desk.Picture("hall-codes")
	judge.Click("#end-round")
	big.Sees(`document.querySelector("main").dataset.mode === "over"`)
	big.Picture("hall-screen-over")
}

// measured lists what on the big screen, at 1920 by 1080, is too small to be read from afar or sticks out of its box.
const measured = `[...document.querySelectorAll(".scr *")].filter((e) => e.childNodes.length && [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()))
	.map((e) => ({e, s: parseFloat(getComputedStyle(e).fontSize), r: e.getBoundingClientRect()}))
	.filter(({e, s, r}) => s < 28 || r.bottom > innerHeight + 1 || r.right > innerWidth + 1 || r.height > (e.parentElement.getBoundingClientRect().height + 12))
	.map(({e, s}) => s + " " + e.outerHTML.slice(0, 160)).slice(0, 5)`

// However many tables there are, all letters on the big screen can be read across a hall, nothing sticks out of it,
// each table comes by, and no table's name stands there twice.
func TestPageTheBigScreenIsRightWithAnyNumberOfTables(t *testing.T) {
	for _, tables := range []int{1, 4, 9, 40} {
		h := openHall(t)
		for n := range tables {
			tb := h.table(fmt.Sprintf("Table %d", n+1), engine.Player{Name: fmt.Sprintf("Ann %d", n+1)})
			tb.Do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: 1 + n%6}, {Shape: "d6", Value: 1 + n%5}}})
		}
		big := tabletest.Open(t, h.pages+"/screen")
		big.Grow(1920, 1080)
		seen := map[string]bool{}
		big.Sees(`document.querySelectorAll("[data-table] .scr-total").length > 0`)
		for len(seen) < tables {
			big.Sees(`window.was !== document.querySelector(".scr-tables").textContent`)
			for _, name := range tabletest.Value[[]string](big, `(() => { window.was = document.querySelector(".scr-tables").textContent; return [...document.querySelectorAll("[data-table]")].map((e) => e.dataset.table); })()`) {
				seen[name] = true
			}
			require.Empty(t, tabletest.Value[[]string](big, measured), "%d tables", tables)
			require.Equal(t, "scr-figure", tabletest.Value[string](big, `[...document.querySelectorAll(".scr span, .scr b, .scr time")].reduce((a, b) => parseFloat(getComputedStyle(b).fontSize) > parseFloat(getComputedStyle(a).fontSize) ? b : a).className`), "the ranking number is the largest")
			require.False(t, tabletest.Value[bool](big, `[...document.querySelectorAll("[data-table]")].some((e) => e.textContent.split(e.dataset.table + " ").length > 2 || e.textContent.includes(e.dataset.table + e.dataset.table))`))
		}
		big.Picture(fmt.Sprintf("hall-screen-%d", tables))
		big.Run(chromedp.Navigate("about:blank"))
		h.stop()
	}
}

// If there are many tables, the big screen pages through them. It writes each name in full, beside who plays and what
// was rolled.
func TestPageTheBigScreenNamesEveryTable(t *testing.T) {
	h := openHall(t)
	one := h.table("Table 1", engine.Player{Name: "Ann"})
	desk := tabletest.Open(t, h.pages+"/players")
	desk.Puts(`select[name="system"]`, "swiss")
	desk.Click("#save-settings")
	desk.Sees(`document.querySelector(".hub-setup summary")?.textContent.includes("Swiss")`)
	var names []string
	for n := range 40 {
		names = append(names, fmt.Sprintf("Bartholomew %d", n+1))
	}
	desk.Puts(`textarea[name="names"]`, strings.Join(names, "\n"))
	desk.Click("#enter-players")
	desk.Sees(`document.querySelectorAll("[data-entrant]").length === 40`)
	desk.Click("#all-here")
	desk.Sees(`document.querySelector("#entrants").textContent.includes("Checked in: 40.")`)
	desk.Click("#pair")
	desk.Sees(`document.querySelectorAll("[data-pair]").length === 20`)
	judge := tabletest.Open(t, h.pages+"/judge")
	judge.Click("#start-round")
	players := h.hubView().Tables[0].Players
	one.Do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: []engine.Player{{Name: players[1]}}}})
	one.Throw(6, 6, 5)
	one.Clear()
	big := tabletest.Open(t, h.pages+"/screen")
	big.Grow(1280, 720)
	big.Shows(`[data-table="Table 1"] .scr-total`, "17")
	big.Shows(`[data-table="Table 1"] .scr-at b`, players[1])
	big.Sees(`(() => { const names = [...document.querySelectorAll(".scr-tile-head b")]; return names.length === 15 && names.every((b) => b.scrollWidth <= b.clientWidth); })()`)
	big.Accessible("a big screen of many tables")
	big.Picture("hall-screen-many")
}

// Few tables are large on the big screen. With the longest and widest names, each player is on the own tile, and a table's long name leaves room for the
// player's.
func TestPageTheBigScreenOfFewTablesWithLongNames(t *testing.T) {
	h := openHall(t)
	names := []string{strings.Repeat("W", 60), "Maximiliane-Theodora von und zu Hohenlohe-Waldenburg-Schilli", "Maximiliane-Theodora von und zu Hohenlohe-Waldenburg-Schillx",
		strings.Repeat("龍", 60), "محمد بن عبد الله بن عبد المطلب بن هاشم بن عبد مناف القرشي", strings.Repeat("m", 60), "Ann Miller", "Ann Miller 2"}
	s := contest.Usual()
	s.System, s.Counts = contest.Groups, contest.BySum
	does(t, h.pages, contest.Act{Do: "settings", Settings: &s})
	does(t, h.pages, contest.Act{Do: "enter", Names: strings.Join(names, "\n"), Here: true})
	big := tabletest.Open(t, h.pages+"/screen")
	sizes := func(each func()) {
		for _, size := range [][2]int64{{1280, 720}, {1920, 1080}} {
			big.Grow(size[0], size[1])
			big.Sees(`innerWidth === ` + fmt.Sprint(size[0]))
			each()
		}
	}
	for n, seats := range []int{2, 4} {
		s.Seats = seats
		does(t, h.pages, contest.Act{Do: "settings", Settings: &s})
		does(t, h.pages, contest.Act{Do: "pair"})
		startRound(t, h.pages, n+1)
		sizes(func() {
			big.Sees(fmt.Sprintf(`document.querySelectorAll(".scr-at > span").length === 8 && document.querySelectorAll(".scr-at.lines > span").length === %d`, map[int]int{2: 8}[seats]))
			require.Empty(t, tabletest.Value[[]string](big, `[...document.querySelectorAll(".scr-at > span")].filter((e) => {
				const tile = e.closest("li").getBoundingClientRect(), r = e.getBoundingClientRect(), at = e.parentElement.getBoundingClientRect();
				return r.height < 20 || r.bottom > Math.min(tile.bottom, at.bottom) + 2 || r.right > tile.right + 1 || r.top < Math.max(tile.top, at.top) - 2;
			}).map((e) => e.textContent)`), "%d at a table", seats)
		})
		big.Picture(fmt.Sprintf("hall-long-%d", seats))
		status, answer := post(t, h.pages+"/api/round", hub.RoundAct{Do: "end"})
		require.Equal(t, http.StatusOK, status, answer)
	}
	does(t, h.pages, contest.Act{Do: "pair"})
	does(t, h.pages, contest.Act{Do: "move", Round: 3, Table: "Table 1", To: "The table near the kitchen and the door 1"[:40]})
	sizes(func() {
		big.Sees(`document.querySelectorAll("[data-sent]").length === 8 && document.querySelectorAll("[data-sent] b.long").length === 4`)
		require.Empty(t, tabletest.Value[[]string](big, `[...document.querySelectorAll("[data-sent]")].filter((li) => {
			const all = li.getBoundingClientRect(), [name, table] = [...li.children].map((e) => e.getBoundingClientRect());
			return name.width < all.width / 4 || table.right > all.right || name.right > table.left || name.bottom > all.bottom + 1 || table.bottom > all.bottom + 1;
		}).map((li) => li.textContent)`), "before the round")
	})
	big.Picture("hall-long-sent")
}

// In a hall of 400 tables and 800 players, with names of 60 letters, the big screen pages through them before the
// round, during it and after it. The letters can be read from afar, nothing sticks out, and a screen reader is told
// all of it.
func TestPageTheBigScreenOf400Tables(t *testing.T) {
	h := openHall(t)
	posts := func(path string, what any) {
		status, answer := post(t, h.pages+path, what)
		require.Equal(t, http.StatusOK, status, answer)
	}
	s := contest.Usual()
	s.System = contest.Swiss
	posts("/api/contest", contest.Act{Do: "settings", Settings: &s})
	var names []string
	for n := range 800 {
		names = append(names, fmt.Sprintf("%s %d", strings.Repeat("Maximiliana of the Northern ", 3)[:56], n+1))
	}
	posts("/api/contest", contest.Act{Do: "enter", Names: strings.Join(names, "\n"), Here: true})
	posts("/api/contest", contest.Act{Do: "pair"})
	big := tabletest.Open(t, h.pages+"/screen")
	for _, mode := range []string{"sent", "play", "over"} {
		switch mode {
		case "play":
			posts("/api/round", map[string]any{"do": "start", "name": "Round 1", "minutes": 50})
		case "over":
			posts("/api/round", map[string]any{"do": "end"})
		}
		for _, size := range [][2]int64{{1280, 720}, {1920, 1080}} {
			big.Grow(size[0], size[1])
			big.Sees(`document.querySelector("main")?.dataset.mode === "` + mode + `" && innerWidth === ` + fmt.Sprint(size[0]))
			big.Picture(fmt.Sprintf("hall-400-%s-%d", mode, size[1]))
		}
		require.Empty(t, tabletest.Value[[]string](big, measured), mode)
		if mode == "sent" {
			require.Equal(t, 16, tabletest.Value[int](big, `[...document.querySelectorAll("[data-sent] .scr-name")].filter((e) => e.scrollHeight <= e.clientHeight + 2).length`), "a name is cut, so that nobody knows who it is")
		}
		if mode == "play" {
			big.Sees(`document.querySelectorAll("[data-table]").length === 15 && document.querySelector(".scr-tables .scr-pages").textContent.endsWith("27")`)
			require.Equal(t, 30, tabletest.Value[int](big, `[...document.querySelectorAll(".scr-tiles .scr-cut")].filter((e) => {
				const [start, end] = e.children, tile = e.closest("li").getBoundingClientRect(), r = end.getBoundingClientRect();
				return start.clientWidth > 100 && end.textContent.length === 8 && r.right <= tile.right && r.bottom <= tile.bottom && start.textContent.length + 8 === e.textContent.length;
			}).length`), "the end of a name, by which it is told from its like, isn't on its tile")
			require.Equal(t, 8, tabletest.Value[int](big, `[...document.querySelectorAll(".scr-ranking .scr-name")].filter((e) => e.scrollHeight <= e.clientHeight + 2).length`), "a name in the standings is cut")
		}
		big.Accessible("a big screen of 400 tables, " + mode)
	}
}

// A game was moved to a mistyped table and is moved away again: the name leaves every list, also on pages that are open.
func TestPageAMistypedTableLeavesTheLists(t *testing.T) {
	h := startHub(t, nil)
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	a.connected()
	begins(t, h.pages, 2)
	does(t, h.pages, contest.Act{Do: "pair"})
	page := tabletest.Open(t, h.pages+"/")
	page.Sees(`!!document.querySelector('[data-table="Table 1"]')`)
	names := func() (out []string) {
		for _, one := range view(t, h).Tables {
			out = append(out, one.Name)
		}
		require.Equal(t, out, contestOf(t, h.pages).Tables)
		return out
	}
	move := func(from, to string) { does(t, h.pages, contest.Act{Do: "move", Round: 1, Table: from, To: to}) }
	move("Table 1", "Tabel 1")
	page.Sees(`!!document.querySelector('[data-table="Tabel 1"]')`)
	require.Equal(t, []string{"Tabel 1", "Table 1"}, names())
	move("Tabel 1", "Table 1")
	page.Sees(`!document.querySelector('[data-table="Tabel 1"]') && !!document.querySelector('[data-table="Table 1"]')`)
	require.Equal(t, []string{"Table 1"}, names())

	move("Table 1", "Corner")
	require.Equal(t, []string{"Corner", "Table 1"}, names())
	move("Corner", "Table 2")
	require.Equal(t, []string{"Table 1", "Table 2"}, names(), "from one mistyped table to another")
	h = h.again(t)
	require.Equal(t, []string{"Table 1", "Table 2"}, names())
}
