package companion_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/models"
	"astragal/vision"
)

// opens lets the eye open on a tray where dice lie, and nothing moves.
func (tb *table) opens(s vision.Scene) {
	tb.t.Helper()
	tb.tell(vision.Event{Kind: vision.EventSource, Source: "a camera"})
	tb.tell(vision.Event{Kind: vision.EventPreview, Preview: picture(s)})
	tb.tell(vision.Event{Kind: vision.EventSettled, Scene: &s})
	tb.tell(vision.Event{Kind: vision.EventState, State: vision.Settled})
}

func TestWhatLiesThereAtTheStartIsOffered(t *testing.T) {
	tb := newTable(t)
	tb.opens(scene(3, 4))
	v := tb.view()
	require.Empty(t, v.Rolls, "it counted by itself")
	require.Empty(t, v.Waiting)
	require.Equal(t, protocol.OfferedStart, v.Eye.Offered)
	require.Equal(t, protocol.ThrowOffered, v.Tray.Status)
	require.Len(t, v.Tray.Dice, 2)

	// One is taken away meanwhile: what lies there then is what is offered.
	left := scene(3)
	tb.tell(vision.Event{Kind: vision.EventSeen, Scene: &left})
	require.Len(t, tb.view().Tray.Dice, 1)
	tb.do(protocol.Act{Do: protocol.DoTake})
	v = tb.view()
	require.Equal(t, 3, *v.Rolls[0].Total)
	require.Empty(t, v.Eye.Offered)
	require.Contains(t, tb.refused(protocol.Act{Do: protocol.DoTake}).Why, "don't lie there")

	// What was counted is known when the eye opens again; other dice are offered; the next throw counts.
	tb.opens(scene(3))
	require.Empty(t, tb.view().Eye.Offered)
	tb.opens(scene(6, 6))
	require.Equal(t, protocol.OfferedStart, tb.view().Eye.Offered)
	tb.do(protocol.Act{Do: protocol.DoLook}) // to read it again is not to count it
	<-tb.eye.orders
	tb.settle(scene(6, 6))
	require.Equal(t, protocol.OfferedStart, tb.view().Eye.Offered)
	tb.do(protocol.Act{Do: protocol.DoPass})
	require.Empty(t, tb.view().Eye.Offered)
	tb.clear()
	tb.throw(1, 2)
	require.Len(t, tb.view().Rolls, 2)
}

// Who said that what lies there is no roll, and has it read again, is offered it again.
func TestWhatWasPassedIsOfferedWhenItIsReadAgain(t *testing.T) {
	tb := newTable(t)
	lies := scene(3, 4)
	tb.opens(lies)
	require.NotEmpty(t, tb.view().Eye.Offered)
	tb.do(protocol.Act{Do: protocol.DoPass})
	tb.tell(vision.Event{Kind: vision.EventSeen, Scene: &lies})
	require.Empty(t, tb.view().Eye.Offered)
	tb.do(protocol.Act{Do: protocol.DoLook})
	<-tb.eye.orders
	tb.tell(vision.Event{Kind: vision.EventSeen, Scene: &lies})
	require.Equal(t, protocol.OfferedStart, tb.view().Eye.Offered)
	tb.do(protocol.Act{Do: protocol.DoTake})
	tb.do(protocol.Act{Do: protocol.DoLook})
	<-tb.eye.orders
	tb.tell(vision.Event{Kind: vision.EventSeen, Scene: &lies})
	require.Empty(t, tb.view().Eye.Offered, "it is counted")
}

