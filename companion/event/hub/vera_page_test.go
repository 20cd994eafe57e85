package hub_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/event/contest"
	"astragal/companion/tabletest"
	"astragal/engine/veradiscordia"
)

// Players who are paired at a table begin Vera Discordia there by taps alone: the page has their names, and asks one after the other.
func TestPageVeraDiscordiaIsBegunByWhoIsPaired(t *testing.T) {
	h := openHall(t)
	tb := h.table("Table 1")
	tb.Serve("127.0.0.1:0")
	live := tabletest.Open(t, h.pages+"/")
	live.Sees(`!!document.querySelector('[data-table="Table 1"]')`)
	begins(t, h.pages, 2)
	does(t, h.pages, contest.Act{Do: "pair"})
	startRound(t, h.pages, 1)
	page := tabletest.Open(t, "http://"+tb.Address+"/")
	page.Sees(`/Player \d, Player \d/.test(document.body?.textContent)`)
	page.Click("#to-games")
	page.Click("#new-game")
	page.Sees(`["Player 1", "Player 2"].every((n) => [...document.querySelectorAll("main input")].some((i) => i.value === n))`)
	page.Choose("#rulebook", veradiscordia.Rulebook)
	page.Sees(`document.querySelector("#begin-game")?.disabled === false`)
	page.Click("#begin-game")
	page.Asked("declare")
	asked := `document.querySelector("[data-question]").textContent.match(/Player \d/)[0]`
	first := tabletest.Value[string](page, asked)
	require.Contains(t, []string{"Player 1", "Player 2"}, first)
	page.Click(`[data-question] button:not([disabled])`)
	page.Sees(`document.querySelector("[data-question]")?.textContent.includes("which general do you choose") && ` + asked + ` !== "` + first + `"`)
	page.Picture("vera-at-an-event")
}
