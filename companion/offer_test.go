package companion_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/evidence"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/models"
	"astragal/vision"
)

func TestWhatLiesThereAtTheStartIsOffered(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Opens(tabletest.Scene(3, 4))
	v := tb.View()
	require.Empty(t, v.Rolls, "it counted by itself")
	require.Empty(t, v.Waiting)
	require.Equal(t, protocol.OfferedStart, v.Eye.Offered)
	require.Equal(t, protocol.ThrowOffered, v.Tray.Status)
	require.Len(t, v.Tray.Dice, 2)

	// One die is taken away meanwhile. The table offers what lies there then.
	left := tabletest.Scene(3)
	tb.Tell(vision.Event{Kind: vision.EventSeen, Scene: &left})
	require.Len(t, tb.View().Tray.Dice, 1)
	tb.Do(protocol.Act{Do: protocol.DoTake})
	v = tb.View()
	require.Equal(t, 3, *v.Rolls[0].Total)
	require.Empty(t, v.Eye.Offered)
	require.Contains(t, tb.Refused(protocol.Act{Do: protocol.DoTake}).Why, "don't lie there")

	// When the eye opens again, the table knows what was counted. It offers other dice, and the next throw counts.
	tb.Opens(tabletest.Scene(3))
	require.Empty(t, tb.View().Eye.Offered)
	tb.Opens(tabletest.Scene(6, 6))
	require.Equal(t, protocol.OfferedStart, tb.View().Eye.Offered)
	tb.Do(protocol.Act{Do: protocol.DoLook}) // reading it again doesn't count it
	<-tb.Eye.Orders
	tb.Settle(tabletest.Scene(6, 6))
	require.Equal(t, protocol.OfferedStart, tb.View().Eye.Offered)
	tb.Do(protocol.Act{Do: protocol.DoPass})
	require.Empty(t, tb.View().Eye.Offered)
	tb.Clear()
	tb.Throw(1, 2)
	require.Len(t, tb.View().Rolls, 2)
}

// If somebody said that the dice on the tray are no roll and then has them read again, they are offered again.
func TestWhatWasPassedIsOfferedWhenItIsReadAgain(t *testing.T) {
	tb := tabletest.NewTable(t)
	lies := tabletest.Scene(3, 4)
	tb.Opens(lies)
	require.NotEmpty(t, tb.View().Eye.Offered)
	tb.Do(protocol.Act{Do: protocol.DoPass})
	tb.Tell(vision.Event{Kind: vision.EventSeen, Scene: &lies})
	require.Empty(t, tb.View().Eye.Offered)
	tb.Do(protocol.Act{Do: protocol.DoLook})
	<-tb.Eye.Orders
	tb.Tell(vision.Event{Kind: vision.EventSeen, Scene: &lies})
	require.Equal(t, protocol.OfferedStart, tb.View().Eye.Offered)
	tb.Do(protocol.Act{Do: protocol.DoTake})
	tb.Do(protocol.Act{Do: protocol.DoLook})
	<-tb.Eye.Orders
	tb.Tell(vision.Event{Kind: vision.EventSeen, Scene: &lies})
	require.Empty(t, tb.View().Eye.Offered, "it is counted")
}

func TestWhatLiesThereIsNoRollOfAGameNorOfAPausedOne(t *testing.T) {
	tb, id := tabletest.Seated(t)
	tb.Stances(id)
	tb.Opens(tabletest.Scene(-1, -2, -3))
	tb.View()
	v := tb.Game(id, tabletest.Ann)
	require.Zero(t, v.Roll.Throws, "it is a roll in a player's turn")
	require.Equal(t, protocol.ThrowOffered, v.Tray.Status)
	tb.Do(protocol.Act{Do: protocol.DoPause, Game: id})
	require.Empty(t, tb.View().Rolls, "it is a roll while the game is paused")
	tb.Do(protocol.Act{Do: protocol.DoResume, Game: id})
	tb.Do(protocol.Act{Do: protocol.DoTake})
	v = tb.Game(id, tabletest.Ann)
	require.Equal(t, 1, v.Roll.Throws)
	require.Len(t, v.Roll.Unnamed, 3)

	tb.Tell(vision.Event{Kind: vision.EventCleared})
	tb.Opens(tabletest.Scene(1))
	tb.Tell(vision.Event{Kind: vision.EventCleared})
	require.Empty(t, tb.View().Eye.Offered, "they are gone")
}

