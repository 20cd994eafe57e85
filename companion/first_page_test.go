package companion_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"astragal/vision"
)

func TestEveryPageHasTheSameWays(t *testing.T) {
	tb, _ := studying(t)
	id := tb.beginDuel()
	var first []string
	for _, path := range []string{"/", "/games", fmt.Sprintf("/games/%d", id), "/armies", "/cards", "/roll", "/studio", "/statistics", "/phone"} {
		page := open(t, "http://"+tb.address+path)
		page.sees(`!!document.querySelector(".head .ways")`)
		ways := value[[]string](page, `[...document.querySelectorAll(".head .ways a")].map((a) => a.textContent + " " + new URL(a.href).pathname)`)
		if first == nil {
			first = ways
		}
		require.Equal(t, first, ways, path)
		page.close()
	}
	require.Equal(t, []string{"Count /", "Games /games", "Armies /armies", "One roll /roll", "Teach /studio", "Statistics /statistics"}, first)
}

func TestFirstVisitOffersThreeWaysAndNoRollThatNobodyThrew(t *testing.T) {
	tb, page := served(t)
	page.sees(`!!document.querySelector("#welcome")`)
	require.Equal(t, []string{"Throw now", "Connect a camera", "Play a game"}, value[[]string](page, `[...document.querySelectorAll("#welcome li > :last-child")].map((e) => e.textContent)`))
	require.Equal(t, 3, value[int](page, `document.querySelectorAll("#welcome li p").length`))
	tb.tell(vision.Event{Kind: vision.EventSource, Source: "virtual table"})
	s := scene(3, 5, 6)
	tb.settle(s)
	page.sees(`!!document.querySelector("#throw")`)
	require.False(t, value[bool](page, `!!document.querySelector("#offer, .mark, #total")`), "dice that nobody threw are shown as a roll")
	page.shows("#state", "Ready: throw the dice")
	tb.clear()
	tb.throw(3, 5, 6)
	page.shows("#total", "14")
	page.sees(`!document.querySelector("#welcome")`)
}

func TestNumberKeysTypeARoll(t *testing.T) {
	_, page := served(t)
	page.click("#open-type")
	page.sees(`document.activeElement.id === "type-title"`) // where the eye is
	page.click("[data-shape='d20']")
	page.run(chromedp.KeyEvent(kb.Escape))
	page.sees(`!document.querySelector("#type-roll") && document.activeElement.id === "open-type"`)
	page.js(`document.activeElement.blur()`)
	// The kind of die is the last one: three keys are a roll.
	page.run(chromedp.KeyEvent("1"))
	page.sees(`document.querySelector("#type-roll [data-shape='d20']")?.getAttribute("aria-pressed") === "true" && document.activeElement.id === "type-title"`)
	page.run(chromedp.KeyEvent("7"))
	page.sees(`document.querySelectorAll(".typed button").length === 1`)
	page.run(chromedp.KeyEvent(kb.Enter))
	page.shows("#total", "17")
	page.sees(`!document.querySelector("#type-roll")`)
	// One that could go on waits for Enter; what no die shows is not taken.
	page.run(chromedp.KeyEvent("2"))
	page.sees(`document.activeElement.id === "type-title" && document.querySelectorAll(".typed button").length === 0`)
	page.run(chromedp.KeyEvent(kb.Enter))
	page.sees(`document.querySelectorAll(".typed button").length === 1`)
	page.run(chromedp.KeyEvent("0"))
	page.run(chromedp.KeyEvent("9"))
	page.sees(`document.querySelectorAll(".typed button").length === 2`)
	page.run(chromedp.KeyEvent(kb.Enter))
	page.shows("#total", "11")
}

func TestResultsAndQuestionsAreSaidAloud(t *testing.T) {
	tb, page := served(t)
	page.js(`window.said = []; speechSynthesis.speak = (u) => said.push(u.text); undefined`)
	tb.throw(2, 2)
	page.shows("#total", "4")
	require.Empty(t, value[[]string](page, `said`))
	page.click("#aloud")
	page.sees(`document.querySelector("#aloud").getAttribute("aria-pressed") === "true"`)
	tb.clear()
	tb.throw(3, 5, 6)
	page.sees(`said.at(-1) === "Roll 2: total 14. Dice: 3, 5, 6."`)
	tb.clear()
	tb.throw(-4)
	page.sees(`said.at(-1) === "A roll needs you: a die was not read for sure."`)
}

func TestDiceAreNamedByColorAndPlace(t *testing.T) {
	tb, page := served(t)
	s := scene(3)
	s.Sightings[0].Colors = []string{"blue"}
	tb.settle(s)
	page.sees(`document.querySelector(".mark")?.getAttribute("aria-label").startsWith("blue d6, upper left, shows 3")`)
}
