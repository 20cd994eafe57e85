package companion_test

import (
	_ "embed"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/engine"
	"astragal/engine/veradiscordia"
)

// axe is axe-core, Deque's checker of pages (MPL 2.0; its licence is beside it). Only this test uses it.
//
//go:embed testdata/axe/axe.min.js
var axe string

// accessible lets axe look at the page as it is now, light and dark: it finds nothing. A unit of Vera Discordia is
// a card of short signs ("v3", "3/6") that has a name in whole words: there the name isn't the signs.
func (b *tab) accessible(where string) {
	b.t.Helper()
	for _, scheme := range []string{"light", "dark"} {
		_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}}})
		require.NoError(b.t, err)
		b.sees(fmt.Sprintf(`matchMedia("(prefers-color-scheme: %s)").matches`, scheme))
		if !value[bool](b, `"axe" in window`) {
			b.js(axe + "\n;undefined")
		}
		found := value[[]string](b, `axe.run().then((r) => r.violations.flatMap((v) => v.nodes.filter((n) => !(v.id === "label-content-name-mismatch" && n.html.includes("vera-unit"))).map((n) => v.id + ": " + n.html.slice(0, 200) + " (" + n.failureSummary.slice(0, 300) + ")")))`)
		assert.Empty(b.t, found, "%s, %s", where, scheme)
	}
}

func TestAxeFindsNothingOnPagesAndTheirStates(t *testing.T) {
	tb, _ := studying(t)
	tb.serve("127.0.0.1:0")
	at := "http://" + tb.address
	page := open(t, at+"/")
	page.sees(`!!document.querySelector("#welcome")`)
	page.accessible("the first visit")
	for _, panel := range []string{"type", "camera", "invite"} {
		page.click("#open-" + panel)
		page.sees(`!!document.querySelector(".words .panel")`)
		page.accessible(panel)
		page.run(chromedp.KeyEvent(kb.Escape))
		page.sees(`!document.querySelector(".words .panel")`)
	}
	tb.do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: []engine.Player{{Name: "Ann", Team: "Red"}, {Name: "Ben", Team: "Blue"}}}})
	tb.throw(3, 5, 6)
	tb.clear()
	tb.throw(2, -4)
	page.sees(`!!document.querySelector("#ask")`)
	page.click("#change-count")
	page.accessible("a die is asked about")
	page.click("[data-roll='1'] button[aria-label='Correct roll 1']")
	page.accessible("a roll is corrected")

	for _, path := range []string{"/games", "/armies", "/cards", "/roll", "/studio", "/statistics", "/phone", "/overlay", "/overlay/setup", "/join"} {
		page.goes(at + path)
		page.sees(`!!document.querySelector("main") && !document.querySelector("#page > .starting")`)
		page.accessible(path)
	}
	page.goes(at + "/games?new")
	page.sees(`location.pathname.startsWith("/begin/")`)
	for _, kind := range tb.session.Games().Kinds() {
		page.choose("#rulebook", kind.ID)
		page.sees(fmt.Sprintf(`document.querySelectorAll("[data-player]").length >= %d`, kind.Least))
		page.accessible("a new game of " + kind.ID)
	}
	page.choose("#rulebook", "4.01d")
	page.choose("#force-size", "24")
	page.click("[data-sit='1']")
	page.choose("[data-player='1']", "Ann")
	page.choose("[data-force='1']", "random")
	page.shows("[data-ready='yes']", "Ready: 24 of 24 points")
	page.accessible("a seat with an army")
	page.click("[data-be-ready='1']")
	page.sees(`document.querySelector("[data-stands='1']")?.textContent === "✓ ready"`)
	page.choose("[data-force='2']", "build")
	page.sees(`!!document.querySelector(".build-here [data-kind]")`)
	page.click("#begin-game")
	page.sees(`!!document.querySelector("#new-refused")`)
	page.accessible("an army is built for a seat, and begun too early")
	page.goes(at + "/armies")
	page.sees(`!!document.querySelector("#new-army:enabled")`)
	page.click("#new-army")
	page.sees(`!!document.querySelector("[data-kind]")`)
	page.accessible("the builder")
	page.goes(at + "/cards")
	page.click("#new-faction")
	page.sees(`!document.querySelector("#new-faction")`)
	page.accessible("a faction")
}

func TestAxeFindsNothingInGames(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	vera := protocol.NewGame{Rulebook: veradiscordia.Rulebook, Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}, Setup: longSetup(t)}
	for _, n := range []protocol.NewGame{dragonGame(t, "4.01d", 24, 5, "Ann", "Ben"), vera} {
		id, err := tb.session.Games().Begin(t.Context(), n)
		require.NoError(t, err)
		page := open(t, fmt.Sprintf("http://%s/games/%d", tb.address, id))
		chance := rand.New(rand.NewPCG(4, 4))
		for _, more := range []int{0, 6, 14, 30, 60} {
			for range more {
				if !step(t, tb.session, id, chance) {
					break
				}
			}
			page.goes(fmt.Sprintf("http://%s/games/%d", tb.address, id))
			page.sees(`!!document.querySelector("main") && !!document.querySelector("#spoken")`)
			page.accessible(fmt.Sprintf("%s after %d more", n.Rulebook, more))
		}
	}
}
