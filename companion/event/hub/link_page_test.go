package hub_test

import (
	"testing"

	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/engine"
)

// The table's pages say whether what is rolled gets to the hub, and what to do where it doesn't.
func TestPageATableSaysHowItStandsWithItsHub(t *testing.T) {
	h := openHall(t)
	tb := h.table("Table 7", engine.Player{Name: "Ann"})
	tb.Serve("127.0.0.1:0")
	page := tabletest.Open(t, "http://"+tb.Address+"/")
	tb.Throw(3, 5)
	page.Sees(`/^Sent to the hub of Spring cup as Table 7: nothing waits, the hub was last heard at \d.*\d.*\.$/.test(document.querySelector("#hub-line")?.textContent)`)
	page.Sees(`!document.querySelector("#hub-away")`)
	page.Picture("link-well")

	air := tabletest.Open(t, h.pages+"/overlay?table=Table+7")
	air.Shows("#total", "8")

	at := h.tables
	h.stop()
	page.Sees(`document.querySelector("#hub-away")?.textContent.includes("Nobody answers at nats://` + at + `: is the hub running, and is the address right?")`)
	page.Sees(`!document.querySelector("#hub-line")`)
	air.Sees(`/^Not live since .*: the hub can’t be reached$/.test(document.querySelector("#stale")?.textContent)`)
	air.Shows("#total", "8")
	for range 3 {
		tb.Do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: 2}}})
	}
	page.Sees(`/Play on; 3 messages wait in this table’s file, the hub was last heard at \d/.test(document.querySelector("#hub-away")?.textContent)`)
	page.Picture("link-away")

	h = openHallAt(t, h.dir, at, air.Host())
	air.Sees(`!document.querySelector("#stale")`)
	air.Shows("#total", "2")
	page.Sees(`document.querySelector("#hub-line")?.textContent.includes("nothing waits") && !document.querySelector("#hub-away")`)
	live := tabletest.Open(t, h.pages+"/")
	live.Sees(`document.querySelector('[data-table="Table 7"]')?.textContent.includes("4 rolls")`)
}
