package companion_test

import (
	"testing"

	"astragal/companion/protocol"
	"astragal/engine"
)

// The table's pages say whether what is rolled gets to the hub, and what to do where it doesn't.
func TestPageATableSaysHowItStandsWithItsHub(t *testing.T) {
	h := openHall(t)
	tb := h.table("Table 7", engine.Player{Name: "Ann"})
	tb.serve("127.0.0.1:0")
	page := open(t, "http://"+tb.address+"/")
	tb.throw(3, 5)
	page.sees(`/^Sent to the hub of Spring cup as Table 7: nothing waits, the hub was last heard at \d.*\d.*\.$/.test(document.querySelector("#hub-line")?.textContent)`)
	page.sees(`!document.querySelector("#hub-away")`)
	page.picture("link-well")

	air := open(t, h.pages+"/overlay?table=Table+7")
	air.shows("#total", "8")

	at := h.tables
	h.stop()
	page.sees(`document.querySelector("#hub-away")?.textContent.includes("Nobody answers at nats://` + at + `: is the hub running, and is the address right?")`)
	page.sees(`!document.querySelector("#hub-line")`)
	air.sees(`/^Not live since .*: the hub can’t be reached$/.test(document.querySelector("#stale")?.textContent)`)
	air.shows("#total", "8")
	for range 3 {
		tb.do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: 2}}})
	}
	page.sees(`/Play on; 3 messages wait in this table’s file, the hub was last heard at \d/.test(document.querySelector("#hub-away")?.textContent)`)
	page.picture("link-away")

	h = openHallAt(t, h.dir, at, air.host())
	air.sees(`!document.querySelector("#stale")`)
	air.shows("#total", "2")
	page.sees(`document.querySelector("#hub-line")?.textContent.includes("nothing waits") && !document.querySelector("#hub-away")`)
	live := open(t, h.pages+"/")
	live.sees(`document.querySelector('[data-table="Table 7"]')?.textContent.includes("4 rolls")`)
}
