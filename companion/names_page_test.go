package companion_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"astragal/companion/door/doortest"
	"astragal/companion/protocol"
	"astragal/engine"
	"astragal/engine/veradiscordia"
)

// What people may call things: 60 letters without a blank, and as many from right to left with a figure.
var (
	longName   = unbroken("Wolfgangwilhelm", 60)
	hebrewName = unbroken("שרהלאהרחל", 58) + " 5"
)

// unbroken is n letters in one word.
func unbroken(word string, n int) string {
	letters := []rune(strings.Repeat(word, n))
	return string(letters[:n])
}

// widths are those of a small phone, a phone, a desk at 200 % and a desk, px.
var widths = []int64{320, 390, 640, 1280}

// sideways lists what a page that many px wide shows beyond its edge, what scrolls sideways in it,
// text that leaves its box, and figures that are broken over lines: 3 above 3 is no 33.
const sideways = `((wide) => {
	const out = [], name = (e) => e.tagName.toLowerCase() + (e.id ? "#" + e.id : "") + (e.className?.length ? "." + [...e.classList].join(".") : "") + " “" + e.textContent.trim().slice(0, 30) + "”";
	const whole = document.documentElement.scrollWidth;
	if (whole > wide) out.push("the page is " + whole + " px wide");
	for (const e of document.querySelectorAll("body *")) {
		if (e.closest(".unseen, [hidden], .mark") || e.ownerSVGElement) continue;
		const r = e.getBoundingClientRect(), s = getComputedStyle(e);
		if (r.width === 0 || r.height === 0) continue;
		if (r.right > wide + 1 || r.left < -1) out.push(name(e) + " reaches from " + Math.round(r.left) + " to " + Math.round(r.right));
		const over = e.scrollWidth - e.clientWidth;
		if (["auto", "scroll"].includes(s.overflowX) && over > 1) out.push(name(e) + " scrolls sideways by " + over);
		const text = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
		if (text && s.overflowX === "visible" && !s.display.startsWith("inline") && e.clientWidth > 0 && over > 2) out.push("text leaves " + name(e) + " by " + over);
	}
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
	for (let n = walk.nextNode(); n; n = walk.nextNode()) {
		if (!/^[-−+]?\d[\d.,:%]*$/.test(n.data.trim()) || n.parentElement.closest("svg, option, .unseen")) continue;
		range.selectNodeContents(n);
		if (new Set([...range.getClientRects()].filter((r) => r.width > 0).map((r) => Math.round(r.top))).size > 1) out.push("broken: " + n.data + " in " + name(n.parentElement.parentElement));
	}
	return out.slice(0, 6);
})`

// mixed lists names that are written from right to left and don't stand by themselves, and fields that
// don't turn as they are typed in.
const mixed = `(() => {
	const rtl = /[\u0590-\u08FF]/, out = [];
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let n = walk.nextNode(); n; n = walk.nextNode()) {
		if (!rtl.test(n.data)) continue;
		const plain = n.parentElement.closest("option, text, textarea");
		if (plain ? !/\u2068[^\u2069]*\u2069/.test(n.data) : !n.parentElement.closest("bdi")) out.push("outside a bdi: " + n.parentElement.outerHTML.slice(0, 200));
		if (/ 5$/.test(n.data) && !rtl.test(n.data.slice(0, -2))) out.push("cut: " + n.data);
	}
	for (const e of document.querySelectorAll("[title], [placeholder]")) for (const said of [e.title, e.placeholder ?? ""]) {
		if (rtl.test(said) && !said.includes("\u2068")) out.push("in a title: " + said);
	}
	if (rtl.test(document.title) && !document.title.includes("\u2068")) out.push("in the page’s title");
	for (const e of document.querySelectorAll("input:not([type]), input[type=text], input[type=search], textarea")) if (e.dir !== "auto") out.push("no dir: " + e.outerHTML);
	return out.slice(0, 6);
})()`

// small lists fields whose letters are under 16 px: iOS zooms into those.
const small = `[...document.querySelectorAll("input, select, textarea")].filter((e) => !["checkbox", "radio", "range", "file", "hidden", "color"].includes(e.type))
	.filter((e) => parseFloat(getComputedStyle(e).fontSize) < 16).map((e) => getComputedStyle(e).fontSize + " " + e.outerHTML).slice(0, 6)`

