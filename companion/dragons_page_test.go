package companion_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// choose sets a field's value as a person does.
func (b *tab) choose(selector, value string) {
	b.t.Helper()
	b.sees(fmt.Sprintf(`(() => { const e = document.querySelector(%s); return e !== null && (e.tagName !== "SELECT" || [...e.options].some((o) => o.value === %s)); })()`, quote(selector), quote(value)))
	b.js(fmt.Sprintf(`(() => { const e = document.querySelector(%s); e.value = %s; e.dispatchEvent(new Event("input", {bubbles: true})); e.dispatchEvent(new Event("change", {bubbles: true})); })()`, quote(selector), quote(value)))
}

func TestArmyBuilderJudgesAsYouGo(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	page := open(t, "http://"+tb.address+"/armies")
	page.sees(`document.querySelector("#new-army")?.disabled === false`)
	page.click("#new-army")
	page.choose("#army-name", "The grove")
	page.sees(`document.querySelector("#legality")?.textContent.includes("0 points, the game is of 30")`)
	page.choose("#shelf", "treefolk")
	for range 2 {
		page.click("[data-kind='treefolk_oak'] [data-more]")
	}
	page.shows("#points", "4")
	page.sees(`document.querySelector("[data-mine='treefolk_oak'] output")?.textContent === "2"`)
	page.click("[data-mine='treefolk_oak'] [data-less]")
	page.shows("#points", "2")
	page.sees(`document.querySelectorAll("[data-kind='treefolk_oak'] .face-tile").length === 6`)
	page.shows("#left", "28 left")

	// The name opens the die's card, with all its faces; Escape closes it, and the focus goes back.
	page.click("[data-kind='treefolk_oak'] .look-die")
	page.sees(`document.querySelectorAll("dialog[open] [data-card='treefolk_oak'] .die-faces li").length === 6`)
	page.picture("die-card")
	page.escape()
	page.sees(`document.activeElement?.dataset.dieKind === "treefolk_oak"`)

	// What the shelf holds is narrowed; the species that is played stands first; the pool's dice stand in groups.
	page.choose("#by-icon", "magic")
	page.sees(`[...document.querySelectorAll(".shelf [data-kind]")].every((e) => e.querySelector("[data-glyph=magic]"))`)
	page.choose("#by-icon", "")
	require.Equal(t, "treefolk", value[string](page, `document.querySelector("#shelf").options[1].value`))
	page.choose("#shelf", "+pool")
	page.sees(`["Drakes", "Wyrms"].every((n) => document.querySelector("[data-group='" + n + "'] .elements .glyph"))`)
	page.choose("#shelf", "treefolk")

	page.click("#random-force")
	page.sees(`document.querySelector("#legality")?.textContent === "This force may be played."`)
	page.shows("#points", "30")
	page.picture("builder")
	page.phone()
	over := value[float64](page, `document.documentElement.scrollWidth - window.innerWidth`)
	require.LessOrEqual(t, over, 0.0, "the page scrolls sideways")
	page.picture("builder-phone")
	page.click("#keep-army")
	page.sees(`document.querySelector("[data-army='1'] strong")?.textContent === "The grove"`)
	armies := tb.session.Games().Armies()
	require.Len(t, armies, 1)

	// It is carried to another table as a file.
	raw, err := json.Marshal(map[string]any{"rulebook": armies[0].Rulebook, "name": "Carried", "force": armies[0].Force})
	require.NoError(t, err)
	page.js(fmt.Sprintf(`(() => { const d = new DataTransfer(); d.items.add(new File([%s], "a.json")); const e = document.querySelector("#import-army"); e.files = d.files; e.dispatchEvent(new Event("change", {bubbles: true})); })()`, quote(string(raw))))
	page.sees(`document.querySelector("[data-army='2'] strong")?.textContent === "Carried"`)
	page.js(`(() => { const d = new DataTransfer(); d.items.add(new File(["pawn"], "a.json")); const e = document.querySelector("#import-army"); e.files = d.files; e.dispatchEvent(new Event("change", {bubbles: true})); })()`)
	page.sees(`document.querySelector(".toast")?.textContent.includes("no saved army")`)
}

