package studio_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/companion/studio"
	"astragal/companion/tabletest"
	"astragal/models"
	"astragal/vision"
)

func TestOwnersDiceAreAFileOfDice(t *testing.T) {
	const fate = `{"id": "fate", "name": "Fate", "shape": "d6", "size_mm": null, "colors": ["black"], "faces": [{"icon":"plus"},{"icon":"plus"},{},{},{"icon":"minus"},{"icon":"minus"}]}`
	tb, store := tabletest.Studying(t, models.Die{ID: "oak", Shape: "d4", Faces: make([]models.Face, 4)})
	status, body := tb.Call("POST", "/api/studio/own", `{"dice":[`+fate+`]}`)
	require.Equal(t, http.StatusOK, status, body)
	var v studio.View
	require.NoError(t, json.Unmarshal([]byte(body), &v))
	require.Equal(t, []string{"fate"}, v.Own)

	status, body = tb.Call("GET", "/api/studio/own?file", "")
	require.Equal(t, http.StatusOK, status)
	dice, err := models.ParseDice([]byte(body))
	require.NoError(t, err, "what is saved is a file of dice")
	require.Equal(t, store.Dice(), dice)

	for _, c := range []struct{ says, body string }{
		{`a d6 has 6 faces, not 1`, `{"dice":[{"id":"x","shape":"d6","faces":[{"icon":"plus"}]}]}`},
		{`the id \"x\" is used twice`, `{"dice":[{"id":"x","shape":"d4","faces":[{},{},{},{}]},{"id":"x","shape":"d4","faces":[{},{},{},{}]}]}`},
		{`a built-in die has the id \"oak\": give yours another one`, `{"dice":[{"id":"oak","shape":"d4","faces":[{},{},{},{}]}]}`},
		{`count 9 is outside 0 to 6`, strings.Replace(`{"dice":[`+fate+`]}`, `{"icon":"plus"}`, `{"icon":"plus","count":9}`, 1)},
		{`no dice in it`, `{"dice":[]}`},
	} {
		status, body = tb.Call("POST", "/api/studio/own", c.body)
		require.Equal(t, http.StatusUnprocessableEntity, status, body)
		require.Contains(t, body, c.says)
	}
	require.Len(t, store.Dice(), 1, "nothing was kept by halves")

	status, _ = tb.Call("DELETE", "/api/studio/own/oak", "")
	require.Equal(t, http.StatusNotFound, status, "a built-in die stays")
	status, body = tb.Call("DELETE", "/api/studio/own/fate", "")
	require.Equal(t, http.StatusOK, status, body)
	require.Empty(t, store.Dice())
}

// A person chooses an army that the table keeps as a whole. Each die is there as often as in the army.
func TestAKeptArmyCanBeTaught(t *testing.T) {
	tb, _ := tabletest.Studying(t, models.Die{ID: "oak", Shape: "d4", Faces: make([]models.Face, 4)}, models.Die{ID: "elm", Shape: "d4", Faces: make([]models.Face, 4)})
	_, err := tb.Session.Games().KeepArmy(t.Context(), protocol.Army{Rulebook: "starter", Name: "Grove", Force: json.RawMessage(`{"dice":["oak","elm","oak"],"terrain":"a hill"}`)})
	require.NoError(t, err)
	_, err = tb.Session.Games().KeepArmy(t.Context(), protocol.Army{Rulebook: "vera", Name: "Cards", Force: json.RawMessage(`{"cards":[1,2]}`)})
	require.NoError(t, err)
	status, body := tb.Call("GET", "/api/studio", "")
	require.Equal(t, http.StatusOK, status)
	var v studio.View
	require.NoError(t, json.Unmarshal([]byte(body), &v))
	require.Equal(t, []studio.Army{{ID: 1, Name: "Grove", Dice: []string{"oak", "elm", "oak"}}}, v.Armies)
}

// A press reads what lies there now: a picture if one was sent, otherwise the tray.
func TestAPressReadsWhatLiesThereNow(t *testing.T) {
	tb := tabletest.NewTable(t)
	scene := func(n int) *vision.Scene {
		return &vision.Scene{Sightings: make([]vision.Sighting, n)}
	}
	presses := func(told *vision.Event) int {
		tb.Session.Teaching().Hold()
		dice := make(chan int, 1)
		go func() {
			seen, err := tb.Session.Teaching().Read(t.Context())
			if err != nil {
				t.Error(err)
			}
			dice <- len(seen.Sightings)
		}()
		if told != nil {
			require.Equal(t, "look", (<-tb.Eye.Orders).Do)
			tb.Eye.Events <- *told
		}
		return <-dice
	}
	seen := func(n int) *vision.Event { return &vision.Event{Kind: vision.EventSeen, Scene: scene(n)} }
	require.Eventually(t, func() bool { _, state, _ := tb.Session.Teaching().Lies(); return state == vision.Empty }, time.Minute, time.Millisecond)
	require.Equal(t, 2, presses(seen(2)))
	picture := func() {
		require.NoError(t, tb.Session.Order(t.Context(), vision.Order{Do: "picture"}))
		<-tb.Eye.Orders
	}
	picture()
	require.Equal(t, 3, presses(&vision.Event{Kind: vision.EventSettled, Scene: scene(3), Sent: true}), "the picture is being read still")
	picture()
	tb.Eye.Events <- vision.Event{Kind: vision.EventSettled, Scene: scene(4), Sent: true}
	require.Eventually(t, func() bool { lies, _, _ := tb.Session.Teaching().Lies(); return len(lies.Scene.Sightings) == 4 }, time.Minute, time.Millisecond)
	require.Equal(t, 4, presses(nil), "nothing else is to be looked at")
	tb.Eye.Events <- *seen(5)
	require.Eventually(t, func() bool { lies, _, _ := tb.Session.Teaching().Lies(); return len(lies.Scene.Sightings) == 5 }, time.Minute, time.Millisecond)
	require.Equal(t, 6, presses(seen(6)), "the camera sees again")
}

// If a hand is over the tray, the light is bad or the camera is covered, a press says so. What lies there then isn't
// taken for what the page draws.
func TestAPressWaitsUntilTheTrayIsSeen(t *testing.T) {
	tb := tabletest.NewTable(t)
	for state, says := range map[vision.State]string{
		vision.HandInTray: "take your hand away, then press again",
		vision.Moving:     "take your hand away, then press again",
		vision.Blocked:    "the camera can't see the tray (blocked)",
		vision.TooDark:    "the camera can't see the tray (too dark)",
		vision.NoCamera:   "the camera can't see the tray (no camera)",
		vision.Starting:   "the camera can't see the tray (starting)",
	} {
		tb.Tell(vision.Event{Kind: vision.EventState, State: state})
		require.Eventually(t, func() bool { _, is, _ := tb.Session.Teaching().Lies(); return is == state }, time.Minute, time.Millisecond)
		_, err := tb.Session.Teaching().Read(t.Context())
		require.ErrorContains(t, err, says)
	}
}