func TestWhatLiesThereIsNoRollOfAGameNorOfAPausedOne(t *testing.T) {
	tb, id := seated(t)
	tb.stances(id)
	tb.opens(scene(-1, -2, -3))
	tb.view()
	v := tb.game(id, ann)
	require.Zero(t, v.Roll.Throws, "it is a roll in a player's turn")
	require.Equal(t, protocol.ThrowOffered, v.Tray.Status)
	tb.do(protocol.Act{Do: protocol.DoPause, Game: id})
	require.Empty(t, tb.view().Rolls, "it is a roll while the game is paused")
	tb.do(protocol.Act{Do: protocol.DoResume, Game: id})
	tb.do(protocol.Act{Do: protocol.DoTake})
	v = tb.game(id, ann)
	require.Equal(t, 1, v.Roll.Throws)
	require.Len(t, v.Roll.Unnamed, 3)

	tb.tell(vision.Event{Kind: vision.EventCleared})
	tb.opens(scene(1))
	tb.tell(vision.Event{Kind: vision.EventCleared})
	require.Empty(t, tb.view().Eye.Offered, "they are gone")
}

// A picture that somebody gave the program to read is read: it didn't lie there by chance.
func TestAPictureFromAFileCounts(t *testing.T) {
	tb := newTable(t)
	for i, source := range []string{"picture dice.jpg", "folder evening", "clip game.mp4"} {
		tb.tell(vision.Event{Kind: vision.EventSource, Source: source})
		tb.settle(scene(3, 4+i%2))
		require.Len(t, tb.view().Rolls, i+1, source)
	}
}

// While a studio page has the tray, a game's pages say so; what is thrown meanwhile is offered to the game that waits.
func TestAGameIsOfferedWhatWasThrownWhileTheTrayWasForTeaching(t *testing.T) {
	tb, _ := studying(t, models.Die{ID: "oak", Shape: "d4", Faces: make([]models.Face, 4)})
	id := tb.beginDuel()
	tb.stancesOf(id)
	tb.clock.stop()
	look := func() string {
		status, _ := tb.call("POST", "/api/studio/hold", "{}")
		require.Equal(t, http.StatusOK, status)
		status, body := tb.call("GET", "/api/studio/tray", "")
		require.Equal(t, http.StatusOK, status)
		return body
	}
	require.Contains(t, look(), `"title":"Ann and Ben"`, "the studio says who waits")
	require.True(t, tb.game(id, ann).Eye.Teaching)
	tb.throw(-1, -2, -3)
	tb.view()
	v := tb.game(id, ann)
	require.Zero(t, v.Roll.Throws)
	require.Empty(t, v.Eye.Offered, "it is still for teaching")
	tb.clear()
	tb.clock.forward(time.Minute)
	tb.tell(vision.Event{Kind: vision.EventPreview, Preview: picture(scene(1))})
	tb.view()
	v = tb.game(id, ann)
	require.False(t, v.Eye.Teaching)
	require.Equal(t, protocol.OfferedTeaching, v.Eye.Offered)
	tb.do(protocol.Act{Do: protocol.DoTake})
	require.Len(t, tb.game(id, ann).Roll.Unnamed, 3)

	// What the studio had thrown is nothing to the game.
	roll := tb.game(id, ann).Roll
	tb.do(protocol.Act{Do: protocol.DoDiscard, Throw: roll.Throw, Rev: roll.Rev})
	look()
	status, body := tb.call("POST", "/api/studio/throw", `{"dice":["dwarf_crossbowman"]}`)
	if status == http.StatusAccepted {
		<-tb.eye.orders
	} else {
		require.Fail(t, body)
	}
	tb.throw(-1)
	tb.clock.forward(time.Minute)
	require.Empty(t, tb.view().Eye.Offered)
}