// fits looks at a page at every width.
func (b *tab) fits(where string) {
	b.t.Helper()
	for _, width := range widths {
		b.run(chromedp.EmulateViewport(width, 844, chromedp.EmulateScale(1), chromedp.EmulateMobile, chromedp.EmulateTouch))
		b.sees(fmt.Sprintf(`screen.width === %d`, width))
		assert.Empty(b.t, value[[]string](b, fmt.Sprintf("%s(%d)", sideways, width)), "%s at %d px", where, width)
		assert.Empty(b.t, value[[]string](b, mixed), "%s at %d px", where, width)
		if width < 900 {
			assert.Empty(b.t, value[[]string](b, small), "%s at %d px", where, width)
		}
		for _, scheme := range []string{"light", "dark"} {
			b.pictureIn(scheme, fmt.Sprintf("%s-%d", strings.ReplaceAll(where, " ", "-"), width))
		}
	}
}

// pictureIn keeps what a screen looks like in light or dark, where somebody wants to see it.
func (b *tab) pictureIn(scheme, name string) {
	b.t.Helper()
	if os.Getenv("ASTRAGAL_TEST_PICTURES") == "" {
		return
	}
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
	require.NoError(b.t, err)
	b.picture(name + "-" + scheme)
}

// goes opens another address in the tab.
func (b *tab) goes(address string) {
	b.t.Helper()
	b.run(chromedp.Navigate(address))
}

// longCards are factions whose every name is long.
func longCards(t *testing.T) json.RawMessage {
	t.Helper()
	list := veradiscordia.Demo()
	for i := range list {
		f := &list[i]
		renamed := map[string]string{}
		long := func(name string, n int) string {
			renamed[name] = fmt.Sprintf("%c%c%s", 'A'+i, 'A'+n, unbroken("wundersam", 58))
			return renamed[name]
		}
		f.MadeUp = false
		f.Name = long(f.Name, 25)
		for k := range f.Units {
			f.Units[k].Name = long(f.Units[k].Name, k)
		}
		for k := range f.Generals {
			f.Generals[k].Name = long(f.Generals[k].Name, k+20)
			for w, name := range f.Generals[k].Leadership.Without {
				f.Generals[k].Leadership.Without[w] = renamed[name]
			}
		}
	}
	raw, err := json.Marshal(list)
	require.NoError(t, err)
	return raw
}