// Of the last throw only those dice are drawn at whose place something lies: others lie there when a table is opened again.
func TestDiceOfTheLastThrowAreNotDrawnWhereNoneLies(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Throw(3, 5)
	lying := func() (n int) {
		for _, d := range tb.View().Tray.Dice {
			if d.Lying {
				n++
			}
		}
		return n
	}
	require.Equal(t, 2, lying())
	tb.Stop()
	tb = tabletest.Sit(t, tb.Path, journal.Limits{Crops: 1 << 20})
	other := tabletest.Scene(6, 6)
	other.Sightings[1].Box[0] += 400
	tb.Opens(other)
	require.Equal(t, protocol.OfferedStart, tb.View().Eye.Offered)
	tb.Do(protocol.Act{Do: protocol.DoPass})
	require.Len(t, tb.View().Tray.Dice, 2)
	require.Equal(t, 1, lying())
}

// If somebody sends a picture to be read, it is read: its dice didn't lie there by chance.
func TestAPictureFromAFileCounts(t *testing.T) {
	tb := tabletest.NewTable(t)
	for i, source := range []string{"picture dice.jpg", "folder evening", "clip game.mp4"} {
		tb.Tell(vision.Event{Kind: vision.EventSource, Source: source})
		tb.Settle(tabletest.Scene(3, 4+i%2))
		require.Len(t, tb.View().Rolls, i+1, source)
	}
}

// While a studio page has the tray, a game's pages say so. If dice are thrown in that time, they are offered to the
// game that waits.
func TestAGameIsOfferedWhatWasThrownWhileTheTrayWasForTeaching(t *testing.T) {
	tb, _ := tabletest.Studying(t, models.Die{ID: "oak", Shape: "d4", Faces: make([]models.Face, 4)})
	id := tb.BeginDuel()
	tb.StancesOf(id)
	tb.Clock.Stop()
	look := func() string {
		status, _ := tb.Call("POST", "/api/studio/hold", "{}")
		require.Equal(t, http.StatusOK, status)
		status, body := tb.Call("GET", "/api/studio/tray", "")
		require.Equal(t, http.StatusOK, status)
		return body
	}
	require.Contains(t, look(), `"title":"Ann and Ben"`, "the studio says who waits")
	require.True(t, tb.Game(id, tabletest.Ann).Eye.Teaching)
	tb.Throw(-1, -2, -3)
	tb.View()
	v := tb.Game(id, tabletest.Ann)
	require.Zero(t, v.Roll.Throws)
	require.Empty(t, v.Eye.Offered, "it is still for teaching")
	tb.Clear()
	tb.Clock.Forward(time.Minute)
	tb.Tell(vision.Event{Kind: vision.EventPreview, Preview: tabletest.Picture(tabletest.Scene(1))})
	tb.View()
	v = tb.Game(id, tabletest.Ann)
	require.False(t, v.Eye.Teaching)
	require.Equal(t, protocol.OfferedTeaching, v.Eye.Offered)
	tb.Do(protocol.Act{Do: protocol.DoTake})
	require.Len(t, tb.Game(id, tabletest.Ann).Roll.Unnamed, 3)

	// The game takes no notice of what was thrown for the studio.
	roll := tb.Game(id, tabletest.Ann).Roll
	tb.Do(protocol.Act{Do: protocol.DoDiscard, Throw: roll.Throw, Rev: roll.Rev})
	look()
	status, body := tb.Call("POST", "/api/studio/throw", `{"dice":["dwarf_crossbowman"]}`)
	if status == http.StatusAccepted {
		<-tb.Eye.Orders
	} else {
		require.Fail(t, body)
	}
	tb.Throw(-1)
	tb.Clock.Forward(time.Minute)
	require.Empty(t, tb.View().Eye.Offered)
}

