package hub_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/engine"
)

// A judge at the desk reads the whole game as its table has it, with the roll in question marked. If the table is
// away, the desk says so.
func TestPageAJudgeReadsTheWholeGame(t *testing.T) {
	h := openHall(t)
	tb := h.table("Table 1")
	id, err := tb.Session.Games().Begin(t.Context(), protocol.NewGame{Rulebook: "tally", Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}})
	require.NoError(t, err)
	tb.Throw(3, 5)
	tb.Clear()
	tb.Throw(6, 1)
	tb.Clear()
	log := tb.Game(id, tabletest.Shared).Log
	judge := tabletest.Open(t, h.pages+"/judge")
	judge.Click("#rolls li:first-child button")
	judge.Click("#game-log summary")
	judge.Sees(`document.querySelector('#game-log [aria-current="true"]')?.dataset.entry === "2"`)
	require.Len(t, log, 2)
	for _, l := range log {
		require.True(t, tabletest.Value[bool](judge, `document.querySelector("#game-log").textContent.includes(`+tabletest.Quote(l.Answer)+`)`), "entry %d: %s", l.N, l.Answer)
	}
	judge.Accessible("a game's log at the desk")
	judge.Fits("a game's log at the desk")
	judge.Picture("judge-game-log")

	tb.Stop()
	judge.Click("#game-log summary")
	judge.Sees(`!document.querySelector("#game-log [data-entry]")`)
	judge.Click("#game-log summary")
	judge.Sees(`document.querySelector("#game-log [role=alert]")?.textContent.includes("can't be reached now")`)
}