// No page of the table scrolls sideways, whatever people are called; a name from right to left stands by
// itself; no field makes a phone zoom.
func TestPagesOfTheTableTakeLongAndMirroredNames(t *testing.T) {
	tb, _ := studying(t)
	at := "http://" + tb.address
	players := []engine.Player{{Name: longName, Team: longName}, {Name: hebrewName, Team: hebrewName}}
	tb.do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: players}})
	for i := range 3 {
		tb.do(protocol.Act{Do: protocol.DoTurn, Seat: 1 + i%2})
		tb.throw(6, 6, 6, 6, 6, 6, 6, 6)
		tb.clear()
	}
	tb.throw(3, -5, 6)
	page := open(t, at+"/")
	page.sees(`!!document.querySelector("#ask")`)
	page.fits("table")
	for _, id := range []string{"#open-type", "#open-camera", "#open-invite", "#change-count"} {
		page.click(id)
		page.fits("table " + id[1:])
	}
	page.click("[data-roll='1'] button[aria-label='Correct roll 1']")
	page.fits("table correcting")

	begin := func(n protocol.NewGame) int {
		id, err := tb.session.Games().Begin(t.Context(), n)
		require.NoError(t, err)
		return id
	}
	steps := func(id, n int) {
		chance := rand.New(rand.NewPCG(4, 4))
		for range n {
			if !step(t, tb.session, id, chance) {
				return
			}
		}
	}
	duel := begin(protocol.NewGame{Rulebook: duelName, Title: unbroken("Mitternachtsturnier", 120), Players: players})
	begun := []protocol.NewGame{dragonGame(t, "4.01d", 24, 5, longName, hebrewName), {Rulebook: veradiscordia.Rulebook, Title: hebrewName, Players: players, Setup: longSetup(t)}}
	var ids []int
	for _, n := range begun {
		ids = append(ids, begin(n))
	}
	page.goes(fmt.Sprintf("%s/games/%d", at, duel))
	page.sees(`!!document.querySelector("#cover")`)
	page.fits("duel")
	page.click("[data-hand='1']")
	page.asked("declare")
	page.fits("duel secret")
	for i, id := range ids {
		for _, n := range []int{0, 8, 40, 100} {
			steps(id, n)
			page.goes(fmt.Sprintf("%s/games/%d", at, id))
			page.sees(`!!document.querySelector(".a-board") && !!document.querySelector(".card.now, .card.over, #cover")`)
			page.fits(fmt.Sprintf("%s after %d", begun[i].Rulebook, n))
		}
	}
	page.goes(at + "/games")
	page.sees(`document.querySelectorAll("[data-game]").length === 3`)
	page.fits("games")
	page.click("#new-game")
	for _, kind := range tb.session.Games().Kinds() {
		page.choose("#rulebook", kind.ID)
		page.sees(fmt.Sprintf(`document.querySelectorAll("[data-player]").length >= %d`, kind.Least))
		for i := range min(2, kind.Least) {
			page.choose(fmt.Sprintf("[data-player='%d']", i+1), players[i].Name)
		}
		page.fits("new " + kind.ID)
	}

	for i, name := range []string{longName + longName, hebrewName} {
		for _, a := range []protocol.Army{{Rulebook: "starter", Force: json.RawMessage(`{"dice":["treefolk_oak"],"pool":[],"terrain":"","frontier":""}`)}, {Rulebook: veradiscordia.Rulebook, Force: firstOf(t, longCards(t))}} {
			a.Name = fmt.Sprint(name, i)
			_, err := tb.session.Games().KeepArmy(t.Context(), a)
			require.NoError(t, err)
		}
	}
	page.goes(at + "/armies")
	page.sees(`document.querySelectorAll("[data-army]").length === 2`)
	page.fits("armies")
	page.click("[data-army] [data-do='edit']")
	page.sees(`document.querySelectorAll("[data-kind]").length > 5`)
	page.fits("army")
	page.goes(at + "/cards")
	page.sees(`document.querySelectorAll("[data-faction]").length === 2`)
	page.fits("cards")
	page.click("[data-faction] [data-do='edit']")
	page.sees(`!!document.querySelector("#faction-name")`)
	page.fits("faction")
	page.click("#add-unit")
	page.click("[aria-labelledby='generals-title'] .card-line")
	page.fits("faction cards")

	page.goes(at + "/roll")
	page.sees(`document.querySelectorAll("#one-edition option").length > 1 && document.querySelectorAll("[data-kind]").length > 5`)
	page.fits("roll")
	page.choose("#one-edition", "4.01d")
	page.sees(`!!document.querySelector("#one-terrain option[value='terrain_flatland_city']")`)
	page.choose("#one-roll", "magic")
	page.choose("#one-terrain", "terrain_flatland_city")
	page.choose("#one-shelf", "goblin")
	page.click("[data-kind='goblin_cutthroat'] [data-more]")
	page.fits("roll set up")
	page.click("#one-begin")
	page.asked("roll")
	page.fits("roll asked")
	page.click("[data-die='roller-cutthroat-1'] [data-face='0']")
	page.click("[data-do='hand']")
	page.click("#compare")
	page.sees(`document.querySelectorAll("[data-asks='1996'] [data-row]").length === 2`)
	page.fits("compare")

	own := fmt.Sprintf(`{"dice":[{"id":"long","name":%q,"shape":"d4","faces":[{"icon":"a"},{"icon":%q},{},{}]},{"id":"mirrored","name":%q,"shape":"d4","faces":[{"icon":"b"},{},{},{}]}]}`, longName, longName, hebrewName)
	status, answer := tb.call("POST", "/api/studio/own", own)
	require.Equal(t, 200, status, answer)
	page.goes(at + "/studio")
	page.sees(`document.querySelectorAll("[data-own]").length === 2`)
	page.fits("studio")
	page.click("#own-new")
	page.sees(`!!document.querySelector("#own-name")`)
	page.fits("studio own")
	page.goes(at + "/statistics")
	page.sees(`!!document.querySelector(".statistics select")`)
	page.fits("statistics")
	for _, path := range []string{"/phone", "/join"} {
		page.goes(at + path)
		page.sees(`document.readyState === "complete" && document.body.innerText.length > 10`)
		page.fits(path[1:])
	}
}

