package companion_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/engine"
)

// A judge is called from the table's own page, also while the hub is away: the desk gets the call once the link is back, once, and the
// table's page says what becomes of it.
func TestPageATableCallsAJudge(t *testing.T) {
	h := openHall(t)
	tb := h.table("Table 7", engine.Player{Name: "Ann"})
	tb.serve("127.0.0.1:0")
	page := open(t, "http://"+tb.address+"/")
	page.phone()
	page.sees(`!!document.querySelector("#hub-line")`)
	page.click("#call-judge summary")
	page.picture("table-call")
	page.fits("call-a-judge")

	at, pages, dir := h.tables, open(t, h.pages+"/judge").host(), h.dir
	h.stop()
	page.sees(`!!document.querySelector("#hub-away")`)
	page.puts(`#call-judge input`, "is this die flat?")
	page.click("#call-judge form button")
	page.sees(`document.querySelector("#judge-called")?.textContent.includes("for “is this die flat?”, just now. It isn’t at the event yet") && !document.querySelector("#call-judge")`)
	page.picture("table-called-away")

	h = openHallAt(t, dir, at, pages)
	judge := open(t, h.pages+"/judge")
	judge.sees(`document.querySelectorAll("#calls [data-call]").length === 1 && document.querySelector("#calls").textContent.includes("is this die flat?")`)
	page.sees(`document.querySelector("#judge-called")?.textContent.includes("The judges see it.")`)
	judge.click("[data-take]")
	page.sees(`document.querySelector("#judge-called")?.textContent.includes("the organiser is on the way.")`)
	page.picture("table-called")
	judge.puts("#calls form input", "roll it again")
	judge.click("[data-done]")
	page.sees(`!document.querySelector("#judge-called") && document.querySelector("#judge-said")?.textContent.endsWith("“roll it again”")`)

	page.click("#call-judge summary")
	page.click(`#call-judge [data-reason="We disagree about a rule"]`)
	judge.sees(`document.querySelectorAll("#calls [data-call]").length === 1 && document.querySelector("#calls").textContent.includes("We disagree about a rule")`)
	page.click("#uncall")
	judge.sees(`document.querySelectorAll("#calls [data-call]").length === 0 && document.querySelector("#calls").textContent.includes("taken back at the table")`)
	page.sees(`!document.querySelector("#judge-called") && !document.querySelector("#judge-said")`)
	require.Nil(t, tb.session.Event().Health().Call)
	page.accessible("the table's page")
}