// A throw that was made while the tray was for teaching is offered after a restart too, with its source, until somebody says what it is. That word is
// remembered over the next restart.
func TestWhatIsOfferedIsOfferedAfterARestart(t *testing.T) {
	tb, _ := tabletest.Studying(t, models.Die{ID: "oak", Shape: "d4", Faces: make([]models.Face, 4)})
	again := func() *tabletest.Table {
		tb.Stop()
		tb = tabletest.Sit(t, tb.Path, journal.Limits{Crops: 1 << 20})
		return tb
	}
	id := tb.BeginDuel()
	tb.StancesOf(id)
	tb.Clock.Stop()
	tb.Tell(vision.Event{Kind: vision.EventSource, Source: "the virtual tray"})
	status, _ := tb.Call("POST", "/api/studio/hold", "{}")
	require.Equal(t, http.StatusOK, status)
	tb.Throw(-1, -2, -3)
	tb.Clear()

	again()
	tb.Opens(tabletest.Scene(6)) // another camera sees another die
	v := tb.Game(id, tabletest.Ann)
	require.Equal(t, protocol.OfferedTeaching, v.Eye.Offered, "the throw is lost")
	require.Len(t, v.Tray.Dice, 3)
	tb.Do(protocol.Act{Do: protocol.DoTake})
	require.Len(t, tb.Game(id, tabletest.Ann).Roll.Unnamed, 3)
	roll := tb.Game(id, tabletest.Ann).Roll
	for die, face := range map[string]int{"sword-1": 5, "sword-2": 3, "shield-1": 0} {
		tb.Settled(tb.Game(id, tabletest.Ann).Roll, die, face)
	}
	require.NotEqual(t, roll.Question, tb.Game(id, tabletest.Ann).Play.Pending[0].ID)
	seen, err := tb.Session.Copy().Statistics(evidence.StatisticsOf{Virtual: true})
	require.NoError(t, err)
	require.Equal(t, 3, seen.Total, "they came from the virtual table")

	again()
	require.Empty(t, tb.View().Eye.Offered, "it was taken")
}

// If other dice lie there than those of a game's last roll, that roll's dice aren't drawn as if they lay there.
func TestAGamesLastRollDoesNotLieWhereOthersDo(t *testing.T) {
	tb := tabletest.NewTable(t)
	id := tb.BeginDuel()
	tb.StancesOf(id)
	tb.Throw(-1, -2, -3)
	for die, face := range map[string]int{"sword-1": 5, "sword-2": 3, "shield-1": 0} {
		tb.Settled(tb.Game(id, tabletest.Ann).Roll, die, face)
	}
	lie := func() (n int) {
		v := tb.Game(id, tabletest.Ann)
		require.Nil(t, v.Roll)
		require.Len(t, v.Tray.Dice, 3)
		for _, d := range v.Tray.Dice {
			if d.Lying {
				n++
			}
		}
		return n
	}
	require.Equal(t, 3, lie())
	tb.Stop()
	tb = tabletest.Sit(t, tb.Path, journal.Limits{Crops: 1 << 20})
	tb.Opens(tabletest.Scene(6, 1))
	require.Equal(t, protocol.OfferedStart, tb.View().Eye.Offered)
	require.Zero(t, lie())
}

// If somebody said that dice are no roll, they aren't asked again after a restart as long as the dice lie there.
func TestWhatWasPassedIsNotOfferedAfterARestart(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Opens(tabletest.Scene(3, 4))
	tb.Do(protocol.Act{Do: protocol.DoPass})
	tb.Stop()
	tb = tabletest.Sit(t, tb.Path, journal.Limits{Crops: 1 << 20})
	tb.Opens(tabletest.Scene(3, 4))
	require.Empty(t, tb.View().Eye.Offered, "the no is lost")
	require.Empty(t, tb.View().Rolls)
	tb.Opens(tabletest.Scene(3, 5))
	require.Equal(t, protocol.OfferedStart, tb.View().Eye.Offered, "other dice")
	tb.Stop()
	tb = tabletest.Sit(t, tb.Path, journal.Limits{Crops: 1 << 20})
	tb.Clear()
	tb.Opens(tabletest.Scene(3, 4))
	require.Equal(t, protocol.OfferedStart, tb.View().Eye.Offered, "they were taken away and lie there again")
}
