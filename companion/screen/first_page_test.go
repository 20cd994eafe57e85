package screen_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"astragal/companion/tabletest"
	"astragal/vision"
)

func TestEveryPageHasTheSameWays(t *testing.T) {
	tb, _ := tabletest.Studying(t)
	id := tb.BeginDuel()
	var first []string
	for _, path := range []string{"/", "/games", fmt.Sprintf("/games/%d", id), "/armies", "/cards", "/roll", "/studio", "/statistics", "/phone"} {
		page := tabletest.Open(t, "http://"+tb.Address+path)
		page.Sees(`!!document.querySelector(".head .ways")`)
		ways := tabletest.Value[[]string](page, `[...document.querySelectorAll(".head .ways a")].map((a) => a.textContent + " " + new URL(a.href).pathname)`)
		if first == nil {
			first = ways
		}
		require.Equal(t, first, ways, path)
		page.Close()
	}
	require.Equal(t, []string{"Count /", "Games /games", "Armies /armies", "One roll /roll", "Teach /studio", "Statistics /statistics"}, first)
}

func TestFirstVisitOffersThreeWaysAndNoRollThatNobodyThrew(t *testing.T) {
	tb, page := tabletest.Served(t)
	page.Sees(`!!document.querySelector("#welcome")`)
	require.Equal(t, []string{"Throw now", "Connect a camera", "Play a game"}, tabletest.Value[[]string](page, `[...document.querySelectorAll("#welcome li > :last-child")].map((e) => e.textContent)`))
	require.Equal(t, 3, tabletest.Value[int](page, `document.querySelectorAll("#welcome li p").length`))
	tb.Tell(vision.Event{Kind: vision.EventSource, Source: "virtual table"})
	s := tabletest.Scene(3, 5, 6)
	tb.Settle(s)
	page.Sees(`!!document.querySelector("#throw")`)
	require.False(t, tabletest.Value[bool](page, `!!document.querySelector("#offer, .mark, #total")`), "dice that nobody threw are shown as a roll")
	page.Shows("#state", "Ready: throw the dice")
	tb.Clear()
	tb.Throw(3, 5, 6)
	page.Shows("#total", "14")
	page.Sees(`!document.querySelector("#welcome")`)
}

func TestNumberKeysTypeARoll(t *testing.T) {
	_, page := tabletest.Served(t)
	page.Click("#open-type")
	page.Sees(`document.activeElement.id === "type-title"`) // where people look
	page.Click("[data-shape='d20']")
	page.Run(chromedp.KeyEvent(kb.Escape))
	page.Sees(`!document.querySelector("#type-roll") && document.activeElement.id === "open-type"`)
	page.JS(`document.activeElement.blur()`)
	// The kind of die stays the last one, so a roll is three keys.
	page.Run(chromedp.KeyEvent("1"))
	page.Sees(`document.querySelector("#type-roll [data-shape='d20']")?.getAttribute("aria-pressed") === "true" && document.activeElement.id === "type-title"`)
	page.Run(chromedp.KeyEvent("7"))
	page.Sees(`document.querySelectorAll(".typed button").length === 1`)
	page.Run(chromedp.KeyEvent(kb.Enter))
	page.Shows("#total", "17")
	page.Sees(`!document.querySelector("#type-roll")`)
	// If a value may have another digit, it waits for Enter. A value that no die shows isn't accepted.
	page.Run(chromedp.KeyEvent("2"))
	page.Sees(`document.activeElement.id === "type-title" && document.querySelectorAll(".typed button").length === 0`)
	page.Run(chromedp.KeyEvent(kb.Enter))
	page.Sees(`document.querySelectorAll(".typed button").length === 1`)
	page.Run(chromedp.KeyEvent("0"))
	page.Run(chromedp.KeyEvent("9"))
	page.Sees(`document.querySelectorAll(".typed button").length === 2`)
	page.Run(chromedp.KeyEvent(kb.Enter))
	page.Shows("#total", "11")
}

func TestResultsAndQuestionsAreSaidAloud(t *testing.T) {
	tb, page := tabletest.Served(t)
	page.JS(`window.said = []; speechSynthesis.speak = (u) => said.push(u.text); undefined`)
	tb.Throw(2, 2)
	page.Shows("#total", "4")
	require.Empty(t, tabletest.Value[[]string](page, `said`))
	page.Click("#aloud")
	page.Sees(`document.querySelector("#aloud").getAttribute("aria-pressed") === "true"`)
	tb.Clear()
	tb.Throw(3, 5, 6)
	page.Sees(`said.at(-1) === "Roll 2: total 14. Dice: 3, 5, 6."`)
	tb.Clear()
	tb.Throw(-4)
	page.Sees(`said.at(-1) === "A roll needs you: a die was not read for sure."`)
}

func TestDiceAreNamedByColorAndPlace(t *testing.T) {
	tb, page := tabletest.Served(t)
	s := tabletest.Scene(3)
	s.Sightings[0].Colors = []string{"blue"}
	tb.Settle(s)
	page.Sees(`document.querySelector(".mark")?.getAttribute("aria-label").startsWith("blue d6, upper left, shows 3")`)
}
