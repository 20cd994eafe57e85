package evidence_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/engine"
	"astragal/engine/tally"
)

func TestStatisticsPageShowsDiceDisputesAndTheChain(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: []engine.Player{{Name: "Ann"}, {Name: "Bo"}}, Rules: tally.Settings{Mode: tally.Sum}}})
	tb.Throw(3, 5)
	roll := tb.View().Rolls[0]
	tb.Do(protocol.Act{Do: protocol.DoFix, Throw: roll.Throw.ID, Rev: roll.Throw.Rev, Die: 2, Value: tabletest.Ptr(6)})
	tb.Do(protocol.Act{Do: protocol.DoTurn, Seat: 2})
	tb.Do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d8", Value: 7}}})
	tb.Serve("127.0.0.1:0")
	page := tabletest.Open(t, "http://"+tb.Address+"/statistics")
	page.Sees(`document.querySelectorAll("[data-die]").length === 1`)
	page.Sees(`document.querySelector("[data-judgement='too few rolls']")?.textContent.startsWith("Not enough rolls yet: 2 of the ")`)
	page.Sees(`[...document.querySelectorAll("[data-die] tbody tr")].map((r) => r.cells[1].textContent).join() === "0,0,1,0,0,1"`)
	page.Sees(`document.querySelectorAll("[data-die] [data-column]").length === 6 && document.querySelectorAll("[data-die] .chart .band").length === 6`)
	page.Sees(`document.querySelector("[aria-labelledby='luck'] .sayings")?.textContent.includes("Ann +2 after 1 roll") && document.querySelector("[aria-labelledby='luck'] .sayings").textContent.includes("Bo +2.5 after 1 roll")`)
	page.Sees(`[...document.querySelectorAll(".crops img")].filter((i) => i.naturalWidth > 0).length === 2`)
	page.Sees(`document.querySelector(".crops .other")?.innerText.includes("5 → 6")`)
	page.Click("input[type=checkbox]")
	page.Sees(`document.querySelectorAll("[data-die]").length === 2`)
	page.JS(`const s = document.querySelector(".of select"); s.value = "Bo"; s.dispatchEvent(new Event("change", {bubbles: true}))`)
	page.Sees(`document.querySelectorAll("[data-die]").length === 1 && document.querySelector("[data-die] h2").textContent === "d8"`)
	page.Click("[aria-labelledby='chain'] button")
	page.Sees(`document.querySelector("[data-fault='0']")?.textContent.startsWith("The log is as it was written: ")`)
	page.Phone()
	page.Sees(`document.documentElement.scrollWidth <= window.innerWidth`)
	page.Picture("statistics")
}

// A game's damage is drawn turn by turn, with its greatest blows as its log tells them.
func TestStatisticsPageShowsWhatDecidedAGame(t *testing.T) {
	tb := tabletest.NewTable(t)
	id, err := tb.Session.Games().Begin(t.Context(), tabletest.DragonGame(t, "4.01d", 24, 5, "Ann", "Ben"))
	require.NoError(t, err)
	chance := rand.New(rand.NewPCG(4, 4))
	// This says what hurt whom, and whether the log may be read. It may not be read while a secret is open.
	hurt := func() ([]int, bool) {
		log, _, err := tb.Session.Games().File(id)
		if err != nil {
			return nil, false
		}
		var out []int
		for _, e := range log {
			for _, f := range e.Told {
				if f.Sum != nil && f.Sum.Makes.Of == "damage" && f.Sum.Makes.N != nil && *f.Sum.Makes.N > 0 {
					out = append(out, *f.Sum.Makes.N)
				}
			}
		}
		return out, true
	}
	blows, readable := hurt()
	for (len(blows) < 2 || !readable) && tabletest.AnswerOne(t, tb.Session, id, chance) {
		blows, readable = hurt()
	}
	require.True(t, readable)
	require.NotEmpty(t, blows)
	slices.SortFunc(blows, func(a, b int) int { return b - a })
	tb.Serve("127.0.0.1:0")
	page := tabletest.Open(t, "http://"+tb.Address+"/statistics")
	page.Sees(fmt.Sprintf(`document.querySelector("[aria-labelledby='fights'] [data-blow]")?.dataset.blow === "%d"`, blows[0]))
	page.Sees(`/^Turn \d+, against (Ann|Ben): .* = \d+ damage$/u.test(document.querySelector("[data-blow]").textContent)`)
	// Each player's luck is a line, with its sum.
	page.Sees(`document.querySelectorAll("[aria-labelledby='fights'] .line").length === 2 && /^Ann [+−][\d.]+ after \d+ rolls?/u.test(document.querySelector("[aria-labelledby='fights'] .sayings li").textContent)`)
	page.Sees(`document.querySelector("[aria-labelledby='fights'] .chart").getAttribute("aria-label").startsWith("Damage taken: turn ")`)
	page.Picture("fights")
	page.Accessible("statistics of a game")
}