func TestOneRollPageCounts(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	page := open(t, "http://"+tb.address+"/roll")
	page.sees(`document.querySelectorAll("#one-edition option").length > 1 && document.querySelectorAll("[data-kind]").length > 5`)
	page.choose("#one-shelf", "treefolk")
	for range 3 {
		page.click("[data-kind='treefolk_oak'] [data-more]")
	}
	page.picture("one-roll")
	// A die's name opens its card with all its faces.
	page.click("[data-die-kind='treefolk_oak']")
	page.sees(`document.querySelector("[role='dialog'], dialog[open]")?.textContent.includes("Oak")`)
	page.run(chromedp.KeyEvent(kb.Escape))
	page.sees(`!document.querySelector("[role='dialog'], dialog[open]")`)
	// A terrain that was held at its eighth face is held no more once another is up.
	page.choose("#one-terrain", "terrain_flatland_city")
	page.choose("#one-face", "8")
	page.click("#one-holder")
	page.choose("#one-face", "5")
	page.click("#one-begin")
	page.asked("roll")
	for i := 1; i <= 3; i++ {
		page.click(fmt.Sprintf("[data-die='roller-oak-%d'] [data-face='0']", i)) // the ID, worth its 2 health
	}
	page.click("[data-do='hand']")
	page.sees(`document.querySelector("#outcome")?.textContent.includes("6 melee")`)
	page.sees(`document.querySelectorAll(".sheet-facts .lines li").length > 3`)
	page.picture("one-roll-counted")
	page.run(chromedp.Navigate("http://" + tb.address + "/games"))
	page.sees(`document.querySelector("#games-title") && document.querySelectorAll("[data-game]").length === 0`)
}

func TestDragonBoardShowsTheTable(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	id, err := tb.session.Games().Begin(t.Context(), dragonGame(t, "4.01d", 24, 5, "Ann", "Ben", "Cleo"))
	require.NoError(t, err)
	chance := rand.New(rand.NewPCG(4, 4))
	for range 140 {
		if !step(t, tb.session, id, chance) {
			break
		}
	}
	page := open(t, fmt.Sprintf("http://%s/games/%d", tb.address, id))
	v, _ := gameOf(t, tb.session, id, 0)
	state := v.Play.State.(map[string]any)
	terrains := state["terrains"].([]any)
	require.NotEmpty(t, terrains)
	page.sees(fmt.Sprintf(`document.querySelectorAll("[data-terrain]").length === %d && document.querySelectorAll("[data-side]").length === 3`, len(terrains)))
	page.picture("board")
	require.Empty(t, value[[]string](page, `document.body.innerText.match(/\b(home|frontier)-(ann|ben|cleo)\b.*/g) ?? []`), "ids in the place of names")
	page.phone()
	over := value[float64](page, `document.documentElement.scrollWidth - window.innerWidth`)
	require.LessOrEqual(t, over, 0.0, "the page scrolls sideways")
	page.picture("board-phone")
	var dice int
	for _, x := range terrains {
		for _, a := range x.(map[string]any)["armies"].([]any) {
			dice += len(a.(map[string]any)["dice"].([]any))
		}
	}
	shown := value[int](page, `document.querySelectorAll(".terrain .army:not(.dragons) .lying").length`)
	require.Equal(t, dice, shown, "dice at the terrains")
}

// Armies that are chosen for both players at once are both brought.
func TestDragonArmiesAreChosenAtOnce(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	page := open(t, "http://"+tb.address+"/games")
	page.click("#new-game")
	page.choose("#rulebook", "starter")
	page.sees(`document.querySelectorAll("[data-force]").length === 2`)
	page.js(`for (const e of document.querySelectorAll("[data-force]")) { e.value = "random"; e.dispatchEvent(new Event("change", { bubbles: true })); }`)
	page.sees(`document.querySelectorAll("[data-brings]").length === 2`)
}

