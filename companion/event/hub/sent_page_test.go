package hub_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/event/contest"
	"astragal/companion/event/hub"
	"astragal/companion/protocol"
	"astragal/companion/tabletest"
)

// A table knows whom the event sends there: nobody types names that the hub has. Its count is for them at a touch, and so is a game that begins.
func TestPageATableKnowsWhoIsSentThere(t *testing.T) {
	h := openHall(t)
	s := contest.Usual()
	s.System, s.Counts = contest.Swiss, contest.ByPoints
	does(t, h.pages, contest.Act{Do: "settings", Settings: &s})
	does(t, h.pages, contest.Act{Do: "enter", Names: "Ann\nBo Östergård", Here: true})
	tb := h.table("Table 1")
	tb.Serve("127.0.0.1:0")
	page := tabletest.Open(t, "http://"+tb.Address+"/")
	page.Sees(`!!document.querySelector(".players") && !document.querySelector("#sent-here")`)
	does(t, h.pages, contest.Act{Do: "pair"})
	startRound(t, h.pages, 1)
	page.Sees(`/Ann, Bo Östergård|Bo Östergård, Ann/.test(document.querySelector("#sent-here")?.textContent ?? "")`)
	page.Fits("who is sent here")
	page.Click("#count-for-them")
	page.Sees(`!document.querySelector("#sent-here") && document.querySelectorAll(".seats .name").length === 2`)
	tb.Throw(6, 5)
	tb.Clear()
	desk := tabletest.Open(t, h.pages+"/standings")
	desk.Sees(`document.querySelectorAll("#all tbody tr").length === 2`)
	require.Equal(t, 0, h.hubView().Counts.Waiting, "the names are those of the event")

	first := 0
	for range 25 {
		id, err := tb.Session.Lobbies().Open(t.Context(), protocol.NewLobby{})
		require.NoError(t, err, "a game that nobody begins takes no place")
		if first == 0 {
			first = id
		}
		require.Equal(t, first, id)
	}
	raw, err := tb.Session.Lobbies().JSON(first, protocol.Who{})
	require.NoError(t, err)
	var v protocol.LobbyView
	require.NoError(t, json.Unmarshal(raw, &v))
	names := []string{v.Seats[0].Name, v.Seats[1].Name}
	require.ElementsMatch(t, []string{"Ann", "Bo Östergård"}, names, fmt.Sprint(v.Seats))
}

// swissOfFour is a hall in which four players are to be paired.
func swissOfFour(t *testing.T) *club {
	t.Helper()
	h := openHall(t)
	s := contest.Usual()
	s.System, s.Counts = contest.Swiss, contest.ByPoints
	does(t, h.pages, contest.Act{Do: "settings", Settings: &s})
	does(t, h.pages, contest.Act{Do: "enter", Names: "Ann\nBo\nCem\nDora", Here: true})
	return h
}

// A round that runs can't be ended by mistake: the next one can't be started beside it, and *End the round* names the tables that still play.
func TestPageARoundWithOpenGamesAsksBeforeItEnds(t *testing.T) {
	h := swissOfFour(t)
	does(t, h.pages, contest.Act{Do: "pair"})
	judge := tabletest.Open(t, h.pages+"/judge")
	judge.Click("#start-round")
	judge.Sees(`!!document.querySelector("#end-round") && !document.querySelector("#start-round")`)
	round := contestOf(t, h.pages).Rounds[0]
	wins := func(p hub.PairingView) {
		does(t, h.pages, contest.Act{Do: "result", Round: 1, Table: p.Table, Placed: []contest.Placed{{ID: p.Players[0].ID, Result: contest.Won}, {ID: p.Players[1].ID, Result: contest.Lost}}})
	}
	wins(round.Pairings[0])
	judge.Click("#end-round")
	judge.Sees(`((said) => said.includes("` + round.Pairings[1].Table + `") && !said.includes("` + round.Pairings[0].Table + `"))(document.querySelector("#ends")?.textContent ?? "")`)
	judge.Accessible("a round that asks before it ends")
	judge.Picture("round-ends-asks")
	judge.Click("#goes-on")
	judge.Sees(`!document.querySelector("#ends")`)
	require.False(t, h.hubView().Round.Over)
	judge.Click("#end-round")
	judge.Click("#end-anyway")
	judge.Sees(`document.querySelector("input[name=name]")?.value === "Round 2"`)
	require.True(t, h.hubView().Round.Over)
}

// If the hub pairs the players, a round that nobody has paired isn't started by mistake.
func TestPageARoundThatIsNotPairedAsksBeforeItStarts(t *testing.T) {
	h := swissOfFour(t)
	judge := tabletest.Open(t, h.pages+"/judge")
	judge.Click("#start-round")
	judge.Sees(`(document.querySelector("#early")?.textContent ?? "").includes("Round 1 isn’t paired")`)
	judge.Accessible("a round that asks before it starts")
	judge.Click("#not-yet")
	judge.Sees(`!document.querySelector("#early") && !!document.querySelector("#start-round")`)
	judge.Click("#start-round")
	judge.Click("#start-anyway")
	judge.Sees(`!!document.querySelector("#end-round")`)
	require.Equal(t, "Round 1", h.hubView().Round.Name)
}
