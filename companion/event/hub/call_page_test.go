package hub_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/event"
	"astragal/companion/event/contest"
	"astragal/companion/event/hub"
	"astragal/companion/tabletest"
	"astragal/engine"
)

// A player calls a judge on the table's own page, also while the hub is away. The desk gets the call once, as soon as
// the link is back, and the table's page says what becomes of it.
func TestPageATableCallsAJudge(t *testing.T) {
	h := openHall(t)
	tb := h.table("Table 7", engine.Player{Name: "Ann"})
	tb.Serve("127.0.0.1:0")
	page := tabletest.Open(t, "http://"+tb.Address+"/")
	page.Phone()
	page.Sees(`!!document.querySelector("#hub-line")`)
	page.Click("#call-judge summary")
	page.Picture("table-call")
	page.Fits("call-a-judge")

	at, pages, dir := h.tables, tabletest.Open(t, h.pages+"/judge").Host(), h.dir
	h.stop()
	page.Sees(`!!document.querySelector("#hub-away")`)
	page.Puts(`#call-judge input`, "is this die flat?")
	page.Click("#call-judge form button")
	page.Sees(`document.querySelector("#judge-called")?.textContent.includes("for “is this die flat?”, just now. It isn’t at the event yet") && !document.querySelector("#call-judge")`)
	page.Picture("table-called-away")

	h = openHallAt(t, dir, at, pages)
	judge := tabletest.Open(t, h.pages+"/judge")
	judge.Sees(`document.querySelectorAll("#calls [data-call]").length === 1 && document.querySelector("#calls").textContent.includes("is this die flat?")`)
	page.Sees(`document.querySelector("#judge-called")?.textContent.includes("The judges see it.")`)
	judge.Click("[data-take]")
	page.Sees(`document.querySelector("#judge-called")?.textContent.includes("the organiser is on the way.")`)
	page.Picture("table-called")
	judge.Sees(`!document.querySelector("[data-take]")`) // the form has moved to where that button was
	judge.Puts("#calls form input", "roll it again")
	judge.Click("[data-done]")
	page.Sees(`!document.querySelector("#judge-called") && document.querySelector("#judge-said")?.textContent.endsWith("“roll it again”")`)

	judge.Sees(`/waited (less than a|\d+) minutes?, then (less than a|\d+) minutes?/.test(document.querySelector("#calls details")?.textContent)`)

	// The clocks of the desk and of the table's page are off: the waiting time is by the hub's and by the table's.
	for _, screen := range []*tabletest.Tab{judge, page} {
		screen.JS(`(() => { const right = Date.now; Date.now = () => right() + 20 * 60_000; })()`)
	}
	page.Click("#call-judge summary")
	page.Click(`#call-judge [data-reason="We disagree about a rule"]`)
	page.Sees(`!!document.querySelector("#judge-called")`)
	judge.Sees(`document.querySelectorAll("#calls [data-call]").length === 1 && document.querySelector("#calls").textContent.includes("We disagree about a rule")`)
	judge.Sees(`document.querySelector("#calls .waited")?.textContent === "just now"`)
	page.Sees(`document.querySelector("#judge-called .waited")?.textContent === "just now"`)
	page.Click("#uncall")
	judge.Sees(`document.querySelectorAll("#calls [data-call]").length === 0 && document.querySelector("#calls").textContent.includes("taken back at the table")`)
	page.Sees(`!document.querySelector("#judge-called") && !document.querySelector("#judge-said")`)
	require.Nil(t, tb.Session.Event().Health().Call)
	page.Accessible("the table's page")
}

// Whatever a browser's clock says, each page counts a round down by the hub's.
func TestPageARoundEndsByTheHubsClock(t *testing.T) {
	for _, off := range []time.Duration{20 * time.Minute, -20 * time.Minute} {
		h := startHub(t, func(o *hub.Options) { o.Now = func() time.Time { return time.Now().Add(off) } })
		newSim(t, "Table 1", h.dial(t, "Table 1")).rolls("Ann", 5, time.Now())
		does(t, h.pages, contest.Act{Do: "enter", Names: "Ann", Here: true})
		startRound(t, h.pages, 1)
		var s hub.SheetView
		get(t, h.pages+"/api/sheets", &s)
		for _, path := range []string{"/", "/screen", "/judge", "/overlay?table=Table%201&parts=round", "/me#" + s.Sheets[0].Code} {
			page := tabletest.Open(t, h.pages+path)
			page.Sees(`/^(50:00|4[5-9]:\d\d)$/.test(document.querySelector("#timer time")?.textContent)`)
			page.Close()
		}
	}
}

// Players at a table see on its page what a judge ruled on their rolls, and why.
func TestPageATableSaysWhatJudgesRuled(t *testing.T) {
	h := openHall(t)
	tb := h.table("Table 7", engine.Player{Name: "Ann"})
	tb.Serve("127.0.0.1:0")
	tb.Throw(5, 6)
	page := tabletest.Open(t, "http://"+tb.Address+"/")
	page.Sees(`document.querySelector(".total")?.textContent.includes("11") && !document.querySelector(".a-rulings")`)
	hall := tabletest.Open(t, h.pages+"/")
	hall.Sees(`document.querySelector('[data-table="Table 7"] > .soft')?.textContent === "1 roll"`)
	rule := func(a hub.RuleAct) {
		status, answer := post(t, h.pages+"/api/rule", a)
		require.Equal(t, http.StatusOK, status, answer)
	}
	six := 6
	rule(hub.RuleAct{N: 1, Do: event.Correct, Dice: []event.RuledDie{{ID: "d1", Value: &six}}, Reason: "it leaned on the tray"})
	page.Sees(`document.querySelector("[data-ruled=correct]")?.textContent.startsWith("Corrected: Roll 1. the organiser, ") && document.querySelector("[data-ruled=correct]").textContent.endsWith("“it leaned on the tray”") && document.querySelector("#total").textContent === "12"`)
	rule(hub.RuleAct{N: 1, Do: event.Annul, Reason: "rolled before the start"})
	page.Sees(`document.querySelectorAll("[data-ruled]").length === 2 && /^Out of the count: the roll of .*“rolled before the start”$/.test(document.querySelector("[data-ruled]").textContent)`)
	page.Picture("table-ruled")
	page.Phone()
	page.Picture("table-ruled-phone")
	page.Fits("what judges ruled")
	page.Accessible("the table's page")
}
