package screen_test

import (
	"fmt"
	"testing"
	"time"

	"astragal/companion/tabletest"
	"astragal/models"
	"astragal/vision"
)

func TestPageOffersWhatLiesThere(t *testing.T) {
	tb, page := tabletest.Served(t)
	tb.Opens(tabletest.Scene(3, 4))
	page.Shows("#offer-title", "These 2 dice lay here at the start")
	page.Shows("#state", "Not counted yet")
	page.Sees(`document.querySelectorAll(".mark").length === 2 && !document.querySelector("#tap-hint")`)
	page.Picture("offered")
	// While other dice roll and are read, the old ones aren't offered, and their outlines don't pass for the new ones'.
	for _, state := range []vision.State{vision.Moving, vision.ReadingNow} {
		tb.Tell(vision.Event{Kind: vision.EventState, State: state})
		page.Sees(`!document.querySelector("#offer") && !!document.querySelector(".marks.faint")`)
		tb.Tell(vision.Event{Kind: vision.EventState, State: vision.Settled})
		page.Sees(`!!document.querySelector("#offer") && !document.querySelector(".marks.faint")`)
	}
	page.Click("#take-offer")
	page.Shows("#total", "7")
	page.Sees(`!document.querySelector("#offer")`)
}

func TestGamePageSaysThatTheTrayIsForTeaching(t *testing.T) {
	tb, _ := tabletest.Studying(t, models.Die{ID: "oak", Shape: "d4", Faces: make([]models.Face, 4)})
	id := tb.BeginDuel()
	tb.StancesOf(id)
	page := tabletest.Open(t, fmt.Sprintf("http://%s/games/%d", tb.Address, id))
	page.Asked("roll")
	studio := tabletest.Open(t, "http://"+tb.Address+"/studio")
	studio.Sees(`document.querySelector("#waits a")?.textContent === "Ann and Ben"`)
	page.Sees(`!!document.querySelector("#teaching")`)
	page.Shows("#state", "For teaching")
	tb.Throw(-1, -2, -3)
	studio.Close()
	tb.Clock.Stop()
	tb.Clock.Forward(time.Minute)
	tb.Tell(vision.Event{Kind: vision.EventPreview, Preview: tabletest.Picture(tabletest.Scene(1))})
	page.Shows("#offer-title", "3 dice were thrown while the tray was for teaching")
	page.Sees(`!document.querySelector("#teaching")`)
	page.Picture("offered-game")
	page.Click("#take-offer")
	page.Sees(`document.querySelectorAll(".unnamed .crop").length === 3 && !document.querySelector("#offer")`)
}
