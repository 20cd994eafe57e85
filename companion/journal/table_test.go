package journal_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/tabletest"
)

func TestAnEveningFromBeforeTheChainGoesOn(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Throw(3, 5)
	tb.Clear()
	tb.Throw(1, 2)
	before := tb.View().Rolls
	tb.Stop()
	meddle(t, tb.Path, "ALTER TABLE note DROP COLUMN link", "PRAGMA user_version = 1")
	require.NoError(t, os.Remove(tb.Path+".head"))

	tb = tabletest.Sit(t, tb.Path, journal.Limits{Crops: 1 << 20})
	after := tb.View().Rolls
	for i := range before {
		require.Equal(t, before[i].Total, after[i].Total)
		require.Equal(t, before[i].Dice, after[i].Dice)
	}
	require.Len(t, after, len(before))
}

func TestVerifyFindsAnotherPicture(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Throw(3, 5)
	tb.Stop()
	v, err := companion.VerifyJournal(t.Context(), tb.Path)
	require.NoError(t, err)
	require.Nil(t, v.Fault)
	require.Equal(t, 2, v.Pictures)
	meddle(t, tb.Path, `UPDATE crop SET jpeg = X'FFD8FF' WHERE die = 2`)
	v, err = companion.VerifyJournal(t.Context(), tb.Path)
	require.NoError(t, err)
	require.Equal(t, "picture changed", v.Fault.What)
	meddle(t, tb.Path, `DELETE FROM crop`, `INSERT INTO crop VALUES (1, 3, X'FFD8FF')`)
	v, err = companion.VerifyJournal(t.Context(), tb.Path)
	require.NoError(t, err)
	require.Equal(t, "picture put in", v.Fault.What)
}

// Every screen is told what a damaged file has lost, and the table goes on with the rest.
func TestALossIsSaidOnEveryScreen(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Throw(3, 5)
	tb.Clear()
	tb.Throw(1, 2)
	tb.Stop()
	meddle(t, tb.Path, "DELETE FROM note WHERE seq = (SELECT MAX(seq) FROM note)")
	tb = tabletest.Sit(t, tb.Path, journal.Limits{Crops: 1 << 20})
	require.Contains(t, tb.View().Trouble, "which had been acknowledged, are missing")
	tb.Do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: 4}}})
	require.Contains(t, tb.View().Trouble, "which had been acknowledged, are missing")
}
