package rulebook_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"astragal/companion/tabletest"
)

func TestArmyBuilderJudgesAsYouGo(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	page := tabletest.Open(t, "http://"+tb.Address+"/armies")
	page.Sees(`document.querySelector("#new-army")?.disabled === false`)
	page.Click("#new-army")
	page.Choose("#army-name", "The grove")
	page.Sees(`document.querySelector("#legality")?.textContent.includes("0 points, the game is of 30")`)
	page.Choose("#shelf", "treefolk")
	for range 2 {
		page.Click("[data-kind='treefolk_oak'] [data-more]")
	}
	page.Shows("#points", "4")
	page.Sees(`document.querySelector("[data-mine='treefolk_oak'] output")?.textContent === "2"`)
	page.Click("[data-mine='treefolk_oak'] [data-less]")
	page.Shows("#points", "2")
	page.Sees(`document.querySelectorAll("[data-kind='treefolk_oak'] .face-tile").length === 6`)
	page.Shows("#left", "28 left")

	// The name opens the die's card with all its faces. Escape closes it, and the focus goes back.
	page.Click("[data-kind='treefolk_oak'] .look-die")
	page.Sees(`document.querySelectorAll("dialog[open] [data-card='treefolk_oak'] .die-faces li").length === 6`)
	page.Picture("die-card")
	page.Escape()
	page.Sees(`document.activeElement?.dataset.dieKind === "treefolk_oak"`)

	// The shelf is narrowed to some dice. The species that is played stands first, and the pool's dice stand in
	// groups.
	page.Choose("#by-icon", "magic")
	page.Sees(`[...document.querySelectorAll(".shelf [data-kind]")].every((e) => e.querySelector("[data-glyph=magic]"))`)
	page.Choose("#by-icon", "")
	require.Equal(t, "treefolk", tabletest.Value[string](page, `document.querySelector("#shelf").options[1].value`))
	page.Choose("#shelf", "+pool")
	page.Sees(`["Drakes", "Wyrms"].every((n) => document.querySelector("[data-group='" + n + "'] .elements .glyph"))`)
	page.Choose("#shelf", "treefolk")

	page.Click("#random-force")
	page.Sees(`document.querySelector("#legality")?.textContent === "This force may be played."`)
	page.Shows("#points", "30")
	page.Picture("builder")
	page.Phone()
	over := tabletest.Value[float64](page, `document.documentElement.scrollWidth - window.innerWidth`)
	require.LessOrEqual(t, over, 0.0, "the page scrolls sideways")
	page.Picture("builder-phone")
	page.Click("#keep-army")
	page.Sees(`document.querySelector("[data-army='1'] strong")?.textContent === "The grove"`)
	armies := tb.Session.Games().Armies()
	require.Len(t, armies, 1)

	// A file carries it to another table.
	raw, err := json.Marshal(map[string]any{"rulebook": armies[0].Rulebook, "name": "Carried", "force": armies[0].Force})
	require.NoError(t, err)
	page.JS(fmt.Sprintf(`(() => { const d = new DataTransfer(); d.items.add(new File([%s], "a.json")); const e = document.querySelector("#import-army"); e.files = d.files; e.dispatchEvent(new Event("change", {bubbles: true})); })()`, tabletest.Quote(string(raw))))
	page.Sees(`document.querySelector("[data-army='2'] strong")?.textContent === "Carried"`)
	page.JS(`(() => { const d = new DataTransfer(); d.items.add(new File(["pawn"], "a.json")); const e = document.querySelector("#import-army"); e.files = d.files; e.dispatchEvent(new Event("change", {bubbles: true})); })()`)
	page.Sees(`document.querySelector(".toast")?.textContent.includes("no saved army")`)
}

func TestOneRollPageCounts(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	page := tabletest.Open(t, "http://"+tb.Address+"/roll")
	page.Sees(`document.querySelectorAll("#one-edition option").length > 1 && document.querySelectorAll("[data-kind]").length > 5`)
	page.Choose("#one-shelf", "treefolk")
	for range 3 {
		page.Click("[data-kind='treefolk_oak'] [data-more]")
	}
	page.Picture("one-roll")
	// A die's name opens its card with all its faces.
	page.Click("[data-die-kind='treefolk_oak']")
	page.Sees(`document.querySelector("[role='dialog'], dialog[open]")?.textContent.includes("Oak")`)
	page.Run(chromedp.KeyEvent(kb.Escape))
	page.Sees(`!document.querySelector("[role='dialog'], dialog[open]")`)
	// If a terrain was held at its eighth face and another face is turned up, nobody holds it.
	page.Choose("#one-terrain", "terrain_flatland_city")
	page.Choose("#one-face", "8")
	page.Click("#one-holder")
	page.Choose("#one-face", "5")
	page.Click("#one-begin")
	page.Asked("roll")
	for i := 1; i <= 3; i++ {
		page.Click(fmt.Sprintf("[data-die='roller-oak-%d'] [data-face='0']", i)) // the ID, worth its 2 health
	}
	page.Click("[data-do='hand']")
	page.Sees(`document.querySelector("#outcome")?.textContent.includes("6 melee")`)
	page.Sees(`document.querySelectorAll(".sheet-facts .lines li").length > 3`)
	page.Picture("one-roll-counted")
	page.Run(chromedp.Navigate("http://" + tb.Address + "/games"))
	page.Sees(`document.querySelector("#games-title") && document.querySelectorAll("[data-game]").length === 0`)
}

