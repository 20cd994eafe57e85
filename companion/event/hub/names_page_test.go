package hub_test

import (
	"strings"
	"testing"

	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/engine"
)

// The pages of an event take such names too: the table's page with its hub, and the hub's own pages.
func TestPagesOfAnEventTakeLongAndMirroredNames(t *testing.T) {
	h := openHall(t)
	name := tabletest.Unbroken("Kellergewoelbe", 40)
	tb := h.table(name, engine.Player{Name: tabletest.LongName}, engine.Player{Name: tabletest.HebrewName})
	other := h.table("שולחן 7", engine.Player{Name: tabletest.HebrewName})
	for _, at := range []struct {
		*tabletest.Table
		seats int
	}{{tb, 2}, {other, 1}} {
		for seat := range at.seats {
			at.Do(protocol.Act{Do: protocol.DoTurn, Seat: seat + 1})
			at.Throw(1, 2, 3, 4, 5, 6, 6, 6)
			at.Clear()
		}
	}
	tb.Server.Invite = "http://" + tabletest.Unbroken("kellerrechner", 60) + ".local:8437"
	tb.Serve("127.0.0.1:0")
	page := tabletest.Open(t, "http://"+tb.Address+"/")
	page.Sees(`!!document.querySelector("#hub-line")`)
	page.Fits("table at an event")
	page.Click("#open-invite")
	page.Sees(`!!document.querySelector(".qr")`)
	page.Fits("table with its code")

	judge := tabletest.Open(t, h.pages+"/judge")
	judge.Puts(`input[name="name"]`, tabletest.Unbroken("Zwischenrunde", 40))
	judge.Click("#start-round")
	judge.Sees(`document.querySelectorAll("#rolls button").length === 3`)
	judge.Fits("desk")
	judge.Click("#rolls li:first-child button")
	judge.Sees(`!!document.querySelector("#ruling")`)
	judge.Puts("#reason", tabletest.LongName)
	judge.Click("#hold")
	judge.Sees(`!!document.querySelector("#held")`)
	judge.Fits("desk ruling")
	for path, there := range map[string]string{"/": `document.querySelectorAll("[data-table]").length === 2`, "/standings": `document.querySelectorAll("#all [data-player]").length === 2`,
		"/screen": `document.querySelectorAll(".scr-tiles li").length > 0`, "/tables": `document.querySelectorAll("[data-table]").length === 2`, "/statistics": `!!document.querySelector("#counted")`,
		"/overlay?parts=dice,total,trail,log,board,round&table=" + name: `!!document.querySelector("#total")`} {
		judge.Goes(h.pages + path)
		judge.Sees(there)
		judge.Fits("hub" + strings.ReplaceAll(strings.SplitN(path, "?", 2)[0], "/", " "))
	}
}
