package companion_test

import (
	"testing"

	"astragal/companion/protocol"
	"astragal/engine"
	"astragal/engine/tally"
)

func TestStatisticsPageShowsDiceDisputesAndTheChain(t *testing.T) {
	tb := newTable(t)
	tb.do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: []engine.Player{{Name: "Ann"}, {Name: "Bo"}}, Rules: tally.Settings{Mode: tally.Sum}}})
	tb.throw(3, 5)
	roll := tb.view().Rolls[0]
	tb.do(protocol.Act{Do: protocol.DoFix, Throw: roll.Throw.ID, Rev: roll.Throw.Rev, Die: 2, Value: ptr(6)})
	tb.do(protocol.Act{Do: protocol.DoTurn, Seat: 2})
	tb.do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d8", Value: 7}}})
	tb.serve("127.0.0.1:0")
	page := open(t, "http://"+tb.address+"/statistics")
	page.sees(`document.querySelectorAll("[data-die]").length === 1`)
	page.sees(`document.querySelector("[data-judgement='too few rolls']")?.textContent.startsWith("Not enough rolls yet: 2 of the ")`)
	page.sees(`[...document.querySelectorAll("[data-die] tbody tr")].map((r) => r.cells[1].textContent).join() === "0,0,1,0,0,1"`)
	page.sees(`[...document.querySelectorAll(".crops img")].filter((i) => i.naturalWidth > 0).length === 2`)
	page.sees(`document.querySelector(".crops .other")?.innerText.includes("5 → 6")`)
	page.click("input[type=checkbox]")
	page.sees(`document.querySelectorAll("[data-die]").length === 2`)
	page.js(`const s = document.querySelector("select"); s.value = "Bo"; s.dispatchEvent(new Event("change", {bubbles: true}))`)
	page.sees(`document.querySelectorAll("[data-die]").length === 1 && document.querySelector("[data-die] h2").textContent === "d8"`)
	page.click("[aria-labelledby='chain'] button")
	page.sees(`document.querySelector("[data-fault='0']")?.textContent.startsWith("All ")`)
	page.phone()
	page.sees(`document.documentElement.scrollWidth <= window.innerWidth`)
	page.picture("statistics")
}