func TestVeraDiscordiaIsHosted(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	page := open(t, "http://"+tb.address+"/games")
	page.click("#new-game")
	page.choose("#rulebook", "vera-discordia")
	page.choose("[data-player='1']", "Ann")
	page.choose("[data-player='2']", "Ben")
	page.click("[data-set='dice_by_type']")
	page.click("#begin-game")
	page.sees(`location.pathname === "/games/1" && document.querySelectorAll(".vera-unit").length === 16`)
	chance := rand.New(rand.NewPCG(6, 6))
	for range 120 {
		if !step(t, tb.session, 1, chance) {
			break
		}
	}
	_, size := gameOf(t, tb.session, 1, 0)
	require.Less(t, size, 100<<10)
	page.picture("vera")
	page.phone()
	over := value[float64](page, `document.documentElement.scrollWidth - window.innerWidth`)
	require.LessOrEqual(t, over, 0.0, "the page scrolls sideways")
}

// A game is begun on one page: an army is built there, the others see that it is ready, and an ended game is
// played again from the same.
func TestAGameIsBegunOnOnePageAndPlayedAgain(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	page := open(t, "http://"+tb.address+"/games?new")
	page.choose("#rulebook", "4.01d")
	page.choose("[data-player='1']", "Ann")
	page.choose("[data-player='2']", "Ben")
	page.choose("#force-size", "24")
	page.choose("[data-force='1']", "random")
	page.sees(`document.querySelector("[data-ready='yes']")?.textContent === "Ready: 24 of 24 points"`)
	require.False(t, value[bool](page, `document.querySelector("[data-brings='1']").open`), "what is brought is shown to all")
	page.choose("[data-force='2']", "build")
	page.sees(`document.querySelectorAll("[data-ready='no']").length === 1 && !!document.querySelector(".build-here #random-force")`)
	page.click(".build-here #random-force")
	page.sees(`document.querySelectorAll("[data-ready='yes']").length === 2`)
	page.click("[data-built='2']")
	page.picture("begin")
	page.click("#begin-game")
	page.sees(`location.pathname === "/games/1"`)
	first, _, err := tb.session.Games().File(1)
	require.NoError(t, err)

	page.run(chromedp.Navigate("http://" + tb.address + "/games?again=1"))
	page.sees(`document.querySelectorAll("[data-ready='yes']").length === 2`)
	require.Equal(t, []string{"4.01d", "Ann", "Ben", "24"}, value[[]string](page, `["#rulebook", "[data-player='1']", "[data-player='2']", "#force-size"].map((s) => document.querySelector(s).value)`))
	page.click("#begin-game")
	page.sees(`location.pathname === "/games/2"`)
	second, _, err := tb.session.Games().File(2)
	require.NoError(t, err)
	require.JSONEq(t, string(first[0].Header.Settings), string(second[0].Header.Settings))
}

// A force at random is a whole one, whatever species it falls on: some have champions alone.
func TestAForceAtRandomIsWhole(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	page := open(t, "http://"+tb.address+"/armies")
	for edition, sizes := range map[string]string{"4.01d": "[15, 24, 36]", "3.04a": "[15, 24, 36]", "1996": "[15, 24, 36]", "starter": "[30]"} {
		short := value[[]string](page, fmt.Sprintf(`(async () => {
			const { randomForce } = await import(document.querySelector("script[data-hash]").src.replace("games/main.js", "dragons/edition.js"));
			const e = await (await fetch("/api/editions/%s")).json();
			const points = new Map(e.kinds.map((k) => [k.id, k.points]));
			const out = [];
			for (const size of %s) for (let i = 0; i < 100; i++) {
				const f = randomForce(e, size, 2), has = f.dice.reduce((n, id) => n + points.get(id), 0);
				if (has !== size || !f.terrain || !f.frontier || f.pool.length !== 2) out.push(size + ": " + has + " " + f.dice.join());
			}
			return out;
		})()`, edition, sizes))
		require.Empty(t, short, edition)
	}
}