func TestDragonBoardShowsTheTable(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	id, err := tb.Session.Games().Begin(t.Context(), tabletest.DragonGame(t, "4.01d", 24, 5, "Ann", "Ben", "Cleo"))
	require.NoError(t, err)
	chance := rand.New(rand.NewPCG(4, 4))
	for range 140 {
		if !tabletest.AnswerOne(t, tb.Session, id, chance) {
			break
		}
	}
	page := tabletest.Open(t, fmt.Sprintf("http://%s/games/%d", tb.Address, id))
	v, _ := tabletest.GameOf(t, tb.Session, id, 0)
	state := v.Play.State.(map[string]any)
	terrains := state["terrains"].([]any)
	require.NotEmpty(t, terrains)
	page.Sees(fmt.Sprintf(`document.querySelectorAll("[data-terrain]").length === %d && document.querySelectorAll("[data-side]").length === 3`, len(terrains)))
	page.Picture("board")
	require.Empty(t, tabletest.Value[[]string](page, `document.body.innerText.match(/\b(home|frontier)-(ann|ben|cleo)\b.*/g) ?? []`), "ids in the place of names")
	page.Phone()
	over := tabletest.Value[float64](page, `document.documentElement.scrollWidth - window.innerWidth`)
	require.LessOrEqual(t, over, 0.0, "the page scrolls sideways")
	page.Picture("board-phone")
	var dice int
	for _, x := range terrains {
		for _, a := range x.(map[string]any)["armies"].([]any) {
			dice += len(a.(map[string]any)["dice"].([]any))
		}
	}
	shown := tabletest.Value[int](page, `document.querySelectorAll(".terrain .army:not(.dragons) .lying").length`)
	require.Equal(t, dice, shown, "dice at the terrains")
}

// If armies are chosen for both players at once, both are used.
func TestDragonArmiesAreChosenAtOnce(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	page := tabletest.Open(t, "http://"+tb.Address+"/games")
	page.Click("#new-game")
	page.Choose("#rulebook", "starter")
	page.Sees(`document.querySelectorAll("[data-force]").length === 2`)
	page.JS(`for (const e of document.querySelectorAll("[data-force]")) { e.value = "random"; e.dispatchEvent(new Event("change", { bubbles: true })); }`)
	page.Sees(`document.querySelectorAll("[data-brings]").length === 2`)
}

func TestVeraDiscordiaIsHosted(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	page := tabletest.Open(t, "http://"+tb.Address+"/games")
	page.Click("#new-game")
	page.Choose("#rulebook", "vera-discordia")
	page.Choose("[data-player='1']", "Ann")
	page.Choose("[data-player='2']", "Ben")
	page.Click("[data-set='dice_by_type']")
	page.Click("#begin-game")
	page.Sees(`location.pathname === "/games/1" && document.querySelectorAll(".vera-unit").length === 16`)
	chance := rand.New(rand.NewPCG(6, 6))
	for range 120 {
		if !tabletest.AnswerOne(t, tb.Session, 1, chance) {
			break
		}
	}
	_, size := tabletest.GameOf(t, tb.Session, 1, 0)
	require.Less(t, size, 100<<10)
	page.Picture("vera")
	page.Phone()
	over := tabletest.Value[float64](page, `document.documentElement.scrollWidth - window.innerWidth`)
	require.LessOrEqual(t, over, 0.0, "the page scrolls sideways")
}

// A game is begun on one page. A player builds an army there, and the others see that it is ready. After its end the
// game is played again with the same armies.
func TestAGameIsBegunOnOnePageAndPlayedAgain(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	page := tabletest.Open(t, "http://"+tb.Address+"/games?new")
	page.Choose("#rulebook", "4.01d")
	page.Choose("[data-player='1']", "Ann")
	page.Choose("[data-player='2']", "Ben")
	page.Choose("#force-size", "24")
	page.Choose("[data-force='1']", "random")
	page.Sees(`document.querySelector("[data-ready='yes']")?.textContent === "Ready: 24 of 24 points"`)
	require.False(t, tabletest.Value[bool](page, `document.querySelector("[data-brings='1']").open`), "what is brought is shown to all")
	page.Choose("[data-force='2']", "build")
	page.Sees(`document.querySelectorAll("[data-ready='no']").length === 1 && !!document.querySelector(".build-here #random-force")`)
	page.Click(".build-here #random-force")
	page.Sees(`document.querySelectorAll("[data-ready='yes']").length === 2`)
	page.Click("[data-built='2']")
	page.Picture("begin")
	page.Click("#begin-game")
	page.Sees(`location.pathname === "/games/1"`)
	first, _, err := tb.Session.Games().File(1)
	require.NoError(t, err)

	page.Run(chromedp.Navigate("http://" + tb.Address + "/games?again=1"))
	page.Sees(`document.querySelectorAll("[data-ready='yes']").length === 2`)
	require.Equal(t, []string{"4.01d", "Ann", "Ben", "24"}, tabletest.Value[[]string](page, `["#rulebook", "[data-player='1']", "[data-player='2']", "#force-size"].map((s) => document.querySelector(s).value)`))
	page.Click("#begin-game")
	page.Sees(`location.pathname === "/games/2"`)
	second, _, err := tb.Session.Games().File(2)
	require.NoError(t, err)
	require.JSONEq(t, string(first[0].Header.Settings), string(second[0].Header.Settings))
}

// A random force is a complete one, whatever species it has: some species have only champions.
func TestAForceAtRandomIsWhole(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	page := tabletest.Open(t, "http://"+tb.Address+"/armies")
	for edition, sizes := range map[string]string{"4.01d": "[15, 24, 36]", "3.04a": "[15, 24, 36]", "1996": "[15, 24, 36]", "starter": "[30]"} {
		short := tabletest.Value[[]string](page, fmt.Sprintf(`(async () => {
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