// longSetup is a game of Vera Discordia with longCards.
func longSetup(t *testing.T) json.RawMessage {
	t.Helper()
	raw, err := json.Marshal(map[string]any{"cards": longCards(t)})
	require.NoError(t, err)
	return raw
}

// firstOf is the first of a JSON list.
func firstOf(t *testing.T, raw json.RawMessage) json.RawMessage {
	t.Helper()
	var list []json.RawMessage
	require.NoError(t, json.Unmarshal(raw, &list))
	return list[0]
}

// The overlay keeps every part on its plate and in its picture.
func TestTheOverlayTakesLongAndMirroredNames(t *testing.T) {
	tb := newTable(t)
	tb.serve(doortest.Address(t))
	players := []engine.Player{{Name: longName, Team: longName}, {Name: hebrewName}}
	tb.do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: players}})
	tb.throw(5, 6)
	tb.do(protocol.Act{Do: protocol.DoTurn, Seat: 2})
	overlay := open(t, "http://"+tb.address+"/overlay?parts=clip,dice,total,trail,question,log,board")
	overlay.shows("#total", "11")
	overlay.fits("overlay")
	for _, n := range []protocol.NewGame{dragonGame(t, "4.01d", 24, 5, longName, hebrewName), {Rulebook: veradiscordia.Rulebook, Players: players, Setup: longSetup(t)}} {
		id, err := tb.session.Games().Begin(t.Context(), n)
		require.NoError(t, err)
		chance := rand.New(rand.NewPCG(4, 4))
		for range 60 {
			step(t, tb.session, id, chance)
		}
		overlay.sees(`!!document.querySelector(".ov-board .dd-board, .ov-board .vera")`)
		overlay.fits("overlay " + n.Rulebook)
	}
}

// The same for an event: the table's page with its hub, and the hub's own pages.
func TestPagesOfAnEventTakeLongAndMirroredNames(t *testing.T) {
	h := openHall(t)
	name := unbroken("Kellergewoelbe", 40)
	tb := h.table(name, engine.Player{Name: longName}, engine.Player{Name: hebrewName})
	other := h.table("שולחן 7", engine.Player{Name: hebrewName})
	for _, at := range []struct {
		*table
		seats int
	}{{tb, 2}, {other, 1}} {
		for seat := range at.seats {
			at.do(protocol.Act{Do: protocol.DoTurn, Seat: seat + 1})
			at.throw(1, 2, 3, 4, 5, 6, 6, 6)
			at.clear()
		}
	}
	tb.server.Invite = "http://" + unbroken("kellerrechner", 60) + ".local:8437"
	tb.serve("127.0.0.1:0")
	page := open(t, "http://"+tb.address+"/")
	page.sees(`!!document.querySelector("#hub-line")`)
	page.fits("table at an event")
	page.click("#open-invite")
	page.sees(`!!document.querySelector(".qr")`)
	page.fits("table with its code")

	judge := open(t, h.pages+"/judge")
	judge.puts(`input[name="name"]`, unbroken("Zwischenrunde", 40))
	judge.click("#start-round")
	judge.sees(`document.querySelectorAll("#rolls button").length === 3`)
	judge.fits("desk")
	judge.click("#rolls li:first-child button")
	judge.sees(`!!document.querySelector("#ruling")`)
	judge.puts("#reason", longName)
	judge.click("#hold")
	judge.sees(`!!document.querySelector("#held")`)
	judge.fits("desk ruling")
	for path, there := range map[string]string{"/": `document.querySelectorAll("[data-table]").length === 2`, "/standings": `document.querySelectorAll("#all [data-player]").length === 2`,
		"/screen": `document.querySelectorAll(".scr-tiles li").length > 0`, "/tables": `document.querySelectorAll("[data-table]").length === 2`, "/statistics": `!!document.querySelector("#counted")`,
		"/overlay?parts=dice,total,trail,log,board,round&table=" + name: `!!document.querySelector("#total")`} {
		judge.goes(h.pages + path)
		judge.sees(there)
		judge.fits("hub" + strings.ReplaceAll(strings.SplitN(path, "?", 2)[0], "/", " "))
	}
}