// What was thrown while the tray was for teaching is offered after a restart too, with its source, until somebody
// says what it is; and what was said is remembered over the next one.
func TestWhatIsOfferedIsOfferedAfterARestart(t *testing.T) {
	tb, _ := studying(t, models.Die{ID: "oak", Shape: "d4", Faces: make([]models.Face, 4)})
	again := func() *table {
		tb.stop()
		tb = sit(t, tb.path, journal.Limits{Crops: 1 << 20})
		return tb
	}
	id := tb.beginDuel()
	tb.stancesOf(id)
	tb.clock.stop()
	tb.tell(vision.Event{Kind: vision.EventSource, Source: "the virtual tray"})
	status, _ := tb.call("POST", "/api/studio/hold", "{}")
	require.Equal(t, http.StatusOK, status)
	tb.throw(-1, -2, -3)
	tb.clear()

	again()
	tb.opens(scene(6)) // another camera, and another die lies there now
	v := tb.game(id, ann)
	require.Equal(t, protocol.OfferedTeaching, v.Eye.Offered, "the throw is lost")
	require.Len(t, v.Tray.Dice, 3)
	tb.do(protocol.Act{Do: protocol.DoTake})
	require.Len(t, tb.game(id, ann).Roll.Unnamed, 3)
	roll := tb.game(id, ann).Roll
	for die, face := range map[string]int{"sword-1": 5, "sword-2": 3, "shield-1": 0} {
		tb.settled(tb.game(id, ann).Roll, die, face)
	}
	require.NotEqual(t, roll.Question, tb.game(id, ann).Play.Pending[0].ID)
	seen, err := tb.session.Copy().Statistics(companion.StatisticsOf{Virtual: true})
	require.NoError(t, err)
	require.Equal(t, 3, seen.Total, "they came from the virtual table")

	again()
	require.Empty(t, tb.view().Eye.Offered, "it was taken")
}

// Who said that dice are no roll isn't asked again after a restart, while they lie there.
func TestWhatWasPassedIsNotOfferedAfterARestart(t *testing.T) {
	tb := newTable(t)
	tb.opens(scene(3, 4))
	tb.do(protocol.Act{Do: protocol.DoPass})
	tb.stop()
	tb = sit(t, tb.path, journal.Limits{Crops: 1 << 20})
	tb.opens(scene(3, 4))
	require.Empty(t, tb.view().Eye.Offered, "the no is lost")
	require.Empty(t, tb.view().Rolls)
	tb.opens(scene(3, 5))
	require.Equal(t, protocol.OfferedStart, tb.view().Eye.Offered, "other dice")
	tb.stop()
	tb = sit(t, tb.path, journal.Limits{Crops: 1 << 20})
	tb.clear()
	tb.opens(scene(3, 4))
	require.Equal(t, protocol.OfferedStart, tb.view().Eye.Offered, "they were taken away and lie there again")
}

func TestPageOffersWhatLiesThere(t *testing.T) {
	tb, page := served(t)
	tb.opens(scene(3, 4))
	page.shows("#offer-title", "These 2 dice lay here at the start")
	page.shows("#state", "Not counted yet")
	page.sees(`document.querySelectorAll(".mark").length === 2 && !document.querySelector("#tap-hint")`)
	page.picture("offered")
	page.click("#take-offer")
	page.shows("#total", "7")
	page.sees(`!document.querySelector("#offer")`)
}

func TestGamePageSaysThatTheTrayIsForTeaching(t *testing.T) {
	tb, _ := studying(t, models.Die{ID: "oak", Shape: "d4", Faces: make([]models.Face, 4)})
	id := tb.beginDuel()
	tb.stancesOf(id)
	page := open(t, fmt.Sprintf("http://%s/games/%d", tb.address, id))
	page.asked("roll")
	studio := open(t, "http://"+tb.address+"/studio")
	studio.sees(`document.querySelector("#waits a")?.textContent === "Ann and Ben"`)
	page.sees(`!!document.querySelector("#teaching")`)
	page.shows("#state", "For teaching")
	tb.throw(-1, -2, -3)
	studio.close()
	tb.clock.stop()
	tb.clock.forward(time.Minute)
	tb.tell(vision.Event{Kind: vision.EventPreview, Preview: picture(scene(1))})
	page.shows("#offer-title", "3 dice were thrown while the tray was for teaching")
	page.sees(`!document.querySelector("#teaching")`)
	page.picture("offered-game")
	page.click("#take-offer")
	page.sees(`document.querySelectorAll(".unnamed .crop").length === 3 && !document.querySelector("#offer")`)
}
